"""What retention keeps and why, and what is left of a chain when snapshots are taken out of it."""

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from snapshot_fakes import store_of

from auditor.records import Speaker, Transcript, Turn
from auditor.snapshots.pruning import plan, put_back, sweep, take_out
from auditor.snapshots.repository import Repository
from auditor.snapshots.retention import Rules, reasons_to_keep
from auditor.snapshots.taking import take
from auditor.snapshots.verify import anchor_of, verify

START = datetime(2026, 1, 1, 3, tzinfo=UTC)
DAY = timedelta(days=1)
NOW = START + 400 * DAY


def talk(number):
    return Transcript(f"t{number}", (Turn(Speaker.USER, f"hello {number}", 0),), source=f"chat {number}")


def memory(number):
    return {f"k{place}": f"{max(place, number if place == number % 50 else 0)}" for place in range(200)}


@pytest.fixture
def repository(tmp_path):
    repository = Repository(tmp_path / "snapshots" / "memory")
    for number in range(45):
        take(repository, store_of(memory(number)), "memory", START + number * DAY, [talk(number)]).close()
    return repository


def content(repository):
    return {copy.id: b"".join(repository.blocks(copy)) for copy in repository.snapshots()}


def prune(repository, rules, cited=()):
    return take_out(repository, plan(repository, rules, UTC, dict(cited)), "ines", NOW)


def test_the_documented_table_of_a_year_is_what_is_kept():
    nights = [datetime(2026, 1, 1, 3, tzinfo=UTC) + number * DAY for number in range(365)]
    kept = reasons_to_keep(nights, Rules(last=2, daily=7, weekly=4, monthly=6, yearly=2), UTC)
    days = {moment.date().isoformat(): ", ".join(reasons) for moment, reasons in kept.items()}
    assert days == {
        "2026-12-31": "last #1, daily #1 (2026-12-31), weekly #1 (2026-W53), monthly #1 (2026-12), "
        "yearly #1 (2026)",
        "2026-12-30": "last #2, daily #2 (2026-12-30)",
        "2026-12-29": "daily #3 (2026-12-29)",
        "2026-12-28": "daily #4 (2026-12-28)",
        "2026-12-27": "daily #5 (2026-12-27), weekly #2 (2026-W52)",
        "2026-12-26": "daily #6 (2026-12-26)",
        "2026-12-25": "daily #7 (2026-12-25)",
        "2026-12-20": "weekly #3 (2026-W51)",
        "2026-12-13": "weekly #4 (2026-W50)",
        "2026-11-30": "monthly #2 (2026-11)",
        "2026-10-31": "monthly #3 (2026-10)",
        "2026-09-30": "monthly #4 (2026-09)",
        "2026-08-31": "monthly #5 (2026-08)",
        "2026-07-31": "monthly #6 (2026-07)",
    }


def test_days_end_where_the_zone_says():
    nights = [datetime(2026, 3, 1, hour, tzinfo=UTC) for hour in (20, 23)]
    berlin = reasons_to_keep(nights, Rules(daily=2), ZoneInfo("Europe/Berlin"))
    assert len(berlin) == 2
    assert len(reasons_to_keep(nights, Rules(daily=2), UTC)) == 1


@given(
    st.lists(st.integers(0, 5 * 365 * 24), max_size=60, unique=True),
    st.builds(Rules, *[st.integers(0, 12)] * 5),
)
def test_no_rule_keeps_more_than_it_says_and_the_newest_is_kept_by_any_rule(hours, rules):
    moments = [START + timedelta(hours=hour) for hour in hours]
    kept = reasons_to_keep(moments, rules, UTC)
    for name in ("last", "daily", "weekly", "monthly", "yearly"):
        count = sum(reason.startswith(name) for reasons in kept.values() for reason in reasons)
        assert count <= getattr(rules, name)
    assert not (moments and rules) or max(moments) in kept


def test_what_stays_reads_as_before_and_the_chain_still_verifies(repository):
    before, newest = content(repository), repository.latest()
    gone = prune(repository, Rules(daily=3, weekly=3, monthly=2))
    assert len(gone) == 45 - len(repository.snapshots()) > 30
    assert content(repository) == {name: text for name, text in before.items() if name not in gone}
    assert verify(repository, anchor_of(newest)) == []
    assert sweep(repository) > 0
    assert content(repository) == {name: text for name, text in before.items() if name not in gone}
    assert verify(repository, anchor_of(newest)) == []
    assert not [path for name in gone for path in repository.folder.glob(f"{name}*.zst")]


def test_pruning_each_night_for_a_month_keeps_what_is_kept_readable(repository):
    for number in range(45, 75):
        take(repository, store_of(memory(number)), "memory", START + number * DAY, [talk(number)]).close()
        prune(repository, Rules(daily=5, monthly=2))
        sweep(repository)
        assert verify(repository) == []
    last = repository.latest()
    assert [entry.value for entry in repository.entries(last)] == [
        value for _, value in sorted(memory(74).items())
    ]


def test_the_conversations_of_those_that_go_pass_to_the_next(repository):
    prune(repository, Rules(last=1))
    first, last = repository.snapshots()
    assert [said.id for said in repository.transcripts(first)] == ["t0"]
    assert [said.id for said in repository.transcripts(last)] == [f"t{number}" for number in range(1, 45)]


def test_the_first_the_newest_and_what_a_finding_cites_stay(repository):
    cited = repository.snapshots()[7].id
    prune(repository, Rules(last=1), {cited: ["finding abc is open"]})
    kept = repository.snapshots()
    assert [copy.number for copy in kept] == [1, 8, 45]
    assert verify(repository) == []


def test_until_the_files_are_deleted_all_of_it_can_be_put_back(repository):
    before = content(repository)
    gone = prune(repository, Rules(last=1))
    assert put_back(repository, "ines", NOW) == gone
    assert content(repository) == before
    assert verify(repository) == []
    prune(repository, Rules(last=1))
    sweep(repository)
    assert put_back(repository, "ines", NOW) == []


def test_the_next_night_builds_on_what_is_left(repository):
    prune(repository, Rules(last=1))
    sweep(repository)
    with_new = memory(44) | {"new": "yes"}
    taken = take(repository, store_of(with_new), "memory", START + 45 * DAY)
    assert [change.key for change in taken.changes()] == ["new"]
    taken.close()
    assert verify(repository) == []


@pytest.mark.parametrize("damage", ["signature", "line", "key"])
def test_amendments_that_are_not_those_that_were_signed_are_found(repository, damage):
    prune(repository, Rules(daily=20))
    prune(repository, Rules(daily=5))
    file = repository.folder / "amendments.jsonl"
    lines = file.read_bytes().splitlines(keepends=True)
    if damage == "signature":
        file.write_bytes(lines[0].replace(b'"ines"', b'"eve"') + lines[1])
    elif damage == "line":
        file.write_bytes(lines[1])
    else:
        (repository.folder.parent / ".signing-key").write_text("another")
    assert {problem.kind for problem in verify(repository)} >= {"amended"}


def test_the_manifests_stay_as_they_were_written(repository):
    before = {path.name: path.read_bytes() for path in repository.manifest_paths()}
    prune(repository, Rules(last=1))
    sweep(repository)
    assert {path.name: path.read_bytes() for path in repository.manifest_paths()} == before
    numbers = [one.number for one in repository.snapshots()]
    assert all(one < other for one, other in pairwise(numbers))
    assert repository.at_date(date(2026, 2, 14))[1].number == 1
