"""Why one entry was judged as it was: each row of the table that was tried, each clause that was heard."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from auditor.funnel.candidates import Said
from auditor.funnel.evidence import Backing
from auditor.funnel.funnel import Funnel
from auditor.funnel.interface import Judge
from auditor.funnel.rules import RuleJudge
from auditor.records import Change, Judgement
from auditor.verdicts.happening import Happening
from auditor.verdicts.interface import Case
from auditor.verdicts.newness import Newness
from auditor.verdicts.setting import Setting
from auditor.verdicts.standing import Standing
from auditor.verdicts.table import STEP_ONE, STEP_THREE, STEP_TWO, Row

_MOST_HEARD = 40  # clauses of one part
_SIDES = (
    ("user_for", "the user says so"),
    ("user_against", "the user says otherwise"),
    ("record_for", "a record says so"),
    ("record_against", "a record says otherwise"),
    ("agent_for", "only repeated by the agent"),
    ("others_for", "about or by somebody else"),
    ("recalled_for", "read back from memory"),
)


@dataclass(frozen=True, slots=True)
class Tried:
    """A row of the table and its conditions in order, up to the first that did not hold."""

    row: str
    conditions: Sequence[tuple[str, bool]]

    @property
    def matched(self) -> bool:
        """Whether the row decides."""
        return all(holds for _, holds in self.conditions)


@dataclass(frozen=True, slots=True)
class Considered:
    """A clause that was found to bear on the content; ``judgement`` says who settled that, and how surely."""

    side: str
    said: Said
    source: str
    judgement: Judgement | None


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the table about one content.

    ``candidates`` is how many clauses were near enough to be looked at, ``stages`` how many comparisons
    each stage of the funnel settled.
    """

    name: str
    about: str
    tried: Sequence[Tried]
    candidates: int = 0
    considered: Sequence[Considered] = ()
    stages: dict[str, int] = field(default_factory=dict)


def steps(case: Case, key: str, judge: Judge | None = None) -> list[Step]:
    """The steps of the table for the entry ``key``; none where it neither changed nor is there."""
    funnel = Funnel(judge or RuleJudge())
    setting = Setting(case, funnel)
    found = []
    change = next((one for one in setting.changes if one.key == key), None)
    if change is not None:
        found = list(_of_change(setting, change, funnel))
    entry = change.after if change is not None else case.entries.get(key)
    if entry is not None:
        standing = Standing(setting, entry)
        before = dict(funnel.settled)
        tried = list(_tried(STEP_THREE, standing))
        heard = _considered(setting, standing.backing)
        found.append(
            Step("3. does it still hold?", entry.key, tried, len(heard), heard, _since(funnel, before))
        )
    return found


def _of_change(setting: Setting, change: Change, funnel: Funnel) -> Iterator[Step]:
    happening = Happening(setting, change)
    before = dict(funnel.settled)
    tried = list(_tried(STEP_ONE, happening))
    yield Step("1. what happened to it?", change.kind.value, tried, stages=_since(funnel, before))
    if tried and tried[-1].matched:
        return
    for content in happening.delta.news:
        before = dict(funnel.settled)
        newness = Newness(happening, content)
        tried = list(_tried(STEP_TWO, newness))
        near = len(setting.book(happening.owner).about(content.whole))
        heard = _considered(setting, newness.backing)
        yield Step("2. who stands behind it?", content.whole.text, tried, near, heard, _since(funnel, before))


def _tried(rows: Sequence[Row], about: object) -> Iterator[Tried]:
    """The rows in their order, up to the one that decides."""
    for row in rows:
        asked: list[tuple[str, bool]] = []
        for condition in row.when:
            asked.append((condition, bool(getattr(about, condition))))
            if not asked[-1][1]:
                break
        tried = Tried(row.name, asked)
        yield tried
        if tried.matched:
            return


def _considered(setting: Setting, backing: Backing) -> list[Considered]:
    return [
        Considered(words, said, setting.source_of(said.fact.transcript), backing.reasons.get(said.order))
        for name, words in _SIDES
        for said in getattr(backing, name)
    ][:_MOST_HEARD]


def _since(funnel: Funnel, before: dict[str, int]) -> dict[str, int]:
    """What each stage settled since ``before``."""
    return {
        name: number - before.get(name, 0)
        for name, number in funnel.settled.items()
        if number > before.get(name, 0)
    }
