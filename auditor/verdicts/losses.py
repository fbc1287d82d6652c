"""What is gone from an entry, and whether anybody wanted it gone."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from auditor.facts import ForgetRequest
from auditor.funnel.candidates import FactBook, Said, search_terms
from auditor.funnel.equality import match_values
from auditor.funnel.evidence import Backing, backing_of, claim_of
from auditor.funnel.interface import Statement
from auditor.funnel.marks import marked
from auditor.funnel.relevance import met_share, met_terms, share_in
from auditor.funnel.statements import light, terms_of
from auditor.funnel.topics import plural
from auditor.records import Authority, Entry, Mood
from auditor.verdicts.forgetting import request_for, wanted_gone
from auditor.verdicts.identity import owner_of
from auditor.verdicts.letting_go import let_go
from auditor.verdicts.setting import Setting
from auditor.verdicts.whereabouts import stands_elsewhere

_NEARBY = 12
_KEEPING = frozenset({"keep", "stay", "stays", "still", "remain", "remains", "leave"})


class Losses:
    """The parts of one entry that are gone."""

    def __init__(self, setting: Setting, before: Entry | None, key: str, lost: Sequence[Statement]) -> None:
        """Looks at what ``before`` said and the entry ``key`` does not say any more."""
        self.setting = setting
        self.before = before
        self.key = key
        self.lost = lost
        self.owner = owner_of(before) if before is not None else None

    @cached_property
    def unexplained(self) -> Sequence[Statement]:
        """What moved nowhere and nobody asked to be forgotten."""
        return [
            lost
            for lost in self.lost
            if not stands_elsewhere(lost, self.key, self.setting)
            and wanted_gone(lost, self.setting, self.owner) is None
        ]

    @cached_property
    def backings(self) -> Sequence[Backing]:
        """What was said about each unexplained part."""
        assert self.before is not None or not self.unexplained
        book, judge = self.setting.book(self.owner), self.setting.judge
        return [
            backing_of(claim_of(lost, self.setting.subject_of(self.before)), book, judge)
            for lost in self.unexplained
            if self.before is not None
        ]

    @cached_property
    def request(self) -> ForgetRequest | None:
        """The request that asked for it."""
        if self.before is None:
            return None
        if not self.setting.forget_requests(self.owner):
            return None
        whole = request_for(self.setting.stated(self.before), self.setting, self.owner, gone=True)
        if whole is not None:
            return whole
        requests = [wanted_gone(lost, self.setting, self.owner) for lost in self.lost]
        return requests[0] if requests and all(requests) else None

    @cached_property
    def withdrawn(self) -> bool:
        """The user asked for it, or said that it does not hold and nothing took its place."""
        if self.request is not None:
            return True
        if self.told_over and not any(map(self._successor, self.backings)):
            return True
        return bool(self.backings) and all(
            backing.user_against and self._successor(backing) is None for backing in self.backings
        )

    @cached_property
    def told_over(self) -> Sequence[Said]:
        """The clauses in which the user or a record tells that all that is gone is over, or none."""
        book = self.setting.book(self.owner)
        found = [_end_of(lost, book) or let_go(lost, book) for lost in self.unexplained]
        return [said for said in found if said is not None] if all(found) else []

    @cached_property
    def heir(self) -> Entry | None:
        """An entry of tonight, backed by what was said, that speaks of the same thing as all that is gone."""
        if self.before is None or len(self.unexplained) != 1:
            return None
        stated = self.setting.stated(self.before)
        for entry in self.setting.case.entries.mentioning(search_terms(stated), _NEARBY):
            if entry.key != self.key and self.setting.is_new(entry.key) and self._is_heir(entry, stated):
                return entry
        return None

    def _is_heir(self, entry: Entry, gone: Statement) -> bool:
        new = self.setting.stated(entry)
        if plural(gone, new) or gone.concepts & _LISTED or not _mostly_shared(gone, new):
            return False
        claim = replace(claim_of(new, self.setting.subject_of(entry)), lenient=True)
        held = backing_of(claim, self.setting.book(self.owner), self.setting.judge)
        return bool(held.user_for or held.record_for)

    @cached_property
    def replaced_by_newer(self) -> bool:
        """Something newer that the user or a record asserted is held by another entry."""
        if self.heir is not None or self.told_over or self.named_successor is not None:
            return True
        return bool(self.backings) and all(
            (backing.user_against or backing.record_against) and self._successor(backing) is not None
            for backing in self.backings
        )

    @cached_property
    def named_successor(self) -> Entry | None:
        """A new entry that names this one as replaced and, by the store's word, is not a model's own.

        It counts only where no conversation tells better.
        """
        if self.before is None or self.setting.covered(self.before):
            return None
        for key in sorted(self.setting.added):
            entry = self.setting.case.entries.get(key)
            if entry is not None and entry.meta.get("supersedes") == self.before.key:
                return entry if entry.meta.get("source") in _ENTITLED else None
        return None

    def _successor(self, backing: Backing) -> Entry | None:
        """The new entry that holds what was said against the old content."""
        for said in (*backing.user_against, *backing.record_against):
            for entry in self.setting.case.entries.mentioning(said.statement.all_terms, _NEARBY):
                if entry.key != self.key and self.setting.is_new(entry.key) and self._holds(entry, said):
                    return entry
        return None

    def _holds(self, entry: Entry, said: Said) -> bool:
        claim = claim_of(self.setting.stated(entry), self.setting.subject_of(entry))
        held = backing_of(claim, self.setting.book(self.owner), self.setting.judge)
        return any(other.turn == said.turn for other in (*held.user_for, *held.record_for))

    @cached_property
    def told_to_keep(self) -> bool:
        """The user said that it still holds."""
        return any(
            said.statement.goes_on or not _KEEPING.isdisjoint(said.statement.spoken)
            for backing in self.backings
            for said in backing.user_for
        )

    def told_with(self, supporting: Sequence[Said], parts_before: int) -> bool:
        """Whether the loss goes with the new content that ``supporting`` tells of.

        So it does when nothing of the ``parts_before`` parts of the old value is left, or when the same turns
        speak of what is gone ("I swapped Monday for Saturday").
        """
        if len(self.lost) == parts_before:
            return bool(supporting)
        turns = {said.turn for said in supporting}
        told = [said.statement for said in self.setting.book(self.owner).all if said.turn in turns]
        return bool(told) and all(any(_mentions(one, lost) for one in told) for lost in self.lost)


def _mostly_shared(gone: Statement, new: Statement) -> bool:
    """Whether a new entry speaks of at least half of what the gone one was about, by name or by two words."""
    telling = gone.own_terms - light()
    shared = met_terms(telling, new.heard)
    titled = (
        terms_of(" ".join(gone.spoken[:2])) if gone.spoken[:1] and gone.spoken[0] in _TITLES else gone.names
    )
    if not (gone.topic or shared - titled or gone.concepts & new.concepts):
        return False  # of one person two things are told
    return len(shared) >= _HALF * len(telling) and (len(shared) > 1 or bool(shared & gone.names))


_TITLES = frozenset({"mr", "mrs", "ms", "dr", "prof", "herr", "frau", "mme"})


def _end_of(lost: Statement, book: FactBook) -> Said | None:
    """The latest clause of the period in which the user or a record tells that ``lost`` is over."""
    for said in reversed(book.about(lost)):
        fact, spoken = said.fact, said.statement
        entitled = fact.authority in {Authority.USER, Authority.RECORD} and fact.asserts and said.covered
        over = marked("over for good", fact.quote) or (spoken.denied - lost.denied) & lost.own_terms
        if entitled and over and fact.mood is not Mood.PLANNED and _names_it(lost, said):
            return said
    return None


def _names_it(lost: Statement, said: Said) -> bool:
    """Whether a clause speaks of most of what is gone, or names whom it was about and half of the rest."""
    needed = _HALF if lost.names else _MOST
    heard = said.statement.heard | terms_of(said.fact.text)
    met = share_in(lost.own_terms - light(), heard) >= needed and lost.names <= heard
    return met and match_values(lost.values, said.statement.values).complete


_ENTITLED = frozenset(
    {"told-by-user", "direct-observation", "tool-result", "user_stated", "user_correction", "system_record"}
)
"""What stores call the source of something that a user said or a record holds."""
_HALF = 0.5
_MOST = 0.6
_LISTED = frozenset(
    {"allergy", "medication", "condition", "likes", "dislikes", "pets", "languages", "contact"}
)


def _mentions(one: Statement, lost: Statement) -> bool:
    values = match_values(lost.values, (*one.values, *one.denied_values))
    return values.complete and met_share(lost.own_terms - light(), one) >= 1.0
