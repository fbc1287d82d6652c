"""Where content went and came from: renames, merges, splits and copies between entries of one store."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from heapq import nsmallest

from auditor.funnel.equality import agree, all_matched, match_values
from auditor.funnel.interface import Statement
from auditor.funnel.relevance import met_share
from auditor.funnel.rules import same_persons
from auditor.funnel.statements import light, terms_of
from auditor.records import Change, ChangeKind, Entry
from auditor.values import concepts, equivalent
from auditor.verdicts.content import leaves
from auditor.verdicts.described import about, telling_key

_SAID = 0.9
_LIMIT = 12
_ENOUGH = 2_000  # holders: of very many changes, those that share the rarest words are near
_DISTINCTIVE = 2


def says_all(one: Statement, other: Statement) -> bool:
    """Whether ``other`` asserts all that ``one`` asserts, about the same thing."""
    if one.denied - other.denied or one.terms & other.denied:
        return False
    if met_share(one.terms, other) < _SAID and not _same_but_for_attribute_words(one, other):
        return False
    if not same_persons(one, other) or not all_matched(one.values, other.values):
        return False
    if one.topic and not one.topic & (other.topic | other.terms):
        return not other.topic and len(one.terms - light()) + len(one.values) >= _DISTINCTIVE
    return bool(one.terms - light() or one.values or one.denied)


def _same_but_for_attribute_words(one: Statement, other: Statement) -> bool:
    """Whether names and values agree, and only words for the attribute differ ("lives at", "address")."""
    if not one.names or not one.names <= other.names | other.terms:
        return False
    unmet = [term for term in one.terms - light() if met_share(frozenset((term,)), other) < 1.0]
    return bool(one.concepts & other.concepts) and all(concepts(term) for term in unmet)


def contains(one: Statement, other: Statement) -> bool:
    """Whether ``other``, which is new, holds the telling value of ``one``, whatever its key is called."""
    values = match_values(one.values, other.values)
    if not values.complete or one.denied != other.denied & one.denied:
        return False
    telling = one.terms - light()
    long_enough = sum(map(len, telling)) + sum(len(value.text) for value in one.values) >= _LONG_VALUE
    return long_enough and met_share(telling, other) >= _SAID


_LONG_VALUE = 4


def is_part(other: Statement, one: Statement) -> bool:
    """Whether ``one`` says the words of ``other`` whole."""
    return bool(other.own_terms or other.values) and met_share(other.own_terms, one) >= _SAID


def covered_together(one: Statement, others: Iterable[Statement]) -> bool:
    """Whether ``one`` is put together from ``others``, each of which it says whole."""
    left_terms, left_values = one.own_terms - light(), list(one.values)
    if not left_terms and not left_values:
        return False
    for other in others:
        if not all_matched(other.values, left_values) or not is_part(other, one):
            continue
        if _another_bare_value(one, other):
            continue
        left_terms -= other.own_terms
        for value in other.values:
            left_values.remove(next(mine for mine in left_values if agree(mine, value)))
    return not left_terms and not left_values


def _another_bare_value(one: Statement, other: Statement) -> bool:
    """Whether both are bare numbers, kept under keys that have nothing to do with each other."""
    bare = not (one.own_terms | other.own_terms) - light()
    return bare and bool(one.topic and other.topic) and not one.topic & (other.topic | other.terms)


class Statements:
    """Statements found by shared term."""

    def __init__(self, statements: Iterable[tuple[str, Statement]]) -> None:
        """Indexes (key, statement) pairs."""
        self._all = list(statements)
        self._holding: dict[str, list[int]] = defaultdict(list)
        for number, (_, one) in enumerate(self._all):
            for term in one.all_terms - light() | {f"#{value.normal}" for value in one.values}:
                self._holding[term].append(number)

    def near(self, one: Statement) -> Sequence[tuple[str, Statement]]:
        """The few statements sharing most terms with ``one``."""
        return self.near_terms(one.all_terms - light() | {f"#{value.normal}" for value in one.values})

    def near_terms(self, terms: Collection[str]) -> Sequence[tuple[str, Statement]]:
        """The few statements sharing most of ``terms``."""
        weights: dict[int, float] = defaultdict(float)
        held = sorted((len(holders), term) for term in terms if (holders := self._holding.get(term)))
        followed = 0
        for count, term in held:
            if followed > _ENOUGH:
                break
            followed += count
            for number in self._holding[term]:
                weights[number] += 1 / count
        best = nsmallest(_LIMIT, weights, key=lambda number: (-weights[number], number))
        return [self._all[number] for number in best]


def paired_renames(changes: Sequence[Change]) -> list[Change]:
    """``changes`` with each removal and addition under an evidently related key made one change.

    Only where the value was altered on the way: an unaltered rename keeps its two sides, which are ``moved``.
    """
    removed: dict[frozenset[str], list[Change]] = defaultdict(list)
    for change in changes:
        if change.kind is ChangeKind.REMOVED and change.before is not None and telling_key(change.key):
            removed[_key_topic(change.before)].append(change)
    gone: set[str] = set()
    paired: list[Change] = []
    for change in changes:
        partners = removed.get(_key_topic(change.after), []) if _may_be_renamed(change) else []
        partner = partners[0] if len(partners) == 1 and partners[0].key not in gone else None
        if (
            partner is None
            or partner.before is None
            or change.after is None
            or _same(partner.before, change.after)
        ):
            paired.append(change)
            continue
        gone.add(partner.key)
        paired.append(Change(ChangeKind.CHANGED, change.key, partner.before, change.after, partner.key))
    return [change for change in paired if change.kind is not ChangeKind.REMOVED or change.key not in gone]


def _may_be_renamed(change: Change) -> bool:
    return change.kind is ChangeKind.ADDED and telling_key(change.key)


def _key_topic(entry: Entry | None) -> frozenset[str]:
    return terms_of(about(entry)) if entry is not None else frozenset()


def _same(one: Entry, other: Entry) -> bool:
    """Whether all that ``one`` holds stands in ``other`` unaltered."""
    if equivalent(one.value, other.value, other.key):
        return True
    held = [leaf.value for leaf in leaves(other.value)]
    return len(held) > 1 and all(
        any(equivalent(leaf.value, mine) for mine in held) for leaf in leaves(one.value)
    )
