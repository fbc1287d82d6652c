"""How often alarms were right, by what became of them: counted for each kind."""

from collections import Counter
from collections.abc import Iterable

from auditor.ledger.lifecycle import Known, State

RIGHT, FALSE = "decided.right.", "decided.false."  # among a store's counts, followed by the kind
_PREFIXES = {State.RESOLVED: RIGHT, State.ACCEPTED: RIGHT, State.FALSE_ALARM: FALSE}


def track_record(known: Iterable[Known]) -> dict[str, int]:
    """Of each kind, how many findings were right (mended or accepted) and how many false alarms.

    What is open says nothing yet, and what is right in its context only, neither.
    """
    counts = Counter(
        f"{_PREFIXES[item.state]}{item.finding.kind}" for item in known if item.state in _PREFIXES
    )
    return dict(sorted(counts.items()))
