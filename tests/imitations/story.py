"""The story that every imitation tells: what was remembered on two nights, and the conversations behind it."""

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from datetime import datetime
from pathlib import Path

TALKS = Path(__file__).parent.parent / "data" / "stores" / "_transcripts"
OWNER = "tamsin"
DOG = "Tamsin's dog is called Biscuit."
ALLERGY = ("Tamsin is allergic to peanuts.",
           "Tamsin is allergic to peanuts and cashews and carries an epinephrine pen.")  # fmt: skip
OFFICE = ("Tamsin works from the Dunmore office.", "Tamsin works from the Port Ellery office.")
MEETINGS = ("Tamsin never takes meetings before 10:00.", "Tamsin is happy to take meetings at 08:00.")
INVOICES = "Invoices above 5,000 EUR need Oriel's approval before payment."
NIGHTS: tuple[Mapping[str, str], Mapping[str, str]] = (
    {"dog": DOG, "office": OFFICE[0], "allergy": ALLERGY[0], "meetings": MEETINGS[0], "invoices": INVOICES},
    {"dog": DOG, "office": OFFICE[1], "allergy": ALLERGY[1], "meetings": MEETINGS[1]},
)
WRITTEN = tuple(map(datetime.fromisoformat, ("2026-11-10T19:09:00Z", "2026-11-11T20:26:00Z")))
_ADDED = ("office", "allergy", "meetings")


def appended(night: int) -> dict[str, str]:
    """What a store holds that only adds: by night 2 the old statements stand beside the new ones."""
    if night == 0:
        return dict(NIGHTS[0])
    return {**NIGHTS[0], **{f"{name}-2": NIGHTS[1][name] for name in _ADDED}}


def turns(night: int) -> list[dict[str, str]]:
    """What was said before ``night``, in order: ``session``, ``role``, ``text``, ``ts``."""
    names = ("s1.jsonl", "s2.jsonl")[: night + 1]
    return [json.loads(line) for name in names for line in (TALKS / name).read_text("utf-8").splitlines()]


def moment(turn: Mapping[str, str]) -> datetime:
    """When it was said."""
    return datetime.fromisoformat(turn["ts"])


def written(name: str, night: int) -> datetime:
    """When the memory called ``name`` was last written, seen from ``night``."""
    return WRITTEN[night and name not in ("dog", "invoices") and (name.endswith("-2") or name in _ADDED)]


def database(path: Path, schema: str, rows: Mapping[str, Iterable[Sequence[object]]]) -> None:
    """Write a SQLite file of ``schema`` with ``rows`` by table; columns left out at the end are null."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(schema)
        for table, given in rows.items():
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
            for row in given:
                filled = [*row, *[None] * (len(columns) - len(row))]
                connection.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(columns))})", filled)
        connection.commit()


def document(path: Path, value: object) -> None:
    """Write ``value`` as JSON."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value), encoding="utf-8")


def lines(path: Path, values: Iterable[object]) -> None:
    """Write ``values`` as JSON, one a line."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{json.dumps(value)}\n" for value in values), encoding="utf-8")


def note(path: Path, text: str) -> None:
    """Write a note."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
