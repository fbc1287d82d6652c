"""What the stages of the funnel pass on, and the question put to a judge."""

from dataclasses import dataclass, field
from typing import Protocol

from auditor.records import Judgement
from auditor.values.model import Value


@dataclass(frozen=True, slots=True, eq=False)
class Statement:
    """A text made comparable: an entry, a part of one, or a clause of a conversation.

    ``topic`` holds the terms of its key and path, ``terms`` the content terms that it affirms and
    ``denied`` those that it negates (stems of words, synonyms under one name), ``spoken`` all its words as
    stems in order, ``values`` the typed values in its text. ``persons`` names whom it is about besides the
    user, as terms. ``ends`` says that it tells of the end of a state, ``past`` that it speaks of the past.
    """

    text: str
    topic: frozenset[str] = frozenset()
    terms: frozenset[str] = frozenset()
    denied: frozenset[str] = frozenset()
    spoken: tuple[str, ...] = ()
    values: tuple[Value, ...] = ()
    persons: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    steps: dict[str, int] = field(default_factory=dict)
    ends: bool = False
    past: bool = False
    planned: bool = False

    @property
    def all_terms(self) -> frozenset[str]:
        """Topic, affirmed and denied terms together."""
        return self.topic | self.terms | self.denied


class Judge(Protocol):
    """Decides how two statements stand to each other."""

    def relation(self, a: Statement, b: Statement) -> Judgement:
        """How ``b`` stands to ``a``."""
