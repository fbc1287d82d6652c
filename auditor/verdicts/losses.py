"""What is gone from an entry, and whether anybody wanted it gone."""

from collections.abc import Sequence
from functools import cached_property

from auditor.facts import ForgetRequest
from auditor.funnel.candidates import Said
from auditor.funnel.equality import match_values
from auditor.funnel.evidence import Backing, backing_of, claim_of
from auditor.funnel.interface import Statement
from auditor.funnel.relevance import met_share
from auditor.funnel.statements import light
from auditor.records import Entry
from auditor.verdicts.forgetting import request_for, wanted_gone
from auditor.verdicts.identity import owner_of
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
        whole = request_for(self.setting.stated(self.before), self.setting, self.owner)
        if whole is not None:
            return whole
        requests = [wanted_gone(lost, self.setting, self.owner) for lost in self.lost]
        return requests[0] if requests and all(requests) else None

    @cached_property
    def withdrawn(self) -> bool:
        """The user asked for it, or said that it does not hold and nothing took its place."""
        if self.request is not None:
            return True
        return bool(self.backings) and all(
            backing.user_against and self._successor(backing) is None for backing in self.backings
        )

    @cached_property
    def replaced_by_newer(self) -> bool:
        """Something newer that the user or a record asserted is held by another entry."""
        return bool(self.backings) and all(
            (backing.user_against or backing.record_against) and self._successor(backing) is not None
            for backing in self.backings
        )

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
            not _KEEPING.isdisjoint(said.statement.spoken)
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


def _mentions(one: Statement, lost: Statement) -> bool:
    values = match_values(lost.values, (*one.values, *one.denied_values))
    return values.complete and met_share(lost.own_terms - light(), one) >= 1.0
