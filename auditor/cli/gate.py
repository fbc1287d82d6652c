"""``auditor gate``: may a fact be stored, may it replace another; for people and inside a write path."""

import sys
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from auditor.cli.options import PATH, TimeParam, json_option
from auditor.cli.output import print_json, say
from auditor.errors import ExitCode, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from auditor.gate import Decision, GatePolicy, Source
    from auditor.gate.hooking import Noted

_SOURCE_HELP = "Text, or @FILE: plain text or any kind of transcript."
policy_option = click.option(
    "--policy", "policy_file", type=PATH, metavar="POLICY.toml", help="Settings of the gate (docs/gate.md)."
)
log_option = click.option(
    "--log", "log_file", type=PATH, metavar="LOG", help="Write each decision to this decision log."
)


@click.group()
def gate() -> None:
    """Check a memory before it is written, by the rules of the nightly audit.

    STORE: somebody entitled said it. REJECT: the source contradicts it. REVIEW: neither, or it was said of
    somebody else. For a newcomer that would replace a memory: ACCEPT, BLOCK or REVIEW.

    \b
    Example:
      auditor gate check --source "I moved to Turin in May." --fact "The user lives in Turin"
    """


@gate.command()
@click.option("--source", required=True, metavar="TEXT|@FILE", help=_SOURCE_HELP)
@click.option(
    "--fact", required=True, metavar="FACT", help="What would be stored: a sentence, or key: value."
)
@policy_option
@log_option
@json_option
def check(source: str, fact: str, policy_file: Path | None, log_file: Path | None, as_json: bool) -> int:
    """Say whether FACT may be stored on the word of a source.

    A text without speaker labels is the user's. The exit code is 0 for STORE, otherwise 1.

    \b
    Examples:
      auditor gate check --source "I moved to Turin in May." --fact "The user lives in Turin"
      auditor gate check --source @chat.jsonl --fact "city: Turin" --json
    """
    from auditor.gate import Verdict
    from auditor.gate import check as decide
    from auditor.gate.hooking import document

    decision = decide(_source(source), fact, _policy(policy_file))
    with _noting(log_file) as note:
        if note is not None:
            note({"source": source, "fact": fact}, document(decision))
    _tell(decision, as_json=as_json, command="gate check")
    return ExitCode.OK if decision.verdict is Verdict.STORE else ExitCode.FINDINGS


@gate.command()
@click.option("--existing", required=True, metavar="FACT", help="The memory that is stored.")
@click.option("--existing-source", required=True, metavar="TEXT|@FILE", help=_SOURCE_HELP)
@click.option("--existing-at", type=TimeParam(), metavar="TIME", help="When it was said.")
@click.option("--incoming", required=True, metavar="FACT", help="What would replace it.")
@click.option("--incoming-source", required=True, metavar="TEXT|@FILE", help=_SOURCE_HELP)
@click.option("--incoming-at", type=TimeParam(), metavar="TIME", help="When that was said.")
@policy_option
@json_option
def adjudicate(
    existing: str,
    existing_source: str,
    existing_at: datetime | None,
    incoming: str,
    incoming_source: str,
    incoming_at: datetime | None,
    policy_file: Path | None,
    as_json: bool,
) -> int:
    """Say whether a newcomer may replace a memory: ACCEPT, BLOCK or REVIEW.

    The exit code is 0 for ACCEPT, otherwise 1.

    \b
    Example:
      auditor gate adjudicate --existing "Lives in Lyon" --existing-source "I live in Lyon." \\
        --incoming "Lives in Turin" --incoming-source "I moved to Turin."
    """
    from auditor.gate import Fact, Verdict
    from auditor.gate import adjudicate as decide

    decision = decide(
        Fact(existing, _source(existing_source), existing_at),
        Fact(incoming, _source(incoming_source), incoming_at),
        _policy(policy_file),
    )
    _tell(decision, as_json=as_json, command="gate adjudicate")
    return ExitCode.OK if decision.verdict is Verdict.ACCEPT else ExitCode.FINDINGS


@gate.command()
@policy_option
@log_option
def hook(policy_file: Path | None, log_file: Path | None) -> int:
    """Answer one JSON line with another, until the input ends; for use inside a write path.

    In: {"id", "source", "fact"} or {"id", "existing", "existing_source", "incoming", "incoming_source",
    "existing_at", "incoming_at"}; without sources of their own both facts rest on "source". Out: the same
    document as --json, with the id. A line that cannot be answered gets {"id", "error"}.

    \b
    Example:
      echo '{"id": 1, "source": "I moved to Turin.", "fact": "Lives in Turin"}' | auditor gate hook
    """
    from auditor.gate.hooking import answer

    policy = _policy(policy_file)
    with _noting(log_file) as note:
        for line in sys.stdin.buffer:
            if line.strip():
                sys.stdout.write(answer(line, policy, note).decode() + "\n")
                sys.stdout.flush()
    return ExitCode.OK


def _policy(path: Path | None) -> "GatePolicy":
    from auditor.gate.policy import GatePolicy, policy_at

    return policy_at(path) if path is not None else GatePolicy()


@contextmanager
def _noting(path: Path | None) -> "Iterator[Noted | None]":
    """What writes decisions to the log at ``path``, if there is one."""
    if path is None:
        yield None
        return
    from functools import partial

    from auditor.decision_log import DecisionLog
    from auditor.gate.journal import logged
    from auditor.times import SystemClock

    with DecisionLog(path, SystemClock()) as log:
        yield partial(logged, log)


def _source(given: str) -> "Source":
    from auditor.errors import TranscriptUnreadableError
    from auditor.files import utf8
    from auditor.gate import source_of

    if not given.startswith("@"):
        return source_of(given)
    path = Path(given[1:])
    try:
        return source_of(utf8(path.read_bytes()), name=path)
    except OSError as error:
        raise UsageError(f"{path} cannot be read ({error.strerror}); name a file after the @") from error
    except ValueError as error:
        raise TranscriptUnreadableError(f"{path}: the file {error}") from error


def _tell(decision: "Decision", *, as_json: bool, command: str) -> None:
    from auditor.gate.hooking import document

    found: dict[str, Any] = document(decision)
    if as_json:
        print_json({"schema_version": 1, "command": command, **found})
        return
    say(f"{decision.verdict.value}: {decision.reason}")
    for span in decision.evidence:
        turn = "" if span.turn is None else f", turn {span.turn + 1}"
        say(f"  {span.speaker}{turn}: {span.text}")
    say(f"  policy {decision.policy.name} {decision.policy.version} ({decision.policy.fingerprint})")
