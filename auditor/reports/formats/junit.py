"""An audit as JUnit XML: a suite for each store, a failure for each alarm, a skip for what was decided."""

from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from auditor.records import Audit, Finding, StoreAudit
from auditor.reports import words
from auditor.reports.shown import one_line, shown, value_text
from auditor.reports.verdict import OPEN
from auditor.times import rfc3339

_KEY = 300
_TEXT = 2_000


def junit_text(audit: Audit) -> str:
    """``audit`` for whatever shows test results; a store that was not read is an error."""
    name = quoteattr(one_line(audit.job or audit.command, _KEY))
    suites = "".join(part for store in audit.stores for part in _suite(store, rfc3339(audit.at)))
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name={name}>\n{suites}</testsuites>\n'


def _suite(store: StoreAudit, at: str) -> Iterator[str]:
    unread = store.status != "ok"
    failures = sum(one.alarm and one.state in OPEN for one in store.findings)
    skipped = sum(one.alarm and one.state not in OPEN for one in store.findings)
    tests = len(store.findings) + unread
    counts = f'tests="{tests}" failures="{failures}" errors="{int(unread)}" skipped="{skipped}"'
    name = quoteattr(one_line(store.store, _KEY))
    yield f'<testsuite name={name} timestamp="{at}" {counts}>\n'
    if unread:
        reason = quoteattr(one_line(store.reason or store.status, _TEXT))
        yield f'<testcase classname={name} name="reading the store"><error message={reason}/></testcase>\n'
    for finding in store.findings:
        yield _case(name, finding)
    yield "</testsuite>\n"


def _case(store: str, finding: Finding) -> str:
    name = quoteattr(f"{one_line(finding.key, _KEY)}: {words.kind_words(finding.kind)}")
    reason = quoteattr(one_line(words.reason(finding), _TEXT))
    inside = ""
    if finding.alarm and finding.state in OPEN:
        body = escape("\n".join(_lines(finding)))
        inside = f'<failure type="{finding.label}" message={reason}>{body}</failure>'
    elif finding.alarm:
        inside = f"<skipped message={quoteattr(words.STATES.get(finding.state, finding.state))}/>"
    return f"<testcase classname={store} name={name}>{inside}</testcase>\n"


def _lines(finding: Finding) -> Iterator[str]:
    yield f"id: {finding.id}"
    for name, value in (("before", finding.before), ("now", finding.after)):
        if value is not None:
            yield f"{name}: {value_text(value, finding.key)[:_TEXT]}"
    for item in finding.evidence:
        who = words.SPEAKERS.get(item.speaker, item.speaker)
        yield f"{one_line(who, _KEY)}: {shown(item.text, _TEXT)} ({one_line(item.source, _KEY)})"
