"""Small stores and conversations, told in a few lines."""

from datetime import UTC, datetime, timedelta

from auditor.bench.files import entries_of
from auditor.changes.compare import compare_entries
from auditor.changes.memory_index import MemoryEntryIndex
from auditor.records import Finding, Speaker, Transcript, Turn
from auditor.verdicts.described import describe
from auditor.verdicts.interface import Case, Verdicts
from auditor.verdicts.judging import judge
from auditor.verdicts.policy import Policy

AT = datetime(2026, 3, 10, 3, tzinfo=UTC)


def talk(
    *lines: str, at: datetime = AT - timedelta(hours=9), user: str | None = None, name: str = "t1"
) -> Transcript:
    """A conversation of lines like "user: I moved to Ghent."."""
    turns = [
        Turn(
            Speaker(line.split(":", 1)[0]),
            line.split(":", 1)[1].strip(),
            number,
            at + timedelta(minutes=number),
        )
        for number, line in enumerate(lines)
    ]
    return Transcript(name, turns, at, user, f"{name}.txt")


def night(
    before, after, *transcripts: Transcript, policy: Policy | None = None, at: datetime = AT
) -> Verdicts:
    """The verdicts on a store that was ``before`` last night and is ``after`` now."""
    old = sorted(entries_of(before) if before is not None else [], key=lambda entry: entry.key)
    new = sorted(entries_of(after), key=lambda entry: entry.key)
    return judge(
        Case(
            store="store",
            at=at,
            changes=list(compare_entries(old, new)),
            entries=MemoryEntryIndex(new, describe),
            since=None if before is None else at - timedelta(days=1),
            transcripts=transcripts,
            first_audit=before is None,
            policy=policy or Policy(),
        )
    )


def kinds(verdicts: Verdicts) -> dict[str, str]:
    """Which kind was found on which key."""
    return {finding.key: finding.kind for finding in verdicts.findings}


def alarms(verdicts: Verdicts) -> list[Finding]:
    """The findings that somebody should look at."""
    return [finding for finding in verdicts.findings if finding.alarm]
