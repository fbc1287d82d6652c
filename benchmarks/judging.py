"""What judging costs without a model: ``python -m benchmarks.judging --entries 500,2000 --turns 0,1000``.

A store of sentences about many people changes in every entry between two nights, half of it as somebody said
in the conversations between. A row of the Markdown table gives the CPU seconds of each stage (the index of
the entries, the judging itself with the reading of the conversations) and entries judged a CPU second.
"""

import argparse
import random
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from auditor.changes.index import Source, SqliteEntryIndex
from auditor.records import Change, ChangeKind, Entry, Speaker, Transcript, Turn
from auditor.snapshots.canonical import line_of
from auditor.verdicts.described import describe
from auditor.verdicts.interface import Case
from auditor.verdicts.judging import judge

_NIGHT = datetime(2026, 11, 2, 3, tzinfo=UTC)
_TURNS = 20  # of one conversation
_FIRST = "Ana Boris Carla Dmitri Elif Farid Greta Hugo Inga Jamal Kira Liam Mona Nils Olga Pavel Rosa Sami"
_SECOND = (
    "Acker Brandt Castell Dorn Eklund Ferro Gallo Hardt Ibsen Jansson Koval Lund Moreau Novak Orban Petri"
)
_THINGS = (
    "coffee tea bread soup salad pasta rice cheese yoghurt honey walnuts olives mango salmon tofu lentils"
)
_TOWNS = "Lisbon Porto Graz Lyon Gdansk Malmo Bergen Turin Ghent Utrecht Brno Leeds Cork Basel Tartu Kiel"
_SHAPES = (
    "{name} prefers {thing} for breakfast and has lived in {town} since {year}",
    "The next appointment of {name} in {town} is on {day} November at {hour}:30",
    "{name} pays {amount} euros a month for the flat in {town}",
    "{name} is allergic to {thing}",
    "{name} works as an engineer in {town} and commutes {amount} minutes",
)
_CHATTER = (
    "What would you suggest for the weekend?",
    "Thanks, that helps a lot.",
    "Could you look up how long the train takes?",
    "I am still thinking about the colour of the kitchen.",
)


@dataclass(frozen=True)
class Night:
    """A night's changes, its entries as canonical lines, and what was said."""

    changes: Sequence[Change]
    lines: Sequence[bytes]
    transcripts: Sequence[Transcript]


def night(entries: int, turns: int) -> Night:
    """A night on which ``entries`` entries changed and ``turns`` turns were spoken, the same every time."""
    chosen = random.Random(entries * 7919 + turns)
    changes = [_change(number, chosen) for number in range(entries)]
    after = [change.after for change in changes if change.after]
    told = chosen.sample(after, min(len(after) // 2, turns // 4))
    said = [str(entry.value) for entry in told]
    spoken = [said.pop() if said and number % 4 == 0 else "" for number in range(turns)]
    transcripts = [
        Transcript(
            f"talk-{at:06}", list(_talk(spoken[at : at + _TURNS], chosen)), _NIGHT - timedelta(hours=2)
        )
        for at in range(0, turns, _TURNS)
    ]
    return Night(changes, [line_of(entry) for entry in after], transcripts)


def _change(number: int, chosen: random.Random) -> Change:
    name = f"{chosen.choice(_FIRST.split())} {chosen.choice(_SECOND.split())}{number % 97:02}"
    shape = chosen.choice(_SHAPES)
    before, after = (
        Entry(f"mem_{number:08}", _sentence(shape, name, chosen), {"created_at": "2026-10-01T08:00:00Z"})
        for _ in range(2)
    )
    return Change(ChangeKind.CHANGED, after.key, before, after)


def _sentence(shape: str, name: str, chosen: random.Random) -> str:
    return shape.format(
        name=name,
        thing=chosen.choice(_THINGS.split()),
        town=chosen.choice(_TOWNS.split()),
        year=chosen.randrange(1990, 2026),
        day=chosen.randrange(3, 29),
        hour=chosen.randrange(8, 18),
        amount=chosen.randrange(20, 2000),
    )


def _talk(spoken: Sequence[str], chosen: random.Random) -> Iterator[Turn]:
    for index, text in enumerate(spoken):
        speaker = Speaker.AGENT if index % 2 else Speaker.USER
        yield Turn(speaker, text or chosen.choice(_CHATTER), index, _NIGHT - timedelta(hours=2))


def row(entries: int, turns: int) -> str:
    """One row of the table."""
    made = night(entries, turns)
    start = time.process_time()
    with closing(SqliteEntryIndex(None, describe, "", Source("tonight", lambda: made.lines))) as index:
        indexed = time.process_time()
        case = Case(
            "memory", _NIGHT, made.changes, index, _NIGHT - timedelta(days=1), transcripts=made.transcripts
        )
        verdicts = judge(case)
    done = time.process_time()
    speed = entries / max(done - indexed, 0.001)
    alarms = sum(finding.alarm for finding in verdicts.findings)
    return (
        f"| {entries:,} | {turns:,} | {indexed - start:.2f} | {done - indexed:.2f} | {speed:,.0f}"
        f" | {len(verdicts.findings):,}, {alarms:,} alarms |"
    )


def main() -> None:
    """Measure every number of entries against every number of turns."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--entries", default="500,1000,2000", help="changed entries, with commas")
    parser.add_argument("--turns", default="0,1000,2000", help="turns of conversation, with commas")
    options = parser.parse_args()
    row(20, 20)  # compiles the patterns and reads the word lists
    print("| entries | turns | index, CPU s | judging, CPU s | entries / CPU s | findings |")
    print("|---:|---:|---:|---:|---:|---|")
    for entries in map(int, options.entries.split(",")):
        for turns in map(int, options.turns.split(",")):
            print(row(entries, turns), flush=True)


if __name__ == "__main__":
    main()
