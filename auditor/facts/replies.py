"""What a short answer means: "yes", "no", "the second one", "42" take their content from the agent's turn."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from auditor.facts.clauses import Clause, has_finite_verb
from auditor.facts.lexicon import lists, pattern, plain
from auditor.facts.moods import is_tag, negated

_MAX_ANSWER_WORDS = 12


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
    ``options`` are those of a choice; ``said`` is the agent's sentence verbatim.
    """

    form: Form
    said: str
    parts: Sequence[str] = ()
    topic: str = ""
    options: Sequence[str] = ()


class Reply(StrEnum):
    """How the user's clause stands to the offer."""

    YES = "yes"
    NO = "no"
    NOTHING = "nothing"


# ---- The agent's side --------------------------------------------------------------------


def offer_of(said: Sequence[Clause]) -> Offer | None:
    """What the agent's turn offers, asks or claims last, or None when it says nothing that can be answered."""
    spoken = [c for c in said if not c.quoted]
    while spoken and _only_confirms(_sentence(spoken, spoken[-1].sentence)):
        asked = spoken[-1].sentence
        spoken = [c for c in spoken if c.sentence != asked]
        if spoken:
            return _claim(_sentence(spoken, spoken[-1].sentence), Form.YES_NO)
    if not spoken:
        return None
    last = _sentence(spoken, spoken[-1].sentence)
    return _question(last) if last[-1].end == "?" else _claim(last, _claim_form(last))


def _sentence(spoken: Sequence[Clause], number: int) -> list[Clause]:
    return [c for c in spoken if c.sentence == number]


def _only_confirms(sentence: Sequence[Clause]) -> bool:
    text = plain(" ".join(c.text for c in sentence)).strip(" ,")
    match = pattern("replies", "confirming").match(text)
    return bool(match) and match.end() == len(text) and sentence[-1].end == "?" if match else False


def _claim_form(sentence: Sequence[Clause]) -> Form:
    return Form.PROPOSAL if proposes(plain(sentence[0].text)) else Form.CLAIM


def _claim(sentence: Sequence[Clause], form: Form) -> Offer:
    parts = [_statement(c.text) for c in sentence if not is_tag(plain(c.text))]
    return Offer(form, _joined(sentence), tuple(_without_tag(p) for p in parts))


def _joined(sentence: Sequence[Clause]) -> str:
    return ", ".join(c.text for c in sentence)


def _question(sentence: Sequence[Clause]) -> Offer:
    said = _joined(sentence)
    asking = [c for c in sentence if not is_tag(plain(c.text))] or list(sentence)
    core = _without_tag(asking[-1].text)
    lowered = plain(core)
    if len(asking) < len(sentence) or core != asking[-1].text:
        return _claim([*asking[:-1], Clause(core, 0, "", last=True)], Form.YES_NO)
    options = _options(said)
    if options:
        return Offer(Form.CHOICE, said, topic=_topic(_before_options(lowered, options[0])), options=options)
    if _OPEN.search(lowered) and not _SUGGESTED.match(lowered):
        return Offer(Form.OPEN, said, topic=_topic(core))
    if proposes(lowered):
        return Offer(Form.PROPOSAL, said, (_statement(core),), topic=_topic(core))
    return Offer(Form.YES_NO, said, (_statement(core),), topic=_topic(core))


_OPEN = re.compile(
    r"(?:^|[,:] )\W*(?:and |so |ok |okay )*(?:what|when|where|why|who|whom|whose|which|how|may i (?:have|ask|take)|could you (?:tell|give)"
    r"|can you (?:tell|give)|would you (?:tell|give)|anything|any (?!more)|wann|warum|wo|wer|was|wie|welche|cuándo|dónde|quién|qué|cómo|"
    r"quand|où|qui|quel|comment)\b|什么|多少|几|哪|何|いつ|どこ|誰"
)


_SUGGESTED = re.compile(r"\W*(?:how|what) about\b|\W*why don't")


def proposes(lowered: str) -> bool:
    """Whether the agent's clause (lower case) offers to do something."""
    match = pattern("replies", "proposing").search(lowered)
    return match is not None and match.start() <= _FRONT


_FRONT = 12
_TAG_END = re.compile(
    r",? (?:right|correct|yes|no|yeah|ok|okay|isn't it|aren't you|don't you|is that (?:right|correct|so)|oder|verdad|n'est-ce pas)\W*$",
    re.IGNORECASE,
)


def _without_tag(text: str) -> str:
    return _TAG_END.sub("", text)


_OPTION_LIST = re.compile(
    r"(?:^|[:,] |\b(?:want|prefer|like|have|choose|between|take|is it|it|be) )([^:?]{1,200}?),? (?:or|oder|o|ou) ([^?]{1,80})$"
)
_NUMBERED = re.compile(r"(?:^|\s)\(?(?:\d|[a-c])[).:] ([^\n;]{1,120}?)(?=\s\(?(?:\d|[a-c])[).:] |;|\n|$)")


def _options(said: str) -> tuple[str, ...]:
    numbered = tuple(m.group(1).strip(" .,") for m in _NUMBERED.finditer(said))
    if len(numbered) > 1:
        return numbered
    match = _OPTION_LIST.search(said)
    if not match or _OPEN.search(plain(match.group(1))):
        return ()
    first = [part.strip() for part in match.group(1).split(",")]
    return (*first, match.group(2).strip())


def _before_options(lowered: str, first: str) -> str:
    return lowered.split(plain(first), 1)[0]


_PERSON = (
    (r"\byou're\b|\byou are\b", "I'm"), (r"\byou've\b", "I've"), (r"\byou'll\b", "I'll"), (r"\byou'd\b", "I'd"),
    (r"\byours\b", "mine"), (r"\byourself\b", "myself"), (r"\byour\b", "my"),
    (r"\b(?<=for )you\b|(?<=to )you\b|(?<=give )you\b|(?<=call )you\b|(?<=send )you\b|(?<=with )you\b", "me"),
    (r"\byou\b", "I"), (r"\bIhre?n?\b|\bdeine?n?\b", "meine"), (r"\bSie haben\b", "ich habe"), (r"\bsu\b", "mi"),
    (r"\bvotre\b", "mon"), (r"您的|你的", "我的"), (r"您|你", "我"),
)  # fmt: skip
_ASKING = re.compile(
    r"^\W*(?:(?:and|so|ok|okay|then|great|thanks|alright|sure|of course|got it|perfect)\W+)*(?:shall i|should i|shall we|should we|do you want me to|"
    r"want me to|would you like me to|would you like to|would you like|do you want to|do you want|how about|may i|can i|could i|let me|"
    r"i can|i could|we can|we could|i'll|i will|why don't (?:i|we|you)|is it ok(?:ay)? if i|i'd suggest|i suggest|i recommend|do(?=\b)|does|did|"
    r"soll ich|möchten sie|quiere que|voulez-vous que)\b",
    re.IGNORECASE,
)
_INVERTED = re.compile(
    r"^(is|are|was|were|has|have|will|can|am) ((?:the |my |your |this |that )?[\w'-]+) ", re.IGNORECASE
)


def _statement(text: str) -> str:
    """A question or claim of the agent's as the user would state it."""
    body = _ASKING.sub("", text).strip(" ,")
    inverted = _INVERTED.match(body)
    if inverted:
        body = f"{inverted.group(2)} {inverted.group(1).lower()} {body[inverted.end() :]}"
    for you, me in _PERSON:
        body = re.sub(you, me, body, flags=re.IGNORECASE)
    return body or text


_ASKED_BY = re.compile(
    r"^\W*(?:(?:and|so|ok|okay|then|great|thanks|alright)\W+)*(?:what's|what is|what are|which is|what was|who is|who's|where's|when's|what|which|who|where|when|"
    r"how|why|may i have|could you tell me|can you tell me|could you give me|can you give me|would you tell me)\b ?"
    r"(?:(?:is|are|do|does|did|was|were|will|would|can|should|has|have)\b ?)?",
    re.IGNORECASE,
)


def _topic(text: str) -> str:
    """What a question is about, as words of the user's."""
    body = _ASKED_BY.sub("", text, count=1).strip(" ,?")
    body = re.sub(r"\b(?:do|does|did) (?=you\b)", "", body)
    body = re.sub(r",? please$", "", body)
    return _statement(body) if body else ""


# ---- The user's side ---------------------------------------------------------------------


@cache
def _phrase(key: str) -> re.Pattern[str]:
    phrases = sorted(map(re.escape, lists("replies")[key]), key=len, reverse=True)
    return re.compile(
        r"\W*(?:"
        + "|".join(phrases)
        + r")(?![\w'])|^\W*(?:"
        + "|".join(p for p in phrases if not p.isascii())
        + ")"
    )


_STRONG = re.compile(
    r"\b(?:yes|yep|yeah|yup|exactly|correct|that'?s (?:right|correct|true|it|the one)|that is (?:right|correct)|you'?re right|you are right|"
    r"confirmed|do (?:that|it|so)|true|precisely|indeed|ja|genau|stimmt|richtig|sí|exacto|correcto|oui|exactement|c'est ça|still the case)\b"
    r"|对|對|是的|没错|はい|そうです|その通り|合って"
)


def reply_of(text: str, offer: Offer) -> Reply | None:
    """How a clause of the user's answers ``offer``, or None when it is no answer of this kind."""
    lowered = plain(text).strip()
    if (
        _phrase("no").match(lowered)
        and not _STRONG.match(lowered)
        and not re.match(r"\W*no (?:wait|problem|worries|idea)", lowered)
    ):
        return Reply.NO
    match = _phrase("yes").match(lowered)
    if match and (offer.form in {Form.YES_NO, Form.PROPOSAL} or _STRONG.match(lowered.lstrip())):
        if offer.form in {Form.OPEN, Form.CHOICE}:
            return None
        return Reply.YES
    nothing = _phrase("nothing").match(lowered)
    if nothing and not lowered[nothing.end() :].strip(" ,.!"):
        return Reply.NOTHING
    if nothing and _STRONG.match(lowered[nothing.end() :].lstrip(" ,.!")):
        return Reply.YES
    return None


def says_only(text: str, reply: Reply) -> bool:
    """Whether a clause is no more than its "yes" or "no"."""
    lowered = plain(text)
    rest = lowered
    for _ in range(3):
        for key in ("yes", "no", "nothing"):
            match = _phrase(key).match(rest)
            if match and match.end():
                rest = rest[match.end() :].lstrip(" ,.!")
    return not re.sub(r"\W", "", rest) or (
        reply is Reply.NO and rest.strip() in {"i didn't", "i don't", "it isn't"}
    )


_PARTIAL = re.compile(r"(?:the |my )?([\w'-]+(?: [\w'-]+){0,3}?),? (yes|no)(?![\w'])(?:,|$)")
_CONCEPTS = {
    "size": r"\bsize (\w+)|\b(xs|s|m|l|xl|xxl|\d{2})\b",
    "colour": r"\b(black|white|red|blue|navy|green|grey|gray|yellow|orange|purple|pink|brown|beige|silver|gold|teal|cream)\b",
    "day": r"\b((?:mon|tues|wednes|thurs|fri|satur|sun)day)\b",
    "date": r"(\d{1,2}(?:st|nd|rd|th)?(?: of)? [A-Z][a-z]+|[A-Z][a-z]+ \d{1,2}|the \d{1,2}(?:st|nd|rd|th)|\d{4}-\d\d-\d\d)",
    "time": r"\b(\d{1,2}(?::\d\d)? ?(?:am|pm)?|noon|midnight)\b",
    "price": r"([$€£]\s?[\d.,]+|[\d.,]+ (?:euros?|dollars|pounds|EUR|USD))",
    "number": r"\b(\d+)\b",
    "name": r"\b([A-Z][\w-]+)\b",
}
_CONCEPTS["color"] = _CONCEPTS["colour"]


def partial_replies(text: str, offer: Offer) -> list[tuple[Reply, str]]:
    """What "the size yes, the colour no" confirms and denies of the offer, as statements."""
    found = []
    for match in _PARTIAL.finditer(plain(text)):
        what, verdict = match.group(1), Reply(match.group(2))
        named = what if all(word in plain(offer.said) for word in what.split()) else ""
        value = _value_of(what, offer.said) or named
        if value:
            label = what if value != what else "it"
            found.append((verdict, f"{label} is {value}"))
    return found


def _value_of(what: str, said: str) -> str:
    concept = _CONCEPTS.get(what.split()[-1])
    match = (
        re.search(concept, said, re.IGNORECASE if what not in {"name", "date"} else 0) if concept else None
    )
    return next((g for g in match.groups() if g), "") if match else ""


def denies_part(text: str, offer: Offer) -> bool:
    """Whether a clause such as "not Porto" denies only a part of what was offered."""
    match = re.match(
        r"\W*(?:no,? |but |and )*not (?:any ?more )?(?:the |in |on |from |at |for |to )?([\w'-]+)",
        plain(text),
    )
    return match is not None and match.group(1) in plain(offer.said)


def chosen(text: str, offer: Offer) -> str:
    """The option that a clause picks ("the second one", "the blue one", "aisle"), or ""."""
    if not offer.options:
        return ""
    lowered = plain(text)
    for word, index in lists("replies")["ordinals"].items():
        if re.search(
            rf"(?:the |der |die |das |el |la |le )?\b{word}\b(?: one| option)?", lowered
        ) and index < len(offer.options):
            return offer.options[index]
    said = set(re.findall(r"\w{3,}", lowered)) - {"the", "one", "please", "that", "option"}
    matching = [o for o in offer.options if said & set(re.findall(r"\w{3,}", plain(o)))]
    return matching[0] if len(matching) == 1 else ""


def is_short_answer(text: str, offer: Offer) -> bool:
    """Whether a clause answers an open question without saying what it is about: "42", "in 2021"."""
    if not offer.topic or len(text.split()) > _MAX_ANSWER_WORDS:
        return False
    match = _phrase("nothing").match(plain(text))
    if match and not plain(text)[match.end() :].strip(" ,.!"):
        return False
    return offer.form in {Form.OPEN, Form.CHOICE, Form.YES_NO} and not has_finite_verb(text)


def answered(text: str, offer: Offer) -> str:
    """A short answer as a statement: "What's your size?" and "42" make "my size is 42"."""
    answer = chosen(text, offer) or text
    if re.match(
        r"\W*(?:and |so )?(?:what(?:'s| is| are| was)|which is|who(?:'s| is)|when(?:'s| is)|where(?:'s| is))\b",
        plain(offer.said),
    ):
        return f"{offer.topic} is {answer}"
    return f"{offer.topic}: {answer}"


def denied(statement: str) -> str:
    """A statement turned into its denial, readable by itself."""
    return (
        f"It is not true that {statement}"
        if not negated(plain(statement))
        else f"It is wrong that {statement}"
    )


def says_nothing(text: str) -> bool:
    """Whether a clause is only a greeting, thanks or a murmur ("ok thanks", "good idea")."""
    rest = plain(text).strip(" ,.!")
    for _ in range(_MURMURS):
        match = _phrase("nothing").match(rest)
        if not match or not match.end():
            break
        rest = rest[match.end() :].strip(" ,.!")
    return not re.sub(r"\W", "", rest)


_MURMURS = 4
