"""Two nights of real stores, compared as a user would: each fact comes out as what happened to it."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from auditor.records import Label
from auditor.runs import compare_paths

SAMPLES = Path(__file__).parent.parent / "data" / "stores"
WITH_CHANGES = sorted(path.parent.name for path in SAMPLES.glob("*/expected.json"))
WITHOUT_CONVERSATIONS = {"chromadb", "markdown-vault", "mcp-server-memory"}
UPDATED = {("safe", "user_update")}
GROWN = {("expansion", "verified"), ("safe", "user_update")}
WRONG = {Label.CONTRADICTION, Label.HALLUCINATION}
ALSO_TRUE = {
    "mcp-server-memory": {
        "Dunmore_office|Tamsin's workplace"
    },  # it is not any more, and nobody said so there
}


def expected(sample):
    return json.loads((SAMPLES / sample / "expected.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def audits():
    """Each sample's audit, made once."""
    made = {}

    def audit(sample):
        if sample not in made:
            folder = SAMPLES / sample
            at = (
                datetime(2026, 12, 1, 3, tzinfo=UTC)
                if sample == "codex-cli"
                else datetime(2026, 11, 12, 3, tzinfo=UTC)
            )
            made[sample] = compare_paths(
                folder / "night1",
                folder / "night2",
                transcripts=[SAMPLES / "_transcripts"] if sample in WITHOUT_CONVERSATIONS else (),
                at=at,
                tell=lambda _: None,
            )
        return made[sample]

    return audit


def findings_on(audit, ids):
    return [
        finding
        for store in audit.stores
        for finding in store.findings
        if {finding.key, finding.previous_key} & set(ids)
    ]


def said(finding):
    return finding.label.value, finding.kind


FACTS = [(sample, change) for sample in WITH_CHANGES for change in expected(sample)["changes"]]


@pytest.mark.parametrize(("sample", "change"), FACTS, ids=[f"{s}-{c['fact']}" for s, c in FACTS])
def test_each_fact_comes_out_as_what_happened_to_it(audits, sample, change):
    old = [entry["id"] for entry in change["night1"]]
    new = [entry["id"] for entry in change["night2"]]
    audit = audits(sample)
    if change["class"] == "unchanged":
        assert not any(finding.alarm for finding in findings_on(audit, [*old, *new]))
    elif change["class"] == "deletion":
        assert {said(finding) for finding in findings_on(audit, old)} == {
            ("contradiction", "unexplained_loss")
        }
    elif change["class"] == "contradictory_overwrite":
        assert {finding.label for finding in findings_on(audit, new)} <= WRONG
        assert findings_on(audit, new)
    elif change["class"] == "expansion":
        assert {said(finding) for finding in findings_on(audit, new)} & GROWN
        assert not any(finding.alarm for finding in findings_on(audit, [*old, *new]))
    elif change["night1_entry_still_live"]:
        assert {said(finding) for finding in findings_on(audit, new)} == {("expansion", "verified")}
        assert {said(finding) for finding in findings_on(audit, old)} == {("stale", "not_refreshed")}
    else:
        assert {said(finding) for finding in findings_on(audit, new)} == UPDATED


@pytest.mark.parametrize("sample", WITH_CHANGES)
def test_nothing_else_raises_an_alarm(audits, sample):
    changes = expected(sample)["changes"]
    named = {entry["id"] for change in changes for night in ("night1", "night2") for entry in change[night]}
    alarms = {
        finding.key
        for store in audits(sample).stores
        for finding in store.findings
        if finding.alarm and not {finding.key, finding.previous_key} & named
    }
    assert alarms <= ALSO_TRUE.get(sample, set())


@pytest.mark.parametrize("sample", WITH_CHANGES)
def test_every_store_of_a_sample_is_read_whole(audits, sample):
    assert {store.status for store in audits(sample).stores} == {"ok"}


@pytest.mark.parametrize(
    "sample", ["openai-agents-sqlite", "openai-agents-sqlite-live", "llamaindex", "langchain-history-corrupt"]
)
def test_conversations_alone_raise_no_alarm(audits, sample):
    assert not [f for store in audits(sample).stores for f in store.findings if f.alarm]


def test_a_torn_graph_loses_nothing_by_it(audits):
    audit = audits("mcp-server-memory-corrupt")
    (store,) = audit.stores
    assert store.status == "partial"
    assert "torn" in {note.kind for note in store.notes}
    assert not [finding for finding in store.findings if finding.change == "removed"]
