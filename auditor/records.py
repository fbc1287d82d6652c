"""The field's words as plain frozen dataclasses: no I/O, no behaviour beyond small properties.

Every package knows this module and it knows none of them. Times are aware UTC ``datetime``
objects; ``Json`` is what ``json.loads`` returns.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from types import MappingProxyType

Json = None | bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"]

EMPTY: Mapping[str, Json] = MappingProxyType({})


# ---- Stores ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Entry:
    """One remembered thing.

    ``meta`` holds what the store knows about the entry, under these names where they apply:
    ``owner`` (user id), ``namespace`` (the scope an entry lives in: entity, file, heading, prefix),
    ``created_at``, ``updated_at``, ``expires_at``, ``valid_from``, ``valid_until`` (RFC 3339 text; a date
    without a time stays a date), ``revalidate_on`` (list of events), ``source``, ``confidence``,
    ``status``, ``transcript_id`` (the conversation that wrote it). Other fields keep the store's name.
    """

    key: str
    value: Json
    meta: Mapping[str, Json] = field(default_factory=lambda: EMPTY)


# ---- Changes -----------------------------------------------------------------------------


class ChangeKind(StrEnum):
    """What happened to an entry between two snapshots."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"
    UNCHANGED = "unchanged"


@dataclass(frozen=True, slots=True)
class Change:
    """One entry on both nights; ``before`` is None for an addition, ``after`` for a removal."""

    kind: ChangeKind
    key: str
    before: Entry | None
    after: Entry | None
    previous_key: str | None = None


# ---- Transcripts -------------------------------------------------------------------------


class Speaker(StrEnum):
    """Whose turn it is, as the transcript says."""

    USER = "user"
    AGENT = "agent"
    TOOL = "tool"
    SYSTEM = "system"
    DOCUMENT = "document"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Turn:
    """One thing said. ``index`` counts from 0 within its transcript, ``line`` from 1 in its file.

    ``name`` is the speaker's or the tool's name where the transcript has one. ``recalled`` marks text
    that was put into the conversation from memory: it is no evidence for that memory.
    """

    speaker: Speaker
    text: str
    index: int
    at: datetime | None = None
    line: int | None = None
    name: str | None = None
    recalled: bool = False


@dataclass(frozen=True, slots=True)
class Transcript:
    """One conversation. ``source`` is the path a person can open; ``user`` its owner, if it names one.

    ``writes`` lists the entry keys (or file names) that the agent is seen to write or delete in it, or
    is None where transcripts of this kind do not record writes.
    """

    id: str
    turns: Sequence[Turn]
    at: datetime | None = None
    user: str | None = None
    source: str = ""
    writes: Sequence[str] | None = None


# ---- Facts -------------------------------------------------------------------------------


class Authority(StrEnum):
    """Who stands behind a fact, which is not always who spoke the words."""

    USER = "user"
    RECORD = "record"
    AGENT = "agent"
    THIRD_PARTY = "third_party"
    RECALLED = "recalled"


class Mood(StrEnum):
    """How a clause was meant. Only the first four assert anything."""

    ASSERTED = "asserted"
    REQUESTED = "requested"  # "switch me to e-mail": asserts what the user wants
    PLANNED = "planned"  # asserts the plan, and that it is not done yet
    FORGET = "forget"  # asks that something be forgotten or withdraws it
    ASKED = "asked"
    SUPPOSED = "supposed"
    WISHED = "wished"
    QUOTED = "quoted"
    JOKED = "joked"
    OFFERED = "offered"  # an option of the agent's that nobody took


@dataclass(frozen=True, slots=True)
class Fact:
    """What one clause of a transcript says.

    ``text`` is the clause made to stand alone (ellipsis and "yes, do that" filled in from the turns
    before), ``quote`` its words verbatim. ``subject`` is "user", "agent", a person's name or a relation
    word ("brother"), or "" for a thing. ``negated`` says that the clause denies its content.
    ``retracted`` says that the same authority took it back later (the last word wins). ``context`` holds
    the words before it that the clause takes up: they help to find what it is about and assert nothing.
    ``read_back`` says that the agent put it into words and the user let it stand: it may support, and
    contradicts nothing.
    """

    text: str
    quote: str
    authority: Authority
    mood: Mood
    subject: str
    negated: bool
    transcript: str
    turn: int
    speaker: Speaker
    at: datetime | None = None
    retracted: bool = False
    confidence: float = 1.0
    context: str = ""
    read_back: bool = False

    @property
    def asserts(self) -> bool:
        """Whether this clause may count as evidence at all."""
        return not self.retracted and self.mood in _ASSERTING


_ASSERTING = frozenset({Mood.ASSERTED, Mood.REQUESTED, Mood.PLANNED, Mood.FORGET})


# ---- Judging -----------------------------------------------------------------------------


class Relation(StrEnum):
    """How statement B stands to statement A."""

    SAME = "same"
    MORE = "more"  # B says all that A says, and more
    LESS = "less"  # B says a part of what A says
    CONFLICT = "conflict"  # both cannot be true
    UNRELATED = "unrelated"  # both can be true
    UNSURE = "unsure"


@dataclass(frozen=True, slots=True)
class Judgement:
    """A judge's answer about a pair; ``confidence`` is in [0, 1], ``stage`` who settled it."""

    relation: Relation
    confidence: float
    stage: str
    reason: str = ""


# ---- Findings ----------------------------------------------------------------------------


class Label(StrEnum):
    """What a finding tells its reader (docs/labels.md)."""

    SAFE = "safe"
    EXPANSION = "expansion"
    STALE = "stale"
    HALLUCINATION = "hallucination"
    CONTRADICTION = "contradiction"


ALARMS = frozenset({Label.STALE, Label.HALLUCINATION, Label.CONTRADICTION})


class Severity(StrEnum):
    """How much it matters."""

    INFO = "info"
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"
    CRITICAL = "critical"


class Band(StrEnum):
    """How sure the auditor is: *act on it* or *please look*."""

    ACT = "act"
    LOOK = "look"


@dataclass(frozen=True, slots=True)
class Evidence:
    """A turn (or another entry) that a finding rests on; ``source`` is transcript id or path."""

    speaker: str
    text: str
    at: datetime | None = None
    source: str = ""
    turn: int | None = None
    entry_key: str | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """One entry, what happened to it, one label with its cause, and why.

    ``row`` names the row of the decision table that decided. ``id`` is the same for the same fault
    night after night; ``fingerprint`` is that of the value, and a new one reopens a decided finding.
    ``state`` is what people decided about it (open, resolved, accepted, false_alarm, context_dependent) and
    ``first_seen`` the audit that found it first; both come from the ledger. ``written_at`` and
    ``written_by`` (an agent and its version) are what the entry's metadata says, where it says it.
    ``keep`` is, of two memories that contradict each other, the key of the one that the evidence speaks for.
    """

    store: str
    key: str
    change: ChangeKind
    label: Label
    kind: str
    severity: Severity
    confidence: float
    band: Band
    reason: str
    row: str
    before: Json = None
    after: Json = None
    evidence: Sequence[Evidence] = ()
    previous_key: str | None = None
    owner: str | None = None
    advice: str = ""
    id: str = ""
    fingerprint: str = ""
    state: str = "open"
    first_seen: datetime | None = None
    written_at: datetime | None = None
    written_by: str = ""
    keep: str = ""
    keep_because: str = ""

    @property
    def alarm(self) -> bool:
        """Whether somebody should look at it."""
        return self.label in ALARMS


@dataclass(frozen=True, slots=True)
class Note:
    """What is wrong with an entry or a store whatever happened to it; never changes a label."""

    store: str
    keys: Sequence[str]
    kind: str
    severity: Severity
    reason: str
    id: str = ""


@dataclass(frozen=True, slots=True)
class Confirmation:
    """Somebody entitled said what the entry ``key`` says.

    ``by`` is "user" or "record", ``root`` the conversation (path or id) and ``at`` when it was said, if that
    is known. What an agent said, also where a user let it stand, is none.
    """

    key: str
    by: str
    root: str
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class NotChecked:
    """Something that could not be audited, with the reason; ``key`` is "" for the whole store.

    ``what`` is "conversation" where it is not an entry but something said that could not be read.
    """

    store: str
    key: str
    reason: str
    what: str = ""


@dataclass(frozen=True, slots=True)
class Scores:
    """P1 retention, P2 hallucination, P3 contradiction and their mean, each in [0, 1] or not measured."""

    p1: float | None = None
    p2: float | None = None
    p3: float | None = None
    health: float | None = None


@dataclass(frozen=True, slots=True)
class Violation:
    """A record that breaks a rule of docs/lint.md: ``invariant`` is I1 to I7 or another rule's name.

    ``others`` are the records concerned, ``since`` is the audit that found it first, by the ledger.
    """

    key: str
    invariant: str
    severity: Severity
    reason: str
    others: tuple[str, ...] = ()
    since: datetime | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """``share`` of the records asked about that are as they should be; None: the store cannot answer.

    ``examples`` are ids of records that are not.
    """

    number: int
    topic: str
    question: str
    share: float | None
    asked: int
    examples: Sequence[str]


@dataclass(frozen=True, slots=True)
class Discipline:
    """How a store's memories are kept, whatever changed: the lint of one night.

    ``records`` were looked at, ``broken`` counts the violations, of which the gravest are listed;
    ``unanswered`` are the fields of a record that the store does not answer. ``left_out`` says why nothing
    was looked at.
    """

    records: int = 0
    violations: Sequence[Violation] = ()
    broken: int = 0
    answers: Sequence[Answer] = ()
    unanswered: Sequence[str] = ()
    left_out: str = ""


@dataclass(frozen=True, slots=True)
class PastNight:
    """What the ledger remembers of an earlier night, for the trend; ``answers`` are shares by question."""

    at: datetime
    scores: Scores
    answers: Mapping[int, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class StoreAudit:
    """All that one night found out about one store.

    ``counts`` holds what was counted on the way ("changes.added", "funnel.values", "judged", …).
    ``status`` is ok, unreadable or partial; with the latter two ``reason`` says why.
    ``quiet`` counts the safe and expansion findings by kind, also those left out of ``findings``
    when there are more than the report holds. ``confirmed`` is what people and records said that entries
    say too. ``history`` are the nights before, oldest first; it comes from the ledger.
    """

    store: str
    kind: str
    status: str
    reason: str = ""
    entries: int = 0
    first_audit: bool = False
    findings: Sequence[Finding] = ()
    notes: Sequence[Note] = ()
    not_checked: Sequence[NotChecked] = ()
    scores: Scores = Scores()
    transcript_scores: Mapping[str, Scores] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)
    quiet: Mapping[str, int] = field(default_factory=dict)
    provenance: Mapping[str, str] = field(default_factory=dict)
    confirmed: Sequence[Confirmation] = ()
    history: Sequence[PastNight] = ()
    discipline: Discipline | None = None


@dataclass(frozen=True, slots=True)
class Audit:
    """One run over all its stores.

    ``missed`` are the nights since the audit before on which one was due and none was made. ``already`` is
    when tonight was audited before, so that nothing was done now.
    """

    command: str
    at: datetime
    stores: Sequence[StoreAudit]
    job: str = ""
    since: datetime | None = None
    policy: str = ""
    provenance: Mapping[str, str] = field(default_factory=dict)
    missed: Sequence[date] = ()
    already: datetime | None = None
