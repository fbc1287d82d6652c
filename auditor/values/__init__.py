"""Typed values: what a text or a JSON value denotes, and whether two denote the same."""

from auditor.values.compare import (
    comparable,
    equivalent,
    key_unit,
    same_value,
    type_changed,
    whole_value,
)
from auditor.values.concepts import canonical_words, concepts, key_concepts
from auditor.values.differing import differing_values
from auditor.values.find import find_values
from auditor.values.folding import clean, fold
from auditor.values.language import language
from auditor.values.model import AMOUNTS, Kind, Value
from auditor.values.negation import Denial, Negation, negated, negated_words, negations, polarity_differs
from auditor.values.normal import fingerprint, keeps_order, normal_form, truth_of
from auditor.values.opposites import Opposition, oppositions
from auditor.values.tokens import content_words, key_words, raw_words, stem, words

__all__ = [
    "AMOUNTS",
    "Denial",
    "Kind",
    "Negation",
    "Opposition",
    "Value",
    "canonical_words",
    "clean",
    "comparable",
    "concepts",
    "content_words",
    "differing_values",
    "equivalent",
    "find_values",
    "fingerprint",
    "fold",
    "keeps_order",
    "key_concepts",
    "key_unit",
    "key_words",
    "language",
    "negated",
    "negated_words",
    "negations",
    "normal_form",
    "oppositions",
    "polarity_differs",
    "raw_words",
    "same_value",
    "stem",
    "truth_of",
    "type_changed",
    "whole_value",
    "words",
]
