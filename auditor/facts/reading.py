"""Turns conversations into facts: one a clause, with who stands behind it and how it was meant."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, tzinfo

from auditor.facts.anaphora import points_back
from auditor.facts.clauses import Clause, clauses, has_finite_verb
from auditor.facts.corrections import introduces_correction, mended, with_retractions
from auditor.facts.hearsay import content_of, reported
from auditor.facts.instructions import without_instructions
from auditor.facts.lexicon import plain
from auditor.facts.moods import Meant, asks_what_to_forget, is_tag, moods, negated, role_play
from auditor.facts.offers import Form, Offer, offer_of, proposes
from auditor.facts.readbacks import may_be_told, objects, read_backs, reads_record
from auditor.facts.replies import (
    Reply,
    answered,
    chosen,
    denied,
    denies_part,
    is_short_answer,
    partial_replies,
    remainder,
    reply_of,
    says_nothing,
    says_only,
)
from auditor.facts.sources import Voice, failed, voices
from auditor.facts.subjects import AGENT, SOMEBODY, THING, USER, Scene, names_in, subject_of
from auditor.facts.topics import Topics
from auditor.records import Authority, Fact, Mood, Speaker, Transcript, Turn

_CONTEXT_CLAUSES = 3
_NEARBY = 3
_MAX_QUOTE = 300
_MAX_TURN = 20_000
_LONG_WORD = re.compile(r"(\S{200})\S+")  # no word: a key, an image; its head is enough to tell it by
_WITH_TOPIC = frozenset({Mood.ASSERTED, Mood.REQUESTED, Mood.PLANNED, Mood.FORGET})
_LONG_AGO = datetime.min.replace(tzinfo=UTC)


def read_facts(
    transcripts: Sequence[Transcript],
    zone: tzinfo = UTC,
    *,
    read: dict[str, Sequence[Fact]] | None = None,
    more: Callable[[Transcript, Sequence[Fact]], Sequence[Fact]] | None = None,
) -> list[Fact]:
    """What was said in ``transcripts``, one fact a clause, in order of time.

    ``Fact.at`` is given in ``zone``, so that "tomorrow" is counted from the speaker's day. A turn without
    a time takes its transcript's; a transcript without one is taken to be the oldest. Text that instructs
    the auditor makes no fact. ``read`` remembers by id what was read of a transcript, for another reading
    of the same ones in other company. ``more`` adds to the facts of a transcript what else reads it.
    """
    read = {} if read is None else read
    for transcript in transcripts:
        if transcript.id not in read:
            facts = _Reader(transcript, zone).read()
            read[transcript.id] = more(transcript, facts) if more else facts
    ordered = sorted(transcripts, key=lambda t: t.at or _first_time(t) or _LONG_AGO)
    return with_retractions([fact for transcript in ordered for fact in read[transcript.id]])


def _first_time(transcript: Transcript) -> datetime | None:
    return next((turn.at for turn in transcript.turns if turn.at), None)


@dataclass(slots=True)
class _Told:
    """A turn in which the user told something, and what the agent read back of it since."""

    turn: Turn
    voice: Voice
    clause: Clause
    said: str
    asked: str = ""
    read_back: list[Clause] = field(default_factory=list)


@dataclass(slots=True)
class _Reader:
    """Reads one transcript from the first turn to the last."""

    transcript: Transcript
    zone: tzinfo
    scene: Scene = field(default_factory=Scene)
    offer: Offer | None = None
    before: list[str] = field(default_factory=list)
    wanted: str = ""
    topics: Topics = field(default_factory=Topics)
    forgot: bool = False
    may_forget: bool = False
    playing: bool = False
    cue: str = ""
    told: _Told | None = None
    reported: tuple[Turn, Voice] | None = None

    def read(self) -> list[Fact]:
        """The facts of all turns, in order of the turns' times."""
        turns = self.transcript.turns
        self.scene.names = frozenset().union(*(names_in(turn.text[:_MAX_TURN]) for turn in turns))
        many = len({t.name for t in turns if t.name and t.speaker is Speaker.USER}) > 1
        pairs = sorted(
            zip(turns, voices(self.transcript), strict=True), key=lambda pair: pair[0].at or _LONG_AGO
        )
        if not all(turn.at for turn in turns):
            pairs = list(zip(turns, voices(self.transcript), strict=True))
        facts = [fact for turn, voice in pairs for fact in self._turn(turn, voice, many=many)]
        return facts + self._let_stand("")

    def _turn(self, turn: Turn, voice: Voice, *, many: bool) -> list[Fact]:
        by_user = voice.authority is Authority.USER
        text = _LONG_WORD.sub(r"\1", turn.text[:_MAX_TURN])
        text = without_instructions(text, by_user=by_user)
        said = clauses(text, record=voice.authority is Authority.RECORD)
        self._set_scene(turn, voice, many=many)
        self.cue = ""
        self.topics.begin()
        stood = self._let_stand(text) if by_user else []
        facts = self._user_facts(turn, voice, said) if by_user else self._other_facts(turn, voice, said)
        if voice.authority is Authority.AGENT:
            reading = reads_record(said, self.reported[0].text[:_MAX_TURN]) if self.reported else []
            facts += self._read_out(reading)
            self.offer = offer_of(said)
            self.may_forget = asks_what_to_forget(text)
            if self.told is not None and not self.told.read_back:
                told = self.told.said
                self.told.read_back = [
                    one
                    for one in read_backs(said, told)
                    if one not in reading
                    or reads_record([one], told)  # what only a record has told is its own
                ]
        elif by_user:
            self.told = _told(turn, voice, text, facts, self.offer)
            self.offer, self.may_forget = None, False
        self.reported = (turn, voice) if voice.authority is Authority.RECORD else None
        return stood + facts

    def _read_out(self, reading: list[Clause]) -> list[Fact]:
        """What the agent reads to the user of the record that has just reported: the record's own word."""
        if self.reported is None:
            return []
        turn, voice = self.reported
        spoken = replace(voice, confidence=_READ_BACK)
        facts = [
            self._fact(turn, spoken, clause, moods([clause])[0], context=turn.text[:_MAX_QUOTE])
            for clause in reading
        ]
        return [replace(fact, read_back=True) for fact in facts]

    def _let_stand(self, answer: str) -> list[Fact]:
        """What the agent read back of the user's last turn, unless the user's ``answer`` objects."""
        told, self.told = self.told, None
        if told is None or objects(answer):
            return []
        voice = replace(told.voice, confidence=_READ_BACK)
        said = told.said[-_MAX_QUOTE:]
        facts = [
            self._fact(told.turn, voice, told.clause, moods([clause])[0], text=clause.text, context=said)
            for clause in told.read_back
        ]
        if told.asked:  # what the user answered tells what the bare value is of
            facts = [
                f if points_back(f.text) else replace(f, context=f"{told.asked} / {said}") for f in facts
            ]
        return [replace(fact, read_back=True) for fact in facts]

    def _set_scene(self, turn: Turn, voice: Voice, *, many: bool) -> None:
        by_user = voice.authority in {Authority.USER, Authority.RECALLED}
        other = AGENT if voice.authority is Authority.AGENT else SOMEBODY
        self.scene.speaker = USER if by_user else other
        self.scene.listener = AGENT if by_user else USER
        if many and turn.name and voice.authority is Authority.USER:
            self.scene.speaker = plain(turn.name)

    # ---- The user ------------------------------------------------------------------------

    def _user_facts(self, turn: Turn, voice: Voice, said: Sequence[Clause]) -> list[Fact]:
        facts: list[Fact] = []
        answering = self.offer is not None
        frame = Mood.SUPPOSED if self.playing else None
        self.playing = role_play(plain(turn.text[:_MAX_TURN]), playing=self.playing)
        meanings = moods(said, forgetting=self.forgot, asked_what_to_forget=self.may_forget, frame=frame)
        for i, (clause, meant, second_hand) in enumerate(zip(said, meanings, reported(said), strict=True)):
            if answering and clause.sentence <= said[0].sentence + 1:
                replies, handled, answering = self._reply(turn, voice, said, i, meant)
                facts.extend(replies)
                if handled:
                    continue
            if says_nothing(clause.text) or (self.offer is not None and says_only(clause.text)):
                self._note_cue(clause.text)
                continue
            if meant.mood is Mood.JOKED and plain(clause.text) == "not" and facts:
                text = denied(facts[-1].text)  # "I just love those. Not."
                facts.append(self._fact(turn, voice, clause, Meant(Mood.ASSERTED, negated=True), text=text))
                continue
            others = second_hand and meant.mood is not Mood.FORGET  # "what she told us, delete it"
            speaks = replace(voice, authority=Authority.THIRD_PARTY) if others else voice
            facts.append(self._fact(turn, speaks, clause, meant))
        self.forgot = any(fact.mood is Mood.FORGET for fact in facts)
        return facts

    def _note_cue(self, text: str) -> None:
        """Keeps a word such as "no wait", which is no fact, for the clause that it introduces."""
        if introduces_correction(text):
            self.cue = text

    def _reply(
        self, turn: Turn, voice: Voice, said: Sequence[Clause], i: int, meant: Meant
    ) -> tuple[list[Fact], bool, bool]:
        """The facts by which a clause answers the offer, whether it says no more, whether more may answer."""
        offer, clause = self.offer, said[i]
        assert offer is not None
        reply = reply_of(clause.text, offer)
        asks = meant.mood is Mood.ASKED and (reply is None or clause.end == "?")  # "yes do it" does not
        if clause.quoted or asks or meant.mood in {Mood.QUOTED, Mood.JOKED}:
            return [], False, meant.mood is Mood.JOKED
        parts = partial_replies(clause.text, offer)
        if parts:
            spoken = [(denied(t) if r is Reply.NO else t, r) for r, t in parts]
            return [self._answer(turn, voice, clause, text, reply) for text, reply in spoken], True, True
        asks_to_forget = meant.mood is Mood.FORGET and reply is None  # no answer, whatever was asked
        if asks_to_forget:
            return [], False, False
        if chosen(clause.text, offer) or (reply is None and is_short_answer(clause.text, offer)):
            text = answered(clause.text, offer)
            how = Reply.NO if negated(plain(text)) else Reply.YES
            return [self._answer(turn, voice, clause, text, how)], True, bool(offer.options)
        if reply is Reply.NOTHING:
            self._note_cue(clause.text)
            return [], True, True
        if reply is None:
            return [], False, False
        taken_up = reply is Reply.YES and not has_finite_verb(clause.text)
        return self._agreement(turn, voice, said, i, reply), taken_up or says_only(clause.text), False

    def _agreement(
        self, turn: Turn, voice: Voice, said: Sequence[Clause], i: int, reply: Reply
    ) -> list[Fact]:
        """What a "yes" or "no" asserts of the offer; "no, not Porto" denies but a part, in its own clause."""
        offer, clause = self.offer, said[i]
        assert offer is not None
        if reply is Reply.YES:
            more = remainder(clause.text)
            added = (
                f", {more}" if more and not has_finite_verb(more) and not moods([clause])[0].negated else ""
            )
            but = said[i + 1].text if i + 1 < len(said) and said[i + 1].lead.strip(", ") == "but" else ""
            parts = [mended(part, but) + added for part in offer.parts]
            return [self._answer(turn, voice, clause, part, reply) for part in parts]
        nearby = [c for c in said[i : i + _NEARBY] if c.sentence <= clause.sentence + 1]
        if any(denies_part(c.text, offer) for c in nearby) or offer.form in {Form.OPEN, Form.CHOICE}:
            return []
        return [
            self._answer(turn, voice, clause, part if negated(plain(part)) else denied(part), reply)
            for part in offer.deniable
        ]

    def _answer(self, turn: Turn, voice: Voice, clause: Clause, text: str, reply: Reply) -> Fact:
        """A fact whose content the agent put into words and the user confirmed, denied or chose."""
        assert self.offer is not None
        content = moods([Clause(text, 0, "", last=True)])[0]
        mood = content.mood if content.mood in {Mood.FORGET, Mood.REQUESTED} else Mood.ASSERTED
        if self.offer.form is Form.PROPOSAL and mood is Mood.ASSERTED:
            mood = Mood.REQUESTED
        if reply is Reply.NO and mood is Mood.FORGET:
            mood = Mood.ASSERTED
        meant = Meant(mood, reply is Reply.NO or content.negated)
        return self._fact(turn, voice, clause, meant, text=text, context=self.offer.said)

    # ---- Everybody else ------------------------------------------------------------------

    def _other_facts(self, turn: Turn, voice: Voice, said: Sequence[Clause]) -> list[Fact]:
        agent = voice.authority is Authority.AGENT
        facts = []
        for clause, meant in zip(said, moods(said), strict=True):
            if agent and (is_tag(plain(clause.text)) or says_nothing(clause.text)):
                continue
            mood = meant.mood
            if agent and mood is not Mood.QUOTED and proposes(plain(clause.text)):
                mood = Mood.OFFERED
            elif not agent and mood in {Mood.REQUESTED, Mood.FORGET, Mood.WISHED}:
                mood = Mood.ASSERTED  # a record or a page tells nobody what its reader wants
            facts.append(self._fact(turn, voice, clause, replace(meant, mood=mood)))
        if voice.authority is Authority.RECORD and self.wanted and failed(plain(turn.text)):
            whole = Clause(turn.text[:_MAX_QUOTE], 0, ".", last=True)
            text = f"nothing changed, not done: {self.wanted}"
            facts.append(self._fact(turn, voice, whole, Meant(Mood.ASSERTED, negated=True), text=text))
        return facts

    # ---- One fact ------------------------------------------------------------------------

    def _fact(
        self, turn: Turn, voice: Voice, clause: Clause, meant: Meant, *, text: str = "", context: str = ""
    ) -> Fact:
        nearby = [context] if context else self.before[-_CONTEXT_CLAUSES:]
        around = " / ".join([self.cue, *nearby] if self.cue else nearby)
        self.cue = ""
        by_user = voice.authority is Authority.USER
        if not text:
            asserts = by_user and meant.mood in _WITH_TOPIC
            text = self.topics.complete(turn.index, clause, self.offer) if asserts else clause.text
        subject = self._subject(voice, clause, text, answer=bool(context))
        said_at = turn.at or self.transcript.at
        self.before.append(clause.text)
        if by_user and not clause.quoted:
            asserted = meant.mood in _WITH_TOPIC
            self.topics.remember(
                turn.index, clause, text, asserted=asserted, refused=bool(context) and meant.negated
            )
        if meant.mood is Mood.REQUESTED and by_user:
            self.wanted = text
        return Fact(
            text=text,
            quote=clause.text,
            authority=Authority.THIRD_PARTY if clause.quoted and by_user else voice.authority,
            mood=meant.mood,
            subject=subject,
            negated=meant.negated,
            transcript=self.transcript.id,
            turn=turn.index,
            speaker=turn.speaker,
            at=said_at.astimezone(self.zone) if said_at else None,
            confidence=round(voice.confidence * meant.confidence, 3),
            context=around,
        )

    def _subject(self, voice: Voice, clause: Clause, text: str, *, answer: bool) -> str:
        """Whose fact it is; in somebody's direct speech "I" is that person."""
        if voice.authority is Authority.RECORD:
            return THING
        if answer:
            subject = subject_of(text, self.scene)
            return self.scene.speaker if subject == AGENT else subject
        if not clause.quoted:
            who, content = content_of(clause.text)
            if who and content:
                subject_of(who, self.scene)
            return subject_of(content or clause.text, self.scene)
        speaker = self.scene.third or "somebody"
        inner = Scene(self.scene.names, self.scene.third, speaker=speaker, listener=self.scene.speaker)
        return subject_of(clause.text, inner)


_READ_BACK = 0.8


def _told(turn: Turn, voice: Voice, text: str, facts: Sequence[Fact], offer: Offer | None) -> _Told | None:
    """The user's turn as something that may be read back, or None where it tells nothing."""
    asserted = [fact for fact in facts if fact.asserts]
    telling = [fact.quote for fact in asserted] or ([text] if may_be_told(text) else [])
    if not telling:
        return None
    taken_up = [fact.text for fact in asserted if not fact.negated and fact.text != fact.quote]
    clause = Clause(telling[-1][:_MAX_QUOTE], 0, "", last=True)
    asked = offer.said if offer is not None and offer.form is not Form.CLAIM else ""
    return _Told(turn, voice, clause, " / ".join([*taken_up, text]), asked)
