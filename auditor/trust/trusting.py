"""A store's entries tonight with how far each may be trusted, one by one in constant memory."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta, tzinfo

from auditor.discipline.invariants import is_policy_like
from auditor.records import Band, ChangeKind, Confirmation, Entry, Finding, Label, StoreAudit
from auditor.snapshots.canonical import entry_of
from auditor.trust.confidence import Weighed, confidence_of
from auditor.trust.grounds import Grounds, Kind, Origin, bindings, grounds_of
from auditor.trust.history import History
from auditor.trust.roots import Lines, Roots, roots_in
from auditor.trust.table import TABLE, Row, Situation, row_for
from auditor.values import fingerprint
from auditor.verdicts.weights import TrustWeights

_OPEN = frozenset({"open", "reopened"})
_ENTITLED = frozenset({"user", "tool", "system"})
_DENIED = frozenset({"contradicts_user", "contradicts_record", "disputed", "not_refreshed", "cross_entry"})
_ONLY_THE_AGENT = frozenset({"agent_invention", "unsupported", "misattribution"})
_RIVALS = "cross_entry"
_NOTHING = Grounds("", Origin.UNKNOWN, Kind.SEMANTIC)


@dataclass(frozen=True, slots=True)
class Trusted:
    """How far one entry may be trusted; ``row`` of the decision table says what to do with it and why.

    ``suggested`` says that ``expires_at`` is no end that the store has but one that suits its kind.
    ``finding`` is the gravest open finding on it. ``confirmations`` are one for each conversation.
    """

    grounds: Grounds
    label: Label
    confidence: float
    row: Row
    confirmations: Sequence[Confirmation] = ()
    last_verified: datetime | None = None
    verified_by: str = ""
    expires_at: datetime | None = None
    suggested: bool = False
    finding: Finding | None = None
    context: str = ""


@dataclass(frozen=True, slots=True)
class StoreTrust:
    """One store's entries on the night of ``at``, worked out while they are gone through.

    ``audit`` is the night as the ledger has taken it down, ``history`` what it has learned until then and
    ``lines`` gives the canonical lines of the copy, of ``size`` entries.
    """

    audit: StoreAudit
    history: History
    lines: Lines
    size: int
    at: datetime
    weights: TrustWeights
    zone: tzinfo = UTC

    def __iter__(self) -> Iterator[Trusted]:
        """Each entry, by key."""
        weighing = self._weighing()
        return (weighing.trusted(entry_of(line)) for line in self.lines())

    def of(self, entries: Iterable[Entry], within: Collection[str] = ()) -> list[Trusted]:
        """Some ``entries`` of the copy, used in the context ``within`` ("live keys", "trip_id=T1")."""
        weighing, context = self._weighing(), frozenset(one.casefold() for one in within)
        return [weighing.trusted(entry, context) for entry in entries]

    def _weighing(self) -> "_Weighing":
        return _Weighing(self, roots_in(self.lines, self.at, self.zone))


class _Weighing:
    """What all entries of a store share while they are weighed."""

    def __init__(self, night: StoreTrust, roots: Roots) -> None:
        self._night = night
        self._roots = roots
        self._alarms: dict[str, list[Finding]] = {}
        self._labels: dict[str, Label] = {}
        for finding in night.audit.findings:
            if not finding.alarm:
                self._labels[finding.key] = finding.label
            elif finding.state in _OPEN and finding.change is not ChangeKind.REMOVED:
                self._alarms.setdefault(finding.key, []).append(finding)

    def trusted(self, entry: Entry, within: frozenset[str] = frozenset()) -> Trusted:
        """``entry`` weighed where it is used ``within`` a context."""
        night, key = self._night, entry.key
        grounds = grounds_of(entry, night.at, night.zone)
        known = night.history.confirmed.get(key, ())
        alarms = self._alarms.get(key, ())
        echo = self._roots.echo(grounds, night.history.confirmed)
        last = max(known, key=_said_at, default=None)
        anchor = self._anchor(grounds, last)
        weighed = _weighed(grounds, known, alarms, night.at - anchor, echo=echo)
        confidence = confidence_of(weighed, night.weights)
        end, suggested = self._end(grounds, anchor)
        gravest = min(alarms, key=_gravity, default=None)
        context = self._context(entry)
        inside = _is_bound(entry, within)
        row = row_for(
            Situation(
                grounds=replace(grounds, bound=()) if inside else grounds,
                policy=grounds.policy or is_policy_like(key, entry.meta.get("tags"), entry.value),
                alarm=gravest.kind if gravest else "",
                sure=gravest is None or gravest.band is Band.ACT,
                notes=night.history.unfit.get(key, frozenset()),
                echo=echo,
                gone=bool(grounds.made_from) and self._roots.gone(grounds),
                expired=end is not None and not suggested and end <= night.at,
                overdue=end is not None and suggested and end <= night.at,
                faded=confidence < night.weights.use_from,
                context="" if context.casefold() in within else context,
                confirmed=bool(known),
            )
        )
        label = gravest.label if gravest else self._labels.get(key, Label.SAFE)
        return Trusted(
            grounds, label, confidence, row, known, last.at if last else None, last.by if last else "", end,
            suggested, gravest, context,
        )  # fmt: skip

    def _context(self, entry: Entry) -> str:
        """Where people decided that the entry is right, while it holds what it held then."""
        decided = self._night.history.contexts.get(entry.key)
        same = decided is not None and decided.fingerprint == fingerprint(entry.value, entry.key)
        return decided.text if decided is not None and same else ""

    def _anchor(self, grounds: Grounds, last: Confirmation | None) -> datetime:
        """Since when its age counts: when it was written, or last confirmed.

        A store that touches an entry whose content stays does not make it younger.
        """
        night = self._night
        seen = night.history.written.get(grounds.key, night.history.since) or night.at
        written = min(grounds.written_at or seen, seen)
        return max(written, last.at) if last is not None and last.at is not None else written

    def _end(self, grounds: Grounds, anchor: datetime) -> tuple[datetime | None, bool]:
        if grounds.ends_at is not None:
            return grounds.ends_at, False
        days: float = getattr(self._night.weights, f"{grounds.kind}_lifetime")
        try:
            return anchor + timedelta(days=days), True
        except OverflowError:
            return None, False


def _is_bound(entry: Entry, within: frozenset[str]) -> bool:
    """Whether the context is the one that ``entry`` is bound to."""
    bound = bindings(entry.meta) if within else {}
    return bool(bound) and all(f"{name}={value}".casefold() in within for name, value in bound.items())


def _weighed(
    grounds: Grounds, known: Sequence[Confirmation], alarms: Sequence[Finding], age: timedelta, *, echo: bool
) -> Weighed:
    denied = [one for one in alarms if one.kind in _DENIED | _ONLY_THE_AGENT]
    invented = any(one.kind in _ONLY_THE_AGENT for one in alarms)
    roots = {said.source for one in denied for said in one.evidence if said.speaker in _ENTITLED}
    by_user = {one.root for one in known if one.by == "user"}
    return Weighed(
        origin=Origin.MODEL if invented else grounds.origin,
        kind=grounds.kind,
        users=len(by_user),
        records=len({one.root for one in known} - by_user),
        against=max(len(roots), int(bool(denied))),
        certainty=max((_certainty(one) for one in denied), default=1.0),
        age=age,
        echo=echo or invented,
    )


def _certainty(finding: Finding) -> float:
    """How sure it is that the entry is wrong: of two that contradict each other one may be right."""
    return finding.confidence / 2 if finding.kind == _RIVALS else finding.confidence


def _gravity(finding: Finding) -> tuple[int, str]:
    return TABLE.index(
        row_for(Situation(_NOTHING, alarm=finding.kind, sure=finding.band is Band.ACT))
    ), finding.id


def _said_at(one: Confirmation) -> tuple[datetime, str, str]:
    return one.at or datetime.min.replace(tzinfo=UTC), one.by, one.root
