"""A decision log shows what was done to it."""

import json
import multiprocessing
from datetime import UTC, datetime

import pytest

from auditor.decision_log import Anchor, DecisionLog, entries, problems, read_anchor, sealed
from auditor.errors import DecisionLogError


class Clock:
    def now(self):
        return datetime(2026, 11, 2, 3, tzinfo=UTC)


@pytest.fixture
def log(tmp_path):
    """A log of ten lines."""
    path = tmp_path / "gate.jsonl"
    with DecisionLog(path, Clock()) as opened:
        for number in range(10):
            opened.append("gate", {"fact": f"fact {number}", "verdict": "STORE"})
    return path


def lines_of(path):
    return path.read_bytes().splitlines(keepends=True)


def rebuilt(lines):
    """The same lines, numbered and hashed anew by somebody who knows how."""
    previous, done = "0" * 64, []
    for number, raw in enumerate(lines, start=1):
        line = json.loads(raw) | {"seq": number, "previous": previous}
        line["hash"] = previous = sealed(line)
        done.append(json.dumps(line).encode() + b"\n")
    return done


def edited(lines):
    return [*lines[:4], lines[4].replace(b"STORE", b"REJECT"), *lines[5:]]


def rehashed(lines):
    line = json.loads(lines[4])
    line["data"]["verdict"] = "REJECT"
    line["hash"] = sealed(line)
    return [*lines[:4], json.dumps(line).encode() + b"\n", *lines[5:]]


def stripped(lines):
    line = json.loads(lines[4])
    del line["hash"], line["previous"]
    return [*lines[:4], json.dumps(line).encode() + b"\n", *lines[5:]]


TAMPERINGS = {
    "a line edited": edited,
    "a line removed": lambda lines: lines[:4] + lines[5:],
    "two lines exchanged": lambda lines: [*lines[:3], lines[4], lines[3], *lines[5:]],
    "a line put in twice": lambda lines: [*lines[:5], lines[4], *lines[5:]],
    "hashes taken off": stripped,
    "a line edited and hashed anew": rehashed,
    "the tail cut": lambda lines: lines[:7],
    "the head cut": lambda lines: lines[2:],
    "all of it hashed anew": lambda lines: rebuilt(edited(lines)),
    "cut and hashed anew": lambda lines: rebuilt(lines[3:]),
    "emptied": lambda lines: [],
    "garbage at the end": lambda lines: [*lines, b"nonsense\n"],
}


def test_a_log_that_nobody_touched_is_whole(log):
    assert list(problems(log)) == []
    assert [line["data"]["fact"] for line in entries(log)][:2] == ["fact 0", "fact 1"]


@pytest.mark.parametrize("how", TAMPERINGS)
def test_tampering_is_seen(log, how):
    log.write_bytes(b"".join(TAMPERINGS[how](lines_of(log))))
    assert list(problems(log))


@pytest.mark.parametrize("how", ["the tail cut", "all of it hashed anew", "cut and hashed anew"])
def test_who_can_also_write_the_anchor_beside_is_seen_by_one_kept_elsewhere(log, how):
    kept = read_anchor(log)
    log.write_bytes(b"".join(TAMPERINGS[how](lines_of(log))))
    last = json.loads(lines_of(log)[-1])
    (log.parent / "gate.jsonl.anchor").write_text(f"{last['seq']}:{last['hash']}\n")
    assert list(problems(log)) == []
    assert list(problems(log, [kept]))


def test_an_anchor_of_an_earlier_state_is_met_on_the_way(log):
    earlier = Anchor(5, json.loads(lines_of(log)[4])["hash"])
    assert list(problems(log, [earlier])) == []
    assert list(problems(log, [Anchor(5, "f" * 64)]))


def test_a_line_that_a_crash_left_torn_is_taken_off_and_the_log_goes_on(log):
    with log.open("ab") as file:
        file.write(b'{"seq": 11, "at"')
    with DecisionLog(log, Clock()) as opened:
        assert opened.append("gate", {}).count == 11
    assert list(problems(log)) == []


def test_a_line_whose_anchor_a_crash_kept_from_being_written_counts(log):
    before = (log.parent / "gate.jsonl.anchor").read_bytes()
    with DecisionLog(log, Clock()) as opened:
        opened.append("gate", {})
    (log.parent / "gate.jsonl.anchor").write_bytes(before)
    with DecisionLog(log, Clock()) as opened:
        assert opened.append("gate", {}).count == 12
    assert list(problems(log)) == []


def test_nothing_is_written_to_a_log_whose_end_was_changed(log):
    log.write_bytes(b"".join(lines_of(log)[:7]))
    with pytest.raises(DecisionLogError, match="log verify"), DecisionLog(log, Clock()):
        pass


def _write(path, many):
    for number in range(many):
        with DecisionLog(path, Clock()) as opened:
            opened.append("gate", {"number": number})


def test_two_writers_make_one_chain(tmp_path):
    path = tmp_path / "gate.jsonl"
    writers = [multiprocessing.Process(target=_write, args=(path, 20)) for _ in range(2)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(60)
    assert len(list(entries(path))) == 40
    assert list(problems(path)) == []


def test_a_long_line_is_found_again(tmp_path):
    path = tmp_path / "gate.jsonl"
    for number in range(3):
        with DecisionLog(path, Clock()) as opened:
            assert opened.append("gate", {"text": "x" * 100_000}).count == number + 1
    assert list(problems(path)) == []
