"""What a reader finds on the page, night by night."""

import re
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise

import pytest
from report_nights import (
    ASSIGNMENT,
    AT,
    DIET,
    FINE,
    LOSS,
    NEAR,
    NIGHTS,
    SECRET,
    audit,
    bad_night,
    finding,
    month,
    quiet_night,
    said,
    store,
    unreadable_night,
)

from auditor.records import Label, NotChecked, Scores
from auditor.reports import build, render_html, render_markdown, summary_lines


def first_line(night):
    return build(night).verdict


def markdown(night):
    return render_markdown(build(night))


@pytest.mark.parametrize(
    ("night", "line"),
    [
        (audit(store()), "Quiet night: nothing needs you."),
        (audit(store(ASSIGNMENT)), "1 of 41 memories needs your eyes."),
        (audit(store(ASSIGNMENT, DIET, *FINE)), "2 of 41 memories need your eyes."),
        (audit(store(LOSS)), "1 of 42 memories needs your eyes."),
        (audit(store(ASSIGNMENT, notes=[SECRET])), "1 of 41 memories and 1 warning need your eyes."),
        (audit(store(notes=[SECRET])), "1 warning needs your eyes."),
        (audit(store(notes=[NEAR])), "Quiet night: nothing needs you."),
        (audit(store(replace(DIET, state="accepted"))), "Quiet night: nothing needs you."),
        (audit(store(replace(DIET, state="reopened"))), "1 of 41 memories needs your eyes."),
        (audit(store(first_audit=True)), "First audit: nothing needs you."),
        (audit(store(DIET, first_audit=True)), "First audit: 1 of 41 memories needs your eyes."),
        (unreadable_night(), "The store could not be read."),
        (
            audit(store(DIET, status="unreadable", entries=0)),
            "The store could not be read; from earlier nights 1 memory still needs your eyes.",
        ),
        (
            audit(store(), store(store="b", status="unreadable", entries=0)),
            "1 of 2 stores could not be read; nothing that was read needs you.",
        ),
        (
            audit(store(status="partial", reason="cut off")),
            "1 store was read only in part; nothing that was read needs you.",
        ),
    ],
)
def test_the_first_line_is_the_verdict(night, line):
    assert first_line(night) == line
    assert markdown(night).splitlines()[0] == "# " + line
    assert summary_lines(night)[0] == line
    assert f"<h1>{line}</h1>" in render_html(build(night))


def test_a_quiet_night_is_five_lines():
    assert len(markdown(quiet_night()).splitlines()) == 5


def test_a_night_that_left_something_out_is_not_called_quiet():
    night = audit(store(not_checked=[NotChecked("assistant", "blob", "too long to be judged")]))
    assert first_line(night) == "Nothing needs you, but 1 thing was not checked."
    assert "too long to be judged: `blob`" in markdown(night)


def test_a_card_says_what_why_how_sure_and_what_to_do():
    report = markdown(audit(store(ASSIGNMENT)))
    for part in (
        "### `assignment_status`",
        "Hallucination · agent invention · high severity · 92% sure: act on it",
        "- Before: ~~draft~~",
        "- Now: **submitted**",
        "> It is due on Friday at noon. I have noted that you submitted it.",
        "— Agent, `chats/2026-11-29-course.txt`, turn 5, 2026-11-29 14:06 UTC",
        "only the agent itself said it. (row 2.agent\\_invention)"[:30],
        "**What to do:** Remove the memory, or have the user confirm it.",
        "auditor explain 2a360e168884",
    ):
        assert part in report


def test_a_comparison_without_state_shows_no_commands_that_need_it():
    assert "auditor resolve" not in markdown(audit(store(ASSIGNMENT), command="compare"))


def test_worst_comes_first():
    report = markdown(bad_night())
    places = [report.index(f"# `{key}`") for key in ("diet", "assignment_status", "contacts.dentist")]
    assert places == sorted(places)


def test_an_older_finding_says_since_when_it_is_open():
    night = audit(store(replace(DIET, first_seen=AT - timedelta(days=3))))
    assert "open since 2026-11-27" in markdown(night)


def test_one_conversation_behind_many_findings_is_named():
    report = markdown(bad_night())
    assert "### 28 from one conversation" in report
    assert "`chats/2026-11-29-course.txt`. Look at this conversation first" in report


def test_what_one_cause_explains_stands_under_it_with_only_the_worst_open():
    page = render_html(build(bad_night()))
    group = page.partition('id="cause-1"')[2].partition("</section>")[0]
    assert group.count("<article") == 1
    assert group.count('<details class="card') == 27
    assert "diet" in group.partition("</article>")[0]


def test_what_was_decided_is_folded_and_not_counted():
    page = render_html(build(audit(store(replace(DIET, state="false_alarm")))))
    assert '<details class="section" id="decided">' in page
    assert "marked as a false alarm" in page


def test_scores_that_were_not_measured_say_so():
    page = render_html(build(audit(store(scores=Scores(p3=1.0)))))
    assert page.count("not measured") == 3


def test_an_unreadable_store_says_that_nothing_counts_as_deleted():
    report = markdown(unreadable_night())
    assert "nothing counts as deleted" in report
    assert "memory.json is cut off after 4,096 bytes" in report
    assert "Scores" not in report


def test_times_are_shown_in_the_zone_of_the_job():
    night = audit(store(ASSIGNMENT), provenance={"zone": "Europe/Berlin"})
    assert "2026-11-29 15:06 CET" in markdown(night)


@pytest.mark.parametrize("name", NIGHTS)
def test_the_same_night_gives_the_same_bytes(name):
    assert render_html(build(NIGHTS[name]())) == render_html(build(NIGHTS[name]()))
    assert markdown(NIGHTS[name]()) == markdown(NIGHTS[name]())


@pytest.mark.parametrize("name", NIGHTS)
def test_headings_go_down_one_level_at_a_time(name):
    levels = [int(level) for level in re.findall(r"<h(\d)", render_html(build(NIGHTS[name]())))]
    assert levels[0] == 1
    assert all(deeper <= level + 1 for level, deeper in pairwise(levels))


@pytest.mark.parametrize("long", ["", " and more words" * 40, "会議" * 300, '<"&>' * 300])
@pytest.mark.parametrize("number", [500, 10_000])
def test_a_page_stays_small_however_much_was_found(number, long):
    night = audit(
        store(
            *(
                finding(
                    f"profile.{place}.{long[:60]}",
                    Label.CONTRADICTION,
                    "cross_entry",
                    f"Reason {place}{long}",
                    f"before {place}{long}",
                    f"after {place}{long}",
                    said("user", f"words{long}"),
                )
                for place in range(number)
            )
        )
    )
    document = build(night)
    assert len(render_html(document).encode()) < 300_000
    assert len(render_markdown(document).encode()) < 300_000
    assert document.verdict.startswith(f"{number:,} of ")


def test_scores_have_a_trend_where_the_ledger_knows_earlier_nights():
    page = render_html(build(quiet_night()))
    assert 'aria-label="From 0.98 to 1.00 in 15 nights"' in page
    assert page.count("<polyline") == 4
    assert "<polyline" not in render_html(build(audit(store())))


def test_a_trend_of_equal_values_is_a_level_line():
    night = audit(store(history=month(1.0, 1.0)))
    assert 'points="0.0,12.0 50.0,12.0 100.0,12.0"' in render_html(build(night))
