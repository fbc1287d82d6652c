"""The reasoning behind a finding, worked out once more from the copies that were kept."""

from collections.abc import Sequence
from datetime import datetime

from auditor.errors import SnapshotError
from auditor.night import Night, reasoning
from auditor.verdicts.explaining import Step


def chain(night: Night, at: datetime, key: str, passed_over: frozenset[str]) -> Sequence[Step]:
    """How the entry ``key`` was judged in the night that was audited ``at``.

    ``passed_over`` are the ids of copies that were never audited: the night is compared across them.

    Raises:
        SnapshotError: The copy of that night is no longer kept, or is damaged.
    """
    copies = [copy for copy in night.repository.snapshots() if copy.id not in passed_over]
    place = next((place for place, copy in enumerate(copies) if copy.taken_at == at), None)
    if place is None:
        raise SnapshotError(f"the copy of the night of {at:%Y-%m-%d} is no longer kept")
    return reasoning(night, copies[place], copies[place - 1] if place else None, key)
