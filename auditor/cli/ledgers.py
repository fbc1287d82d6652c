"""The ledgers of a working folder, for the commands that look back or decide."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from auditor.errors import UsageError
from auditor.folders import Folders
from auditor.ledger import Known, Ledger


def folders_of(job_file: Path | None, state: Path | None) -> Folders:
    """The working folder that ``--job`` or ``--state`` names; the current one where neither is given."""
    if job_file is not None:
        from auditor.cli.jobs import chosen_job

        return chosen_job(job_file, state=state).folders
    return Folders(state or Path())


def stores_of(folders: Folders, store: str | None) -> list[str]:
    """The stores with a ledger in ``folders``, or only ``store``.

    Raises:
        UsageError: When there is none, or none of that name.
    """
    names = [name for name in folders.stores() if folders.ledger(name).is_file()]
    if not names:
        raise UsageError(
            f"no audit has been run in {folders.state.absolute()} yet; --job or --state names another"
        )
    if store is None:
        return names
    if store not in names:
        raise UsageError(f"no store called {store!r} has been audited here; there are {', '.join(names)}")
    return [store]


@contextmanager
def ledger_with(folders: Folders, finding_id: str) -> Iterator[tuple[str, Ledger, Known]]:
    """The store and the open ledger that hold the one finding whose id begins with ``finding_id``.

    Raises:
        UsageError: When there is none, or more than one.
    """
    holders = []
    for store in stores_of(folders, None):
        with Ledger(folders.ledger(store)) as ledger:
            found = [known for known in ledger.findings() if known.finding.id.startswith(finding_id)]
        holders += [(store, known) for known in found]
    exact = [(store, known) for store, known in holders if known.finding.id == finding_id]
    holders = exact or holders
    if len(holders) != 1 or not finding_id:
        how_many = f"{len(holders)} findings have" if holders else "no finding has"
        raise UsageError(f"{how_many} an id that begins with {finding_id!r}; `auditor findings` lists them")
    store, known = holders[0]
    with Ledger(folders.ledger(store)) as ledger:
        yield store, ledger, known
