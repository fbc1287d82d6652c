import io
import json
from pathlib import Path

import orjson
import pytest

from auditor.bench.files import FileKind, read_bench
from auditor.bench.metrics import Predicted, calibration, measure
from auditor.bench.running import main, run
from auditor.errors import UsageError

OPEN = Path(__file__).parents[1] / "scenarios" / "open.jsonl"
SCENARIO = {
    "id": "s1",
    "category": "user_update",
    "as_of": "2026-03-10T03:00:00Z",
    "before": {"city": "Almere", "tea": "rooibos"},
    "after": {"city": "Ghent", "tea": "rooibos"},
    "transcripts": [
        {
            "id": "t",
            "at": "2026-03-09T10:00:00Z",
            "turns": [{"speaker": "user", "text": "I now live in Ghent, not in Almere."}],
        }
    ],
    "expected": [{"key": "city", "label": "safe", "kind": "user_update"}],
}


def written(tmp_path, *rows):
    path = tmp_path / "cases.jsonl"
    path.write_bytes(b"".join(orjson.dumps(row) + b"\n" for row in rows))
    return path


def test_the_kind_of_a_file_is_told_by_its_fields(tmp_path):
    pair = {"id": "p", "a": "x", "b": "y", "label": "unrelated"}
    support = {"id": "s", "transcript": "user: hi", "memory": "x", "label": "unsupported"}
    update = {"id": "u", "old": "x", "new": "y", "transcript": "", "label": "same"}
    kinds = [read_bench(written(tmp_path, row)).kind for row in (SCENARIO, pair, support, update)]
    assert kinds == [FileKind.SCENARIO, FileKind.PAIR, FileKind.SUPPORT, FileKind.UPDATE]


@pytest.mark.parametrize("row", [{"id": "x"}, [1], {"id": "x", "after": 1, "expected": 2}])
def test_a_line_that_is_no_case_is_a_usage_error(tmp_path, row):
    with pytest.raises(UsageError):
        read_bench(written(tmp_path, row))


def test_a_scenario_without_a_stated_time_counts_from_a_day_before(tmp_path):
    (scenario,) = read_bench(written(tmp_path, SCENARIO)).scenarios
    assert scenario.since.isoformat() == "2026-03-09T03:00:00+00:00"


def test_predictions_and_figures_of_one_scenario(tmp_path):
    out, answers = io.StringIO(), tmp_path / "answers.jsonl"
    assert main([str(written(tmp_path, SCENARIO)), "--json", "--predictions", str(answers)], out) == 0
    (line,) = map(json.loads, answers.read_text().splitlines())
    assert [(one["key"], one["label"], one["kind"]) for one in line["findings"]] == [
        ("city", "safe", "user_update")
    ]
    assert json.loads(out.getvalue())["quiet"]["false_alarm_rate"] == 0.0


def test_an_alarm_that_nobody_expected_is_false_and_one_that_is_not_raised_is_missed(tmp_path):
    alarm = {
        **SCENARIO,
        "id": "s2",
        "expected": [{"key": "city", "label": "contradiction", "kind": "disputed"}],
    }
    scenarios = read_bench(written(tmp_path, SCENARIO, alarm)).scenarios
    figures = measure(scenarios, {"s1": [Predicted("tea", "stale", "expired", 0.9, "act")]})
    assert figures["labels"]["stale"]["fp"] == 1
    assert figures["labels"]["contradiction"]["fn"] == 1
    assert figures["quiet"]["with_alarm"] == 1


def test_either_of_two_accepted_labels_is_right(tmp_path):
    row = {
        **SCENARIO,
        "expected": [
            {"key": "city", "label": ["hallucination", "contradiction"], "kind": ["unsupported", "disputed"]}
        ],
    }
    scenarios = read_bench(written(tmp_path, row)).scenarios
    figures = measure(scenarios, {"s1": [Predicted("city", "contradiction", "disputed", 0.9, "act")]})
    assert figures["labels"]["contradiction"]["tp"] == 1
    assert figures["labels"]["hallucination"]["fn"] == 0


def test_the_reliability_table_counts_what_was_right_in_each_bin():
    table = calibration([(0.95, True), (0.93, False), (0.51, True)])
    assert [(row["from"], row["n"], row["right"]) for row in table] == [(0.5, 1, 1.0), (0.9, 2, 0.5)]


def test_the_open_scenarios_are_answered_one_by_one_and_always_alike():
    bench = read_bench(OPEN)
    first, again = run(bench), run(bench)
    assert first == again
    assert len(first[1]) == len(bench.scenarios)
    assert first[0]["label_accuracy"] >= 0.85
