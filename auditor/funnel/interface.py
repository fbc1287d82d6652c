"""What the stages of the funnel pass on, and the question put to a judge."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from auditor.funnel.marks import marked
from auditor.funnel.meanings import steps
from auditor.records import Judgement
from auditor.values import Value


@dataclass(frozen=True, slots=True, eq=False)
class Statement:
    """A text made comparable: an entry, a part of one, or a clause of a conversation.

    Attributes:
        text: what is said.
        topic: the terms of its key and path.
        concepts: the attributes that key and text speak of ("residence").
        terms: the content terms that it affirms (stems, synonyms under one name).
        denied: the content terms that it negates.
        spoken: all its words, folded, in order.
        values: the typed values that it affirms.
        denied_values: the typed values under a negation.
        over: the terms of what it says has ended.
        names: the terms written as names.
        units: the units of its values.
        persons: the terms for people besides the user.
        steps: the statuses that it names, by ladder.
        ends, past, planned, temporary, goes_on: that it tells of the end of a state, of the past, of
            something planned or temporary, or that something goes on as before.
    """

    text: str
    topic: frozenset[str] = frozenset()
    concepts: frozenset[str] = frozenset()
    terms: frozenset[str] = frozenset()
    denied: frozenset[str] = frozenset()
    spoken: tuple[str, ...] = ()
    values: tuple[Value, ...] = ()
    denied_values: tuple[Value, ...] = ()
    over: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    units: frozenset[str] = frozenset()
    persons: frozenset[str] = frozenset()

    own_terms: frozenset[str] = field(init=False)
    affirmed: frozenset[str] = field(init=False)
    all_terms: frozenset[str] = field(init=False)
    heard: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        """Puts together what is asked for again and again.

        ``own_terms`` are the affirmed and denied terms, ``affirmed`` those of topic and text, ``all_terms``
        all of these with the units of the values, ``heard`` with the names too.
        """
        own = _joined(self.terms, self.denied)
        every = _joined(own, self.topic | self.units)
        object.__setattr__(self, "own_terms", own)
        object.__setattr__(self, "affirmed", _joined(self.terms, self.topic))
        object.__setattr__(self, "all_terms", every)
        object.__setattr__(self, "heard", _joined(every, self.names))

    @property
    def steps(self) -> Mapping[str, int]:
        """The statuses that it names, by ladder."""
        return steps(self.spoken)

    @property
    def ends(self) -> bool:
        """It tells of the end of a state."""
        return marked("ends", self.text)

    @property
    def past(self) -> bool:
        """It speaks of the past."""
        return marked("past", self.text)

    @property
    def planned(self) -> bool:
        """It speaks of something planned."""
        return marked("planned", self.text)

    @property
    def temporary(self) -> bool:
        """It tells of a short while: "this week" does, "I transferred this week" stays so."""
        text = self.text
        return marked("temporary", text) or (marked("about now", text) and not marked("lasting", text))

    @property
    def goes_on(self) -> bool:
        """It says that something goes on as before."""
        return marked("goes on", self.text)


def _joined(terms: frozenset[str], more: frozenset[str]) -> frozenset[str]:
    """Both together: ``terms`` itself, not a copy, where it holds ``more``, as it mostly does."""
    return terms if more <= terms else terms | more


class Judge(Protocol):
    """Decides how two statements stand to each other."""

    def relation(self, a: Statement, b: Statement) -> Judgement:
        """How ``b`` stands to ``a``."""
