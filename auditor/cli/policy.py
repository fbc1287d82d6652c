"""``auditor policy``: what another policy of the gate would change."""

from pathlib import Path

import click

from auditor.cli.options import PATH, json_option
from auditor.cli.output import print_json, say
from auditor.errors import ExitCode


@click.group()
def policy() -> None:
    """Compare policies of the gate before one takes the place of another.

    \b
    Example:
      auditor policy diff now.toml stricter.toml --log gate.jsonl
    """


@policy.command()
@click.argument("old", type=PATH)
@click.argument("new", type=PATH)
@click.option("--log", "log_file", type=PATH, metavar="LOG", help="Decide the decisions of this log again.")
@json_option
def diff(old: Path, new: Path, log_file: Path | None, as_json: bool) -> int:
    """Say which settings differ, and which logged decisions would come out otherwise under NEW.

    \b
    Example:
      auditor policy diff now.toml stricter.toml --log gate.jsonl
    """
    from auditor.gate.journal import directions, redecided, settings_changed
    from auditor.gate.policy import policy_at

    before, after = policy_at(old), policy_at(new)
    settings = settings_changed(before, after)
    again = list(redecided(log_file, before, after)) if log_file is not None else []
    changed = [one for one in again if one is not None]
    if as_json:
        print_json(
            {
                "schema_version": 1,
                "command": "policy diff",
                "fingerprints": [before.fingerprint, after.fingerprint],
                "settings": {name: list(pair) for name, pair in settings.items()},
                "decided": len(again),
                "changed": [{"seq": one.seq, "old": one.old, "new": one.new} for one in changed],
            }
        )
        return ExitCode.OK
    say(f"{old} ({before.fingerprint}) and {new} ({after.fingerprint})")
    for name, (was, becomes) in settings.items():
        say(f"  {name}: {was} becomes {becomes}")
    if not settings:
        say("  no setting differs that changes an answer")
    if log_file is not None:
        say(f"{len(changed)} of {len(again)} logged decisions change")
        for direction, count in directions(changed).items():
            say(f"  {direction}: {count}")
        for one in changed:
            fact = one.asked.get("fact") or one.asked.get("incoming")
            say(f"  {one.seq}: {one.old} becomes {one.new}: {fact}")
    return ExitCode.OK
