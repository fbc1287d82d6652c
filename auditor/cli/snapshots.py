"""The snapshots of a working folder, for the commands that look into them."""

from auditor.errors import UsageError
from auditor.folders import Folders
from auditor.ledger import Ledger
from auditor.snapshots.manifest import Anchor
from auditor.snapshots.repository import Repository
from auditor.snapshots.verify import verify


def repositories_of(folders: Folders, store: str | None) -> list[tuple[str, Repository]]:
    """Each store with snapshots in ``folders`` by name, or only ``store``.

    Raises:
        UsageError: When there is none, or none of that name.
    """
    found = [(name, Repository(folders.snapshots(name))) for name in folders.stores()]
    found = [(name, repository) for name, repository in found if repository.manifest_paths()]
    if not found:
        raise UsageError(
            f"there are no snapshots in {folders.state.absolute()}; --job or --state names another place"
        )
    if store is None:
        return found
    chosen = [(name, repository) for name, repository in found if name == store]
    if not chosen:
        raise UsageError(
            f"no store called {store!r} has snapshots here; there are {', '.join(n for n, _ in found)}"
        )
    return chosen


def problems_of(folders: Folders, store: str, repository: Repository) -> list[dict[str, str]]:
    """Everything that is wrong with the snapshots and the decision log of ``store``."""
    anchor, log = None, []
    if folders.ledger(store).is_file():
        with Ledger(folders.ledger(store)) as ledger:
            remembered, log = ledger.anchor(), ledger.log_problems()
        anchor = Anchor(remembered.chain, remembered.manifest) if remembered and remembered.chain else None
    problems = [
        {"snapshot": problem.snapshot, "kind": problem.kind.value, "text": problem.text}
        for problem in verify(repository, anchor)
    ]
    return problems + [{"snapshot": "", "kind": "decision_log", "text": text} for text in log]
