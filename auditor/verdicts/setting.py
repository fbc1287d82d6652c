"""All that the conditions may ask about one store on one night, read once."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from fnmatch import fnmatchcase
from functools import cached_property

from auditor.facts import ForgetRequest, forget_requests, read_facts
from auditor.facts.model_layer import ModelLayer
from auditor.facts.naming import own_names
from auditor.funnel.candidates import FactBook, Said
from auditor.funnel.interface import Judge, Statement
from auditor.funnel.statements import topic_terms
from auditor.models.panel import NO_MODELS, Models
from auditor.records import Authority, Change, ChangeKind, Entry, Evidence, Fact, Transcript
from auditor.values.tokens import words
from auditor.verdicts.baseline import older_than
from auditor.verdicts.content import text_of
from auditor.verdicts.described import USER_CALLED, entry_statement, telling_key
from auditor.verdicts.identity import SubjectOf, owner_of, subject_of
from auditor.verdicts.interface import Case
from auditor.verdicts.protagonist import protagonist
from auditor.verdicts.reaudit import of_tonight
from auditor.verdicts.relocations import Statements, paired_renames

_NAME_KEYS = ({"name"}, {"full", "name"}, {"first", "name"}, {"name", "last"}, {"display", "name"})


class Setting:
    """One store's night: its changes, its entries, and what was said in which conversations."""

    def __init__(self, case: Case, judge: Judge, models: Models = NO_MODELS) -> None:
        """Reads the changes of ``case`` and tells the period's conversations from older ones.

        ``models`` find what is said in other words and read what patterns do not, where there are any.
        """
        self.case = case
        self.related = models.related
        self.layer = ModelLayer(models.reader) if models.reader else None
        self.judge = judge
        self.raw_changes: Sequence[Change] = list(case.changes)
        self.changes: Sequence[Change] = paired_renames(self.raw_changes)
        self.added = frozenset(change.key for change in self.raw_changes if change.kind is ChangeKind.ADDED)
        self.before = {change.key: change.before for change in self.raw_changes if change.before is not None}
        self._statements: dict[int, tuple[Entry, Statement]] = {}
        self._books: dict[str | None, FactBook] = {}
        self._heard: dict[str | None, tuple[Sequence[Said], Sequence[str]]] = {}
        self._shared: dict[frozenset[str], FactBook] = {}
        self._read: dict[str, Sequence[Fact]] = {}
        self._aliases: dict[str | None, frozenset[str]] = {}
        self._requests: dict[str | None, Sequence[ForgetRequest]] = {}

    @cached_property
    def period(self) -> Sequence[Transcript]:
        """The conversations that fall into the audited period."""
        return [one for one in self.case.transcripts if one.turns and self._in_period(one.at)]

    @cached_property
    def known(self) -> Sequence[Transcript]:
        """All conversations that may hold evidence, each once."""
        found = {one.id: one for one in (*self.case.older, *self.case.transcripts)}
        return [found[name] for name in found]

    def _in_period(self, at: datetime | None) -> bool:
        if at is None:
            return True
        return at <= self.case.at and (self.case.since is None or at > self.case.since)

    def book(self, owner: str | None) -> FactBook:
        """The clauses that count for entries of ``owner``: its own conversations and those without a user."""
        if owner not in self._books:
            heard = [one for one in self.known if owner is None or one.user in {None, owner}]
            ids = frozenset(one.id for one in heard)
            if ids not in self._shared:
                covered = frozenset(one.id for one in self.period)
                self._shared[ids] = FactBook(read_facts(heard, read=self._read, more=self._more), covered)
            self._books[owner] = self._shared[ids]
        return self._books[owner]

    def _more(self, transcript: Transcript, facts: Sequence[Fact]) -> Sequence[Fact]:
        """What a model reads in a conversation of the period, beside the ``facts`` that patterns found."""
        if self.layer is None or all(one.id != transcript.id for one in self.period):
            return facts
        return self.layer.with_more(facts)

    @property
    def unread(self) -> int:
        """How many clauses a model was to read and did not."""
        return self.layer.unread if self.layer is not None else 0

    def in_other_words(self, text: str, owner: str | None) -> Sequence[Said]:
        """What the user or a record said in the period that is related to ``text``, the closest last.

        An embedder finds it; without one there is nothing.
        """
        if self.related is None:
            return []
        if owner not in self._heard:
            said = [one for one in self.book(owner).all if one.covered and _entitled(one)]
            self._heard[owner] = said, [one.fact.text for one in said]
        heard, texts = self._heard[owner]
        nearest = self.related.nearest(text, texts, _MOST_RELATED)
        return [heard[place] for cosine, place in nearest if cosine >= _RELATED]

    def covered(self, entry: Entry) -> bool:
        """Whether a conversation of the period could have told of a change to ``entry``."""
        owner = owner_of(entry)
        heard = [one for one in self.period if owner is None or one.user in {None, owner}]
        if self.case.first_audit and older_than(heard, entry):
            return False
        return bool(heard) and not self.out_of_band(entry)

    def out_of_band(self, entry: Entry) -> bool:
        """Whether a change to ``entry`` came from outside the conversations."""
        if any(fnmatchcase(entry.key, pattern) for pattern in self.case.policy.written_by_people):
            return True
        recorded = [one.writes for one in self.period if one.writes is not None]
        if not recorded or len(recorded) < len(self.period):
            return False
        return not any(_is_write_of(name, entry.key) for writes in recorded for name in writes)

    def subject_of(self, entry: Entry) -> SubjectOf:
        """What tells whom ``entry`` is about, its owner's own name being the user."""
        return subject_of(entry, self.aliases_of(owner_of(entry)))

    def aliases_of(self, owner: str | None) -> frozenset[str]:
        """The stems of the names of ``owner``: as the store, the conversations and the id tell them."""
        if owner not in self._aliases:
            heard = [one for one in self.known if owner is None or one.user in {None, owner}]
            named = {stem for name in own_names(heard) for stem in words(name)}
            by_id = words(owner) if owner is not None and telling_key(owner) else ()
            self._aliases[owner] = self.aliases.union(named, by_id)
        return self._aliases[owner]

    @cached_property
    def aliases(self) -> frozenset[str]:
        """The stems of the user's own name, as far as the store tells it."""
        found: set[str] = set()
        for entry in self.case.entries.mentioning({"name"}, 20):
            text = text_of(entry.value)
            match = USER_CALLED.match(text)
            if match:
                found.update(words(match["name"]))
            elif set(topic_terms(entry.key)) in _NAME_KEYS and len(text.split()) <= _LONGEST_NAME:
                found.update(words(text))
        return frozenset(found or self._told_by_most)

    @property
    def _told_by_most(self) -> Sequence[str]:
        """The stems of the name that most entries begin with, where nothing else tells the user's."""
        changed = [entry for change in self.raw_changes for entry in (change.before, change.after) if entry]
        name = protagonist(changed, self.case.entries, self.known)
        return words(name) if name else ()

    def aliases_for(self, entry: Entry) -> frozenset[str]:
        """The user's names to be left out of ``entry``, unless it is the entry that tells them."""
        names = self.aliases_of(owner_of(entry))
        tells = names and (
            "name" in topic_terms(entry.key) or USER_CALLED.match(text_of(entry.value)) is not None
        )
        return frozenset() if tells else names

    def stated(self, entry: Entry) -> Statement:
        """``entry`` as a statement."""
        if id(entry) not in self._statements:
            if len(self._statements) >= _REMEMBERED:
                self._statements.clear()
            # The entry is held with its statement: the id of one that is gone may become another's.
            self._statements[id(entry)] = entry, entry_statement(entry, self.aliases_for(entry))
        return self._statements[id(entry)][1]

    @cached_property
    def uncompared(self) -> frozenset[str]:
        """The entries of a large first audit not held against their neighbours: all but the first."""
        most = self.case.policy.first_compared
        if not self.case.first_audit or len(self.added) <= most:
            return frozenset()
        return frozenset(sorted(self.added)[most:])

    @cached_property
    def unheard(self) -> Mapping[str, Change]:
        """The additions for which nothing is known that could be asked: no entry, no conversation, no end.

        They are all of one row of the table, so that a large first audit only counts them.
        """
        if not self.uncompared:
            return {}
        due = {entry.key for entry in self.case.entries.due(self.case.at)}
        return {
            change.key: change
            for change in self.changes
            if change.key in self.uncompared and change.key not in due and self._is_unheard(change.after)
        }

    def _is_unheard(self, added: Entry | None) -> bool:
        return added is not None and not self.book(owner_of(added)).all and not self.covered(added)

    @cached_property
    def in_turn(self) -> Sequence[Entry]:
        """The unchanged entries that are audited again tonight, where anything was ever said."""
        return [one for one in of_tonight(self.case) if not self.is_new(one.key)] if self.known else []

    @cached_property
    def copied(self) -> Collection[str]:
        """The keys of entries that say the very same as another one."""
        return self.case.entries.copied()

    def is_new(self, key: str) -> bool:
        """Whether the entry ``key`` was added or changed tonight."""
        return key in self.added or key in self.before

    @cached_property
    def _sources(self) -> Mapping[str, str]:
        return {one.id: one.source or one.id for one in self.known}

    def located(self, evidence: Evidence) -> Evidence:
        """``evidence`` with the path of its conversation, where it has one, in place of its id."""
        return replace(evidence, source=self.source_of(evidence.source))

    def source_of(self, transcript: str) -> str:
        """The path of the conversation ``transcript``, or its id where it has none."""
        return self._sources.get(transcript, transcript)

    @cached_property
    def gone(self) -> Statements:
        """What removed and changed entries said last night."""
        return Statements(
            (change.key, self.stated(change.before))
            for change in self.raw_changes
            if change.before is not None
        )

    def forget_requests(self, owner: str | None) -> Sequence[ForgetRequest]:
        """What users asked to be forgotten among the entries of ``owner``, in order of speaking."""
        if owner not in self._requests:
            facts = [said.fact for said in self.book(owner).all]
            self._requests[owner] = forget_requests(facts)
        return self._requests[owner]


_LONGEST_NAME = 4
_MOST_RELATED = 3
_RELATED = 0.35
"""Cosine of all-MiniLM-L6-v2: texts about one thing have 0.45 at least, others below 0.31 in 19 of 20 cases
(20 and 760 pairs)."""
_REMEMBERED = 4_000  # statements


def _is_write_of(name: str, key: str) -> bool:
    return (
        key == name
        or key.startswith((f"{name}#", f"{name}/", f"{name}:", f"{name}."))
        or name.endswith(f"/{key}")
    )


def _entitled(said: Said) -> bool:
    return said.fact.authority in {Authority.USER, Authority.RECORD} and said.fact.asserts
