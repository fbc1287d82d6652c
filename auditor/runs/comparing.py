"""Two copies of a store compared: two nights in a folder that vanishes, so that no state is kept."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from auditor import __version__
from auditor.conversations import first_time
from auditor.errors import AuditorError, StoreNotFoundError, UsageError
from auditor.night import Night, tonight
from auditor.records import Audit, NotChecked, StoreAudit
from auditor.runs.reading import heard
from auditor.runs.store_run import Tell
from auditor.runs.targets import Target, opened, targets_at
from auditor.snapshots.repository import Repository
from auditor.snapshots.taking import take
from auditor.times import Clock, SystemClock


def compare_paths(
    old: Path,
    new: Path,
    *,
    transcripts: Sequence[Path] = (),
    at: datetime | None = None,
    since: datetime | None = None,
    tell: Tell,
    clock: Clock | None = None,
) -> Audit:
    """Audit what changed between the copies ``old`` and ``new``, two files or two folders.

    ``since`` is when the earlier copy was made; by default a day before ``at``, or just before the first
    conversation where that is earlier.

    Raises:
        UsageError: One is a file and the other a folder, or ``since`` is not before ``at``.
        StoreNotFoundError: There is nothing at a path.
    """
    for path in (old, new):
        if not path.exists():
            raise StoreNotFoundError(f"{path}: there is nothing")
    if old.is_dir() != new.is_dir():
        raise UsageError(f"{old} and {new} should be two files or two folders")
    moment = at or (clock or SystemClock()).now()
    if since is not None and since >= moment:
        raise UsageError("--since should be before the audit's time")
    before = {target.name: target for target in targets_at(old, ())}
    after = {target.name: target for target in targets_at(new, transcripts)}
    if len(before) == len(after) == 1:
        before = dict.fromkeys(after, *before.values())
    stores = []
    for name in sorted(before | after):
        tell(f"{name}: comparing")
        stores.append(_compared(name, before.get(name), after.get(name), moment, since))
    return Audit(
        command="compare",
        at=moment.astimezone(UTC),
        stores=stores,
        since=since.astimezone(UTC) if since else None,
        policy=next(iter((after or before).values())).policy.fingerprint,
        provenance={"version": __version__, "zone": str(moment.tzinfo)},
    )


def _compared(
    name: str, old: Target | None, new: Target | None, at: datetime, since: datetime | None
) -> StoreAudit:
    if new is None:
        return StoreAudit(name, "", "unreadable", "it is only in OLD; its entries are not taken for deleted")
    try:
        return _audited(name, old, new, at, since)
    except AuditorError as error:
        return StoreAudit(name, "", "unreadable", str(error))


def _audited(name: str, old: Target | None, new: Target, at: datetime, since: datetime | None) -> StoreAudit:
    zone = at.tzinfo or UTC
    later = opened(new)
    earlier = opened(old) if old else None
    found = heard(new.transcripts, [store for store in (later, earlier) if store], zone)
    start = since or _start(at, first_time(found.transcripts))
    with TemporaryDirectory(prefix="auditor-") as folder:
        repository = Repository(Path(folder))
        partial = ""
        if earlier is not None:
            with closing(take(repository, earlier, name, start.astimezone(UTC))) as taken:
                partial = taken.manifest.partial
        night = Night(name, repository, new.policy, zone)
        audit = tonight(night, later, found, at.astimezone(UTC)).audit
    if earlier is None:
        reason = "it is only in NEW; every entry counts as added"
        return replace(audit, not_checked=[NotChecked(name, "", reason), *audit.not_checked])
    if partial and audit.status == "ok":
        return replace(audit, status="partial", reason=f"OLD: {partial}")
    return audit


def _start(at: datetime, first: datetime | None) -> datetime:
    day_before = at - timedelta(days=1)
    return day_before if first is None else min(day_before, first - timedelta(microseconds=1))
