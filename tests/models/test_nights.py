"""Whole nights of a job that names a model."""

import json
from contextlib import closing
from datetime import datetime

import pytest
from click.testing import CliRunner
from endpoints import Endpoint, constant, honest, items_of
from model_nights import NIGHT, Job, unsure_night

from auditor.cli.exits import exit_code_of
from auditor.config import load_job
from auditor.errors import ExitCode
from auditor.records import Band


@pytest.fixture
def job(tmp_path, endpoint):
    found = Job(tmp_path / "work", None)
    unsure_night(found)
    found.url = endpoint.url
    return found


def alarms(audit):
    return {one.key: one for one in audit.stores[0].findings if one.alarm}


def without(job, tmp_path):
    other = Job(tmp_path / "other", None)
    unsure_night(other)
    return alarms(other.run())


def test_an_alarm_that_a_model_confirms_is_surer(job, tmp_path, endpoint):
    before, after = without(job, tmp_path), alarms(job.run())
    assert before.keys() == after.keys()
    assert len(before) == 5
    for key, finding in after.items():
        assert finding.label is before[key].label
        assert finding.kind == before[key].kind
        assert finding.confidence > before[key].confidence
        assert finding.reason == f"{before[key].reason} A model agrees (openai:small)."


def test_a_model_that_calls_everything_safe_silences_nothing(job, tmp_path, endpoint):
    endpoint.text = honest("supports")
    before, after = without(job, tmp_path), alarms(job.run())
    assert before.keys() == after.keys()
    for key, finding in after.items():
        assert finding.label is before[key].label
        assert finding.band is Band.LOOK
        assert "A model reads it otherwise" in finding.reason


@pytest.mark.parametrize("label", ["supports", "neither", "contradicts"])
def test_a_model_with_one_answer_changes_no_verdict_and_the_report_says_so(job, tmp_path, endpoint, label):
    endpoint.text = constant(label)
    before, audit = without(job, tmp_path), job.run()
    assert {key: one.confidence for key, one in alarms(audit).items()} == {
        key: one.confidence for key, one in before.items()
    }
    assert "it gives the same answer to everything" in job.report()
    assert exit_code_of(audit, "stale") is ExitCode.DEGRADED


@pytest.mark.parametrize("text", ["no idea", "{}", b"x" * 5_000_000, b"", '{"answers": []}'])
def test_a_model_that_talks_nonsense_loses_no_alarm(job, tmp_path, endpoint, text):
    endpoint.text = lambda request: text
    before, audit = without(job, tmp_path), job.run()
    assert alarms(audit).keys() == before.keys()
    assert all(one.reason.endswith("Not confirmed by a model.") for one in alarms(audit).values())
    assert "model unavailable" in job.report()
    assert exit_code_of(audit, "never") is ExitCode.DEGRADED


def test_when_the_budget_ends_the_rest_keeps_its_verdict_and_resuming_finishes_it(job, tmp_path, endpoint):
    job.extra = "max_calls = 10"
    audit = job.run()
    assert exit_code_of(audit, "never") is ExitCode.DEGRADED
    open_ = [one for one in alarms(audit).values() if "Not confirmed by a model" in one.reason]
    assert len(open_) == 3
    assert (
        "3 findings keep the rules' verdict, not confirmed by a model: the budget of 10 calls" in job.report()
    )

    asked = len(endpoint.requests)
    same = job.run(date=datetime.fromisoformat(NIGHT).date())
    assert same.stores[0].findings == audit.stores[0].findings
    assert len(endpoint.requests) == asked, "a date that is audited again makes no call"

    resumed = job.run(resume=True)
    assert exit_code_of(resumed, "never") is ExitCode.OK
    undisturbed = Job(tmp_path / "undisturbed", None)
    unsure_night(undisturbed)
    undisturbed.url = endpoint.url
    undisturbed.run()
    assert job.report() == undisturbed.report()


def killed_after(number, folder):
    """A night whose model dies after ``number`` answers, and the night once it is back and was resumed."""
    with closing(Endpoint()) as endpoint:
        job = Job(folder, None)
        unsure_night(job)
        job.url, job.extra = endpoint.url, "max_seconds = 1"
        endpoint.serves_before_death = number
        audit = job.run()
        endpoint.serves_before_death = None
        job.extra = ""
        return audit, job.run(resume=True), job.report()


@pytest.mark.parametrize("number", [0, 5, 9, 12])
def test_a_model_that_dies_loses_nothing_and_resuming_gives_the_report_of_a_night_undisturbed(
    job, tmp_path, number
):
    job.run()
    audit, resumed, report = killed_after(number, tmp_path / "killed")
    assert alarms(audit).keys() == alarms(resumed).keys()
    assert exit_code_of(audit, "never") is ExitCode.DEGRADED
    assert exit_code_of(resumed, "never") is ExitCode.OK
    assert report == job.report()


@pytest.mark.slow
@pytest.mark.parametrize("number", range(13))
def test_it_may_die_at_any_moment(job, tmp_path, number):
    test_a_model_that_dies_loses_nothing_and_resuming_gives_the_report_of_a_night_undisturbed(
        job, tmp_path, number
    )


def test_a_night_from_before_there_was_a_model_stays_as_it_was(job, endpoint):
    job.url = None
    audit = job.run()
    report = job.report()
    job.url = endpoint.url
    again = job.run(date=datetime.fromisoformat(NIGHT).date())
    assert again.stores[0].findings == audit.stores[0].findings
    assert exit_code_of(again, "never") is ExitCode.OK
    assert endpoint.requests == []
    assert "Not confirmed" not in report + job.report()


def test_a_night_without_unsure_alarms_asks_nothing(job, endpoint):
    job.remember({f"trip.city{number}": "Bruges" for number in range(6)})
    audit = job.run()
    assert endpoint.requests == []
    assert exit_code_of(audit, "never") is ExitCode.OK


def test_judge_check_tells_a_good_model_from_a_bad_one(job, endpoint):
    from auditor.cli.judge import judge

    job.load()
    args = ["check", str(job.folder / "job.toml")]
    good = CliRunner().invoke(judge, args, standalone_mode=False)
    assert (good.return_value, "8 of 8 right; it will be asked" in good.output) == (0, True)
    endpoint.text = constant("neither")
    bad = CliRunner().invoke(judge, args, standalone_mode=False)
    assert (bad.return_value, "same answer to everything" in bad.output) == (4, True)
    endpoint.text = lambda request: "prose"
    useless = CliRunner().invoke(judge, args, standalone_mode=False)
    assert (useless.return_value, "model unavailable" in useless.output) == (4, True)


def test_ten_new_memories_beside_fifty_old_ones_cost_at_most_a_question_each(tmp_path, endpoint):
    job = Job(tmp_path / "work", None)
    old = {f"plant{number}": f"Plant number {number} needs {number} litres of water" for number in range(50)}
    job.remember(old)
    job.run("2026-11-27T15:00:00+00:00")
    said = {"at": "2026-11-27T16:00:00Z", "role": "user", "content": "Plant number 3 looks dry today."}
    (job.folder / "chats/a.jsonl").write_text(json.dumps(said), encoding="utf-8")
    job.remember(
        old | {f"wish{number}": f"The user wants plant number {60 + number}" for number in range(10)}
    )
    job.url = endpoint.url
    audit = job.run()
    assert len([key for key in alarms(audit) if key.startswith("wish")]) == 10
    assert 0 < len(endpoint.questions()) <= 10, "asking about all pairs would take 500 questions"


def test_a_model_that_reads_sentences_in_bad_faith_silences_nothing(job, tmp_path, endpoint):
    def in_bad_faith(request):
        items = items_of(request)
        if "SENTENCE" not in items[0]:
            return honest()(request)
        rows = [
            {"id": one["id"], "quote": one["SENTENCE"], "fact": "The user wants the number 1 museum guide"}
            for one in items
        ]
        return json.dumps({"answers": rows})

    endpoint.text = in_bad_faith
    job.extra = "extract = true"
    audit = job.run()
    assert alarms(audit).keys() == without(job, tmp_path).keys()
    assert audit.stores[0].counts["models.facts"] == 0
    assert audit.stores[0].counts["models.facts_dropped"] > 0


# ---- An embedder -------------------------------------------------------------------------


def test_an_embedder_names_what_was_said_nearest_in_other_words(tmp_path):
    job = Job(tmp_path / "work", None)
    unsure_night(job)
    job.remember({"occupation": "teacher at a school"})
    turns = [
        {"at": "2026-11-27T12:00:00Z", "role": "user", "content": "The museum opens at ten on weekdays."},
        {
            "at": "2026-11-27T12:01:00Z",
            "role": "user",
            "content": "I instruct pupils in geography all day long.",
        },
        {"at": "2026-11-27T12:02:00Z", "role": "user", "content": "The tram was late again this morning."},
    ]
    (job.folder / "chats/a.jsonl").write_text("\n".join(map(json.dumps, turns)), encoding="utf-8")
    job.load()
    job.load = with_semantic(job, 'embedder = "static"')
    audit = job.run()
    finding = next(one for one in audit.stores[0].findings if one.key == "occupation")
    assert finding.kind == "unsupported"
    assert finding.evidence[-1].text == "I instruct pupils in geography all day long"
    assert audit.stores[0].provenance["embedder"] == "static:wordllama"


def test_a_night_whose_embedder_is_not_there_finds_the_same_and_says_so(tmp_path):
    job = Job(tmp_path / "work", None)
    unsure_night(job)
    job.load = with_semantic(job, 'embedder = "onnx"\nmodel = "example/none"')
    audit = job.run()
    assert alarms(audit).keys() == without(job, tmp_path).keys()
    assert "what was said in other words was not looked for: model unavailable: example/none" in job.report()
    assert exit_code_of(audit, "never") is ExitCode.DEGRADED


def with_semantic(job, lines):
    load = type(job).load

    def loaded():
        load(job)
        path = job.folder / "job.toml"
        path.write_text(f"{path.read_text(encoding='utf-8')}\n[semantic]\n{lines}\n", encoding="utf-8")
        return load_job(path, {})

    return loaded


def test_bench_compares_a_judge_with_the_rules(job, endpoint, tmp_path):
    from auditor.cli.bench import bench

    job.load()
    pairs = tmp_path / "pairs.jsonl"
    rows = [
        {"id": "1", "a": "I moved to Ghent", "b": "The user lives in Antwerp", "label": "conflict"},
        {"id": "2", "a": "I have a cat", "b": "The user drives a van", "label": "unrelated"},
    ]
    pairs.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    args = [str(pairs), "--judge", str(job.folder / "job.toml"), "--json"]
    figures = json.loads(CliRunner().invoke(bench, args, standalone_mode=False).output)
    assert figures["models"]["calls"] == 10, "eight with a known answer, two pairs"
    assert figures["models"]["tokens"] > 0
    assert [one["id"] for one in figures["errors"]] == ["2"], "the endpoint calls everything a contradiction"
