"""Unchanged entries whose turn it is to be held against all conversations, so that none is passed over.

Each entry belongs to one of as many parts as a round has nights, by its key alone, and the number of the
night's copy says which part it is tonight. No list of what was looked at when has to be kept: within a
round every entry has its turn once, and a date that is audited again takes the same ones.
"""

from collections.abc import Sequence
from math import ceil

from auditor.records import Entry
from auditor.verdicts.interface import Case


def of_tonight(case: Case) -> Sequence[Entry]:
    """The entries whose turn it is, by key: all of a small store, and none on a first audit."""
    nights = nights_of_a_round(case.policy.reaudit, len(case.entries))
    if not nights or case.first_audit or (nights > 1 and not case.number):
        return ()
    return case.entries.part(case.number % nights, nights)


def seen_within(case: Case) -> int:
    """In how many nights, tonight being one, every entry was looked at: a round, or all since the first."""
    return min(nights_of_a_round(case.policy.reaudit, len(case.entries)), case.number)


def nights_of_a_round(wanted: float, entries: int) -> int:
    """After how many nights each of ``entries`` had its turn; 0 where none is audited again.

    ``wanted`` below 1 is a share of them, which gives a fixed round. For a number a night the round is a
    power of two: a store that grows then splits the parts there were, and nobody's turn is missed.
    """
    if wanted <= 0 or not entries:
        return 0
    if wanted < 1:
        return ceil(1 / wanted)
    return 1 << (ceil(entries / wanted) - 1).bit_length()
