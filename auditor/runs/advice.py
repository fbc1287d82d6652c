"""What to do with a memory now: from the newest copy, and from what the ledger knows at this moment."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, tzinfo
from functools import partial

from auditor.config import Job
from auditor.errors import AuditorError
from auditor.folders import Folders
from auditor.ledger import Ledger
from auditor.records import Finding, StoreAudit
from auditor.runs.targets import opened, policy_of, targets_of
from auditor.snapshots.repository import Repository
from auditor.trust.roots import picked
from auditor.trust.trusting import StoreTrust, Trusted
from auditor.trust.usage import Use, uses_in
from auditor.verdicts.weights import TrustWeights


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked about, and when; ``job`` gives weights and time zone, where there is one."""

    folders: Folders
    at: datetime
    job: Job | None = None

    @property
    def zone(self) -> tzinfo:
        """The zone in which a date without a time ends."""
        return self.job.zone if self.job else self.at.tzinfo or UTC


def trust_now(asked: Asked, store: str) -> StoreTrust | None:
    """The entries of ``store`` with all decisions made until now; None where there is no copy of it.

    Raises:
        SnapshotError: The newest copy cannot be read.
        LedgerError: The ledger cannot be read.
    """
    repository = Repository(asked.folders.snapshots(store))
    copy = repository.latest()
    if copy is None:
        return None
    with Ledger(asked.folders.ledger(store)) as ledger:
        history, known = ledger.trust_history(), ledger.findings()
    findings: list[Finding] = [replace(item.finding, state=item.state.value) for item in known]
    return StoreTrust(
        StoreAudit(store, copy.kind, "ok", entries=copy.entries.lines, findings=findings),
        history,
        partial(repository.lines, copy),
        copy.entries.lines,
        asked.at.astimezone(UTC),
        _weights(asked.job, store),
        asked.zone,
    )


def advice_on(
    asked: Asked, stores: Sequence[str], key: str, within: Collection[str] = ()
) -> list[tuple[str, Trusted]]:
    """The entry ``key`` in each of ``stores`` that has it, as far as it may be trusted ``within`` a context.

    Raises:
        SnapshotError: A copy cannot be read.
        LedgerError: A ledger cannot be read.
    """
    found = []
    for store in stores:
        trust = trust_now(asked, store)
        if trust is not None:
            entries = picked(trust.lines, [key]).values()
            found += [(store, one) for one in trust.of(entries, within)]
    return found


def uses_now(asked: Asked) -> list[tuple[str, Sequence[Use] | str]]:
    """Of each store of the job the use of its entries as it says now, or why it could not be read."""
    found: list[tuple[str, Sequence[Use] | str]] = []
    for target in targets_of(asked.job) if asked.job else ():
        try:
            found.append((target.name, uses_in(opened(target), asked.at.astimezone(UTC))))
        except AuditorError as error:
            found.append((target.name, str(error)))
    return found


def _weights(job: Job | None, store: str) -> TrustWeights:
    sections = job.stores if job else ()
    section = next((one for one in sections if store.split("/", 1)[0] == one.name), None)
    return policy_of(job, section).trust if job and section else TrustWeights()
