"""One store's night as the history keeps it: numbers only, from the JSON report."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Self

import orjson

OPEN = frozenset({"open", "reopened"})
ALARMS = ("contradiction", "hallucination", "stale")  # the worst first
SERIOUS = frozenset({"high", "critical"})
UNREAD, WARNING, PARTIAL, QUIET = "unread", "warning", "partial", "quiet"


@dataclass(frozen=True, slots=True)
class StoreNight:
    """``labels`` counts the open alarms, ``new`` those that were found first that night."""

    date: str
    store: str
    kind: str
    status: str
    entries: int
    scores: Mapping[str, float | None] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)
    labels: Mapping[str, int] = field(default_factory=dict)

    @property
    def open(self) -> int:
        """How many alarms waited for somebody."""
        return sum(self.labels.values())

    def dumped(self) -> str:
        """The night as JSON."""
        return orjson.dumps(asdict(self)).decode()

    @classmethod
    def loaded(cls, text: str) -> Self:
        """The night that was dumped as ``text``."""
        return cls(**orjson.loads(text))


def store_nights(date: str, document: Mapping[str, Any]) -> Iterator[StoreNight]:
    """The nights of all stores in a JSON report."""
    labels: dict[str, Counter[str]] = {}
    for finding in _open_alarms(document):
        labels.setdefault(finding["store"], Counter())[finding["label"]] += 1
    for store in document["stores"]:
        yield StoreNight(
            date=date,
            store=store["store"],
            kind=store["kind"],
            status=store["status"],
            entries=store["entries"],
            scores=store["scores"],
            counts=store["counts"],
            labels=dict(labels.get(store["store"], {})),
        )


def worst_of(document: Mapping[str, Any]) -> tuple[str, int]:
    """The worst that a report tells of, and how many memories need eyes."""
    alarms = list(_open_alarms(document))
    eyes = len({(finding["store"], finding["key"]) for finding in alarms})
    statuses = {store["status"] for store in document["stores"]}
    labels = {finding["label"] for finding in alarms}
    if "unreadable" in statuses:
        return UNREAD, eyes
    for label in ALARMS:
        if label in labels:
            return label, eyes
    if any(note["severity"] in SERIOUS for note in document["notes"]):
        return WARNING, eyes
    return (PARTIAL if "partial" in statuses else QUIET), eyes


def _open_alarms(document: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    return (one for one in document["findings"] if one["label"] in ALARMS and one["state"] in OPEN)
