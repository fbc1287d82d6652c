"""One measurement in a process of its own: ``python -m benchmarks.measure NAME FOLDER`` prints it as JSON.

What a measurement needs (an earlier night's snapshot) is made by another one before it.
"""

import sys
import time
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import orjson

from auditor.changes.compare import compare, compare_snapshots
from auditor.snapshots.repository import Repository
from auditor.snapshots.taking import take
from auditor.stores.recognise import open_store
from benchmarks.stores import generate

NIGHTS = (datetime(2026, 11, 1, 3, tzinfo=UTC), datetime(2026, 11, 2, 3, tzinfo=UTC))
Result = dict[str, object]


def _read(folder: Path, kind: str) -> Result:
    store = open_store(folder / f"night2.{kind}")
    return {"entries": sum(len(store.entries(row)) for row in store.rows())}


def _snapshot(folder: Path, kind: str, name: str, night: int) -> Result:
    repository = Repository(folder / name)
    before = _disk(repository)
    store = open_store(folder / f"night{night}.{kind}")
    with closing(take(repository, store, "memory", NIGHTS[night - 1])) as taken:
        changes = sum(1 for _ in taken.changes()) if night > 1 else 0
    return {
        "entries": taken.manifest.entries.lines,
        "changes": changes,
        "added_bytes": _disk(repository) - before,
    }


def _disk(repository: Repository) -> int:
    """Bytes of all snapshot files; the cache, which is replaced each night, is none."""
    return sum(path.stat().st_size for path in repository.folder.glob("*") if path.is_file())


def _compare_full(folder: Path) -> Result:
    """Two snapshots that have nothing in common on disk."""
    old, new = Repository(folder / "json"), Repository(folder / "alone")
    earlier, later = old.snapshots()[0], new.snapshots()[0]
    changes = sum(1 for _ in compare(old.blocks(earlier), new.blocks(later)))
    return {"entries": earlier.entries.lines, "changes": changes}


def _compare_delta(folder: Path) -> Result:
    """Two nights of which the second is kept as a delta."""
    repository = Repository(folder / "json")
    earlier, later = repository.snapshots()
    changes = sum(1 for _ in compare_snapshots(repository, earlier, later))
    return {"entries": earlier.entries.lines, "changes": changes}


def _night(folder: Path, number: int) -> Result:
    """A night from the store to the verdicts, without conversations and models."""
    from auditor.conversations import Heard  # noqa: PLC0415 - as night
    from auditor.night import Night, tonight  # noqa: PLC0415 - 10 MiB that would stand in the others
    from auditor.verdicts.policy import Policy  # noqa: PLC0415 - as night

    night = Night("memory", Repository(folder / "night"), Policy())
    store = open_store(folder / f"night{number}.json")
    audited = tonight(night, store, Heard(), NIGHTS[number - 1] + timedelta(hours=1))
    return {"entries": audited.audit.entries, "findings": len(audited.audit.findings)}


def _obvious(folder: Path) -> Result:
    """Both nights into dictionaries, compared key by key."""
    old, new = (
        {record["id"]: record for record in orjson.loads((folder / f"night{night}.json").read_bytes())}
        for night in (1, 2)
    )
    added = new.keys() - old.keys()
    removed = old.keys() - new.keys()
    changed = [key for key in old.keys() & new.keys() if old[key] != new[key]]
    return {"entries": len(new), "changes": len(added) + len(removed) + len(changed)}


def _deepdiff(folder: Path) -> Result:
    from deepdiff import DeepDiff  # noqa: PLC0415 - 20 MiB that would stand in every other measurement

    old, new = (
        {record["id"]: record for record in orjson.loads((folder / f"night{night}.json").read_bytes())}
        for night in (1, 2)
    )
    found = DeepDiff(old, new, threshold_to_diff_deeper=0)
    return {"entries": len(new), "changes": sum(len(part) for part in found.values())}


def _generated(folder: Path) -> Result:
    size = int(folder.name)
    generate(folder, size)
    return {"entries": size}


MEASUREMENTS: dict[str, Callable[[Path], Result]] = {
    "generate": _generated,
    "obvious": _obvious,
    "deepdiff": _deepdiff,
    "read-json": lambda folder: _read(folder, "json"),
    "read-sqlite": lambda folder: _read(folder, "sqlite"),
    "snapshot-json-1": lambda folder: _snapshot(folder, "json", "json", 1),
    "snapshot-json-2": lambda folder: _snapshot(folder, "json", "json", 2),
    "snapshot-sqlite-1": lambda folder: _snapshot(folder, "sqlite", "sqlite", 1),
    "snapshot-sqlite-2": lambda folder: _snapshot(folder, "sqlite", "sqlite", 2),
    "snapshot-alone": lambda folder: _snapshot(folder, "json", "alone", 2),
    "compare-full": _compare_full,
    "compare-delta": _compare_delta,
    "night-1": lambda folder: _night(folder, 1),
    "night-2": lambda folder: _night(folder, 2),
}


def _peak_mib() -> float:
    """The largest resident memory of this process: VmHWM, which unlike ru_maxrss starts anew with exec."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.split("VmHWM:")[1].split()[0]) / 1024


def main() -> None:
    """Measure what the command line names."""
    name, folder = sys.argv[1], Path(sys.argv[2])
    start = time.process_time()
    result = MEASUREMENTS[name](folder)
    cpu = time.process_time() - start
    print(orjson.dumps({**result, "cpu": round(cpu, 3), "peak_mib": round(_peak_mib())}).decode())


if __name__ == "__main__":
    main()
