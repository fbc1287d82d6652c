"""The decision table of docs/labels.md, row for row: the first row whose conditions all hold decides.

Conditions are names; ``auditor.verdicts.conditions`` says what each one asks of a case. A finding
carries the name of the row that produced it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from auditor.records import Label


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table; ``name`` is "<step>.<kind>", unique but for the two columns of step 2."""

    name: str
    when: tuple[str, ...]
    label: Label
    kind: str


STEP_ONE: Sequence[Row] = (
    Row("1.equivalent", ("changed", "same_value"), Label.SAFE, "equivalent"),
    Row("1.paraphrase", ("changed", "paraphrased"), Label.SAFE, "equivalent"),
    Row(
        "1.guard_weakened",
        ("changed", "only_metadata", "guard_weakened"),
        Label.CONTRADICTION,
        "guard_weakened",
    ),
    Row("1.metadata_only", ("changed", "only_metadata"), Label.SAFE, "metadata_only"),
    Row("1.state", ("altered", "is_state"), Label.SAFE, "state"),
    Row("1.moved", ("content_moved",), Label.SAFE, "moved"),
    Row("1.duplicate", ("added", "duplicates"), Label.SAFE, "duplicate"),
    Row("1.forgotten", ("says_less", "withdrawn"), Label.SAFE, "forgotten_on_request"),
    Row("1.expired_cleanup", ("removed", "had_expired"), Label.SAFE, "expired_cleanup"),
    Row("1.superseded", ("says_less", "replaced_by_newer"), Label.SAFE, "superseded"),
    Row("1.dropped_against_word", ("says_less", "told_to_keep"), Label.CONTRADICTION, "contradicts_user"),
    Row("1.unexplained_loss", ("says_less",), Label.CONTRADICTION, "unexplained_loss"),
)

LOSS: Sequence[Row] = (
    Row("1.forgotten", ("withdrawn",), Label.SAFE, "forgotten_on_request"),
    Row("1.superseded", ("replaced_by_newer",), Label.SAFE, "superseded"),
    Row("1.dropped_against_word", ("told_to_keep",), Label.CONTRADICTION, "contradicts_user"),
    Row("1.unexplained_loss", ("unexplained",), Label.CONTRADICTION, "unexplained_loss"),
)
"""What is gone beside something new: the loss of step 1 for one part of a write."""

STEP_TWO: Sequence[Row] = (
    Row("2.user_update", ("asserted", "undisputed", "replaces"), Label.SAFE, "user_update"),
    Row("2.verified", ("asserted", "undisputed"), Label.EXPANSION, "verified"),
    Row("2.disputed", ("user_and_record_disagree",), Label.CONTRADICTION, "disputed"),
    Row("2.contradicts_user", ("user_conflicts",), Label.CONTRADICTION, "contradicts_user"),
    Row("2.contradicts_record", ("record_conflicts",), Label.CONTRADICTION, "contradicts_record"),
    Row("2.cross_entry", ("entry_conflicts",), Label.CONTRADICTION, "cross_entry"),
    Row("2.misattribution", ("covered", "somebody_elses"), Label.HALLUCINATION, "misattribution"),
    Row("2.agent_invention", ("covered", "only_agent_said"), Label.HALLUCINATION, "agent_invention"),
    Row("2.unsupported", ("covered",), Label.HALLUCINATION, "unsupported"),
    Row("2.unexplained_overwrite", ("replaces",), Label.CONTRADICTION, "unexplained_overwrite"),
    Row("2.unverified", (), Label.EXPANSION, "unverified"),
)

STEP_THREE: Sequence[Row] = (
    Row("3.expired", ("past_its_end",), Label.STALE, "expired"),
    Row("3.event", ("event_fired",), Label.STALE, "expired"),
    Row("3.not_forgotten", ("asked_to_forget",), Label.CONTRADICTION, "not_forgotten"),
    Row("3.not_refreshed", ("overtaken",), Label.STALE, "not_refreshed"),
    Row("3.disputed", ("now_disputed",), Label.CONTRADICTION, "disputed"),
    Row("3.relative_time", ("relative_time_passed",), Label.STALE, "relative_time"),
)

_WORST_FIRST: Sequence[str] = (
    "disputed",
    "contradicts_user",
    "contradicts_record",
    "cross_entry",
    "unexplained_overwrite",
    "misattribution",
    "agent_invention",
    "unsupported",
    "unexplained_loss",
    "user_update",
    "verified",
    "unverified",
)
_RANK = {kind: rank for rank, kind in enumerate(_WORST_FIRST)}


def first_match(rows: Sequence[Row], holds: Callable[[str], bool]) -> Row | None:
    """The first of ``rows`` all of whose conditions hold, or None."""
    return next((row for row in rows if all(holds(condition) for condition in row.when)), None)


def badness(row: Row) -> int:
    """Where a part judged by ``row`` ranks among the parts of one write, the worst being 0."""
    return _RANK.get(row.kind, len(_WORST_FIRST))
