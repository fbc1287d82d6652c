"""What one text costs: ``python -m benchmarks.texts --rounds 5``.

A row of the Markdown table gives the CPU milliseconds of describing one entry for the index, and of reading
one turn of a conversation: the least of several rounds, each with empty caches, since others use the machine.
"""

import argparse
import functools
import gc
import time
from collections.abc import Callable, Sequence
from typing import TypeVar

from auditor.facts import read_facts
from auditor.verdicts.described import describe
from benchmarks.judging import night

_ENTRIES, _TURNS = 300, 300
_Item = TypeVar("_Item")
_REMEMBERING = type(functools.lru_cache(len))


def least(run: Callable[[_Item], object], items: Sequence[_Item], rounds: int) -> float:
    """CPU milliseconds of ``run`` over all ``items`` in the best of ``rounds``."""
    best = float("inf")
    for _ in range(rounds):
        _empty_caches()
        start = time.process_time()
        for item in items:
            run(item)
        best = min(best, time.process_time() - start)
    return best * 1000


def _empty_caches() -> None:
    """Empties what remembers texts; word lists and patterns, read once a process, stay."""
    for one in gc.get_objects():
        if isinstance(one, _REMEMBERING) and one.cache_parameters()["maxsize"]:
            one.cache_clear()


def main() -> None:
    """Measure both."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=5, help="how often to measure")
    rounds = parser.parse_args().rounds
    made = night(_ENTRIES, _TURNS)
    entries = [change.after for change in made.changes if change.after]
    describing = least(describe, entries, rounds) / len(entries)
    reading = least(lambda transcript: read_facts([transcript]), made.transcripts, rounds) / _TURNS
    print("| describing an entry, CPU ms | reading a turn, CPU ms |")
    print("|---:|---:|")
    print(f"| {describing:.3f} | {reading:.3f} |")


if __name__ == "__main__":
    main()
