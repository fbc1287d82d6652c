"""Small stores after public reports of what goes wrong: each fault is found, and nothing beside it."""

import json
from datetime import datetime
from pathlib import Path

import pytest

from auditor.records import ALARMS
from auditor.reports.jsonout import audit_json
from auditor.runs import compare_paths

SYMPTOMS = Path(__file__).parent.parent / "data" / "symptoms"
NUMBERS = sorted((path.parent.name for path in SYMPTOMS.glob("*/expected.json")), key=int)
ALARMING = {label.value for label in ALARMS}


def expected(number):
    return json.loads((SYMPTOMS / number / "expected.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def audits():
    """Each case's audit, made once."""
    made = {}

    def audit(number):
        if number not in made:
            folder, wanted = SYMPTOMS / number, expected(number)
            transcripts = folder / "transcripts"
            made[number] = compare_paths(
                folder / "night1",
                folder / "night2",
                transcripts=[transcripts] if transcripts.exists() else (),
                at=datetime.fromisoformat(wanted["as_of"]),
                since=datetime.fromisoformat(wanted["before_at"]),
                tell=lambda _: None,
            )
        return made[number]

    return audit


def one_of(value):
    return value if isinstance(value, list) else [value]


def names(wanted, finding):
    """Whether ``finding`` is on the entry that ``wanted`` names by key or by text."""
    if "key" in wanted:
        return finding.key == wanted["key"]
    return any(wanted["text"] in str(value) for value in (finding.key, finding.before, finding.after))


def findings_of(audit):
    return [finding for store in audit.stores for finding in store.findings]


WANTED = [(number, finding) for number in NUMBERS for finding in expected(number)["findings"]]


@pytest.mark.parametrize(("number", "wanted"), WANTED)
def test_the_fault_is_found_where_it_is(audits, number, wanted):
    found = [finding for finding in findings_of(audits(number)) if names(wanted, finding)]
    assert [
        finding
        for finding in found
        if finding.label.value in one_of(wanted["label"])
        and finding.kind in one_of(wanted["kind"])
        and finding.change.value in one_of(wanted.get("change", finding.change.value))
    ], [(f.key, f.change.value, f.label.value, f.kind) for f in found]


@pytest.mark.parametrize("number", NUMBERS)
def test_nothing_beside_it_raises_an_alarm(audits, number):
    case = expected(number)
    excused = case.get("either", [])
    for finding in findings_of(audits(number)):
        wanted = [
            one for one in case["findings"] if names(one, finding) and ALARMING & set(one_of(one["label"]))
        ]
        free = any(text in str(value) for text in excused for value in (finding.before, finding.after))
        assert not finding.alarm or wanted or free, (finding.key, finding.label.value, finding.kind)


NOTES = [
    (number, note) for number in NUMBERS for note in expected(number)["notes"] if not note.get("optional")
]


@pytest.mark.parametrize(("number", "wanted"), NOTES)
def test_its_notes_are_there(audits, number, wanted):
    notes = [
        note
        for store in audits(number).stores
        for note in store.notes
        if note.kind in one_of(wanted["kind"]) and _tells(wanted, note)
    ]
    assert len(notes) >= wanted.get("count_at_least", 1)


def _tells(wanted, note):
    told = f"{note.store} {' '.join(note.keys)} {note.reason}"
    return (
        set(wanted.get("keys", ())) <= set(note.keys)
        and str(wanted.get("text", "")) in told
        and str(wanted.get("store", "")) in told
        and str(wanted.get("line", "")) in note.reason
        and (
            wanted.get("count") is None
            or str(wanted["count"]) in note.reason
            or len(note.keys) == wanted["count"]
        )
    )


@pytest.mark.parametrize("number", [number for number in NUMBERS if "forbidden_changes" in expected(number)])
def test_damage_is_no_deletion(audits, number):
    case = expected(number)
    assert {store.status for store in audits(number).stores} <= set(case["status"])
    assert not {finding.change.value for finding in findings_of(audits(number))} & set(
        case["forbidden_changes"]
    )


@pytest.mark.parametrize("number", [number for number in NUMBERS if "never_shown" in expected(number)])
def test_a_secret_is_shown_nowhere(audits, number):
    shown = audit_json(audits(number)).decode()
    for secret in expected(number)["never_shown"]:
        assert secret not in shown


@pytest.mark.parametrize("number", [number for number in NUMBERS if "missing_from_index" in expected(number)])
def test_notes_that_no_index_names_are_told(audits, number):
    told = " ".join(
        f"{' '.join(note.keys)} {note.reason}" for store in audits(number).stores for note in store.notes
    )
    for name in (*expected(number)["missing_from_index"], *expected(number)["missing_file"]):
        assert name in told
