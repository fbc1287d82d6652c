"""The report as it stands now: what is open in the ledgers, with the decisions as buttons."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path

from auditor.conversations import held_before
from auditor.errors import SnapshotError, UsageError
from auditor.ledger import PASSED_OVER, Decision, Known, Ledger
from auditor.ledger.lifecycle import State
from auditor.ledger.precision import track_record
from auditor.records import Audit, Scores, StoreAudit
from auditor.reports import words
from auditor.reports.build import build, report_setting
from auditor.reports.cards import finding_card
from auditor.reports.document import (
    Button,
    Card,
    Document,
    Field,
    Form,
    Node,
    Paragraph,
    Section,
    Tone,
    plain,
)
from auditor.reports.excerpts import Excerpt, Links, cited_turns, excerpts_around
from auditor.reports.said import said_document
from auditor.snapshots.repository import Repository
from auditor.web.site import Site

DECISIONS = {
    "fixed": "Fixed",
    "accepted": "Accept it",
    "false-alarm": "False alarm",
    "context-dependent": "Right in its context",
}
_FIELDS = (
    Field("note", "Why, for whoever reads the log"),
    Field("context", "Where the memory is right (for “Right in its context”)"),
    Field("until", "Until", "date"),
)
_REOPENABLE = 100
_SAID = "/said"
_NEVER = datetime(1970, 1, 1, tzinfo=UTC)


def stores(site: Site) -> list[str]:
    """The stores that have been audited."""
    return [name for name in site.folders.stores() if site.folders.ledger(name).is_file()]


def known(site: Site) -> list[Known]:
    """Every finding of all stores as it stands now."""
    found: list[Known] = []
    for store in stores(site):
        with Ledger(site.folders.ledger(store)) as ledger:
            found += ledger.findings()
    return found


def decide(site: Site, decision: Decision) -> Known:
    """Write ``decision`` down in the ledger that has its finding.

    Raises:
        UsageError: No store has a finding with just this id.
    """
    for store in stores(site):
        with Ledger(site.folders.ledger(store)) as ledger:
            if any(item.finding.id == decision.finding for item in ledger.findings()):
                return ledger.decide(decision)
    raise UsageError(f"{decision.finding}: no finding has this id")


def live_document(site: Site, token: str, told: str = "") -> Document:
    """The page of now; ``token`` seals its forms, ``told`` is what was just done."""
    audit = _audit(site)
    links = _links(site, audit)
    document = build(audit, links)
    children = [_with_forms(part, token) for part in document.children if not _is_decided(part)]
    decided = [item for item in known(site) if not item.open and item.finding.alarm]
    if decided:
        children.append(_decided(audit, links, decided, token))
    if told:
        notice = Section("done", "Done", (Paragraph(plain(told), Tone.LOOK),))
        children.insert(0, notice)
    return replace(document, children=tuple(children), forms=True, places=PLACES)


PLACES = (("Now", "/"), ("All nights", "/index.html"), ("Try a memory", "/gate"))


def said_now(site: Site) -> Document:
    """The conversations that the open findings cite."""
    audit = _audit(site)
    links = _links(site, audit)
    document = said_document(audit, links.excerpts, report_setting(audit, links), "/")
    return replace(document, places=PLACES)


def _links(site: Site, audit: Audit) -> Links:
    excerpts: list[Excerpt] = []
    for store in audit.stores:
        cited = frozenset(cited_turns(store).items())
        if cited:
            repository = Repository(site.folders.snapshots(store.store))
            names = repository.manifest_paths()
            excerpts += _excerpts(repository.folder, names[-1].name if names else "", cited)
    return Links(audit.at.date().isoformat(), excerpts, _SAID)


@lru_cache(maxsize=64)
def _excerpts(folder: Path, _newest: str, cited: frozenset[tuple[str, frozenset[int]]]) -> list[Excerpt]:
    """The excerpts from what is kept in ``folder``; they change with its newest copy and what is cited."""
    try:
        return excerpts_around(dict(cited), held_before(Repository(folder), None))
    except SnapshotError:
        return []  # the page says everything but what stands around the quotations


def _audit(site: Site) -> Audit:
    """What the ledgers know, as the audit of the newest night with the decisions since."""
    audits, times = [], [_NEVER]
    for store in stores(site):
        with Ledger(site.folders.ledger(store)) as ledger:
            findings = ledger.findings()
            runs = [run for run in ledger.runs() if run.finished and run.status != PASSED_OVER]
        if not runs:
            continue
        last = runs[-1]
        times.append(last.at)
        audits.append(
            StoreAudit(
                store=store,
                kind="store",
                status=last.status,
                reason=last.reason,
                entries=last.counts.get("entries", 0),
                findings=[item.finding for item in findings if item.state is not State.RESOLVED],
                scores=Scores(**last.scores),
                counts=track_record(findings),
            )
        )
    provenance = {"zone": site.zone, "options": site.options, "locale": site.locale}
    return Audit("run", max(times), audits, job=site.job, provenance=provenance)


def _with_forms(part: Node, token: str) -> Node:
    """``part`` with the decisions under each card of a finding."""
    if isinstance(part, Section):
        return replace(part, children=tuple(_with_forms(child, token) for child in part.children))
    if isinstance(part, Card) and part.anchor.startswith("finding-"):
        return replace(part, children=(*part.children, _form(part.anchor.removeprefix("finding-"), token)))
    return part


def _is_decided(part: Node) -> bool:
    return isinstance(part, Section) and part.anchor == "decided"


def _form(finding: str, token: str) -> Form:
    buttons = tuple(Button("decision", value, text) for value, text in DECISIONS.items())
    return Form(f"/findings/{finding}/decisions", token, buttons, _FIELDS, f"{finding}-")


def _decided(audit: Audit, links: Links, decided: Sequence[Known], token: str) -> Section:
    setting = report_setting(audit, links)
    cards = []
    for item in sorted(decided, key=lambda one: (-one.since.timestamp(), one.finding.id))[:_REOPENABLE]:
        finding = item.finding
        card = finding_card(replace(finding, state=item.state), setting, folded=True)
        form = Form(
            f"/findings/{finding.id}/decisions",
            token,
            (Button("decision", "reopen", "Open it again"),),
            _FIELDS[:1],
            f"{finding.id}-",
        )
        state = words.STATES.get(item.state, item.state)
        cards.append(replace(card, badges=(*card.badges, state), children=(*card.children, form)))
    return Section("decided", f"Already decided ({len(decided):,})", tuple(cards), folded=True)
