"""What the stages of the funnel pass on, and the question put to a judge."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

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
    steps: Mapping[str, int] = field(default_factory=dict)
    ends: bool = False
    past: bool = False
    planned: bool = False
    temporary: bool = False
    goes_on: bool = False

    own_terms: frozenset[str] = field(init=False)
    all_terms: frozenset[str] = field(init=False)
    heard: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        """Puts together what is asked for again and again.

        ``own_terms`` are the affirmed and denied terms, ``all_terms`` those with the topic and the units of
        the values, ``heard`` all of them with the names.
        """
        own = self.terms | self.denied
        object.__setattr__(self, "own_terms", own)
        object.__setattr__(self, "all_terms", own | self.topic | self.units)
        object.__setattr__(self, "heard", own | self.topic | self.units | self.names)


class Judge(Protocol):
    """Decides how two statements stand to each other."""

    def relation(self, a: Statement, b: Statement) -> Judgement:
        """How ``b`` stands to ``a``."""
