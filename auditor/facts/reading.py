"""Turns conversations into facts: one a clause, with who stands behind it and how it was meant."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, tzinfo

from auditor.facts.anaphora import needs_topic, points_back, with_topic
from auditor.facts.clauses import Clause, clauses
from auditor.facts.corrections import with_retractions
from auditor.facts.dates import dates_in
from auditor.facts.hearsay import reported
from auditor.facts.instructions import without_instructions
from auditor.facts.lexicon import plain
from auditor.facts.moods import Meant, is_tag, moods, negated
from auditor.facts.replies import (
    Form,
    Offer,
    Reply,
    answered,
    chosen,
    denied,
    denies_part,
    is_short_answer,
    offer_of,
    partial_replies,
    proposes,
    reply_of,
    says_nothing,
    says_only,
)
from auditor.facts.sources import Voice, failed, voices
from auditor.facts.subjects import AGENT, THING, USER, Scene, names_in, subject_of
from auditor.records import Authority, Fact, Mood, Speaker, Transcript, Turn

_CONTEXT_CLAUSES = 3
_MAX_TURN = 20_000
_WITH_TOPIC = frozenset({Mood.ASSERTED, Mood.REQUESTED, Mood.PLANNED, Mood.FORGET})
_LONG_AGO = datetime.min.replace(tzinfo=UTC)


def read_facts(transcripts: Sequence[Transcript], zone: tzinfo = UTC) -> list[Fact]:
    """What was said in ``transcripts``, one fact a clause, in order of time.

    Relative dates are counted in ``zone``. A turn without a time takes its transcript's; a transcript
    without one is taken to be the oldest. Text that instructs the auditor makes no fact.
    """
    ordered = sorted(transcripts, key=lambda t: t.at or _first_time(t) or _LONG_AGO)
    facts = [fact for transcript in ordered for fact in _Reader(transcript, zone).read()]
    return with_retractions(facts)


def _first_time(transcript: Transcript) -> datetime | None:
    return next((turn.at for turn in transcript.turns if turn.at), None)


@dataclass(slots=True)
class _Reader:
    """Reads one transcript from the first turn to the last."""

    transcript: Transcript
    zone: tzinfo
    scene: Scene = field(default_factory=Scene)
    offer: Offer | None = None
    before: list[str] = field(default_factory=list)
    own: list[str] = field(default_factory=list)
    wanted: str = ""

    def read(self) -> list[Fact]:
        """The facts of all turns, in order of the turns' times."""
        turns = self.transcript.turns
        self.scene.names = set().union(*(names_in(t.text[:_MAX_TURN]) for t in turns)) if turns else ()
        many = len({t.name for t in turns if t.name and t.speaker is Speaker.USER}) > 1
        pairs = sorted(
            zip(turns, voices(self.transcript), strict=True), key=lambda pair: pair[0].at or _LONG_AGO
        )
        if not all(turn.at for turn in turns):
            pairs = list(zip(turns, voices(self.transcript), strict=True))
        return [fact for turn, voice in pairs for fact in self._turn(turn, voice, many=many)]

    def _turn(self, turn: Turn, voice: Voice, *, many: bool) -> list[Fact]:
        by_user = voice.authority is Authority.USER
        text = without_instructions(turn.text[:_MAX_TURN], by_user=by_user)
        said = clauses(text, record=voice.authority is Authority.RECORD)
        self._set_scene(turn, voice, many=many)
        facts = self._user_facts(turn, voice, said) if by_user else self._other_facts(turn, voice, said)
        if voice.authority is Authority.AGENT:
            self.offer = offer_of(said)
        elif by_user:
            self.offer = None
        return facts

    def _set_scene(self, turn: Turn, voice: Voice, *, many: bool) -> None:
        agent = voice.authority is Authority.AGENT
        self.scene.speaker = AGENT if agent else USER
        self.scene.listener = USER if agent else AGENT
        if many and turn.name and voice.authority is Authority.USER:
            self.scene.speaker = plain(turn.name)

    # ---- The user ------------------------------------------------------------------------

    def _user_facts(self, turn: Turn, voice: Voice, said: Sequence[Clause]) -> list[Fact]:
        facts: list[Fact] = []
        hearsay = reported(said)
        answering = self.offer is not None
        for i, (clause, meant, second_hand) in enumerate(zip(said, moods(said), hearsay, strict=True)):
            if answering and self.offer is not None and clause.sentence <= said[0].sentence + 1:
                replies, handled, answering = self._reply(turn, voice, said, i, meant)
                facts.extend(replies)
                if handled:
                    continue
            if says_nothing(clause.text):
                continue
            speaks = replace(voice, authority=Authority.THIRD_PARTY) if second_hand else voice
            facts.append(self._fact(turn, speaks, clause, meant))
        return facts

    def _reply(
        self, turn: Turn, voice: Voice, said: Sequence[Clause], i: int, meant: Meant
    ) -> tuple[list[Fact], bool, bool]:
        """The facts by which a clause answers the offer; whether it says no more; whether others may answer too."""
        offer, clause = self.offer, said[i]
        assert offer is not None
        if clause.quoted or meant.mood in {Mood.ASKED, Mood.QUOTED, Mood.JOKED}:
            return [], False, meant.mood is Mood.JOKED
        parts = partial_replies(clause.text, offer)
        if parts:
            return (
                [self._answer(turn, voice, clause, denied(t) if r is Reply.NO else t, r) for r, t in parts],
                True,
                True,
            )
        picked = chosen(clause.text, offer)
        if picked or (is_short_answer(clause.text, offer) and reply_of(clause.text, offer) is None):
            text = answered(clause.text, offer)
            return (
                [self._answer(turn, voice, clause, text, Reply.YES, negated(plain(clause.text)))],
                True,
                False,
            )
        reply = reply_of(clause.text, offer)
        if reply is Reply.NOTHING:
            return [], True, True
        if reply is None:
            return [], False, False
        facts = self._agreement(turn, voice, said, i, reply)
        return facts, says_only(clause.text, reply), False

    def _agreement(
        self, turn: Turn, voice: Voice, said: Sequence[Clause], i: int, reply: Reply
    ) -> list[Fact]:
        offer = self.offer
        assert offer is not None
        clause = said[i]
        if reply is Reply.YES:
            return [self._answer(turn, voice, clause, part, reply) for part in offer.parts]
        nearby = [c for c in said[i : i + 3] if c.sentence <= clause.sentence + 1]
        if any(denies_part(c.text, offer) for c in nearby) or offer.form in {Form.OPEN, Form.CHOICE}:
            return []
        return [
            self._answer(turn, voice, clause, part if negated(plain(part)) else denied(part), reply)
            for part in offer.parts
        ]

    def _answer(
        self, turn: Turn, voice: Voice, clause: Clause, text: str, reply: Reply, deny: bool | None = None
    ) -> Fact:
        """A fact whose content the agent put into words and the user confirmed, denied or chose."""
        assert self.offer is not None
        content = moods([Clause(text, 0, "", last=True)])[0]
        mood = content.mood if content.mood in {Mood.FORGET, Mood.REQUESTED} else Mood.ASSERTED
        if self.offer.form is Form.PROPOSAL and mood is Mood.ASSERTED:
            mood = Mood.REQUESTED
        if reply is Reply.NO and mood is Mood.FORGET:
            mood = Mood.ASSERTED
        meant = Meant(mood, (reply is Reply.NO or content.negated) if deny is None else deny)
        return self._fact(turn, voice, clause, meant, text=text, context=self.offer.said)

    # ---- Everybody else ------------------------------------------------------------------

    def _other_facts(self, turn: Turn, voice: Voice, said: Sequence[Clause]) -> list[Fact]:
        agent = voice.authority is Authority.AGENT
        facts = []
        for clause, meant in zip(said, moods(said), strict=True):
            if agent and (is_tag(plain(clause.text)) or says_nothing(clause.text)):
                continue
            offered = agent and meant.mood is not Mood.QUOTED and proposes(plain(clause.text))
            how = Meant(Mood.OFFERED, meant.negated, meant.confidence) if offered else meant
            if voice.authority is Authority.RECORD and meant.mood is not Mood.ASKED:
                how = Meant(Mood.ASSERTED, meant.negated)
            facts.append(self._fact(turn, voice, clause, how))
        if voice.authority is Authority.RECORD and self.wanted and failed(plain(turn.text)):
            nothing = Clause(said[0].text if said else turn.text, 0, ".", last=True)
            text = f"nothing changed, not done: {self.wanted}"
            facts.append(self._fact(turn, voice, nothing, Meant(Mood.ASSERTED, negated=True), text=text))
        return facts

    # ---- One fact ------------------------------------------------------------------------

    def _fact(
        self, turn: Turn, voice: Voice, clause: Clause, meant: Meant, *, text: str = "", context: str = ""
    ) -> Fact:
        around = context or " / ".join(self.before[-_CONTEXT_CLAUSES:])
        if not text:
            text = self._standing_alone(clause, voice, meant)
        subject = (
            THING
            if voice.authority is Authority.RECORD
            else self._subject(clause, text, answer=bool(context))
        )
        said_at = turn.at or self.transcript.at
        self.before.append(clause.text)
        if voice.authority is Authority.USER and not clause.quoted:
            self.own.append(clause.text)
        if meant.mood is Mood.REQUESTED and voice.authority is Authority.USER:
            self.wanted = text
        return Fact(
            text=text,
            quote=clause.text,
            authority=Authority.THIRD_PARTY
            if clause.quoted and voice.authority is Authority.USER
            else voice.authority,
            mood=meant.mood,
            subject=subject,
            negated=meant.negated,
            transcript=self.transcript.id,
            turn=turn.index,
            speaker=turn.speaker,
            at=said_at,
            confidence=round(voice.confidence * meant.confidence, 3),
            context=around,
            dates=dates_in(text, said_at, self.zone),
        )

    def _standing_alone(self, clause: Clause, voice: Voice, meant: Meant) -> str:
        """The clause with the topic that it leaves out, in the user's own words or those of the question asked.

        Nothing that the agent claimed gets into it: that would make the agent's claims the user's.
        """
        asserts = meant.mood in _WITH_TOPIC and voice.authority is Authority.USER
        if not asserts or not needs_topic(clause.text):
            return clause.text
        offered = self.offer is not None and self.offer.form is not Form.CLAIM and points_back(clause.text)
        asked = self.offer.said if offered and self.offer is not None else ""
        return with_topic(clause.text, " / ".join([*self.own[-_CONTEXT_CLAUSES:], asked]))

    def _subject(self, clause: Clause, text: str, *, answer: bool) -> str:
        """Whose fact it is; in somebody's direct speech "I" is that person."""
        if not clause.quoted:
            return subject_of(text if answer else clause.text, self.scene)
        speaker = self.scene.third or "somebody"
        inner = Scene(self.scene.names, self.scene.third, speaker=speaker, listener=self.scene.speaker)
        return subject_of(clause.text, inner)
