"""Living entries that deny each other without the store knowing of it."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations, permutations

from auditor.discipline.avoiding import avoids_what_is_enjoyed
from auditor.discipline.lineage import ancestors, by_id
from auditor.discipline.record import Record
from auditor.discipline.violation import Violation
from auditor.funnel.rules import RuleJudge
from auditor.funnel.statements import statement
from auditor.funnel.texts import text_chances
from auditor.records import Entry, Relation, Severity
from auditor.values import content_words, oppositions
from auditor.verdicts.rivals import may_be_rivals

MOST_PAIRS = 20_000
_MOST_SHARING = 40
_LEAST_SHARED = 2
_SURE = 0.87  # a little above the judge's own threshold: nobody changed anything, so doubt stays quiet


def unlinked_conflicts(records: Sequence[Record], linked: Collection[frozenset[str]]) -> Iterator[Violation]:
    """Pairs of living records that cannot both be true and that no row of the store ties together.

    Records with conditions of their own, and those marked disputed, are known to be in question.

    Args:
        records: All records of the store.
        linked: The pairs of ids that the store knows of.
    """
    held = by_id(records)
    known = [record for record in records if _asserts(record)]
    tied = {*linked, *_tied(records, held, linked)}
    for one, other, shared in _near(known):
        if frozenset((one.id, other.id)) in tied or _related(one, other):
            continue
        first, second = str(one.value), str(other.value)
        opposed = oppositions(first, second) or avoids_what_is_enjoyed(first, second) or _ended(one, other)
        if opposed or (shared >= _LEAST_SHARED and _deny(first, second)):
            reason = f"It and {other.id!r} cannot both be true; both are served and nothing ties them."
            yield Violation(one.id, "unlinked_conflict", Severity.MEDIUM, reason, (other.id,))


def _deny(one: str, other: str) -> bool:
    """Whether two sentences cannot both be true; their ids are left out, which tell nothing."""
    judged = RuleJudge().relation(statement(one), statement(other))
    sure = judged.relation is Relation.CONFLICT or text_chances(one, other)[Relation.CONFLICT] >= _SURE
    return sure and may_be_rivals(Entry("", one), Entry("", other), judged)


def _ended(one: Record, other: Record) -> bool:
    """Whether the later of the two says that what the earlier tells of is over, of the same people."""
    if one.captured_at is None or other.captured_at is None or one.captured_at == other.captured_at:
        return False
    before, after = (one, other) if one.captured_at < other.captured_at else (other, one)
    told, ended = statement(str(before.value)), statement(str(after.value))
    same_people = bool((ended.own_terms - ended.over) & told.own_terms)
    return bool(ended.over) and not told.over and ended.over <= told.own_terms and same_people


def _tied(
    records: Sequence[Record], held: Mapping[str, Record], linked: Collection[frozenset[str]]
) -> Iterator[frozenset[str]]:
    """Pairs tied through a conclusion: evidence of the same one, and evidence of one that is in dispute."""
    for record in records:
        if len(record.lineage or ()) <= _MOST_SHARING:
            yield from map(frozenset, combinations(record.lineage or (), 2))
    for pair in linked:
        for claim, against in permutations(pair, 2):
            for one in ancestors(held[claim], held) if claim in held else ():
                yield frozenset((one, against))


def _asserts(record: Record) -> bool:
    in_question = record.state in {"disputed", "context_dependent", "dormant"} or "conditions" in record.meta
    return record.live and isinstance(record.value, str) and not in_question


def _related(one: Record, other: Record) -> bool:
    """Whether one was made from, replaces, or belongs to somebody else than the other."""
    ties = {*(one.lineage or ()), *one.supersedes, one.superseded_by}
    back = {*(other.lineage or ()), *other.supersedes, other.superseded_by}
    owners = one.subject is not None and other.subject is not None and one.subject != other.subject
    return other.id in ties or one.id in back or owners


def _near(records: Sequence[Record]) -> Iterator[tuple[Record, Record, int]]:
    """Pairs with how many words they share, at most ``MOST_PAIRS``; words that many share tell nothing."""
    sharing: dict[str, list[int]] = defaultdict(list)
    for number, record in enumerate(records):
        for word in set(content_words(str(record.value))):
            sharing[word].append(number)
    shared: dict[tuple[int, int], int] = defaultdict(int)
    for numbers in sharing.values():
        if len(numbers) <= _MOST_SHARING:
            for pair in combinations(numbers, 2):
                shared[pair] += 1
    nearest = sorted(shared.items(), key=lambda pair: (-pair[1], pair[0]))[:MOST_PAIRS]
    for (first, second), count in nearest:
        yield records[first], records[second], count
