"""What an agent's turn puts before the user: a claim, a question, a proposal, a choice."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache

from auditor.facts.anaphora import points_back, with_topic
from auditor.facts.choices import alternatives_in, asks_openly, options_in
from auditor.facts.clauses import Clause
from auditor.facts.languages import content_words
from auditor.facts.leads import leads
from auditor.facts.lexicon import lists, pattern, plain, search
from auditor.facts.moods import is_tag
from auditor.values.folding import letters


class Form(StrEnum):
    """What kind of answer an agent's turn invites."""

    CLAIM = "claim"
    YES_NO = "yes_no"
    PROPOSAL = "proposal"
    CHOICE = "choice"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Offer:
    """What the agent's last turn puts before the user, from the user's point of view.

    ``parts`` are the clauses that a "yes" would assert; ``topic`` is what an open question asks about;
    ``options`` are those of a choice; ``said`` is the agent's sentence verbatim; ``told`` counts the parts
    that come from the sentence before a question which asks something of its own.
    """

    form: Form
    said: str
    parts: Sequence[str] = ()
    topic: str = ""
    options: Sequence[str] = ()
    told: int = 0

    @property
    def deniable(self) -> Sequence[str]:
        """The parts that a "no" denies: those about the user where there are any.

        What was merely told before a question (the first ``told`` parts) is not what was asked.
        """
        asked = self.parts[self.told :]
        return [part for part in asked if _MINE.search(part)] or asked


_MINE = re.compile(r"\b(?:I|my|me|mine|I'm|I've|I'll|ich|meine?|mi|je|mon|ma)\b|我")


def offer_of(said: Sequence[Clause]) -> Offer | None:
    """What the agent's turn offers, asks or claims last, or None when nothing in it can be answered."""
    spoken = [c for c in said if not c.quoted]
    while spoken and _only_confirms(_sentence(spoken, spoken[-1].sentence)):
        asked = spoken[-1].sentence
        spoken = [c for c in spoken if c.sentence != asked]
        if spoken:
            return _claim(_sentence(spoken, spoken[-1].sentence), Form.YES_NO)
    if not spoken:
        return None
    last = _sentence(spoken, spoken[-1].sentence)
    if last[-1].end == "?":
        offer = _question(last, "; ".join(c.text for c in said))
        return _with_content(offer, [c for c in spoken if c.sentence == last[0].sentence - 1])
    return _alternatives(last) or _claim(last, _claim_form(last))


def _alternatives(sentence: Sequence[Clause]) -> Offer | None:
    """A statement that leaves a choice: "We have Thursday at ten to four or quarter past three."."""
    said = _joined(sentence)
    topic, options = alternatives_in(said)
    return Offer(Form.CHOICE, said, topic=_statement(topic), options=options) if options else None


def _with_content(offer: Offer, before: Sequence[Clause]) -> Offer:
    """An offer such as "Shall I note that?" takes its content from the sentence before.

    Where it has a value of its own ("Shall I raise it to 50?") it takes no more than the topic.
    """
    if not offer.parts or not before or before[-1].end == "?":
        return offer
    if len(content_words(_joined(before))) <= 1:
        return offer  # "Noted. Shall I …"
    named = [
        w for part in offer.parts for w in content_words(part) if w not in lists("clauses")["imperatives"]
    ]
    if any(character.isdigit() for part in offer.parts for character in part):
        said = " ".join(clause.text for clause in before)
        return replace(
            offer, parts=tuple(with_topic(part, said) if points_back(part) else part for part in offer.parts)
        )
    if named and not any(points_back(part) for part in offer.parts):
        return offer
    told = _claim(before, offer.form).parts
    asks_itself = offer.form is Form.YES_NO and bool(named)
    return replace(offer, parts=(*told, *offer.parts), told=len(told) if asks_itself else 0)


def _sentence(spoken: Sequence[Clause], number: int) -> list[Clause]:
    return [c for c in spoken if c.sentence == number]


def _only_confirms(sentence: Sequence[Clause]) -> bool:
    text = plain(" ".join(c.text for c in sentence)).strip(" ,")
    match = pattern("replies", "confirming").match(text)
    return bool(match) and match.end() == len(text) and sentence[-1].end == "?" if match else False


def _claim_form(sentence: Sequence[Clause]) -> Form:
    return Form.PROPOSAL if proposes(plain(sentence[0].text)) else Form.CLAIM


def _claim(sentence: Sequence[Clause], form: Form) -> Offer:
    claimed = [c.text for c in sentence if not is_tag(plain(c.text))]
    about_user = [text for text in claimed if not _AGENT_ITSELF.match(text)] or claimed
    return Offer(form, _joined(sentence), tuple(_without_tag(_statement(text)) for text in about_user))


_AGENT_ITSELF = re.compile(
    r"\W*(?:before|after|while|if|so|when|then|and)? ?(?:i|we) (?!have you\b)", re.IGNORECASE
)


def _joined(sentence: Sequence[Clause]) -> str:
    return ", ".join(c.text for c in sentence)


def _question(sentence: Sequence[Clause], whole: str) -> Offer:
    said = _joined(sentence)
    asking = _whole([c for c in sentence if not is_tag(plain(c.text))] or list(sentence))
    core = _without_tag(asking[-1].text)
    lowered = plain(core)
    if is_tag(plain(sentence[-1].text)) or core != asking[-1].text:
        return _claim([*asking[:-1], Clause(core, 0, "", last=True)], Form.YES_NO)
    options = options_in(said) or (options_in(whole) if _WHICH_ONE.match(lowered) else ())
    if options:
        return Offer(Form.CHOICE, said, topic=_topic(lowered.split(plain(options[0]), 1)[0]), options=options)
    if asks_openly(lowered) and not _SUGGESTED.match(lowered):
        return Offer(Form.OPEN, said, topic=_topic(core))
    if proposes(lowered):
        return Offer(Form.PROPOSAL, said, (_statement(core),), topic=_topic(core))
    if _DECLARED.match(lowered):
        return _claim(asking, Form.YES_NO)
    return Offer(Form.YES_NO, said, (_statement(core),), topic=_topic(core))


def _whole(asking: list[Clause]) -> list[Clause]:
    """The clauses with what only continues the question put back: "by email" and "instead of on paper"."""
    while len(asking) > 1 and _CONTINUING.match(plain(f"{asking[-1].lead} {asking[-1].text}")):
        rest = f"{asking[-1].lead} {asking[-1].text}".strip()
        asking = [*asking[:-2], replace(asking[-2], text=f"{asking[-2].text} {rest}", last=True)]
    return asking


_CONTINUING = re.compile(r"\s*(?:instead of|rather than|while|when|before|after|until|till|as long as)\b")
_DECLARED = re.compile(
    r"\W*(?:and |so |ok |okay |then |but )*(?:you|you're|you've|your|it's|that's)(?![\w'])"
)
_SUGGESTED = re.compile(r"\W*(?:how|what) about\b|\W*why don't")


def proposes(lowered: str) -> bool:
    """Whether the agent's clause (lower case) offers to do something."""
    match = search("replies", "proposing", lowered)
    return match is not None and match.start() <= _FRONT


_FRONT = 12
_TAG_END = re.compile(
    r",? (?:right|correct|yes|no|yeah|ok|okay|isn't it|aren't you|don't you|is that (?:right|correct|"
    r"so)|oder|verdad|n'est-ce pas)\W*$",
    re.IGNORECASE,
)


def _without_tag(text: str) -> str:
    return _TAG_END.sub("", text)


_WHICH_ONE = re.compile(r"\W*(?:so |and )?(?:which|what)\b.{0,40}$")
_ASKING = re.compile(
    r"^\W*(?:(?:and|so|ok|okay|then|great|thanks|alright|sure|of course|got it|"
    r"perfect)\W+)*(?:shall i|should i|shall we|should we|do you want me to|"
    r"want me to|would you like me to|would you like to|would you like|do you want to|do you want|"
    r"how about|may i|can i|could i|let me|"
    r"i can|i could|we can|we could|i'll|i will|why don't (?:i|we|you)|is it ok(?:ay)? if i|"
    r"i'd suggest|i suggest|i recommend|do(?=\b)|does|did|"
    r"soll ich|möchten sie|quiere que|voulez-vous que)\b",
    re.IGNORECASE,
)
_WHETHER_TRUE = re.compile(
    r"^\W*(?:is it (?:true|right|correct|still true) that|did you say(?: that)?|"
    r"do i understand (?:correctly )?that|am i right that|so) ",
    re.IGNORECASE,
)
_THANKING = re.compile(r",? (?:thank you|thanks|noted|got it|okay|ok|sure)\W*$", re.IGNORECASE)
_INVERTED = re.compile(
    r"^(is|are|was|were|has|have|will|can|am) ((?:the |my |your |this |that )?[\w'-]+) ", re.IGNORECASE
)


@cache
def _as_the_user() -> list[tuple[re.Pattern[str], str, frozenset[str] | None]]:
    """What finds the user addressed, what the user would say instead, and the words that it begins with."""
    return [
        (re.compile(you, re.IGNORECASE), me, leads(you.lower(), whole=False))
        for you, me in lists("replies")["as_the_user"]
    ]


def _statement(text: str) -> str:
    """A question or claim of the agent's as the user would state it."""
    text = _WHETHER_TRUE.sub("", text).lstrip("¿¡ ")
    body = _THANKING.sub("", _ASKING.sub("", text)).strip(" ,")
    inverted = _INVERTED.match(body)
    if inverted:
        body = f"{inverted.group(2)} {inverted.group(1).lower()} {body[inverted.end() :]}"
    spoken = letters(body.lower())
    for you, me, first_words in _as_the_user():
        if first_words is None or not first_words.isdisjoint(spoken):
            body = you.sub(me, body)
            spoken = letters(body.lower())
    return re.sub(r"(?:吗|嗎|(?<=[すだた])か)$", "", body) or text


_ASKED_BY = re.compile(
    r"^\W*(?:(?:and|so|ok|okay|then|great|thanks|alright)\W+)*(?:what's|what is|what are|which is|"
    r"what was|who is|who's|where's|when's|what|which|who|where|when|"
    r"how|why|may i have|could you tell me|can you tell me|could you give me|can you give me|"
    r"would you tell me)\b ?"
    r"(?:(?:is|are|do|does|did|was|were|will|would|can|should|has|have)\b ?)?",
    re.IGNORECASE,
)


def _topic(text: str) -> str:
    """What a question is about, as words of the user's."""
    body = _ASKED_BY.sub("", text, count=1).strip(" ,?")
    body = re.sub(r"\b(?:do|does|did) (?=you\b)", "", body)
    body = re.sub(r",? please$", "", body)
    return _statement(body) if body else ""
