"""What is looked for in the conversations: one new content of an entry, or a whole entry."""

from collections.abc import Mapping
from dataclasses import dataclass

from auditor.funnel.interface import Statement
from auditor.records import EMPTY, Json


@dataclass(frozen=True, slots=True, eq=False)
class Claim:
    """What an entry newly asserts: ``new`` is looked for, in ``whole``, and ``old`` is what it replaced.

    ``subject_of`` is the entry's text, key and metadata, from which its subject is read; ``siblings`` are the
    key words of neighbouring entries that this one does not have, ``own_mark`` its own that they lack;
    ``reported`` says that the entry itself names whose word it is,
    ``personal`` that it tells of a person rather than of a thing, ``lenient`` that the talk around a clause
    may help it to support the claim; ``allies`` are the turns that support other parts of the entry.
    """

    new: Statement
    whole: Statement
    old: Statement | None = None
    subject_of: tuple[str, str, Mapping[str, Json]] = ("", "", EMPTY)
    siblings: frozenset[str] = frozenset()
    own_mark: frozenset[str] = frozenset()
    reported: bool = False
    personal: bool = True
    lenient: bool = False
    allies: frozenset[tuple[str, int]] = frozenset()


def claim_of(one: Statement, subject_of: tuple[str, str, Mapping[str, Json]]) -> Claim:
    """The whole of a statement as a claim."""
    return Claim(new=one, whole=one, subject_of=subject_of)
