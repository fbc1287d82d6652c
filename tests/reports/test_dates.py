"""Dates as the job's locale writes them; files and machines keep ISO 8601."""

import json
from datetime import UTC, date, datetime, timedelta
from html import unescape
from zoneinfo import ZoneInfo

import pytest
from report_nights import ASSIGNMENT, AT, audit, quiet_night, store

from auditor.reports.dates import ISO, Dates, dates_of
from auditor.reports.write import write_reports

MOMENT = datetime(2026, 11, 29, 14, 5, tzinfo=UTC)
BERLIN = {"zone": "Europe/Berlin", "version": "0.1.0"}


def test_without_a_locale_dates_are_iso_8601():
    assert ISO.moment(MOMENT) == "2026-11-29 14:05 UTC"
    assert ISO.day("2026-11-29") == "2026-11-29"
    assert ISO.weekday("2026-11-29") == "Sunday 2026-11-29"
    assert ISO.month("2026-11-29") == "November 2026"


@pytest.mark.parametrize(
    ("locale", "moment", "day", "weekday", "month"),
    [
        ("de", "29.11.2026, 15:05 CET", "29.11.2026", "Sonntag, 29. November 2026", "November 2026"),
        ("fr", "29 nov. 2026, 15:05 CET", "29 nov. 2026", "dimanche 29 novembre 2026", "novembre 2026"),
        ("en_GB", "29 Nov 2026, 15:05 CET", "29 Nov 2026", "Sunday, 29 November 2026", "November 2026"),
        ("ja", "2026/11/29, 15:05 CET", "2026/11/29", "2026年11月29日日曜日", "2026年11月"),
    ],
)
def test_a_locale_writes_them_as_its_readers_do(locale, moment, day, weekday, month):
    dates = Dates(ZoneInfo("Europe/Berlin"), locale)
    assert dates.moment(MOMENT) == moment
    assert dates.day_of(MOMENT) == day
    assert dates.weekday(date(2026, 11, 29)) == weekday
    assert dates.month("2026-11-29") == month


def test_the_day_is_that_of_the_jobs_zone():
    late = datetime(2026, 11, 29, 23, 30, tzinfo=UTC)
    assert Dates(ZoneInfo("Europe/Berlin"), "de").day_of(late) == "30.11.2026"


@pytest.mark.parametrize("locale", ["xx_YY", "../../etc/passwd", "de\x00", "de" * 500])
def test_a_report_from_elsewhere_with_a_locale_that_is_not_known_is_iso(locale):
    assert dates_of({**BERLIN, "locale": locale}).day("2026-11-29") == "2026-11-29"


def test_the_pages_of_a_job_follow_its_locale_and_its_files_and_json_do_not(tmp_path):
    provenance = {**BERLIN, "locale": "de"}
    for night in (AT, AT + timedelta(days=1)):
        report = audit(store(ASSIGNMENT), at=night, provenance=provenance, missed=[date(2026, 11, 28)])
        write_reports(report, tmp_path, night.date().isoformat())
    pages = {
        path.relative_to(tmp_path).as_posix(): unescape(path.read_text()) for path in tmp_path.rglob("*.html")
    }
    assert "30.11.2026" in pages["2026-11-30.html"]
    assert "28.11.2026" in pages["2026-11-30.html"]
    for name in ("index.html", "stores/assistant.html"):
        assert "01.12.2026" in pages[name], name
    assert "30.11.2026" in pages["memories/index.html"]
    assert "Dienstag, 1. Dezember 2026" in pages["weeks/2026-W49.html"]
    assert "Dezember 2026" in pages["index.html"]
    document = json.loads((tmp_path / "2026-11-30.json").read_bytes())
    assert document["at"] == "2026-11-30T03:00:00Z"
    assert document["missed"] == ["2026-11-28"]


def test_a_report_without_a_locale_says_nothing_about_one():
    from auditor.reports import build, render_markdown

    assert "locale" not in render_markdown(build(quiet_night()))
