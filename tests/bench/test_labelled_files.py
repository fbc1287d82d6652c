"""``auditor bench`` over pair, support and update files."""

import io
import json

import pytest

from auditor.bench.running import main
from auditor.bench.talk import transcript_of, without_speaker

PAIRS = [
    ("p1", "The rehearsal is on Tuesday at 7 pm.", "The rehearsal is on Thursday at 7 pm.", "conflict"),
    ("p2", "A man is not painting the fence", "A man is painting the fence", "conflict"),
    ("p3", "My car is a green Skoda.", "I drive a green Skoda.", "consistent"),
    ("p4", "Olga: I knit socks when I can't sleep.", "Olga knits socks when she can't sleep.", "consistent"),
    ("p5", "The user collects maps.", "Lunch is served at noon.", "unrelated"),
]
UPDATES = [
    ("u1", "A girl is peeling a pear", "A pear is being peeled by a girl", "", "same"),
    ("u2", "A girl is peeling a pear", "A girl is carefully peeling a ripe pear", "", "expansion"),
    ("u3", "A girl is peeling a pear", "There is no girl peeling a pear", "", "contradiction"),
    (
        "u4",
        "The rent is 700 euros a month",
        "The rent is 780 euros a month",
        "[2026-02-01] user: The rent is 700 euros a month\n[2026-10-01] user: The rent is 780 euros a month",
        "update",
    ),
]
TALK = "Olga: I moved to Graz in May, and I work as a vet there.\nTim: Nice! I play handball on Fridays."
SUPPORT = [
    ("s1", TALK, "Olga works as a vet in Graz.", "supported"),
    ("s2", TALK, "Tim plays handball on Fridays.", "supported"),
    ("s3", TALK, "Tim owns three boats and a lighthouse.", "unsupported"),
]


def _run(path, rows, fields, *more):
    path.write_text("".join(json.dumps(dict(zip(fields, row, strict=True))) + "\n" for row in rows))
    out = io.StringIO()
    assert main([str(path), *more], out) == 0
    return out.getvalue()


def test_a_pair_file_is_measured_by_label(tmp_path):
    figures = json.loads(_run(tmp_path / "f.jsonl", PAIRS, ("id", "a", "b", "label"), "--json"))
    assert figures["lines"] == 5
    assert set(figures["labels"]) == {"conflict", "consistent", "unrelated"}
    assert figures["labels"]["conflict"]["f1"] == 1.0
    assert figures["accuracy"] >= 0.8


def test_an_update_is_told_from_a_contradiction_by_what_was_said(tmp_path):
    fields = ("id", "old", "new", "transcript", "label")
    figures = json.loads(_run(tmp_path / "f.jsonl", UPDATES, fields, "--json"))
    assert figures["errors"] == []
    assert figures["macro_f1"] == 1.0


def test_every_named_speaker_of_a_support_file_counts_as_a_user(tmp_path):
    fields = ("id", "transcript", "memory", "label")
    figures = json.loads(_run(tmp_path / "f.jsonl", SUPPORT, fields, "--json"))
    assert figures["labels"]["supported"]["recall"] == 1.0
    assert figures["balanced_accuracy"] == 1.0


def test_predictions_are_lines_of_id_label_confidence_and_band(tmp_path):
    out = tmp_path / "out.jsonl"
    _run(tmp_path / "f.jsonl", PAIRS, ("id", "a", "b", "label"), "--predictions", str(out))
    lines = [json.loads(line) for line in out.read_text().splitlines()]
    assert [line["id"] for line in lines] == ["p1", "p2", "p3", "p4", "p5"]
    assert all(set(line) == {"id", "label", "confidence", "band"} for line in lines)
    assert all(line["band"] == ("act" if line["confidence"] >= 0.75 else "look") for line in lines)


def test_figures_are_given_by_source(tmp_path):
    rows = [(*row, f"source {row[0]}") for row in PAIRS]
    figures = json.loads(_run(tmp_path / "f.jsonl", rows, ("id", "a", "b", "label", "source"), "--json"))
    assert sorted(figures["sources"]) == [f"source p{number}" for number in range(1, 6)]


@pytest.mark.parametrize("memory", ["", "Olga works as a vet.", "?"])
def test_an_empty_conversation_backs_nothing(tmp_path, memory):
    out = tmp_path / "out.jsonl"
    fields = ("id", "transcript", "memory", "label")
    _run(tmp_path / "f.jsonl", [("e", "", memory, "unsupported")], fields, "--predictions", str(out))
    assert json.loads(out.read_text())["label"] == "unsupported"


def test_a_transcript_line_has_a_time_a_name_and_a_text():
    talk = transcript_of("[2026-05-01] user: I moved.\nOlga: To Graz: at last!\nno name here")
    assert [(turn.name, turn.text) for turn in talk.turns] == [
        (None, "I moved."),
        ("Olga", "To Graz: at last!"),
        (None, "no name here"),
    ]
    assert talk.turns[0].at is not None
    assert without_speaker("Olga: I moved") == "I moved"
    assert without_speaker("I have one wish left for you: sleep") == "I have one wish left for you: sleep"
