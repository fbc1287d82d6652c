"""The snapshots of a working folder, for the commands that look into them."""

from auditor.errors import UsageError
from auditor.folders import Folders
from auditor.snapshots.repository import Repository


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
