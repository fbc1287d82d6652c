"""Step 3 of the table: whether an entry still in the store is out of date. Each condition is an attribute."""

from collections.abc import Sequence
from functools import cached_property

from auditor.facts import ForgetRequest
from auditor.facts.subjects import USER
from auditor.funnel.candidates import Said, search_terms
from auditor.funnel.evidence import Backing, backing_of, claim_of
from auditor.funnel.pointing import meant
from auditor.funnel.rules import OPPOSED
from auditor.funnel.statements import light
from auditor.funnel.weighing import PLAN
from auditor.records import Authority, Entry
from auditor.values import concepts, content_words, key_words
from auditor.verdicts.content import is_empty, text_of
from auditor.verdicts.described import about, written_at
from auditor.verdicts.forgetting import asked_terms, request_for
from auditor.verdicts.guards import ends_at, events_of
from auditor.verdicts.identity import owner_of
from auditor.verdicts.overtaking import SAY_NOTHING, of_somebody_else, tells_of_now
from auditor.verdicts.relative import relative_end
from auditor.verdicts.setting import Setting

_CONFLICT_NEEDED = 0.72
_NEXT_TURNS = 2


class Standing:
    """One entry as it stands tonight."""

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

    @property
    def event_fired(self) -> bool:
        """An event after which it must be checked again has happened."""
        return self.fired is not None

    @cached_property
    def fired(self) -> Said | None:
        """The record that tells of the event, or None."""
        events = [event.lower() for event in events_of(self.entry)]
        if not events:
            return None
        for said in self.setting.book(self.owner).all:
            told = said.fact.authority is Authority.RECORD and said.fact.text.lower()
            if told and any(event in told or event.replace("_", " ") in told for event in events):
                return said
        return None

    @property
    def asked_to_forget(self) -> bool:
        """The user asked to forget it."""
        return self.request is not None

    @cached_property
    def request(self) -> ForgetRequest | None:
        """The request to forget the entry."""
        if is_empty(self.entry.value) or not self.setting.forget_requests(self.owner):
            return None
        return request_for(self.setting.stated(self.entry), self.setting, self.owner)

    @property
    def still_named(self) -> bool:
        """Whether it still names whom the user asked to forget."""
        names = self.setting.stated(self.entry).names
        return self.request is not None and not names.isdisjoint(asked_terms(self.request))

    @cached_property
    def backing(self) -> Backing:
        """What the conversations say about the entry as a whole."""
        book = self.setting.book(self.owner)
        if not book.all:
            return Backing()
        claim = claim_of(self.setting.stated(self.entry), self.setting.subject_of(self.entry))
        return backing_of(claim, book, self.setting.judge)

    @property
    def supporters(self) -> Sequence[Said]:
        """What people and records said that the entry says too."""
        return [*self.backed, *self.backing.record_for, *self.backing.user_for]

    @cached_property
    def _tells_of_the_past(self) -> bool:
        """Whether the entry is about what was ("past_city", "met Ada")."""
        return self.setting.stated(self.entry).past or not _FORMER.isdisjoint(key_words(about(self.entry)))

    @cached_property
    def overtakers(self) -> Sequence[Said]:
        """What the user or a record asserted against the entry after what backs it."""
        written = written_at(self.entry)
        return [
            said
            for said in (*self.backing.user_against, *self.backing.record_against)
            if self.backing.reasons[said.order].confidence >= _CONFLICT_NEEDED
            and self._touched_by(said)
            and self._met_by(said)
            and not any(unrelated(said) for unrelated in SAY_NOTHING)
            and not of_somebody_else(said, self.setting.stated(self.entry))
            and self.backing.reasons[said.order].stage != PLAN
            and not (self._tells_of_the_past and tells_of_now(said))
            and not any(one.order >= said.order or one.turn == said.turn for one in self.backed)
            and (written is None or said.fact.at is None or said.fact.at >= written or said.covered)
        ]

    def _touched_by(self, said: Said) -> bool:
        """Whether ``said`` speaks of what the entry says, and not only of the thing that it is said of.

        "No longer at the library" ends a job there; the library is closed on Mondays all the same.
        """
        if not isinstance(self.entry.meta.get("namespace"), str):
            return True
        own, heard = text_of(self.entry.value), said.fact.text
        return bool({*content_words(own)} & {*content_words(heard)} or concepts(own) & concepts(heard))

    def _met_by(self, said: Said) -> bool:
        """Whether ``said`` itself shares something with the entry, or the user says what the entry rules out.

        Talk around a clause ("Three." to "And the main?") ties it to what it answers, and to much else.
        """
        if search_terms(said.statement) & search_terms(self.setting.stated(self.entry)) - light():
            return True
        if meant(said, self.setting.stated(self.entry)) is not None:
            return True
        return said.fact.subject == USER and self.backing.reasons[said.order].stage == OPPOSED

    @property
    def overtaken(self) -> bool:
        """The user or a record asserted a newer, conflicting value."""
        return bool(self.overtakers) and not self.now_disputed

    @property
    def now_disputed(self) -> bool:
        """The user and a record disagree about it now."""
        return self.backing.disputed and bool(self.overtakers or self._value_denied)

    @property
    def _value_denied(self) -> bool:
        """Whether the user says "no" to the very value, just after a record has told it."""
        return any(
            said.covered
            and said.statement.denied_values
            and said.fact.transcript == told.fact.transcript
            and 0 < said.fact.turn - told.fact.turn <= _NEXT_TURNS
            for said in self.backing.user_against
            for told in self.backing.record_for
        )

    @property
    def relative_time_passed(self) -> bool:
        """The moment that its relative time words meant has passed."""
        written = written_at(self.entry)
        if written is None:
            return False
        end = relative_end(text_of(self.entry.value), written, self.setting.case.zone)
        return end is not None and end <= self.setting.case.at


_FORMER = frozenset({"past", "former", "previous", "prior", "earlier", "old", "ex"})
