"""Step 2 of the table: who stands behind one new content. Each condition is an attribute."""

from collections.abc import Sequence
from functools import cached_property

from auditor.funnel.candidates import Said, search_terms
from auditor.funnel.evidence import Backing, Claim, backing_of
from auditor.funnel.relevance import shared_topic
from auditor.funnel.statements import terms_of, topic_terms
from auditor.records import Authority, Entry, Relation
from auditor.values import concepts
from auditor.verdicts.delta import NewContent
from auditor.verdicts.described import about, is_personal
from auditor.verdicts.happening import Happening
from auditor.verdicts.identity import is_reported, owner_of
from auditor.verdicts.rivals import may_be_rivals
from auditor.verdicts.unclaimed import unclaimed

_CONFLICT_NEEDED = 0.74
_NEARBY = 12
_FEWEST_KEY_TERMS = 2  # one to share with a sibling and one to tell it apart


class Newness:
    """One new content and the evidence for it."""

    def __init__(
        self, happening: Happening, content: NewContent, allies: frozenset[tuple[str, int]] = frozenset()
    ) -> None:
        """Looks for the evidence; ``allies`` are the turns that support other contents of the write."""
        self.happening = happening
        self.setting = happening.setting
        self.content = content
        self.entry = happening.entry
        self.allies = allies

    @cached_property
    def claim(self) -> Claim:
        """The content as a claim to be looked for."""
        siblings, own = self._marks()
        return Claim(
            new=self.content.new,
            whole=self.content.whole,
            old=self.content.old,
            subject_of=self.setting.subject_of(self.entry),
            siblings=siblings,
            own_mark=own,
            reported=is_reported(self.entry),
            personal=is_personal(self.entry),
            lenient=True,
            allies=self.allies,
        )

    def _marks(self) -> tuple[frozenset[str], frozenset[str]]:
        """The key terms by which sibling entries differ from this one, and its own that they lack.

        Only terms that are no words for attributes count: "harlow" and "brightwell", not "home" and "work".
        """
        topic = terms_of(about(self.entry))
        siblings: frozenset[str] = frozenset()
        common = topic
        if len(topic) >= _FEWEST_KEY_TERMS:
            for entry in self.setting.case.entries.mentioning(topic, _NEARBY):
                other = topic_terms(entry.key)
                sibling = entry.key != self.entry.key and len(other) == len(topic) and len(other - topic) == 1
                if sibling and not any(concepts(mark) for mark in other ^ topic):
                    siblings |= other - topic
                    common &= other
        return siblings, (topic - common) if siblings else frozenset()

    @cached_property
    def backing(self) -> Backing:
        """What the conversations say about it."""
        book = self.setting.book(self.happening.owner)
        if not book.all:
            return Backing()
        found = backing_of(self.claim, book, self.setting.judge)
        if not found.decided:
            for said in unclaimed(self.claim, self.entry, self.setting):
                by_user = said.fact.authority is Authority.USER
                (found.user_for if by_user else found.record_for).append(said)
        return found

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
        return self.backing.disputed

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
        if self.entry.key in self.setting.uncompared:
            return None
        for entry in self.setting.case.entries.mentioning(search_terms(whole), _NEARBY):
            if entry.key == self.entry.key or owner_of(entry) != self.happening.owner:
                continue
            judged = self.setting.judge.relation(self.setting.stated(entry), whole)
            sure = judged.relation is Relation.CONFLICT and judged.confidence >= _CONFLICT_NEEDED
            if sure and may_be_rivals(entry, self.entry, judged):
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

    @cached_property
    def nearest(self) -> Sequence[Said]:
        """The clauses of the period that come closest: they speak of the same thing and do not say it.

        In order of speaking, and the last count most: what the user said of it comes after what others did.
        Where there is an embedder, what the user or a record said in other words comes last.
        """
        whole = self.content.whole
        near = [said for said in self.setting.book(self.happening.owner).about(whole) if said.covered]
        users = [said for said in near if said.fact.authority is Authority.USER]
        others = [said for said in near if said not in users and shared_topic(whole, said.statement)]
        found = self.setting.in_other_words(whole.text, self.happening.owner)
        return [*(said for said in (*others, *users) if said not in found), *found]
