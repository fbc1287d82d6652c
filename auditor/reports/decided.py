"""How often each kind of alarm was right, by what people decided about the alarms of their own stores."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from auditor.ledger.precision import FALSE, RIGHT
from auditor.records import Audit


@dataclass(frozen=True, slots=True)
class Record:
    """How many alarms of one kind were right (mended or accepted) and how many were false, as decided."""

    right: int = 0
    false: int = 0

    @property
    def decided(self) -> int:
        """How many were decided at all."""
        return self.right + self.false

    @property
    def precision(self) -> float | None:
        """The share that was right, None where none was decided."""
        return self.right / self.decided if self.decided else None

    @property
    def sentence(self) -> str:
        """The record for a reader who is looking at one more of the kind."""
        false = "1 was a false alarm" if self.false == 1 else f"{self.false:,} were false alarms"
        return f"of {self.decided:,} of this kind that were decided here, {false}."


def records_of(audit: Audit) -> dict[str, Record]:
    """The records of the kinds of which something was decided, over all stores of ``audit``."""
    return records_in(store.counts for store in audit.stores)


def records_in(counts: Iterable[Mapping[str, int]]) -> dict[str, Record]:
    """The records that lie in the counts of stores, by kind."""
    totals: dict[str, Counter[str]] = defaultdict(Counter)
    for count in counts:
        for name, number in count.items():
            for prefix in (RIGHT, FALSE):
                if name.startswith(prefix):
                    totals[name.removeprefix(prefix)][prefix] += number
    return {kind: Record(total[RIGHT], total[FALSE]) for kind, total in sorted(totals.items())}
