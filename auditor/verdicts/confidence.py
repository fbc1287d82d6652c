"""How sure a finding is, in [0, 1]: the row's own reliability, and the strength of what it rests on.

The rows' figures are how often each row was right on the labelled scenario files (docs/quality.md),
rounded down; `auditor bench` prints the reliability table by which to check them.
"""

from collections.abc import Sequence

from auditor.funnel.candidates import Said
from auditor.funnel.evidence import Backing
from auditor.verdicts.happening import Happening
from auditor.verdicts.newness import Newness
from auditor.verdicts.second_look import second_look
from auditor.verdicts.standing import Standing
from auditor.verdicts.table import Row

_OF_ROW = {
    "equivalent": 0.95,
    "metadata_only": 0.97,
    "state": 0.9,
    "moved": 0.9,
    "duplicate": 0.9,
    "forgotten_on_request": 0.85,
    "expired_cleanup": 0.98,
    "superseded": 0.85,
    "guard_weakened": 0.9,
    "unexplained_loss": 0.85,
    "disputed": 0.85,
    "cross_entry": 0.8,
    "misattribution": 0.8,
    "agent_invention": 0.8,
    "unsupported": 0.75,
    "unexplained_overwrite": 0.85,
    "unverified": 0.9,
    "expired": 0.98,
    "not_forgotten": 0.85,
    "relative_time": 0.9,
}
_PARAPHRASE = 0.8


def confidence_of(row: Row, case: Happening | Standing, newness: Newness | None) -> float:
    """The confidence of the finding that ``row`` makes of ``case``; an alarm is looked at a second time."""
    own = rules_confidence(row, case, newness)
    looked = second_look(row, case, newness, own)
    return own if looked is None else round(looked, 2)


def rules_confidence(row: Row, case: Happening | Standing, newness: Newness | None) -> float:
    """The confidence that the rules alone give."""
    if row.name == "1.paraphrase":
        return _PARAPHRASE
    strength = _strength(row.kind, case, newness)
    own = _OF_ROW.get(row.kind)
    if strength is None:
        return own if own is not None else 0.8
    return round(min(own if own is not None else 0.95, strength), 2)


def _strength(kind: str, case: Happening | Standing, newness: Newness | None) -> float | None:
    if newness is not None:
        backing = newness.backing
        sides: dict[str, Sequence[Said]] = {
            "user_update": [*backing.user_for, *backing.record_for],
            "verified": [*backing.user_for, *backing.record_for],
            "contradicts_user": backing.user_against,
            "contradicts_record": backing.record_against,
        }
        return _strongest(backing, sides.get(kind, ()))
    if isinstance(case, Standing) and kind == "not_refreshed":
        return _strongest(case.backing, case.overtakers)
    return None


def _strongest(backing: Backing, said: Sequence[Said]) -> float | None:
    known = [
        backing.reasons[one.order].confidence * one.fact.confidence
        for one in said
        if one.order in backing.reasons
    ]
    return max(known, default=None)
