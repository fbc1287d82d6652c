"""Which entries share the most telling terms with a statement."""

import math
from array import array
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from heapq import nlargest
from itertools import islice
from sqlite3 import Connection

from auditor.changes import schema

COMMON = 500  # entries: a term in more of them tells little, and following it would make a night quadratic
ENOUGH = 600  # postings: to follow more would make one question slow and hardly change its answer
MOST_TERMS = 64  # of one question
_REMEMBERED = 8192  # terms; at 501 numbers each, 32 MiB at most
_ANSWERS = 8192
_USUAL = 12  # an answer's length that serves most questions


class TermSearch:
    """Questions about the terms of ``total`` entries.

    What a term finds is remembered, and what a question finds: the same come up again and again.
    """

    def __init__(self, database: Connection, total: int) -> None:
        self._database = database
        self._total = total
        self._dead = schema.dead(database)
        self._numbers = lru_cache(maxsize=_REMEMBERED)(self._found)
        self._ranked = lru_cache(maxsize=_ANSWERS)(self._ranking)

    def best(self, terms: Collection[str], limit: int) -> list[str]:
        """The keys of at most ``limit`` entries that share terms, the most telling overlap first.

        A term weighs the more the fewer entries have it: ln(1 + N / n), the inverse document frequency.
        The rarest are followed first, and no more once ``ENOUGH`` postings were. Terms of more than
        ``COMMON`` entries count only where no other term finds anything, and then all of them together.
        """
        asked = frozenset(terms)
        return self._ranked(asked, limit)[:limit] if limit > _USUAL else self._ranked(asked, _USUAL)[:limit]

    def _ranking(self, terms: frozenset[str], limit: int) -> list[str]:
        queries = sorted({query for term in terms if (query := schema.query_of(term))})[:MOST_TERMS]
        known = {query: numbers for query in queries if (numbers := self._numbers(query))}
        telling = sorted((numbers for numbers in known.values() if len(numbers) <= COMMON), key=len)
        if not telling and len(known) > 1:
            together = self._found(" AND ".join(known))
            telling = [together] if 0 < len(together) <= COMMON else []
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

    def _heaviest(self, weights: Mapping[int, float], limit: int) -> list[str]:
        """The keys of the ``limit`` heaviest; of equal ones those come first that do so by key."""
        if len(weights) > limit:
            least = nlargest(limit, weights.values())[-1]
            weights = {number: weight for number, weight in weights.items() if weight >= least}
        keys = schema.keyed(self._database, weights)
        ranked = sorted((-weight, keys[number]) for number, weight in weights.items())
        return [key for _, key in ranked[:limit]]

    def _found(self, query: str) -> Sequence[int]:
        """Up to ``COMMON`` + 1 living entries; of a common term nobody asks which."""
        living = (number for number in schema.matching(self._database, query) if number not in self._dead)
        return array("q", islice(living, COMMON + 1))
