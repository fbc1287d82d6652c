"""The decision table of trust: what an agent should do with an entry. The first row that fits decides.

Remember, Revalidate, Ask and Forget are ``use``, ``revalidate``, ``ask`` and ``do_not_use`` here; what may be
used is asked about first where an action moves money, grants access, reaches outsiders or is hard to undo.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from auditor.trust.grounds import Grounds, Origin


class Advice(StrEnum):
    """What an agent should do with an entry."""

    USE = "use"
    REVALIDATE = "revalidate"
    ASK = "ask"
    DO_NOT_USE = "do_not_use"


GRAVEST = (Advice.DO_NOT_USE, Advice.ASK, Advice.REVALIDATE, Advice.USE)


class Action(StrEnum):
    """What depends on it. Consequential: it moves money, grants access, reaches others, is hard to undo."""

    ROUTINE = "routine"
    CONSEQUENTIAL = "consequential"


@dataclass(frozen=True, slots=True)
class Situation:
    """All that the table asks about one entry.

    ``policy``: it is a policy, a limit or a permission. ``alarm`` is the kind of the gravest open finding on
    it, ``sure`` whether that says *act on it*; ``notes`` are the kinds of the notes on it. ``echo`` and
    ``gone`` are what its roots say. ``expired``: its own end has passed; ``overdue``: the suggested one has;
    ``faded``: its confidence is below ``use_from``. ``context`` is where people decided that it is right.
    ``confirmed``: conversations that the audit has read confirm it.
    """

    grounds: Grounds
    policy: bool = False
    alarm: str = ""
    sure: bool = True
    notes: frozenset[str] = frozenset()
    echo: bool = False
    gone: bool = False
    expired: bool = False
    overdue: bool = False
    faded: bool = False
    context: str = ""
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table; ``reason`` says why, without anything of what the entry holds."""

    name: str
    when: Callable[[Situation], object]
    advice: Advice
    reason: str

    def advice_for(self, action: Action) -> Advice:
        """The advice where ``action`` depends on the entry."""
        asks = action is Action.CONSEQUENTIAL and self.advice is Advice.USE
        return Advice.ASK if asks else self.advice


_WRONG = frozenset({"contradicts_user", "contradicts_record", "agent_invention", "unsupported",
                    "misattribution", "not_refreshed"})  # fmt: skip
_WEAKENED = frozenset({"guard_weakened", "unexplained_loss", "relative_time"})
_STATED = frozenset({Origin.USER, Origin.CORRECTION})
_RECORDED = frozenset({Origin.RECORD, Origin.OBSERVED})
_MODELS = frozenset({Origin.INFERRED, Origin.MODEL})


def _stated(it: Situation) -> bool:
    """Whether anybody confirmed it, by the conversations or by the word of its store."""
    return it.confirmed or it.grounds.confirmed


TABLE: Sequence[Row] = (
    Row("over", lambda it: it.grounds.over, Advice.DO_NOT_USE,
        "Its store says that it no longer holds: superseded, expired, deleted or ended."),
    Row("expired", lambda it: it.expired or it.alarm == "expired", Advice.DO_NOT_USE,
        "Its own end has passed, or the event after which it must be checked has happened."),
    Row("to_be_forgotten", lambda it: it.alarm == "not_forgotten", Advice.DO_NOT_USE,
        "The user asked to forget it."),
    Row("evidence_deleted", lambda it: it.gone, Advice.DO_NOT_USE,
        "It was made from what has been deleted."),
    Row("instruction", lambda it: "injected_instruction" in it.notes, Advice.DO_NOT_USE,
        "It speaks to the agent like an instruction; a memory is never one."),
    Row("secret", lambda it: "secret" in it.notes, Advice.DO_NOT_USE,
        "It holds a credential, which belongs into no prompt."),
    Row("wrong", lambda it: it.alarm in _WRONG and it.sure, Advice.DO_NOT_USE,
        "The audit found it wrong, and the finding is open."),
    Row("weakened", lambda it: it.alarm in _WEAKENED, Advice.REVALIDATE,
        "Something about it went away or passed without an explanation; the finding is open."),
    Row("in_question", lambda it: it.alarm, Advice.ASK,
        "The audit has an open question about it."),
    Row("context", lambda it: it.context, Advice.ASK,
        "Somebody decided that it is right in one context only; elsewhere it is not."),
    Row("bound", lambda it: it.grounds.bound, Advice.ASK,
        "It is bound to a context; elsewhere nobody has said it."),
    Row("policy", lambda it: it.policy, Advice.REVALIDATE,
        "It is a policy, a limit or a permission: read it from where it is kept."),
    Row("broadened", lambda it: it.grounds.broadened and not it.confirmed, Advice.ASK,
        "A correction was made to reach further than what was corrected."),
    Row("echo", lambda it: it.echo and not it.confirmed, Advice.ASK,
        "All that it rests on is what a model said; that it was said often proves nothing."),
    Row("inferred", lambda it: it.grounds.origin in _MODELS and not _stated(it), Advice.ASK,
        "It was inferred, and no conversation confirms it."),
    Row("record", lambda it: it.grounds.origin in _RECORDED, Advice.REVALIDATE,
        "It comes from a system of record, which may say something else by now."),
    Row("overdue", lambda it: it.overdue, Advice.REVALIDATE,
        "It has no end of its own, and was not confirmed for longer than memories of its kind last."),
    Row("faded", lambda it: it.faded, Advice.REVALIDATE,
        "Its confidence is low: it is old for its kind, or not all that was said speaks for it."),
    Row("confirmed", lambda it: it.confirmed, Advice.USE,
        "A user or a record said it, in a conversation that the audit has read."),
    Row("stated", lambda it: it.grounds.origin in _STATED or it.grounds.confirmed, Advice.USE,
        "Its store says that the user said or confirmed it, and nothing speaks against it."),
    Row("unknown", lambda it: True, Advice.USE,  # noqa: ARG005  # the last row fits all
        "Nothing speaks against it; where it comes from is not known."),
)  # fmt: skip


def row_for(situation: Situation) -> Row:
    """The row that decides."""
    return next(row for row in TABLE if row.when(situation))
