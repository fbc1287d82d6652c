"""The page of what was said, and the way to it from a finding."""

import re

from report_nights import ASSIGNMENT, SINCE, audit, bad_night, store

from auditor.records import Speaker, Transcript, Turn
from auditor.reports.excerpts import AROUND, excerpts_of
from auditor.reports.write import write_reports

NAME = "chats/2026-11-29-course.txt"


def talk(turns, source=NAME):
    return Transcript(
        "t1",
        [Turn(Speaker.USER, f"words of turn {place}", place, SINCE) for place in range(turns)],
        SINCE,
        source=source,
    )


def excerpt(night, *talks):
    return excerpts_of(night.stores[0], talks)


def test_a_short_conversation_is_shown_whole():
    (one,) = excerpt(audit(store(ASSIGNMENT)), talk(12))
    assert len(one.turns) == 12
    assert one.cited == {3, 4}


def test_of_a_long_one_the_turns_around_the_cited_ones_are():
    (one,) = excerpt(audit(store(ASSIGNMENT)), talk(500))
    assert [turn.index for turn in one.turns] == list(range(5 + AROUND))


def test_a_conversation_that_nothing_cites_is_left_out():
    assert excerpt(audit(store(ASSIGNMENT)), talk(5, source="other.txt")) == []


def test_each_quoted_turn_leads_to_its_place_on_the_page(tmp_path):
    night = bad_night()
    write_reports(night, tmp_path, "2026-11-30", excerpts=excerpt(night, talk(40)))
    report = (tmp_path / "2026-11-30.html").read_text()
    said = (tmp_path / "2026-11-30-said.html").read_text()
    links = set(re.findall(r'href="2026-11-30-said.html#([^"]+)"', report))
    assert "c1-t4" in links
    assert links <= set(re.findall(r'id="([^"]+)"', said))
    assert '<figure class="quote cited" id="c1-t4">' in said
    assert 'href="2026-11-30.html"' in said


def test_a_night_without_such_conversations_has_no_such_page(tmp_path):
    night = bad_night()
    write_reports(night, tmp_path, "d", excerpts=excerpt(night, talk(40)))
    write_reports(night, tmp_path, "d")
    assert not (tmp_path / "d-said.html").exists()
    assert "-said.html" not in (tmp_path / "d.html").read_text()


def test_a_very_long_conversation_stays_small(tmp_path):
    night = bad_night()
    huge = Transcript("t1", [Turn(Speaker.USER, "long " * 9_000, place) for place in range(400)], source=NAME)
    write_reports(night, tmp_path, "d", excerpts=excerpt(night, huge))
    assert (tmp_path / "d-said.html").stat().st_size < 300_000


def test_hostile_words_are_text_on_it(tmp_path):
    evil = "<script>alert(1)</script>\x1b[2J\u202e"
    talk_ = Transcript("t1", [Turn(Speaker.USER, evil, 3, name=evil)], source=NAME)
    night = audit(store(ASSIGNMENT))
    write_reports(night, tmp_path, "d", excerpts=excerpt(night, talk_))
    page = (tmp_path / "d-said.html").read_text()
    assert "<script" not in page
    assert "\x1b" not in page
    assert "\u202e" not in page
