"""``auditor transcribe``: a recorded call written down as a transcript."""

from pathlib import Path

import click

from auditor.cli.options import PATH
from auditor.cli.output import say


@click.command()
@click.argument("recording", metavar="CALL.wav", type=PATH)
@click.option("--out", type=PATH, metavar="FILE", help="Default: CALL.wav.jsonl, beside the recording.")
@click.option(
    "--model", default="", metavar="NAME|DIR", help="A model of faster-whisper, or the folder of one."
)
@click.option("--language", metavar="CODE", help="Such as en or de. Default: recognised.")
@click.option(
    "--speakers",
    type=click.Choice(["user,agent", "agent,user"]),
    default="user,agent",
    help="Who is on the first and on the second channel. Default: user,agent.",
)
def transcribe(recording: Path, out: Path | None, model: str, language: str | None, speakers: str) -> int:
    """Write down what is said in CALL.wav (or mp3, m4a, ogg, opus, flac, webm) as JSON lines.

    With two channels each has its speaker; with one nobody knows who speaks. Recordings are also read
    where conversations are named; one that was written down is not recognised again every night. Needs
    the extra `voice`.

    \b
    Examples:
      auditor transcribe calls/2026-11-28-1412.wav
      auditor transcribe call.mp3 --language de --speakers agent,user
    """
    import orjson

    from auditor.files import write_atomically
    from auditor.records import Speaker
    from auditor.times import rfc3339
    from auditor.transcripts.speech import FasterWhisper, recorded, written_down

    order = [Speaker(name) for name in speakers.split(",")]
    call = recorded(recording, FasterWhisper(model, language), order)
    target = out or written_down(recording)
    lines = [
        {"role": turn.speaker.value, "content": turn.text, "at": rfc3339(turn.at) if turn.at else None}
        for turn in call.turns
    ]
    write_atomically(target, b"".join(orjson.dumps(line) + b"\n" for line in lines), 0o600)
    say(f"{len(lines)} turns written to {target}")
    return 0
