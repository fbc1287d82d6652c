"""The conditions that the decision table asks for, one class a step, each condition an attribute."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from auditor.funnel.candidates import Said, search_terms
from auditor.funnel.evidence import Backing, Claim, backing_of
from auditor.funnel.equality import match_values
from auditor.funnel.interface import Statement
from auditor.funnel.relevance import met_share
from auditor.funnel.weighing import PLAN
from auditor.funnel.statements import light, statement, terms_of, topic_terms, with_topic
from auditor.records import Change, ChangeKind, Entry, Json, Relation
from auditor.times import end_of
from auditor.values import concepts
from auditor.verdicts.delta import Delta, NewContent, contents, delta
from auditor.verdicts.described import about, due_at, is_personal, written_at
from auditor.facts import ForgetRequest
from auditor.verdicts.forgetting import request_for, wanted_gone
from auditor.verdicts.guards import ends_at, events_of, weakened_guards
from auditor.verdicts.relative import relative_end
from auditor.verdicts.content import leaves, text_of
from auditor.verdicts.relocations import contains, covered_together, says_all
from auditor.verdicts.setting import Setting, owner_of
from auditor.verdicts.states import is_state

_CONFLICT_NEEDED = 0.72
_NEARBY = 12


class Happening:
    """Step 1: what happened to one entry."""

    def __init__(self, setting: Setting, change: Change) -> None:
        """Looks at ``change`` in its ``setting``."""
        self.setting = setting
        self.change = change
        entry = change.after or change.before
        assert entry is not None
        self.entry: Entry = entry
        self.owner = owner_of(entry)

    @property
    def added(self) -> bool:
        """The entry is new."""
        return self.change.kind is ChangeKind.ADDED

    @property
    def removed(self) -> bool:
        """The entry is gone."""
        return self.change.kind is ChangeKind.REMOVED

    @property
    def changed(self) -> bool:
        """The entry was there on both nights, perhaps under another key."""
        return self.change.kind is ChangeKind.CHANGED

    @cached_property
    def delta(self) -> Delta:
        """What is newly asserted and what no longer is."""
        before, after = self.change.before, self.change.after
        aliases = self.setting.aliases_for(self.entry)
        if before is not None and after is not None:
            return delta(before, after, self.setting.judge, aliases)
        if after is not None:
            return Delta(news=contents(after, aliases))
        assert before is not None
        return Delta(lost=[content.whole for content in contents(before, aliases)])

    @property
    def only_metadata(self) -> bool:
        """The value is untouched."""
        before, after = self.change.before, self.change.after
        return before is not None and after is not None and before.value == after.value

    @property
    def same_value(self) -> bool:
        """The value reads differently and says the same."""
        return not self.only_metadata and self.delta.same

    @property
    def paraphrased(self) -> bool:
        """The same in other words."""
        return self.delta.paraphrased

    @property
    def altered(self) -> bool:
        """The value says something else than last night."""
        return self.changed and not (self.delta.same or self.delta.paraphrased)

    @cached_property
    def guard_weakened(self) -> bool:
        """The entry is trusted more or longer and nobody entitled said so."""
        before, after = self.change.before, self.change.after
        if before is None or after is None:
            return False
        moved = weakened_guards(before, after, self.setting.case.zone)
        return bool(moved) and self.guard_backing is None

    @cached_property
    def guard_backing(self) -> Said | None:
        """Who renewed the entry, or None: its new end or its content must have been said."""
        before, after = self.change.before, self.change.after
        assert before is not None and after is not None
        stated = self.setting.stated(after)
        ends = [
            name for name in ("expires_at", "valid_until") if before.meta.get(name) != after.meta.get(name)
        ]
        new = stated
        if ends:
            end = after.meta.get(ends[0])
            if not isinstance(end, str):
                return None
            new = _end_statement(end, stated, self.setting)
        claim = Claim(new=new, whole=new, subject_of=identity(after))
        backing = backing_of(claim, self.setting.book(self.owner), self.setting.judge)
        said = [*backing.user_for, *backing.record_for]
        return said[-1] if said else None

    @property
    def is_state(self) -> bool:
        """A state or reading, which is expected to move, and nobody entitled says otherwise."""
        before, after = self.change.before, self.change.after
        if before is None or after is None:
            return False
        stated = self.setting.stated(after)
        return is_state(before, after, stated, self.setting.case.policy.state_keys)

    @cached_property
    def relocated(self) -> Sequence[NewContent]:
        """The new contents that stood in another entry last night which no longer says them."""
        return [
            content
            for content in self.delta.news
            if self._was_elsewhere(content.whole if self.added else content.new)
        ]

    def _was_elsewhere(self, one: Statement) -> bool:
        near = [(key, other) for key, other in self.setting.gone.near(one) if key != self.change.key]
        if any(says_all(one, other) and self._left(key, one) for key, other in near):
            return True
        return covered_together(one, (other for key, other in near if self._left(key, other)))

    def _left(self, key: str, one: Statement) -> bool:
        """Whether the entry ``key`` does not say ``one`` any more."""
        now = self.setting.case.entries.get(key)
        return now is None or not says_all(one, self.setting.stated(now))

    @cached_property
    def content_moved(self) -> bool:
        """All that is new came from elsewhere, and all that is gone is elsewhere now."""
        if self.delta.same or self.delta.paraphrased or self.only_metadata:
            return False
        if len(self.relocated) < len(self.delta.news):
            return False
        return all(self._is_elsewhere(lost) for lost in self.delta.lost)

    def _is_elsewhere(self, lost: Statement) -> bool:
        for entry in self.setting.case.entries.mentioning(search_terms(lost), _NEARBY):
            if entry.key == self.change.key:
                continue
            stated = self.setting.stated(entry)
            if says_all(lost, stated) or (entry.key in self.setting.added and contains(lost, stated)):
                return True
        return False

    @cached_property
    def duplicates(self) -> bool:
        """An entry that was there already says all of it."""
        return bool(self.delta.news) and all(self._was_there(content.whole) for content in self.delta.news)

    def _was_there(self, one: Statement) -> bool:
        for entry in self.setting.case.entries.mentioning(search_terms(one), _NEARBY):
            if entry.key == self.change.key or entry.key in self.setting.added:
                continue
            earlier = self.setting.before.get(entry.key) or entry
            if says_all(one, self.setting.stated(earlier)):
                return True
        return any(
            says_all(one, other) for key, other in self.setting.gone.near(one) if key != self.change.key
        )

    @property
    def says_less(self) -> bool:
        """Something is gone and nothing new stands in its place."""
        return self.removed or (self.changed and bool(self.delta.lost) and not self.delta.news)

    @cached_property
    def unexplained(self) -> Sequence[Statement]:
        """What is gone, moved nowhere and wanted gone by nobody."""
        return [
            lost
            for lost in self.delta.lost
            if not self._is_elsewhere(lost) and wanted_gone(lost, self.setting, self.owner) is None
        ]

    @cached_property
    def loss_backings(self) -> Sequence[Backing]:
        """What was said about each part that is gone."""
        return [self.backing_of_loss(lost) for lost in self.unexplained]

    def backing_of_loss(self, lost: Statement) -> Backing:
        """What was said about ``lost``."""
        return backing_of(
            Claim(new=lost, whole=lost, subject_of=identity(self.entry)),
            self.setting.book(self.owner),
            self.setting.judge,
        )

    @cached_property
    def forget_request(self) -> ForgetRequest | None:
        """The request that explains why the entry is gone."""
        before = self.change.before
        if before is None:
            return None
        whole = request_for(self.setting.stated(before), self.setting, self.owner)
        if whole is not None:
            return whole
        requests = [wanted_gone(lost, self.setting, self.owner) for lost in self.delta.lost]
        return requests[0] if requests and all(requests) else None

    @cached_property
    def withdrawn(self) -> bool:
        """The user asked for it, or said that it does not hold and nothing took its place."""
        if self.forget_request is not None:
            return True
        return bool(self.loss_backings) and all(
            backing.user_against and self._successor(backing) is None for backing in self.loss_backings
        )

    @property
    def had_expired(self) -> bool:
        """Its own end had passed."""
        before = self.change.before
        end = ends_at(before, self.setting.case.zone) if before is not None else None
        return end is not None and end <= self.setting.case.at

    @cached_property
    def replaced_by_newer(self) -> bool:
        """Something newer that the user or a record asserted is held by another entry."""
        if not self.loss_backings:
            return self.removed is False
        return all(
            (backing.user_against or backing.record_against) and self._successor(backing) is not None
            for backing in self.loss_backings
        )

    def _successor(self, backing: Backing) -> Entry | None:
        """The entry that holds what was said against the old content."""
        for said in (*backing.user_against, *backing.record_against):
            for entry in self.setting.case.entries.mentioning(said.statement.all_terms, _NEARBY):
                if entry.key == self.change.key or not self._is_new(entry.key):
                    continue
                one = self.setting.stated(entry)
                claim = Claim(new=one, whole=one, subject_of=identity(entry))
                held = backing_of(claim, self.setting.book(self.owner), self.setting.judge)
                if any(other.fact.turn == said.fact.turn for other in (*held.user_for, *held.record_for)):
                    return entry
        return None

    def _is_new(self, key: str) -> bool:
        return key in self.setting.added or key in self.setting.before

    def replaced_whole(self, supporting: Sequence[Said]) -> bool:
        """Whether what is gone is told of where the new content is, or nothing of the old value is left."""
        before, after = self.change.before, self.change.after
        assert before is not None
        assert after is not None
        if len(self.delta.lost) == len(leaves(before.value)):
            return bool(supporting)
        turns = {(said.fact.transcript, said.fact.turn) for said in supporting}
        told = [said.statement for said in self.setting.book(self.owner).all if (said.fact.transcript, said.fact.turn) in turns]
        return bool(told) and all(any(_mentions(one, lost) for one in told) for lost in self.delta.lost)

    @cached_property
    def told_to_keep(self) -> bool:
        """The user said that it still holds."""
        return any(
            said.statement.spoken and _KEEPING & set(said.statement.spoken)
            for backing in self.loss_backings
            for said in backing.user_for
        )


_KEEPING = frozenset({"keep", "stay", "still", "remain", "leave"})


def _end_statement(end: str, stated: Statement, setting: Setting) -> Statement:
    del setting
    return with_topic(statement(end), stated.topic | stated.terms)


class Newness:
    """Step 2: who stands behind one new content."""

    def __init__(
        self, happening: Happening, content: NewContent, allies: frozenset[tuple[str, int]] = frozenset()
    ) -> None:
        """Looks for the evidence for ``content``; ``allies`` are the turns that support other contents."""
        self.allies = allies
        self.happening = happening
        self.setting = happening.setting
        self.content = content
        self.entry = happening.entry

    @cached_property
    def claim(self) -> Claim:
        """The content as a claim to be looked for."""
        siblings, own = self._marks()
        return Claim(
            new=self.content.new,
            whole=self.content.whole,
            old=self.content.old,
            siblings=siblings,
            own_mark=own,
            subject_of=identity(self.entry),
            reported=_is_reported(text_of(self.entry.value)),
            personal=is_personal(self.entry),
            lenient=True,
            allies=self.allies,
        )

    def _marks(self) -> tuple[frozenset[str], frozenset[str]]:
        """The key words of sibling entries that this entry does not have, and its own that they do not have."""
        topic = terms_of(about(self.entry))
        if len(topic) < 2:  # noqa: PLR2004 - one word to share and one to tell apart
            return frozenset(), frozenset()
        siblings: frozenset[str] = frozenset()
        common = topic
        for entry in self.setting.case.entries.mentioning(topic, _NEARBY):
            other = topic_terms(entry.key)
            if (
                entry.key != self.entry.key
                and len(other) == len(topic)
                and len(other & topic) == len(topic) - 1
            ):
                marks = other ^ topic
                if any(concepts(mark) for mark in marks):
                    continue
                siblings |= other - topic
                common &= other
        return siblings, (topic - common) if siblings else frozenset()

    @cached_property
    def backing(self) -> Backing:
        """What the conversations say about it."""
        book = self.setting.book(self.happening.owner)
        return backing_of(self.claim, book, self.setting.judge)

    @property
    def replaces(self) -> bool:
        """It cannot be true together with the old value."""
        return self.content.replaces

    @property
    def asserted(self) -> bool:
        """The user or a record asserted it."""
        return bool(self.backing.user_for or self.backing.record_for)

    @property
    def undisputed(self) -> bool:
        """The other of the two did not say otherwise."""
        return not self.user_and_record_disagree

    @property
    def user_and_record_disagree(self) -> bool:
        """The user and a record disagree about it."""
        backing = self.backing
        return bool(
            (backing.user_for and backing.record_against) or (backing.user_against and backing.record_for)
        )

    @property
    def user_conflicts(self) -> bool:
        """The user asserted something that conflicts with it."""
        return bool(self.backing.user_against)

    @property
    def record_conflicts(self) -> bool:
        """A record asserted something that conflicts with it."""
        return bool(self.backing.record_against)

    @cached_property
    def rival_entry(self) -> Entry | None:
        """Another entry still in the store that it conflicts with."""
        whole = self.content.whole
        for entry in self.setting.case.entries.mentioning(search_terms(whole), _NEARBY):
            if entry.key == self.entry.key or owner_of(entry) != self.happening.owner:
                continue
            judged = self.setting.judge.relation(self.setting.stated(entry), whole)
            if judged.relation is Relation.CONFLICT and judged.confidence >= _CONFLICT_NEEDED:
                return entry
        return None

    @property
    def entry_conflicts(self) -> bool:
        """It conflicts with another entry."""
        return self.rival_entry is not None

    @property
    def covered(self) -> bool:
        """A conversation of the period could have told of it."""
        return self.setting.covered(self.entry)

    @property
    def somebody_elses(self) -> bool:
        """What was said belongs to somebody else, or somebody else said it."""
        return bool(self.backing.others_for)

    @property
    def only_agent_said(self) -> bool:
        """Only the agent said it."""
        return bool(self.backing.agent_for)


class Standing:
    """Step 3: whether an entry still in the store is out of date."""

    def __init__(self, setting: Setting, entry: Entry, backed: Sequence[Said] = ()) -> None:
        """Looks at ``entry``; ``backed`` is what supports its newest content."""
        self.setting = setting
        self.entry = entry
        self.owner = owner_of(entry)
        self.backed = backed

    @property
    def past_its_end(self) -> bool:
        """Its own end has passed."""
        end = ends_at(self.entry, self.setting.case.zone)
        return end is not None and end <= self.setting.case.at

    @cached_property
    def event_fired(self) -> bool:
        """An event after which it must be checked again has happened."""
        return self.fired is not None

    @cached_property
    def fired(self) -> Said | None:
        """The record that tells of the event, or None."""
        for event in events_of(self.entry):
            for said in self.setting.book(self.owner).all:
                if event.lower() in said.fact.text.lower() and said.fact.authority.value == "record":
                    return said
        return None

    @cached_property
    def asked_to_forget(self) -> bool:
        """The user asked to forget it."""
        return self.request is not None

    @cached_property
    def request(self) -> ForgetRequest | None:
        """The request to forget the entry."""
        return request_for(self.setting.stated(self.entry), self.setting, self.owner)

    @cached_property
    def backing(self) -> Backing:
        """What the conversations say about the entry as a whole."""
        whole = self.setting.stated(self.entry)
        return backing_of(
            Claim(new=whole, whole=whole, subject_of=identity(self.entry)),
            self.setting.book(self.owner),
            self.setting.judge,
        )

    @cached_property
    def overtakers(self) -> Sequence[Said]:
        """Assertions by the user or a record that conflict with the entry and are newer than what backs it."""
        written = written_at(self.entry)
        against = [*self.backing.user_against, *self.backing.record_against]
        return [
            said
            for said in against
            if self.backing.reasons[said.order].confidence >= _CONFLICT_NEEDED
            and self.backing.reasons[said.order].stage != PLAN
            and not any(one.order >= said.order or _same_turn(one, said) for one in self.backed)
            and (written is None or said.fact.at is None or said.fact.at >= written or said.covered)
        ]

    @property
    def overtaken(self) -> bool:
        """The user or a record asserted a newer, conflicting value."""
        return bool(self.overtakers) and not self.now_disputed

    @property
    def now_disputed(self) -> bool:
        """The user and a record disagree about it now."""
        backing = self.backing
        return bool(
            (backing.user_for and backing.record_against) or (backing.user_against and backing.record_for)
        )

    @property
    def relative_time_passed(self) -> bool:
        """The moment that its relative time words meant has passed."""
        written = written_at(self.entry)
        if written is None:
            return False
        end = relative_end(text_of(self.entry.value), written, self.setting.case.zone)
        return end is not None and end <= self.setting.case.at


def _mentions(one: Statement, lost: Statement) -> bool:
    values = match_values(lost.values, (*one.values, *one.denied_values))
    return values.complete and met_share(lost.own_terms - light(), one) >= 1.0


def _same_turn(one: Said, other: Said) -> bool:
    return (one.fact.transcript, one.fact.turn) == (other.fact.transcript, other.fact.turn)


def identity(entry: Entry) -> tuple[str, str, Mapping[str, Json]]:
    """What tells whose entry it is: its text, key and metadata."""
    return text_of(entry.value), entry.key, entry.meta


def _is_reported(text: str) -> bool:
    return _REPORT.search(text) is not None


import re  # noqa: E402

_REPORT = re.compile(
    r"\b(?:says?|said|claims?|claimed|according to|reports?|reported|told|thinks|believes|writes|wrote|states)\b",
    re.IGNORECASE,
)
__all__ = ["Happening", "Newness", "Standing", "due_at", "end_of"]
