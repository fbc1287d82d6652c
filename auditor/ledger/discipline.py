"""What the ledger keeps of each night's lint: the answers, and since when each violation stands."""

import sqlite3
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

import orjson

from auditor.discipline.violation import identity
from auditor.records import Discipline
from auditor.times import parse_time, rfc3339


def with_since(
    discipline: Discipline | None, connection: sqlite3.Connection, run: int, at: datetime
) -> Discipline | None:
    """``discipline`` with the audit that first found each violation, as of the night of number ``run``."""
    if discipline is None or discipline.left_out:
        return discipline
    row = connection.execute(
        "SELECT discipline FROM runs WHERE id < ? AND finished_at IS NOT NULL AND discipline != '{}'"
        " ORDER BY id DESC LIMIT 1",
        (run,),
    ).fetchone()
    known = orjson.loads(row["discipline"]).get("since", {}) if row else {}
    stands = [
        replace(one, since=parse_time(known.get(identity(one), "")) or at) for one in discipline.violations
    ]
    return replace(discipline, violations=stands)


def kept(discipline: Discipline | None) -> dict[str, Any]:
    """What the ledger keeps of ``discipline``."""
    if discipline is None or discipline.left_out:
        return {}
    return {
        "answers": {str(one.number): one.share for one in discipline.answers if one.share is not None},
        "since": {identity(one): rfc3339(one.since) for one in discipline.violations if one.since},
    }


def answers_in(text: str) -> Mapping[int, float]:
    """The shares by question that the ledger kept in ``text``."""
    return {int(number): share for number, share in orjson.loads(text).get("answers", {}).items()}
