"""What a changed or added entry asserts now and did not before, and what it no longer asserts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from auditor.funnel.equality import match_values
from auditor.funnel.interface import Judge, Statement
from auditor.funnel.meanings import in_set, same_member
from auditor.funnel.relevance import met_share, met_terms
from auditor.funnel.statements import light, process_terms, statement
from auditor.records import Entry, Json, Relation
from auditor.values import equivalent, keeps_order, key_words, truth_of
from auditor.verdicts.content import Part, is_empty, leaves, segments
from auditor.verdicts.described import about, entry_statement, value_statement, written_at
from auditor.verdicts.paraphrase import reworded

_SAID = 0.9


@dataclass(frozen=True, slots=True, eq=False)
class NewContent:
    """One thing newly asserted: ``new`` is looked for in ``whole``; ``old`` is what it took the place of."""

    new: Statement
    whole: Statement
    old: Statement | None = None

    @property
    def replaces(self) -> bool:
        """Whether it cannot be true together with what stood there."""
        return self.old is not None


@dataclass(frozen=True, slots=True)
class Delta:
    """How two nights of one entry differ; ``same`` and ``paraphrased`` mean that they do not."""

    same: bool = False
    paraphrased: bool = False
    news: Sequence[NewContent] = ()
    lost: Sequence[Statement] = ()


@dataclass(slots=True)
class _Found:
    news: list[NewContent] = field(default_factory=list)
    lost: list[Statement] = field(default_factory=list)
    rephrased: bool = False


def contents(entry: Entry, aliases: frozenset[str]) -> list[NewContent]:
    """All that an added entry asserts, part by part."""
    found: list[NewContent] = []
    for leaf in leaves(entry.value):
        found += _new_leaf(entry, leaf, aliases)
    return found


def _new_leaf(entry: Entry, leaf: Part, aliases: frozenset[str]) -> list[NewContent]:
    whole = _leaf_statement(entry, leaf, aliases)
    if not isinstance(leaf.value, str):
        return [NewContent(whole, whole)]
    pieces = segments(leaf.value)
    if len(pieces) == 1:
        return [NewContent(whole, whole)]
    found = []
    for piece in pieces:
        new = statement(piece, about(entry, leaf.path), reference=written_at(entry), aliases=aliases)
        if new.terms - light() or new.values:
            found.append(NewContent(new, new))
    found = _without_process(found)
    return found or [NewContent(whole, whole)]


def _without_process(contents: list[NewContent]) -> list[NewContent]:
    """``contents`` without what only says how a date or amount beside it came about ("extended, …")."""
    if not any(content.new.values for content in contents):
        return contents
    kept = [one for one in contents if one.new.values or one.new.names or one.new.own_terms - process_terms()]
    return kept or contents


def _leaf_statement(entry: Entry, leaf: Part, aliases: frozenset[str]) -> Statement:
    key = leaf.path[-1] if leaf.path else entry.key
    return value_statement(leaf.value, about(entry, leaf.path), key, written_at(entry), aliases)


def delta(before: Entry, after: Entry, judge: Judge, aliases: frozenset[str]) -> Delta:
    """How ``after`` differs from ``before`` in what it asserts."""
    if equivalent(before.value, after.value, after.key) or _equal_with_unit(
        before.value, after.value, after.key
    ):
        return Delta(same=True)
    rest = _cut_off(before.value, after.value)
    if rest:
        return Delta(lost=[content.whole for content in contents(replace(before, value=rest), aliases)])
    found = _Found()
    _compare(before, after, judge, aliases, found)
    if not found.news and not found.lost:
        return Delta(paraphrased=True)
    return Delta(news=found.news, lost=found.lost)


def _cut_off(before: Json, after: Json) -> str:
    """What is gone of a text that was emptied or ends in the middle of a word, else ""."""
    if not isinstance(before, str) or not isinstance(after, str):
        return ""
    end = len(after.rstrip())
    if not end:
        return before.strip()
    mid_word = before.startswith(after[:end]) and before[end - 1 : end + 1].isalnum() and end < len(before)
    return before[before.rfind(" ", 0, end) + 1 :] if mid_word else ""


def _equal_with_unit(before: Json, after: Json, key: str) -> bool:
    """Whether a bare number equals a quantity by the one-letter unit that ends ``key`` ("weight_g")."""
    unit = key_words(key)[-1:]
    if not unit or unit[0] not in _LETTER_UNITS:
        return False
    one, other = (
        f"{value} {unit[0]}" if isinstance(value, int | float) else value for value in (before, after)
    )
    return equivalent(one, other)


_LETTER_UNITS = frozenset({"g", "l", "m", "s", "h", "w", "v"})


def _compare(before: Entry, after: Entry, judge: Judge, aliases: frozenset[str], found: _Found) -> None:
    old, new = _by_path(before), _by_path(after)
    for path in sorted(old.keys() | new.keys()):
        gone, come = list(old.get(path, ())), list(new.get(path, ()))
        if gone:
            come = [part for part in come if not is_empty(part.value)]
        key = path[-1] if path else after.key
        ordered = keeps_order(key) and len(come) > 1
        if not ordered:
            _drop_equal(gone, come, key)
        if ordered or (len(gone) == len(come) == 1 and not _is_list(after.value, path)):
            _compare_leaf(before, after, (gone, come), judge, aliases, found)
        else:
            _compare_elements(before, after, (gone, come), aliases, found)


def _by_path(entry: Entry) -> Mapping[tuple[str, ...], list[Part]]:
    found: dict[tuple[str, ...], list[Part]] = {}
    for leaf in leaves(entry.value):
        found.setdefault(leaf.path, []).append(leaf)
    return found


def _is_list(value: Json, path: tuple[str, ...]) -> bool:
    for name in path:
        if not isinstance(value, Mapping):
            return True
        value = value.get(name)
    return isinstance(value, Sequence) and not isinstance(value, str)


def _drop_equal(gone: list[Part], come: list[Part], key: str) -> None:
    for part in list(gone):
        twin = next((other for other in come if equivalent(part.value, other.value, key)), None)
        if twin is not None:
            gone.remove(part)
            come.remove(twin)


def _compare_elements(
    before: Entry, after: Entry, parts: tuple[list[Part], list[Part]], aliases: frozenset[str], found: _Found
) -> None:
    gone, come = parts
    old = [_leaf_statement(before, part, aliases) for part in gone]
    for number, part in enumerate(come):
        for content in _new_leaf(after, part, aliases):
            found.news.append(replace(content, old=old[number]) if number < len(old) else content)
    found.lost += old


def _compare_leaf(  # noqa: PLR0917 - the two sides and what is needed to read them
    before: Entry,
    after: Entry,
    parts: tuple[list[Part], list[Part]],
    judge: Judge,
    aliases: frozenset[str],
    found: _Found,
) -> None:
    gone, come = parts
    if len(gone) != 1 or len(come) != 1:
        old, new = entry_statement(before, aliases), entry_statement(after, aliases)
        found.news.append(NewContent(new, new, old))
        return
    old, new = _leaf_statement(before, gone[0], aliases), _leaf_statement(after, come[0], aliases)
    if _word_for_word(old, new):
        return
    if not _says_anything(old) or not _says_anything(new) or is_bool(gone[0].value) or is_bool(come[0].value):
        found.news.append(NewContent(new, new, old))
        return
    relation = judge.relation(old, new).relation
    if relation is Relation.SAME and not (old.denied ^ new.denied) - light():
        return
    if relation is Relation.LESS:
        found.lost += _missing(before, gone[0], old, new, aliases)
        return
    added = [
        one.new
        for one in _without_process(
            [NewContent(one, new) for one in _added(after, come[0], old, new, aliases)]
        )
    ]
    added = [_without_process_terms(one) for one in added]
    removed = remainder(old, new)
    if added and not any(map(_says_anything, reworded(added, removed, old, new))):
        return
    if relation is Relation.MORE or not _says_anything(removed):
        found.news += [NewContent(one, new) for one in added]
        return
    if not added:
        found.lost += _missing(before, gone[0], old, new, aliases)
        return
    if relation is Relation.CONFLICT or not _rephrases(old, new):
        found.news += [NewContent(one, new, old) for one in added]


def _word_for_word(old: Statement, new: Statement) -> bool:
    """Whether both affirm and deny the very same, be it in little words only ("not needed")."""
    told = old.terms or old.denied
    return (
        bool(told)
        and (old.terms, old.denied, old.over) == (new.terms, new.denied, new.over)
        and not (old.values or new.values or old.denied_values or new.denied_values)
    )


def _without_process_terms(one: Statement) -> Statement:
    return replace(one, terms=one.terms - process_terms()) if one.values else one


def _missing(
    before: Entry, part: Part, old: Statement, new: Statement, aliases: frozenset[str]
) -> list[Statement]:
    """The segments of the old text that the new one leaves out, or the words where it has one segment."""
    pieces = segments(str(part.value)) if isinstance(part.value, str) else []
    if len(pieces) > 1:
        whole = [statement(piece, about(before, part.path), aliases=aliases) for piece in pieces]
        gone = [one for one in whole if not _is_said(one, new)]
        if gone:
            return gone
    return [remainder(old, new)]


def _added(
    after: Entry, part: Part, old: Statement, new: Statement, aliases: frozenset[str]
) -> list[Statement]:
    pieces = segments(part.value) if isinstance(part.value, str) else []
    if len(pieces) <= 1:
        rest = remainder(new, old)
        return [rest] if _says_anything(rest) else ([] if new.denied == old.denied else [new])
    found = []
    for piece in pieces:
        one = statement(piece, about(after, part.path), reference=written_at(after), aliases=aliases)
        rest = remainder(one, old)
        if _says_anything(rest):
            found.append(rest)
    return found


def is_bool(value: Json) -> bool:
    """Whether ``value`` is yes or no, in whatever words."""
    return truth_of(value) is not None


def _says_anything(one: Statement) -> bool:
    return bool((one.terms | one.denied) - light() or one.values)


def _is_said(one: Statement, other: Statement) -> bool:
    values = match_values(one.values, other.values)
    return not values.absent and not values.different and met_share(one.terms | one.denied, other) >= _SAID


def remainder(one: Statement, other: Statement) -> Statement:
    """``one`` without the terms and values that ``other`` says too."""
    values = match_values(one.values, other.values)
    kept = (*values.absent, *(ours for ours, _ in values.different))
    met = met_terms(one.terms, other.heard) - other.denied
    return replace(
        one,
        terms=one.terms - met,
        denied=one.denied - other.denied,
        values=kept,
        names=one.names - met,
    )


def _rephrases(old: Statement, new: Statement) -> bool:
    """Whether two texts differ in wording only: no value, name or exclusive word is another."""
    shared = (old.terms & new.terms) - light()
    smaller = min(len(old.terms - light()), len(new.terms - light()))
    if not shared or len(shared) < _SHARED_CORE * smaller:
        return False
    gone, come = remainder(old, new), remainder(new, old)
    if gone.values or come.values or gone.names or come.names or gone.denied != come.denied:
        return False
    telling_gone, telling_come = gone.terms - light(), come.terms - light()
    one_slot = len(telling_gone) == 1 and len(telling_come) == 1 and _same_frame(old, new)
    if any(
        _tells_when(term) and not any(_tells_when(other) for other in telling_gone) for term in telling_come
    ):
        return False
    return not one_slot or any(same_member(one, other) for one in telling_gone for other in telling_come)


def _tells_when(term: str) -> bool:
    return in_set(term, "part of day") or in_set(term, "how often") or in_set(term, "part of week")


def _same_frame(old: Statement, new: Statement) -> bool:
    """Whether the two sentences are word for word alike but for one slot."""
    ours, theirs = list(old.spoken), list(new.spoken)
    while ours and theirs and ours[0] == theirs[0]:
        del ours[0], theirs[0]
    while ours and theirs and ours[-1] == theirs[-1]:
        del ours[-1], theirs[-1]
    return len(ours) <= _SLOT and len(theirs) <= _SLOT


_SHARED_CORE = 0.4
_SLOT = 2
