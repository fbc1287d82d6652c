"""Understands conversations: what was said, by whom, about whom, and how it was meant."""

from auditor.facts.entries import concerns, same_subject, subject_of_entry
from auditor.facts.forgetting import ForgetRequest, forget_requests
from auditor.facts.instructions import instructions_in
from auditor.facts.languages import content_words, language_known
from auditor.facts.reading import read_facts

__all__ = [
    "ForgetRequest",
    "concerns",
    "content_words",
    "forget_requests",
    "instructions_in",
    "language_known",
    "read_facts",
    "same_subject",
    "subject_of_entry",
]
