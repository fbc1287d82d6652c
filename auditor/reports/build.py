"""An audit as a report: the verdict, what needs eyes, what was fine, scores, what was not checked."""

import re
from collections import Counter
from collections.abc import Iterable

from auditor.records import Audit
from auditor.reports import sections, words
from auditor.reports.cards import KEY, Setting, setting_of
from auditor.reports.discipline import discipline, new_tonight
from auditor.reports.document import Document, Span, Style, Text
from auditor.reports.excerpts import Links, places
from auditor.reports.pages import INDEX, said_page
from auditor.reports.scores import scores_line
from auditor.reports.sections import quiet_kinds
from auditor.reports.shown import one_line
from auditor.reports.verdict import Tally, tally, tone, verdict

_HASH = 16  # digits of a hash that tell it apart; the JSON report has all of them
_NAMED = 7  # nights that are named one by one
_IS_HASH = re.compile(r"[0-9a-f]{64}")


def build(audit: Audit, links: Links | None = None) -> Document:
    """The whole report of ``audit``; the same audit gives the same report.

    ``links`` are the pages around it, where it is written into a job's folder.
    """
    setting = report_setting(audit, links)
    count = tally(audit)
    eyes, unchecked = sections.needs_eyes(count, setting), sections.not_checked(audit)
    broken = bool(count.unread or count.partial)
    parts = (
        *((unchecked, eyes) if broken else (eyes,)),
        sections.decided(count),
        sections.fine(audit, count),
        sections.scores(audit),
        sections.notes(count),
        discipline(audit),
        *(() if broken else (unchecked,)),
    )
    return Document(
        verdict=verdict(count, len(audit.stores)),
        tone=tone(count),
        subject=one_line(audit.job or ", ".join(store.store for store in audit.stores) or audit.command, KEY),
        facts=tuple(_facts(audit, count, setting)),
        children=tuple(section for section in parts if section is not None),
        foot=tuple(_foot(audit)),
        brief=_brief(audit, count, setting) if count.quiet else (),
        index=INDEX if links else "",
    )


def report_setting(audit: Audit, links: Links | None = None) -> Setting:
    """What all cards of the report of ``audit`` share."""
    said = places(links.excerpts, links.page or said_page(links.date)) if links else {}
    return setting_of(audit, linked=links is not None, said=said)


def _facts(audit: Audit, count: Tally, setting: Setting) -> list[Text]:
    nothing_read = len(count.unread) == len(audit.stores)
    lines = [_looked_at(audit, count, setting), *([] if nothing_read else [_changes(audit, count)])]
    return [*lines, *_again(audit), *_missed(audit, setting), *_since_last_night(audit)]


def _again(audit: Audit) -> list[Text]:
    """The unchanged memories whose turn it was, and since when none was left out."""
    again = sum(store.counts.get("reaudited", 0) for store in audit.stores)
    within = max((store.counts.get("reaudited.within", 0) for store in audit.stores), default=0)
    if not again:
        return []
    nights = "tonight" if within <= 1 else f"within the last {within:,} nights"
    text = f"{again:,} against all conversations; every memory was looked at {nights}."
    return [(Span("Unchanged, and audited again: ", Style.STRONG), Span(text))]


def _missed(audit: Audit, setting: Setting) -> list[Text]:
    """The nights on which none was made, which this one covers."""
    if not audit.missed:
        return []
    days = [setting.dates.day(day) for day in audit.missed]
    named = ", ".join(days) if len(days) <= _NAMED else f"{len(days):,} from {days[0]} to {days[-1]}"
    return [(Span("Nights without an audit: ", Style.STRONG), Span(f"{named}; this one covers them."))]


def _since_last_night(audit: Audit) -> list[Text]:
    """What became of findings, where a ledger knows."""
    numbers = Counter[str]()
    for store in audit.stores:
        numbers.update({name: number for name, number in store.counts.items() if name in words.LIVES})
    known = [f"{numbers[name]:,} {text}" for name, text in words.LIVES.items() if numbers[name]]
    return [(Span("Findings: ", Style.STRONG), Span(f"{', '.join(known)}."))] if known else []


def _looked_at(audit: Audit, count: Tally, setting: Setting) -> Text:
    read = [store for store in audit.stores if store.status != "unreadable"]
    names = ", ".join(f"{one_line(store.store, KEY)} ({store.kind})" for store in read[:5])
    more = f" and {len(read) - 5} more" if len(read) > 5 else ""  # noqa: PLR2004 - names that fit a line
    entries = words.memories(sum(store.entries for store in read))
    what = f"{entries} in {names}{more}" if read else "nothing: no store could be read"
    first = ", audited for the first time" if count.first_audit and read else ""
    period = f"{setting.when(audit.since)} to " if audit.since else ""
    return (Span("Looked at: ", Style.STRONG), Span(f"{what}{first}; {period}{setting.when(audit.at)}."))


def _changes(audit: Audit, count: Tally) -> Text:
    kinds = Counter[str]()
    for store in audit.stores:
        kinds.update(quiet_kinds(store))
    name = "Memories that are fine" if count.first_audit else "Changes that were fine"
    if not kinds:
        return (Span(f"{name}: ", Style.STRONG), Span("none."))
    listed = ", ".join(f"{number:,} {words.kind_words(kind)}" for kind, number in sorted(kinds.items()))
    return (Span(f"{name}: ", Style.STRONG), Span(f"{sum(kinds.values()):,} ({listed})."))


def _brief(audit: Audit, count: Tally, setting: Setting) -> tuple[Text, ...]:
    """Four lines that say all about a quiet night, and one more each for missed nights and minor notes."""
    notes = ", ".join(sorted({words.kind_words(note.kind) for note in count.notes}))
    lines: list[Text] = [
        _looked_at(audit, count, setting),
        *_missed(audit, setting),
        _changes(audit, count),
        (Span("Scores: ", Style.STRONG), Span(f"{scores_line(audit)}; nothing was left out.")),
        tuple(span for line in _foot(audit) for span in (*line, Span(" "))),
    ]
    if new := sum(map(new_tonight, audit.stores)):
        told = f"{words.counted(new, 'rule is', 'rules are')} newly broken, see the HTML report."
        lines.insert(-1, (Span("How memories are kept: ", Style.STRONG), Span(told)))
    if notes:
        lines.insert(
            -1, (Span("Notes: ", Style.STRONG), Span(f"{len(count.notes)} of little weight: {notes}."))
        )
    return tuple(lines)


def _foot(audit: Audit) -> list[Text]:
    """How the report was made: hashes, settings, versions."""
    lines: list[Text] = []
    for store in audit.stores[:20]:
        own = [(name, text) for name, text in store.provenance.items() if text != audit.policy]
        if own:
            lines.append((Span(f"{one_line(store.store, KEY)}: ", Style.STRONG), *_pairs(own)))
    own = [
        (name, text) for name, text in audit.provenance.items() if name not in {"options", "zone", "locale"}
    ]
    policy = [("policy", audit.policy)] if audit.policy else []
    lines.append((Span("Made by: ", Style.STRONG), *_pairs([*policy, *own])))
    return lines


def _pairs(pairs: Iterable[tuple[str, str]]) -> list[Span]:
    spans: list[Span] = []
    for name, text in sorted((name, text) for name, text in pairs if text):
        shown = f"{text[:_HASH]}…" if _IS_HASH.fullmatch(text) else one_line(text, KEY)
        spans += [Span(f"{words.kind_words(name)} ", Style.SOFT), Span(shown, Style.CODE), Span("; ")]
    return [*spans[:-1], Span(".")]
