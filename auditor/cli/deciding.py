"""What `resolve` and `reopen` share: a decision about each of several findings, written down and told."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path


def decide_all(
    command: str,
    finding_ids: Sequence[str],
    decision: str,
    place: tuple[Path | None, Path | None],
    *,
    as_json: bool,
    who: str | None = None,
    note: str = "",
    until: datetime | None = None,
    context: str = "",
) -> int:
    """Write ``decision`` down about each of ``finding_ids``; all of them must be known.

    ``place`` is what ``--job`` and ``--state`` say.

    Raises:
        UsageError: An id is not known, or not enough of it; nothing was written then.
    """
    from auditor.cli.ledgers import folders_of, ledger_with
    from auditor.cli.output import print_json, say
    from auditor.cli.results import finding_line, known_document
    from auditor.ledger import Decision

    folders = folders_of(*place)
    found = []
    for finding_id in finding_ids:
        with ledger_with(folders, finding_id) as (_, _, known):
            found.append(known.finding.id)
    decided = []
    for finding_id in dict.fromkeys(found):
        with ledger_with(folders, finding_id) as (_, ledger, _):
            wanted = Decision(finding_id, decision, who or _user(), note=note, until=until, context=context)
            decided.append(ledger.decide(wanted))
    if as_json:
        documents = [known_document(known) for known in decided]
        print_json({"schema_version": 1, "command": command, "finding": documents[0], "findings": documents})
    else:
        for known in decided:
            say(f"{known.finding.id} is {known.state.replace('_', ' ')} now: {finding_line(known.finding)}")
    return 0


def _user() -> str:
    import getpass

    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return "unknown"
