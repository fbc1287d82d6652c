"""Reports on disk, and templates that a user put in place of ours."""

import re
import stat

import pytest
from report_nights import audit, bad_night, quiet_night, store

from auditor.reports import build, render_html, render_markdown, write_reports


def test_a_night_has_a_page_a_text_and_a_document_and_the_latest_of_each(tmp_path):
    paths = write_reports(bad_night(), tmp_path / "job", "2026-11-30")
    assert sorted(path.name for path in (tmp_path / "job").iterdir()) == [
        ".history.sqlite3",
        "2026-11-30.html",
        "2026-11-30.json",
        "2026-11-30.md",
        "index.html",
        "latest.html",
        "latest.json",
        "latest.md",
        "memories",
        "stores",
        "weeks",
        "words",
    ]
    for suffix, path in paths.items():
        assert path.read_bytes() == (tmp_path / "job" / f"latest.{suffix}").read_bytes()
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_an_older_date_that_is_run_again_does_not_become_the_latest(tmp_path):
    write_reports(bad_night(), tmp_path, "2026-11-30")
    write_reports(quiet_night(), tmp_path, "2026-11-29")
    assert (tmp_path / "latest.md").read_text().startswith("# 30 of 42")
    assert (tmp_path / "2026-11-29.md").read_text().startswith("# Quiet night")


def test_the_page_of_all_nights_names_each_with_its_verdict_the_newest_first(tmp_path):
    write_reports(bad_night(), tmp_path, "2026-11-30")
    write_reports(quiet_night(), tmp_path, "2026-11-29")
    page = (tmp_path / "index.html").read_text()
    lines = re.findall(r'<tr><td><a href="([^"]+)">[^<]+</a></td><td>([^<]+)</td></tr>', page)
    assert lines == [
        ("2026-11-30.html", "30 of 42 memories and 1 warning need your eyes."),
        ("2026-11-29.html", "Quiet night: nothing needs you."),
    ]
    assert '<a href="index.html">All nights</a>' in (tmp_path / "2026-11-29.html").read_text()


def test_the_page_of_all_nights_survives_a_broken_template(tmp_path):
    templates = tmp_path / "templates"
    templates.mkdir()
    (templates / "index.html.j2").write_text("{% block")
    write_reports(quiet_night(), tmp_path / "job", "2026-11-29", templates)
    page = (tmp_path / "job" / "index.html").read_text()
    assert "2026-11-29" in page
    assert "could not be used" in page


def test_the_same_night_written_twice_is_the_same_byte_for_byte(tmp_path):
    first = {suffix: path.read_bytes() for suffix, path in write_reports(bad_night(), tmp_path, "d").items()}
    second = {suffix: path.read_bytes() for suffix, path in write_reports(bad_night(), tmp_path, "d").items()}
    assert first == second


def test_one_block_of_a_template_can_be_replaced(tmp_path):
    (tmp_path / "report.html.j2").write_text(
        '{% extends "default/report.html.j2" %}{% block foot %}<p>Kept by Ann.</p>{% endblock %}'
    )
    page = render_html(build(quiet_night()), tmp_path)
    assert "Kept by Ann." in page
    assert "Made by" not in page
    assert "Quiet night" in page


def test_the_style_sheet_can_be_replaced_and_stays_allowed(tmp_path):
    (tmp_path / "report.css").write_text("body { color: teal }")
    page = render_html(build(quiet_night()), tmp_path)
    assert "<style>body { color: teal }</style>" in page


@pytest.mark.parametrize(
    "broken", ["{% block", "{{ document.nothing }}", "{% include 'missing' %}", "{{ 1 / 0 }}"]
)
def test_a_broken_template_costs_a_warning_and_never_the_report(tmp_path, broken):
    (tmp_path / "report.html.j2").write_text(broken)
    (tmp_path / "report.md.j2").write_text(broken)
    page = render_html(build(bad_night()), tmp_path)
    assert "could not be used" in page
    assert "assignment_status" in page
    for night in (bad_night(), quiet_night()):
        assert "could not be used" in render_markdown(build(night), tmp_path)


def test_a_template_cannot_switch_escaping_off_by_its_name(tmp_path):
    (tmp_path / "report.html.j2").write_text("{{ document.subject }}")
    page = render_html(build(audit(store(), job="<script>")), tmp_path)
    assert page == "&lt;script&gt;"
