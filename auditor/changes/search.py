"""Which entries share the most telling terms with a statement."""

import math
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from heapq import nlargest
from sqlite3 import Connection

from auditor.changes import schema

COMMON = 500  # entries: a term in more of them tells little, and following it would make a night quadratic
ENOUGH = 600  # postings: to follow more would make one question slow and hardly change its answer
MOST_TERMS = 64  # of one question
_TOGETHER = 4  # common terms: as many are looked for together at first, twice as many where that finds much
_REMEMBERED = 32_768  # terms; the numbers of common ones are not kept
_ANSWERS = 8192
_USUAL = 12  # an answer's length that serves most questions


class TermSearch:
    """Questions about the terms of ``total`` entries.

    What a term finds is remembered, and what a question finds: the same come up again and again.
    """

    def __init__(self, database: Connection, total: int) -> None:
        self._database = database
        self._total = total
        self._numbers = lru_cache(maxsize=_REMEMBERED)(self._telling)
        self._ranked = lru_cache(maxsize=_ANSWERS)(self._ranking)

    def best(self, terms: Collection[str], limit: int) -> list[str]:
        """The keys of at most ``limit`` entries that share terms, the most telling overlap first.

        A term weighs the more the fewer entries have it: ln(1 + N / n), the inverse document frequency.
        The rarest are followed first, and no more once ``ENOUGH`` postings were. Terms of more than
        ``COMMON`` entries count only where no other term finds anything, and then several together.
        """
        asked = frozenset(terms)
        return self._ranked(asked, limit)[:limit] if limit > _USUAL else self._ranked(asked, _USUAL)[:limit]

    def _ranking(self, terms: frozenset[str], limit: int) -> list[str]:
        queries = sorted({query for term in terms if (query := schema.query_of(term))})[:MOST_TERMS]
        found = {query: self._numbers(query) for query in queries}
        telling = sorted((numbers for numbers in found.values() if numbers), key=len)
        if not telling:
            telling = self._together([query for query, numbers in found.items() if numbers is None])
        weights: defaultdict[int, float] = defaultdict(float)
        followed = 0
        for numbers in telling:
            if followed > ENOUGH:
                break
            followed += len(numbers)
            weight = math.log(1 + self._total / len(numbers))
            for number in numbers:
                weights[number] += weight
        return self._heaviest(weights, limit)

    def _together(self, common: Sequence[str]) -> list[Sequence[int]]:
        """The entries that hold the longest of several ``common`` terms: all of them where these hold most.

        Long words are rare ones. To look for all of many terms would follow the postings of each.
        """
        longest = sorted(common, key=lambda query: (-len(query), query))
        numbers: Sequence[int] = ()
        size = min(_TOGETHER, len(longest))
        while size > 1:
            found = schema.matching(self._database, " AND ".join(longest[:size]), COMMON + 1)
            numbers = found or numbers
            if len(found) <= _USUAL or size == len(longest):
                break
            size = min(2 * size, len(longest))
        return [numbers] if 0 < len(numbers) <= COMMON else []

    def _heaviest(self, weights: Mapping[int, float], limit: int) -> list[str]:
        """The keys of the ``limit`` heaviest; of equal ones those come first that do so by key."""
        if len(weights) > limit:
            least = nlargest(limit, weights.values())[-1]
            weights = {number: weight for number, weight in weights.items() if weight >= least}
        keys = schema.keyed(self._database, weights)
        ranked = sorted((-weight, keys[number]) for number, weight in weights.items())
        return [key for _, key in ranked[:limit]]

    def _telling(self, query: str) -> Sequence[int] | None:
        """The living entries that hold a term; None where they are too many to tell anything."""
        if schema.finds_more(self._database, query, COMMON):
            return None
        return schema.matching(self._database, query, COMMON)
