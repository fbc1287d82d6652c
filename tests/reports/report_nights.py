"""The nights that the report's tests and screenshots are made from, written down by hand."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from auditor.records import (
    Audit,
    Band,
    ChangeKind,
    Evidence,
    Finding,
    Label,
    NotChecked,
    Note,
    PastNight,
    Scores,
    Severity,
    StoreAudit,
)

AT = datetime(2026, 11, 30, 3, tzinfo=UTC)
SINCE = AT - timedelta(days=1)
PROVENANCE = {
    "snapshot": "2026-11-30T03:00:00Z",
    "manifest": "9f2b6c01d4e87a53bb10f9e27c6a4d8e" * 2,
    "chain": "41",
}
SEVERITIES = {Label.SAFE: Severity.INFO, Label.EXPANSION: Severity.INFO, Label.STALE: Severity.MEDIUM}


def finding(key, label, kind, reason, before=None, after=None, *evidence, **changes) -> Finding:
    change = ChangeKind.CHANGED
    if before is None or after is None:
        change = ChangeKind.ADDED if before is None else ChangeKind.REMOVED
    made = Finding(
        store="assistant",
        key=key,
        change=change,
        label=label,
        kind=kind,
        severity=SEVERITIES.get(label, Severity.HIGH),
        confidence=0.92,
        band=Band.ACT,
        reason=reason,
        row=f"2.{kind}",
        before=before,
        after=after,
        evidence=evidence,
        id=f"{abs(hash_of(key + kind)):012x}",
        fingerprint=f"{hash_of(str(after)):012x}",
    )
    return replace(made, **changes)


def hash_of(text: str) -> int:
    """A number that is the same in every process."""
    return int.from_bytes(text.encode()[:64], "big") % 0xFFFFFFFFFFFF


def said(speaker, text, hour=14, minute=5, source="chats/2026-11-29-course.txt", turn=3) -> Evidence:
    return Evidence(speaker, text, SINCE.replace(hour=hour, minute=minute), source, turn)


def store(*findings, **changes) -> StoreAudit:
    made = StoreAudit(
        store="assistant",
        kind="json",
        status="ok",
        entries=41,
        findings=findings,
        scores=Scores(p1=0.94, p2=0.97, p3=1.0, health=0.97),
        counts={"changes.added": 1, "changes.changed": 2, "judged": 3},
        provenance=PROVENANCE,
    )
    return replace(made, **changes)


def month(*p3) -> tuple[PastNight, ...]:
    """The nights before, with these P3."""
    return tuple(
        PastNight(
            AT - timedelta(days=len(p3) - place), Scores(0.9, 0.95, value, round((1.85 + value) / 3, 4))
        )
        for place, value in enumerate(p3)
    )


MONTH = month(0.98, 0.99, 0.99, 1.0, 1.0, 0.97, 0.95, 0.96, 0.99, 1.0, 1.0, 1.0, 0.99, 1.0)


def audit(*stores, **changes) -> Audit:
    made = Audit(
        command="run",
        at=AT,
        stores=stores,
        job="course-assistant",
        since=SINCE,
        policy="5c1e09aa73f2",
        provenance={"version": "0.1.0"},
    )
    return replace(made, **changes)


FINE = (
    finding(
        "deadline.essay",
        Label.SAFE,
        "user_update",
        "The user moved the deadline to 12 December.",
        "2026-12-05",
        "2026-12-12",
        said("user", "The essay is due on the 12th of December now, they extended it."),
    ),
    finding("preferences.drink", Label.SAFE, "equivalent", "Both say the same.", "likes tea", "Likes tea."),
    finding(
        "sister", Label.EXPANSION, "verified", "The user said so.", None, "Her sister Maja lives in Bergen."
    ),
)

ASSIGNMENT = finding(
    "assignment_status",
    Label.HALLUCINATION,
    "agent_invention",
    "The memory says that the assignment was submitted; the conversation was only about its deadline.",
    "draft",
    "submitted",
    said("user", "When is the assignment due again? I still have to write the last part."),
    said("agent", "It is due on Friday at noon. I have noted that you submitted it.", minute=6, turn=4),
)
DIET = finding(
    "diet",
    Label.CONTRADICTION,
    "contradicts_user",
    "The memory says that she eats beef, the user says that she is a vegetarian.",
    "Vegetarian, likes to cook with lentils",
    "Eats a beef steak every Friday, likes to cook with lentils",
    said("user", "As I said, I'm a vegetarian, so no steak for me please.", hour=18),
    severity=Severity.CRITICAL,
    owner="lena",
)
MEETING = finding(
    "会议",
    Label.STALE,
    "not_refreshed",
    "用户说会议改到了星期二。",
    "会议在星期一下午三点",
    "会议在星期一下午三点",
    said("user", "会议改到星期二了。", turn=9),
    change=ChangeKind.UNCHANGED,
    confidence=0.64,
    band=Band.LOOK,
)
CITY = finding(
    "עיר",
    Label.CONTRADICTION,
    "unexplained_overwrite",
    "The city was replaced, and no conversation explains it.",
    "גר בתל אביב מאז 2019",
    "גר בירושלים מאז 2019",
    first_seen=AT - timedelta(days=3),
)
LOSS = finding(
    "contacts.dentist",
    Label.CONTRADICTION,
    "unexplained_loss",
    "The dentist's number is gone, and nobody asked for that.",
    {"name": "Dr. Okafor", "phone": "+47 22 11 00 99", "since": "2024-03-01"},
    None,
    severity=Severity.MEDIUM,
)
SECRET = Note(
    "assistant",
    ("notes.deploy",),
    "secret",
    Severity.HIGH,
    "It holds a credential: the deploy password is hunter2-example.",
    "n1",
)
NEAR = Note(
    "assistant",
    ("logs.1", "logs.2"),
    "near_duplicate",
    Severity.LOW,
    "Both say to look at the logs before trusting the memory.",
    "n2",
)


def quiet_night() -> Audit:
    return audit(store(*FINE[:2], history=MONTH))


def one_thing() -> Audit:
    """The night that started this project."""
    return audit(store(ASSIGNMENT, *FINE, history=MONTH, scores=Scores(0.94, 0.96, 1.0, 0.97)))


def bad_night() -> Audit:
    many = [
        finding(
            f"profile.detail_{number:02}",
            (Label.HALLUCINATION, Label.CONTRADICTION, Label.STALE)[number % 3],
            ("unsupported", "cross_entry", "relative_time")[number % 3],
            (
                "Nobody said that she owns a boat.",
                "Another memory says that the limit is 4,500 EUR.",
                "“Next week” was written in March.",
            )[number % 3],
            None if number % 3 == 0 else f"The limit is 4500 EUR in month {number}",
            (
                "She owns a sailing boat called Kestrel.",
                "The limit is 45000 EUR in month {}",
                "Trip next week",
            )[number % 3].format(number),
            said("user", f"We only spoke about the harbour fees, item {number}.", turn=number),
        )
        for number in range(25)
    ]
    scores = Scores(p1=0.81, p2=0.42, p3=0.55, health=0.59)
    unjudged = [NotChecked("assistant", f"blob.{number}", "too long to be judged") for number in range(3)]
    return audit(
        store(
            ASSIGNMENT,
            DIET,
            MEETING,
            CITY,
            LOSS,
            *many,
            *FINE,
            replace(LOSS, key="contacts.gym", id="decided1", state="accepted"),
            notes=(SECRET, NEAR),
            not_checked=unjudged,
            scores=scores,
            history=MONTH,
        )
    )


def degraded_night() -> Audit:
    return audit(
        store(*FINE),
        store(
            ASSIGNMENT,
            store="team-notes",
            kind="markdown",
            status="partial",
            reason="line 812 of MEMORY.md is cut off; the 39 entries before it were read",
            entries=39,
            scores=Scores(p3=0.98, health=0.98),
            not_checked=(
                NotChecked("team-notes", "MEMORY.md:812", "the line is cut off"),
                NotChecked("team-notes", "people/ira", "the budget of judgements ran out"),
                NotChecked("team-notes", "people/kestrel", "the budget of judgements ran out"),
            ),
        ),
    )


def first_audit() -> Audit:
    return audit(
        store(
            replace(DIET, change=ChangeKind.ADDED, before=None),
            *(replace(item, change=ChangeKind.ADDED, before=None) for item in FINE),
            first_audit=True,
            quiet={"verified": 22, "unverified": 18},
        ),
        since=None,
    )


def unreadable_night() -> Audit:
    return audit(
        store(
            status="unreadable",
            reason="memory.json is cut off after 4,096 bytes: expected a value at line 96, column 12. "
            "Nothing is known about it tonight; this does not mean that anything was deleted.",
            entries=0,
            scores=Scores(),
            counts={},
        )
    )


NIGHTS = {
    "quiet": quiet_night,
    "one": one_thing,
    "bad": bad_night,
    "degraded": degraded_night,
    "first": first_audit,
    "unreadable": unreadable_night,
}
