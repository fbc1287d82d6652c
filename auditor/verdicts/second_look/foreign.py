"""Whether a clause is about somebody else than an entry."""

from auditor.facts import concerns
from auditor.records import Fact
from auditor.verdicts.identity import SubjectOf


def is_foreign(fact: Fact, subject: SubjectOf) -> bool:
    """Whether a clause is about somebody else than the entry."""
    return fact.subject not in {"", "user", "agent"} and not concerns(fact.subject, *subject)
