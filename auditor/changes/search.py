"""Which entries share the most telling terms with a statement."""

import math
from collections import defaultdict
from collections.abc import Collection
from functools import lru_cache
from heapq import nsmallest
from sqlite3 import Connection

from auditor.changes import schema

COMMON = 500  # entries: a term in more of them tells little, and following it would make a night quadratic
ENOUGH = 1500  # postings: to follow more would make one question slow and hardly change its answer
MOST_TERMS = 64  # of one question
_REMEMBERED = 1024  # terms; at 500 keys each, some 30 MiB at most


class TermSearch:
    """Questions about the terms of ``total`` entries.

    What a term finds is remembered: the same words come up in question after question.
    """

    def __init__(self, database: Connection, total: int) -> None:
        self._database = database
        self._total = total
        self._keys = lru_cache(maxsize=_REMEMBERED)(self._found)

    def best(self, terms: Collection[str], limit: int) -> list[str]:
        """The keys of at most ``limit`` entries that share terms, the most telling overlap first.

        A term weighs the more the fewer entries have it: ln(1 + N / n), the inverse document frequency.
        The rarest are followed first, and no more once ``ENOUGH`` postings were. Terms of more than
        ``COMMON`` entries count only where no other term finds anything, and then all of them together.
        """
        queries = sorted({query for term in terms if (query := schema.query_of(term))})[:MOST_TERMS]
        known = {query: keys for query in queries if (keys := self._keys(query))}
        telling = sorted((keys for keys in known.values() if len(keys) <= COMMON), key=len)
        if not telling and len(known) > 1:
            together = self._found(" AND ".join(known))
            telling = [together] if 0 < len(together) <= COMMON else []
        weights: defaultdict[str, float] = defaultdict(float)
        followed = 0
        for keys in telling:
            if followed > ENOUGH:
                break
            followed += len(keys)
            weight = math.log(1 + self._total / len(keys))
            for key in keys:
                weights[key] += weight
        return nsmallest(limit, weights, key=lambda key: (-weights[key], key))

    def _found(self, query: str) -> list[str]:
        return schema.matching(self._database, query, COMMON + 1)
