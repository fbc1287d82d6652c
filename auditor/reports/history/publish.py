"""Writes the pages over all nights: those that tonight touches, and those that are missing."""

import sqlite3
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import unquote

import orjson
import structlog

from auditor.reports.cards import KEY, Setting
from auditor.reports.dates import Dates, dates_of
from auditor.reports.document import Document
from auditor.reports.history.archive import NAME, Archive
from auditor.reports.history.memories import Memory, life, memory_lists, store_document
from auditor.reports.history.overview import overview
from auditor.reports.history.weeks import digest, week_of
from auditor.reports.history.wordlist import word_lists
from auditor.reports.nights import nights_in
from auditor.reports.pages import (
    INDEX,
    MEMORIES,
    WORDS,
    entry_page,
    memories_page,
    store_file,
    week_page,
    words_page,
)
from auditor.reports.render import render_html, render_index, render_markdown
from auditor.reports.shown import one_line

MODE = 0o600
LIVES = 500  # memories whose pages one night writes, alarms first
_STORES = 500
_NEVER = datetime.min.replace(tzinfo=UTC)
FOLDERS = (MEMORIES, WORDS, "stores", "weeks")


def publish(
    folder: Path, subject: str, verdicts: Mapping[str, str], setting: Setting, overrides: Path | None = None
) -> None:
    """Bring the pages over all nights in ``folder`` up to date with the dated reports there.

    Args:
        folder: The job's folder of reports.
        subject: The job's name.
        verdicts: The first line of each night's report, by date.
        setting: How the reader is told when, and what a command needs.
        overrides: Folder of the user's own templates.
    """
    try:
        _publish(folder, subject, verdicts, setting, overrides)
    except sqlite3.DatabaseError as error:
        structlog.get_logger().warning("history.made_again", folder=str(folder), error=str(error))
        (folder / NAME).unlink(missing_ok=True)
        _publish(folder, subject, verdicts, setting, overrides)


def publish_anew(folder: Path) -> None:
    """Make all pages over all nights in ``folder`` again, and nothing that its reports do not say."""
    for path in [folder / NAME, *(page for name in FOLDERS for page in (folder / name).glob("*.*"))]:
        path.unlink(missing_ok=True)
    nights = nights_in(folder)
    job, dates = _job_of(folder, nights[0].date) if nights else ("", Dates())
    setting = Setting(at=_NEVER, dates=dates, several_stores=False, keeps_state=False, options="")
    subject = one_line(job or unquote(folder.name), KEY)
    publish(folder, subject, {night.date: night.verdict for night in nights}, setting)


def _job_of(folder: Path, date: str) -> tuple[str, Dates]:
    """The job's name and how its readers are told when, as the report of ``date`` says."""
    try:
        document = orjson.loads((folder / f"{date}.json").read_bytes())
        return document["job"], dates_of(document["provenance"])
    except (OSError, ValueError, LookupError, TypeError):
        return "", Dates()


def _publish(
    folder: Path, subject: str, verdicts: Mapping[str, str], setting: Setting, overrides: Path | None
) -> None:
    with Archive(folder) as archive:
        archive.sync(verdicts)
        _Publication(folder, subject, archive, setting, overrides).write()
        archive.published()


class _Publication:
    """What one call of ``publish`` writes."""

    def __init__(
        self, folder: Path, subject: str, archive: Archive, setting: Setting, overrides: Path | None
    ) -> None:
        self._folder = folder
        self._subject = subject
        self._archive = archive
        self._setting = setting
        self._overrides = overrides
        self._nights = archive.nights()

    def write(self) -> None:
        unpublished = self._archive.unpublished()
        self._lives(unpublished)
        memories = list(self._archive.memories())
        pages, dates = self._pages(), self._setting.dates
        self._listed(memory_lists(self._subject, memories, pages, dates), memories_page)
        self._listed(word_lists(self._subject, memories, pages), words_page)
        self._stores(memories)
        for week in sorted({week_of(date) for date in unpublished}):
            self._week(week)
        nights = overview(self._subject, self._nights, self._archive.store_nights(), self._setting.dates)
        self._put(INDEX, render_index(nights, self._overrides))

    def _lives(self, dates: list[str]) -> None:
        """The pages of memories that had an alarm ever, or more than one event; the rest are only listed."""
        for store, key in self._archive.memories_of(dates)[:LIVES]:
            events = self._archive.life(store, key)
            alarm = any(document["label"] not in {"safe", "expansion"} for _, document in events)
            if alarm or len(events) > 1:
                self._page(entry_page(store, key), life(self._subject, events, self._setting))

    def _listed(self, pages: Iterable[tuple[int, Document]], name: Callable[[int], str]) -> None:
        """Write the pages of one list, and remove those that it no longer has."""
        number = 0
        for number, document in pages:
            self._page(name(number), document)
        while (beyond := self._folder / name(number + 1)).exists():
            beyond.unlink()
            number += 1

    def _stores(self, memories: list[Memory]) -> None:
        by_store: dict[str, list[Memory]] = {}
        for memory in memories:
            by_store.setdefault(memory[0], []).append(memory)
        for store in sorted({night.store for night in self._archive.store_nights()})[:_STORES]:
            nights, own = self._archive.store_nights(store), by_store.get(store, [])
            dates = self._setting.dates
            document = store_document(self._subject, store, nights, own, self._pages(), dates=dates)
            self._page(store_file(store), document)

    def _week(self, week: str) -> None:
        nights = [night for night in self._nights if week_of(night[0]) == week]
        dates = [date for date, *_ in nights]
        of_stores = [night for night in self._archive.store_nights() if night.date in dates]
        findings = [(date, one) for date in dates for one in self._archive.findings_on(date)]
        document = digest(self._subject, week, nights, of_stores, findings, dates=self._setting.dates)
        path = week_page(week)
        self._page(path, document)
        self._put(f"{path.removesuffix('.html')}.md", render_markdown(document, self._overrides))

    def _pages(self) -> frozenset[str]:
        return frozenset(f"{MEMORIES}/{path.name}" for path in (self._folder / MEMORIES).glob("*.html"))

    def _page(self, name: str, document: Document) -> None:
        self._put(name, render_html(document, self._overrides))

    def _put(self, name: str, text: str) -> None:
        """Write a page whole or not at all. It can be made again, so that nobody waits for the disk."""
        path, content = self._folder / name, text.encode()
        path.parent.mkdir(mode=0o700, exist_ok=True)
        part = path.with_name(f".{path.name}.tmp")
        part.write_bytes(content)
        part.chmod(MODE)
        part.replace(path)


def history_setting(report: Setting) -> Setting:
    """How the pages of single memories show findings: no commands, no links from one memory to itself."""
    return Setting(
        at=_NEVER,
        dates=report.dates,
        several_stores=False,
        keeps_state=True,
        options=report.options,
    )
