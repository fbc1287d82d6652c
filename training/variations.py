"""Makes more nights of labelled ones: what is right is reverted, dropped, or replaced by what nobody said."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

from auditor.bench.files import Expected, Scenario
from auditor.records import ALARMS, Entry, Json
from auditor.values import Kind, equivalent, find_values
from auditor.verdicts.content import text_of

_ALARMS = {label.value for label in ALARMS}
_INVENTED = ("hallucination", "contradiction")
_SWAPPED = {
    Kind.NUMBER,
    Kind.QUANTITY,
    Kind.MONEY,
    Kind.TIME,
    Kind.DATE,
    Kind.PERCENT,
    Kind.DURATION,
    Kind.NAME,
    Kind.WEEKDAY,
}
_MOST = 2


def variations(scenario: Scenario, pool: Sequence[Entry]) -> Iterator[Scenario]:
    """Altered copies of ``scenario``; ``pool`` are entries of other nights. The same for the same input."""
    if scenario.before is None or not scenario.transcripts:
        return
    chance = random.Random(scenario.id)  # noqa: S311 - no secret, but the same each time
    yield from _reverted(scenario, chance)
    yield from _dropped(scenario, chance)
    yield from _misplaced(scenario, chance)
    yield from _borrowed(scenario, pool, chance)


def _with(scenario: Scenario, name: str, after: Sequence[Entry], new: Sequence[Expected]) -> Scenario:
    keys = {one.key for one in new}
    expected = [one for one in scenario.expected if one.key not in keys]
    return replace(scenario, id=f"{scenario.id}/{name}", after=after, expected=[*expected, *new])


def _changed(scenario: Scenario) -> list[tuple[Entry, Entry]]:
    """The entries that changed for a good reason, before and after."""
    wanted = {one.key for one in scenario.expected if set(one.labels) & _ALARMS}
    quiet = {
        one.key for one in scenario.expected if set(one.kinds) & {"equivalent", "state", "metadata_only"}
    }
    after = {entry.key: entry for entry in scenario.after}
    return [
        (entry, after[entry.key])
        for entry in scenario.before or ()
        if entry.key in after
        and entry.key not in wanted | quiet
        and not equivalent(entry.value, after[entry.key].value, entry.key)
    ]


def _reverted(scenario: Scenario, chance: random.Random) -> Iterator[Scenario]:
    """The store does not take up what was said."""
    changed = _changed(scenario)
    chosen = chance.sample(changed, min(_MOST, len(changed)))
    if chosen:
        old = {before.key: before for before, _ in chosen}
        after = [old.get(entry.key, entry) for entry in scenario.after]
        new = [Expected(key, ("stale", "contradiction"), ("not_refreshed", "disputed")) for key in old]
        yield _with(scenario, "reverted", after, new)


def _dropped(scenario: Scenario, chance: random.Random) -> Iterator[Scenario]:
    """An entry that nobody spoke of is gone."""
    named = {one.key for one in scenario.expected}
    before = {entry.key: entry.value for entry in scenario.before or ()}
    quiet = [one for one in scenario.after if one.key not in named and before.get(one.key) == one.value]
    if len(quiet) > 1:
        gone = chance.choice(quiet).key
        new = [Expected(gone, ("contradiction",), ("unexplained_loss",))]
        yield _with(scenario, "dropped", [one for one in scenario.after if one.key != gone], new)


def _misplaced(scenario: Scenario, chance: random.Random) -> Iterator[Scenario]:
    """A value that was said of something else takes the place of the right one."""
    spoken = [
        value
        for transcript in scenario.transcripts
        for turn in transcript.turns
        for value in find_values(turn.text)
        if value.kind in _SWAPPED
    ]
    altered: dict[str, Entry] = {}
    for before, right in chance.sample(_changed(scenario), len(_changed(scenario))):
        whole = find_values(text_of(right.value))
        kinds = {value.kind for value in whole}
        told = {value.normal for value in (*whole, *find_values(text_of(before.value)))}
        others = sorted({one.text for one in spoken if one.kind in kinds and one.normal not in told})
        target = next((one for one in whole if one.kind in kinds), None)
        if target is None or not others or len(altered) == _MOST:
            continue
        other = chance.choice(others)
        value: Json = text_of(right.value).replace(target.text, other, 1)
        if not equivalent(value, right.value, right.key) and not equivalent(value, before.value, right.key):
            altered[right.key] = replace(right, value=value)
    if altered:
        after = [altered.get(entry.key, entry) for entry in scenario.after]
        yield _with(
            scenario, "misplaced", after, [Expected(key, _INVENTED, ("unsupported",)) for key in altered]
        )


def _borrowed(scenario: Scenario, pool: Sequence[Entry], chance: random.Random) -> Iterator[Scenario]:
    """Something from another night that nobody said here is added."""
    held = {entry.key for entry in scenario.after}
    strangers = [entry for entry in chance.sample(pool, 5) if entry.key not in held][:1]
    if strangers:
        new = [Expected(entry.key, _INVENTED, ("unsupported",)) for entry in strangers]
        yield _with(scenario, "borrowed", [*scenario.after, *strangers], new)
