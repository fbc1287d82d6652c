"""The pages over all nights: calendar, trends, weeks, stores, and the life of each memory."""

import re
import sqlite3
from dataclasses import replace
from datetime import timedelta
from html import unescape

import pytest
from report_nights import (
    ASSIGNMENT,
    AT,
    DIET,
    LOSS,
    audit,
    bad_night,
    finding,
    quiet_night,
    store,
    unreadable_night,
)

from auditor.records import ChangeKind, Label
from auditor.reports.history.archive import NAME, Archive
from auditor.reports.history.memories import memory_lists
from auditor.reports.history.wordlist import word_lists, words_of
from auditor.reports.pages import entry_page
from auditor.reports.render import render_html
from auditor.reports.shelf import Shelf
from auditor.reports.write import write_reports


def write(folder, night, days=0):
    at = AT + timedelta(days=days)
    write_reports(replace(night, at=at), folder, at.date().isoformat())


def page(folder, name):
    return unescape((folder / name).read_text())


@pytest.fixture
def folder(tmp_path):
    write(tmp_path, bad_night())
    write(tmp_path, quiet_night(), 1)
    write(tmp_path, unreadable_night(), 2)
    return tmp_path


def days(folder):
    return re.findall(
        r'<a class="(\w+)" href="([^"]+)" title="([^"]+)">(\d+) <b>([^<]+)</b></a>',
        page(folder, "index.html"),
    )


def test_each_night_is_a_day_of_the_calendar_that_says_how_it_went(folder):
    assert [(tone, href, number, sign) for tone, href, _, number, sign in days(folder)] == [
        ("good", "2026-12-01.html", "1", "✓"),
        ("broken", "2026-12-02.html", "2", "?"),
        ("alarm", "2026-11-30.html", "30", "30"),
    ]


def test_a_day_says_in_words_what_its_colour_says(folder):
    assert days(folder)[1][2] == "2026-12-02, a store could not be read: The store could not be read."


def test_every_link_leads_to_a_page_that_is_there(folder):
    for path in folder.rglob("*.html"):
        for href in re.findall(r'href="([^"#]+)(?:#[^"]*)?"', path.read_text()):
            if not href.startswith("data:"):
                assert (path.parent / unescape(href).replace("%25", "%")).is_file(), f"{path.name}: {href}"


def test_trends_show_scores_labels_and_size_with_gaps_where_nothing_was_read(folder):
    index = page(folder, "index.html")
    for name in (
        "Health",
        "Retention (P1)",
        "Contradictions",
        "Hallucinations",
        "Stale memories",
        "Memories",
    ):
        assert f"<figcaption>{name} <b>" in index
    assert "Memories, 2026-11-30 to 2026-12-02: 41 last, on a scale from 0 to 41" in index


def test_the_life_of_a_memory_tells_every_version_and_verdict(tmp_path):
    first = replace(ASSIGNMENT, change=ChangeKind.ADDED, before=None, after="draft", fingerprint="1")
    write(tmp_path, audit(store(first)))
    write(tmp_path, audit(store(ASSIGNMENT)), 1)
    write(tmp_path, audit(store(replace(ASSIGNMENT, state="false_alarm"))), 2)
    life = page(tmp_path, entry_page("assistant", "assignment_status"))
    assert "The life of assignment_status" in life
    dates = re.findall(r'<h3><a href="../([\d-]+).html">', life)
    assert dates == ["2026-12-02", "2026-12-01", "2026-11-30"]
    assert "marked as a false alarm" in life
    assert "It is due on Friday at noon. I have noted that you submitted it." in life


def test_a_night_that_found_nothing_new_about_it_adds_nothing_to_its_life(tmp_path):
    for day in range(3):
        write(tmp_path, audit(store(DIET)), day)
    assert page(tmp_path, entry_page("assistant", "diet")).count("<article") == 1


def test_a_renamed_memory_keeps_its_life(tmp_path):
    write(tmp_path, audit(store(replace(DIET, key="food"))))
    write(tmp_path, audit(store(replace(DIET, previous_key="food"))), 1)
    assert page(tmp_path, entry_page("assistant", "diet")).count("<article") == 2


def test_the_list_of_memories_finds_each_with_what_it_says(folder):
    listed = page(folder, "memories/index.html")
    assert "Eats a beef steak every Friday" in listed
    assert f'<a href="../{entry_page("assistant", "diet")}"><code dir="auto">diet</code></a>' in listed


def test_a_long_list_has_several_pages_each_of_which_stays_small():
    rows = [("s", f"key {n}", "2026-11-30", 1, 0, row("x" * 400)) for n in range(5_000)]
    pages = list(memory_lists("job", rows, frozenset()))
    assert len(pages) > 2
    assert pages[1][1].verdict == f"Memories, page 2 of {len(pages)}"


def test_a_word_leads_to_each_memory_that_has_or_had_it(tmp_path):
    tea = finding("drink", Label.SAFE, "user_update", "She said so.", "likes Coffee", "likes tea")
    write(tmp_path, audit(store(ASSIGNMENT, DIET, tea)))
    write(tmp_path, quiet_night(), 1)
    index = page(tmp_path, "words/index.html")
    assert leads_to(index, "lentils") == [("diet", f"../{entry_page('assistant', 'diet')}")]
    assert leads_to(index, "coffee") == [("drink", "../2026-11-30.html")]
    assert leads_to(index, "submitted") == [
        ("assignment_status", f"../{entry_page('assistant', 'assignment_status')}")
    ]
    assert leads_to(index, "assignment") == leads_to(index, "status") == leads_to(index, "submitted")
    assert 'href="words/index.html"' in page(tmp_path, "index.html")


def leads_to(index, word):
    """The memories that the row of ``word`` names, and their links."""
    (found,) = re.findall(rf"<tr><td><code[^>]*>{word}</code></td><td>(.*?)</td></tr>", index)
    return [(name, href) for href, name in re.findall(r'<a href="([^"]+)"><code[^>]*>([^<]+)<', found)]


def test_words_stand_under_their_letter_or_their_script():
    rows = [("s", "k", "2026-11-30", 1, 0, row("Éclair apple 東京 мир"))]
    ((_, document),) = word_lists("job", rows, frozenset())
    assert [section.title for section in document.children] == ["A", "E", "CYRILLIC", "CJK"]


def test_words_are_small_letters_and_pairs_where_a_script_has_no_spaces():
    assert words_of("Likes TEA, since 2019!") == {"likes", "tea", "since", "2019"}
    assert words_of("東京都") == {"東京", "京都"}
    assert words_of("a <b>") == set()


def test_a_long_list_of_words_has_several_small_pages_that_name_what_they_hold():
    name = "&" * 60
    rows = [("s", f"{name}{n}", "2026-11-30", 1, 0, row(f"word{n:05} and more")) for n in range(5_000)]
    pages = [document for _, document in word_lists("job", rows, frozenset())]
    assert len(pages) > 2
    assert max(len(render_html(page)) for page in pages) < 300_000
    assert "word04999" in render_html(pages[-1])
    assert any("and 4,980 more" in render_html(page) for page in pages)


def test_what_is_hostile_in_a_word_is_text(tmp_path):
    evil = finding(
        "<img src=x onerror=alert(1)>",
        Label.SAFE,
        "verified",
        "x",
        None,
        "\u202eabc <script>alert(1)</script>",
    )
    write(tmp_path, audit(store(evil)))
    raw = (tmp_path / "words" / "index.html").read_text()
    assert "<script" not in raw
    assert "<img" not in raw
    assert "\u202e" not in raw


def test_a_night_that_is_gone_takes_its_words_with_it(folder):
    assert "lentils" in page(folder, "words/index.html")
    for suffix in ("json", "md", "html"):
        (folder / f"2026-11-30.{suffix}").unlink()
    Shelf(folder).index_anew()
    assert "lentils" not in page(folder, "words/index.html")


def test_the_list_shows_the_last_verdict_also_where_an_earlier_one_was_an_alarm(tmp_path):
    write(tmp_path, audit(store(DIET)))
    mended = finding("diet", Label.SAFE, "user_update", "She said so.", DIET.after, "is a vegetarian")
    write(tmp_path, audit(store(mended)), 1)
    listed = page(tmp_path, "memories/index.html")
    assert "is a vegetarian" in listed
    assert "Contradiction" not in listed


def row(text):
    return {"label": "safe", "kind": "equivalent", "state": "open", "before": None, "after": text}


def test_the_week_says_what_came_and_what_was_decided(tmp_path):
    write(tmp_path, audit(store(ASSIGNMENT, LOSS)))
    write(tmp_path, audit(store(replace(LOSS, state="accepted"))), 1)
    digest = (tmp_path / "weeks" / "2026-W49.md").read_text()
    assert digest.startswith("# Week 2026-W49: 2 findings were raised in 2 nights, 1 of which needed nobody.")
    assert "## Decided this week (1)" in digest
    assert "Monday 2026-11-30" in digest


def test_the_page_of_a_store_lists_what_waits_in_it(tmp_path):
    write(tmp_path, bad_night())
    of_store = page(tmp_path, "stores/assistant.html")
    assert "Waits for somebody" in of_store
    assert "Its nights" in of_store


def test_the_tools_own_precision_is_shown_where_somebody_decided(tmp_path):
    counts = {"decided.right.agent_invention": 3, "decided.false.agent_invention": 1}
    write(tmp_path, audit(store(ASSIGNMENT, counts=counts)))
    index = page(tmp_path, "index.html")
    assert "<td>agent invention</td><td>4</td><td>1</td><td>75%</td>" in index
    report = page(tmp_path, "2026-11-30.html")
    assert "of 4 of this kind that were decided here, 1 was a false alarm." in report


def test_the_history_is_made_again_from_the_reports_when_its_file_is_damaged_or_gone(folder):
    before = page(folder, "index.html")
    for damage in (lambda path: path.write_bytes(b"no database"), lambda path: path.unlink()):
        damage(folder / NAME)
        write(folder, unreadable_night(), 2)
        assert page(folder, "index.html") == before


def test_a_report_that_was_cut_off_is_left_out_and_costs_nothing_else(folder):
    (folder / "2026-11-30.json").write_text('{"stores": [')
    write(folder, quiet_night(), 3)
    assert "2026-12-03.html" in {href for _, href, *_ in days(folder)}


def test_a_night_written_again_replaces_what_it_said_before(folder):
    write(folder, quiet_night())
    assert ("good", "2026-11-30.html", "✓") in {(tone, href, sign) for tone, href, _, _, sign in days(folder)}


def test_pages_of_a_run_that_was_killed_are_written_by_the_next(folder):
    life = folder / entry_page("assistant", "diet")
    life.unlink()
    with Archive(folder) as archive:
        archive._connection.execute("UPDATE nights SET published = 0")
        archive._connection.commit()
    write(folder, quiet_night(), 1)
    assert life.exists()


def test_pages_are_for_their_owner_only(folder):
    modes = {path.stat().st_mode & 0o077 for path in folder.rglob("*") if path.is_file()}
    assert modes == {0}


def test_an_archive_of_another_version_is_made_again(folder):
    with sqlite3.connect(folder / NAME) as connection:
        connection.execute("PRAGMA user_version = 99")
    write(folder, quiet_night(), 1)
    assert len(days(folder)) == 3


def test_hostile_keys_name_no_file_and_are_text(tmp_path):
    evil = "../../<script>alert(1)</script>\x1b\u202e"
    write(tmp_path, audit(store(finding(evil, Label.STALE, "expired", evil, evil, evil), store=evil)))
    for path in tmp_path.rglob("*.html"):
        assert "<script" not in path.read_text()
        assert "\x1b" not in path.read_text()
    assert len(list((tmp_path / "memories").glob("*.html"))) == 2
    assert not list(tmp_path.parent.glob("*script*"))


def test_what_is_taken_off_the_shelf_is_on_no_page_any_more(folder):
    shelf = Shelf(folder)
    shelf.take_out(["2026-11-30"])
    left = [path.read_text() for path in folder.rglob("*.html") if path.parent.name != "pruned"]
    assert not any("beef steak" in text for text in left)
    assert b"beef steak" not in (folder / NAME).read_bytes()
    assert "2026-11-30.html" not in {href for _, href, *_ in days(folder)}
    shelf.put_back()
    assert "beef steak" in page(folder, entry_page("assistant", "diet"))
    assert "<b>course-assistant</b>" in page(folder, "index.html")
