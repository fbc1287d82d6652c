"""The folded part of the page on how memories are kept: rules that are broken, and the twelve questions."""

from collections.abc import Iterator, Sequence

from auditor.records import Answer, Audit, Discipline, PastNight, Severity, StoreAudit, Violation
from auditor.reports import words
from auditor.reports.document import (
    Node,
    Paragraph,
    Section,
    Span,
    Style,
    Table,
    Text,
    code,
    plain,
    soft,
    strong,
)
from auditor.reports.shown import one_line
from auditor.reports.size import within

_KEY = 120
_SHORT = 160
_BYTES = 20_000
_NIGHTS = 5  # of the trend: a working week


def discipline(audit: Audit) -> Section | None:
    """How the memories of all stores are kept; None where no rule is broken and nobody looked."""
    stores = [store for store in audit.stores if store.discipline is not None]
    if not stores:
        return None
    broken = sum(store.discipline.broken for store in stores if store.discipline)
    children = [node for store in stores for node in _of_store(store, several=len(audit.stores) > 1)]
    title = f"How memories are kept ({words.counted(broken, 'rule', 'rules')} broken)"
    return Section("discipline", title, tuple(children), folded=True)


def new_tonight(store: StoreAudit) -> int:
    """How many rules were broken tonight that had not been before; 0 on a first audit, which knows none."""
    if store.discipline is None or store.first_audit:
        return 0
    newest = max((one.since for one in store.discipline.violations if one.since), default=None)
    before = max((night.at for night in store.history), default=None)
    if newest is None or before is None:
        return 0
    return sum(one.since is not None and one.since > before for one in store.discipline.violations)


def _of_store(store: StoreAudit, *, several: bool) -> Iterator[Node]:
    found = store.discipline or Discipline()
    if several:
        yield Paragraph(strong(one_line(store.store, _KEY)))
    yield Paragraph(_summary(store, found))
    if found.violations:
        kept, used = within((_row(one) for one in found.violations), _BYTES)
        yield Table(("Rule", "Memory", "Severity", "Why", "Since"), tuple(kept))
        if used < found.broken:
            yield Paragraph(soft(f"{found.broken - used:,} more: auditor lint lists them."))
    if found.answers:
        head = ("", "Question", "Share", "Nights before", "Not so for")
        yield Table(head, tuple(_answer(one, store.history) for one in found.answers))


def _summary(store: StoreAudit, found: Discipline) -> Text:
    if found.left_out:
        return plain(f"Not looked at: {found.left_out}.")
    grave = sum(one.severity in {Severity.HIGH, Severity.CRITICAL} for one in found.violations)
    new = new_tonight(store)
    number = words.counted(found.broken, "rule is", "rules are") if found.broken else "No rule is"
    more = f", {grave:,} of high severity" if grave else ""
    since = f", {new:,} new tonight" if new else ""
    spans = [Span(f"{words.memories(found.records)} were looked at. {number} broken{more}{since}.")]
    if found.unanswered:
        spans.append(Span(f" The store cannot say: {', '.join(found.unanswered)}.", Style.SOFT))
    return tuple(spans)


def _row(one: Violation) -> tuple[Text, ...]:
    return (
        plain(words.kind_words(one.invariant)),
        code(one_line(one.key, _KEY)),
        plain(str(one.severity)),
        plain(one_line(one.reason, _SHORT)),
        plain(one.since.date().isoformat() if one.since else ""),
    )


def _answer(one: Answer, history: Sequence[PastNight]) -> tuple[Text, ...]:
    past = [night.answers[one.number] for night in history if one.number in night.answers][-_NIGHTS:]
    named = [span for key in one.examples for span in (Span(", "), Span(one_line(key, _KEY), Style.CODE))][1:]
    return (
        plain(str(one.number)),
        plain(one.question),
        plain("unknown" if one.share is None else f"{one.share:.0%}"),
        soft(", ".join(f"{share:.0%}" for share in past)),
        tuple(named),
    )
