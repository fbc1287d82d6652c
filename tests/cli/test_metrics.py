"""What Prometheus and the log learn of a run, and what they never learn."""

import json
import re

import pytest

NIGHTS = ("2026-11-27T03:10:00Z", "2026-11-28T03:10:00Z", "2026-11-29T03:10:00Z")
LINE = re.compile(r'memory_audit_(\w+)\{((?:\w+="(?:[^"\\\n]|\\.)*",?)+)\} (\S+)')


@pytest.fixture
def job(tmp_path):
    (tmp_path / "job.toml").write_text(
        '[job]\nname = "small"\n[[stores]]\nname = "memory"\npath = "memory.json"\n'
        '[metrics]\ntextfile = "node/small.prom"\n',
        encoding="utf-8",
    )
    (tmp_path / "node").mkdir()
    (tmp_path / "memory.json").write_text(
        json.dumps({"city": "Oslo", "pet": "Figo the cat"}), encoding="utf-8"
    )
    return tmp_path / "job.toml"


@pytest.fixture
def metrics(tmp_path):
    """The values in the file, by name and the labels besides job and store."""

    def read():
        text = (tmp_path / "node" / "small.prom").read_text(encoding="utf-8")
        found = {}
        for line in text.splitlines():
            if line.startswith("#"):
                assert re.fullmatch(r"# (HELP|TYPE) memory_audit_\w+ .+", line)
                continue
            name, labels, value = LINE.fullmatch(line).groups()
            rest = [part for part in labels.split(",") if not part.startswith(("job=", "store="))]
            found[" ".join([name, *rest])] = float(value)
        return found

    return read


def test_a_run_writes_how_things_stand(call, job, metrics, tmp_path):
    assert call("run", job, "--at", NIGHTS[0]).exit_code == 0
    (tmp_path / "memory.json").write_text(
        json.dumps({"city": "Rome", "pet": "Figo the cat"}), encoding="utf-8"
    )
    assert call("run", job, "--at", NIGHTS[1]).exit_code == 1
    found = metrics()
    assert found["exit_code"] == 1
    assert found["entries"] == 2
    assert found["store_readable"] == 1
    assert sum(value for name, value in found.items() if name.startswith("open_findings label")) == 1
    assert found['open_findings label="contradiction"'] in (0, 1)
    assert found["last_success_timestamp_seconds"] == found["last_run_timestamp_seconds"] > 1.7e9
    assert (tmp_path / "node" / "small.prom").stat().st_mode & 0o777 == 0o644
    assert not list((tmp_path / "node").glob(".*"))


def test_a_run_that_fails_says_so_and_keeps_the_time_of_the_last_success(call, job, metrics, tmp_path):
    call("run", job, "--at", NIGHTS[0])
    good = metrics()["last_success_timestamp_seconds"]
    (tmp_path / "memory.json").write_text("{", encoding="utf-8")
    assert call("run", job, "--at", NIGHTS[1]).exit_code == 3
    assert metrics()["store_readable"] == 0
    assert metrics()["last_success_timestamp_seconds"] == good
    (tmp_path / "snapshots" / "memory" / "ledger.sqlite3").write_bytes(b"no database at all, " * 100)
    assert call("run", job, "--at", NIGHTS[2]).exit_code == 3
    assert metrics()["exit_code"] == 3
    assert metrics()["last_success_timestamp_seconds"] == good


def test_a_file_that_cannot_be_written_does_not_end_the_run(call, job, tmp_path):
    (tmp_path / "node").rmdir()
    assert call("run", job, "--at", NIGHTS[0]).exit_code == 0


def test_what_the_past_was_does_not_change_what_is(call, job, metrics, tmp_path):
    call("run", job, "--at", NIGHTS[0])
    before = (tmp_path / "node" / "small.prom").read_bytes()
    call("run", job, "--date", "2026-11-27")
    assert (tmp_path / "node" / "small.prom").read_bytes() == before


def test_each_line_of_the_log_has_the_runs_id_and_none_has_memory_text(process, job):
    result = process("-vv", "run", "job.toml", "--at", NIGHTS[0])
    assert result.returncode == 0
    rows = [json.loads(line) for line in result.stderr.splitlines()]
    events = [row["event"] for row in rows]
    assert events[0] == "run.started"
    assert events[-1] == "run.ended"
    assert {row["job"] for row in rows} == {"small"}
    assert len({row["run"] for row in rows}) == 1
    (store,) = [row for row in rows if row["event"] == "run.store"]
    assert (store["store"], store["status"], store["entries"]) == ("memory", "ok", 2)
    assert not re.search("Oslo|Figo|pet|city", result.stderr)


def test_names_are_escaped_as_the_format_wants():
    from datetime import UTC, datetime

    from auditor.records import Audit, StoreAudit
    from auditor.reports.metrics import Outcome, metrics_text

    at = datetime(2026, 11, 27, tzinfo=UTC)
    audit = Audit("run", at, [StoreAudit('a"b\\c\nd', "json", "ok")])
    text = metrics_text(Outcome("small", at, 1.5, 0, audit))
    assert all(line.startswith("#") or LINE.fullmatch(line) for line in text.splitlines())
    assert 'store="a\\"b\\\\c\\nd"' in text
