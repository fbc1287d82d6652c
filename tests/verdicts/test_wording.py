"""What a finding says in a sentence."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from auditor.records import Evidence
from auditor.verdicts.wording import reason_for

SAID = (Evidence("user", "Is it due on Friday?", datetime(2026, 11, 27, 23, 46, tzinfo=UTC), "chat.txt", 3),)


def test_times_are_told_in_the_jobs_zone_and_name_it():
    assert "(the user on 2026-11-27 23:46 UTC)" in reason_for("unsupported", SAID, {})
    berlin = reason_for("unsupported", SAID, {}, ZoneInfo("Europe/Berlin"))
    assert "(the user on 2026-11-28 00:46 CET)" in berlin
