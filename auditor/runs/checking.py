"""Whether what is kept of a store is what was written: its snapshots and its decision log."""

from auditor.folders import Folders
from auditor.ledger import Ledger
from auditor.snapshots.manifest import Anchor
from auditor.snapshots.repository import Repository
from auditor.snapshots.verify import verify


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
