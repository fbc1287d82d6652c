"""The twelve questions about a memory, answered for one store from its records."""

from collections.abc import Callable, Sequence

from auditor.discipline.invariants import policy_like
from auditor.discipline.record import AGENT_INFERRED, LEVELS, USER_CORRECTION, Record
from auditor.discipline.sensitive import sensitive_kinds
from auditor.records import Answer, Json

_EXAMPLES = 3
_CHANGEABLE = ("project", "role", "job", "price", "plan", "manager", "address", "team", "employer")
Picked = tuple[Sequence[Record], Sequence[Record]]


def scorecard(records: Sequence[Record]) -> list[Answer]:
    """An answer to each of the twelve questions, from the records that are served (11 and 12: from all)."""
    live = [record for record in records if record.live]
    return [
        _answer(number, topic, text, ask(records, live))
        for number, (topic, text, ask) in enumerate(_ASKED, 1)
    ]


def as_json(answer: Answer) -> dict[str, Json]:
    """``answer`` for `auditor lint --json`."""
    return {
        "number": answer.number,
        "topic": answer.topic,
        "question": answer.question,
        "answered": answer.share is not None,
        "share": None if answer.share is None else round(answer.share, 3),
        "asked": answer.asked,
        "red_flag": bool(answer.examples),
        "examples": list(answer.examples),
    }


def _answer(number: int, topic: str, text: str, picked: Picked | None) -> Answer:
    if picked is None:
        return Answer(number, topic, text, None, 0, ())
    asked, good = picked
    fine = {id(record) for record in good}
    bad = [record.id for record in asked if id(record) not in fine]
    return Answer(
        number, topic, text, len(good) / len(asked) if asked else None, len(asked), tuple(bad[:_EXAMPLES])
    )


def _of(asked: Sequence[Record], good: Callable[[Record], object], *, known: bool = True) -> Picked | None:
    return (asked, [record for record in asked if good(record)]) if known and asked else None


def _evidenced(_: Sequence[Record], live: Sequence[Record]) -> Picked | None:
    return _of(live, lambda one: one.evidence or one.lineage or one.source)


def _told_apart(_: Sequence[Record], live: Sequence[Record]) -> Picked | None:
    return _of(live, lambda one: one.source, known=any(one.source for one in live))


def _observed(_: Sequence[Record], live: Sequence[Record]) -> Picked | None:
    inferred = [one for one in live if one.source == AGENT_INFERRED or one.lineage]
    return _of(inferred, lambda one: max(one.observations or 1, len(one.lineage or ())) > 1 or one.confirmed)


def _no_policy(_: Sequence[Record], live: Sequence[Record]) -> Picked | None:
    return _of(live, lambda one: one.value is None or not (one.authority == "policy" or policy_like(one)))


def _narrow(_: Sequence[Record], live: Sequence[Record]) -> Picked | None:
    scoped = [one for one in live if one.level]
    return _of(scoped, lambda one: one.level not in LEVELS[-2:] or one.confirmed)


def _ending(_: Sequence[Record], live: Sequence[Record]) -> Picked | None:
    changing = [one for one in live if any(word in f"{one.key} {one.value}".lower() for word in _CHANGEABLE)]
    known = any(one.valid_until or one.revalidate_on is not None for one in live)
    return _of(changing, lambda one: one.valid_until or one.revalidate_on, known=known)


def _wired(_: Sequence[Record], live: Sequence[Record]) -> Picked | None:
    return _of([one for one in live if one.revalidate_on is not None], lambda one: one.revalidate_on)


def _explained(_: Sequence[Record], live: Sequence[Record]) -> Picked | None:
    known = any(one.source or one.captured_at for one in live)
    return _of(live, lambda one: one.source and (one.evidence or one.lineage or one.captured_at), known=known)


def _correctable(_: Sequence[Record], live: Sequence[Record]) -> Picked | None:
    return _of(live, lambda one: one.route, known=any(one.route is not None for one in live))


def _bounded(records: Sequence[Record], _: Sequence[Record]) -> Picked | None:
    corrections = [one for one in records if one.source == USER_CORRECTION or one.supersedes]
    return _of(corrections, lambda one: not one.broadened or one.last_confirmed_at)


def _carried_through(records: Sequence[Record], live: Sequence[Record]) -> Picked | None:
    gone = {one.id for one in records if one.status == "deleted"}
    derived = [one for one in live if one.lineage is not None]
    return _of(derived, lambda one: not gone & set(one.lineage or ()))


def _forgotten(records: Sequence[Record], _: Sequence[Record]) -> Picked | None:
    over = [one for one in records if not one.live]
    return _of(over, lambda one: one.value is None or not (one.status == "deleted" or sensitive_kinds(one)))


Asking = Callable[[Sequence[Record], Sequence[Record]], Picked | None]
_ASKED: Sequence[tuple[str, str, Asking]] = (
    ("source", "Can its evidence be pointed to?", _evidenced),
    ("source", "Are stated, recorded and inferred told apart?", _told_apart),
    ("source", "Is more than one observation behind what was inferred?", _observed),
    ("source", "Are policies read from their source rather than from memory?", _no_policy),
    ("scope", "Is it kept in the narrowest context in which it is true?", _narrow),
    ("scope", "Does what will change have an end?", _ending),
    ("scope", "Is an event named that makes it due for another look?", _wired),
    ("scope", "Can the agent say why it used it?", _explained),
    ("correction", "Is there a way for a user to correct it?", _correctable),
    ("correction", "Do corrections change no more than was corrected?", _bounded),
    ("correction", "Does nothing derived survive a deletion?", _carried_through),
    ("correction", "Does what is over hold no content that it should not?", _forgotten),
)
