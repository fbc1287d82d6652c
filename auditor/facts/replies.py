"""What a short answer means: "yes", "no", "the second one", "42" take their content from the agent's turn."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import product

from auditor.facts.clauses import Clause, has_finite_verb
from auditor.facts.languages import content_words
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

    @property
    def deniable(self) -> Sequence[str]:
        """The parts that a "no" denies: those about the user where there are any."""
        return [part for part in self.parts if _MINE.search(part)] or self.parts


_MINE = re.compile(r"\b(?:I|my|me|mine|I'm|I've|I'll|ich|meine?|mi|je|mon|ma)\b|我")


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
    if last[-1].end == "?":
        return _question(last, "; ".join(c.text for c in said))
    return _claim(last, _claim_form(last))


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
    asking = [c for c in sentence if not is_tag(plain(c.text))] or list(sentence)
    core = _without_tag(asking[-1].text)
    lowered = plain(core)
    if len(asking) < len(sentence) or core != asking[-1].text:
        return _claim([*asking[:-1], Clause(core, 0, "", last=True)], Form.YES_NO)
    options = _options(said) or (_options(whole) if _WHICH_ONE.match(lowered) else ())
    if options:
        return Offer(Form.CHOICE, said, topic=_topic(_before_options(lowered, options[0])), options=options)
    if _is_open(lowered) and not _SUGGESTED.match(lowered):
        return Offer(Form.OPEN, said, topic=_topic(core))
    if proposes(lowered):
        return Offer(Form.PROPOSAL, said, (_statement(core),), topic=_topic(core))
    return Offer(Form.YES_NO, said, (_statement(core),), topic=_topic(core))


_SUGGESTED = re.compile(r"\W*(?:how|what) about\b|\W*why don't")


def _is_open(lowered: str) -> bool:
    match = pattern("replies", "open").search(lowered)
    return match is not None and match.start() <= _FRONT


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


_WHICH_ONE = re.compile(r"\W*(?:so |and )?(?:which|what)\b.{0,40}$")
_OPTION_LIST = re.compile(
    r"(?:^|[:,] |\b(?:want|prefer|like|have|choose|between|take|is it|it|be) )([^:?]{1,200}?),? (?:or|oder|o|ou) ([^?]{1,80})$"
)
_NUMBERED = re.compile(r"(?:^|\s)\(?(?:\d|[a-c])[).:] ([^\n;]{1,120}?)(?=\s\(?(?:\d|[a-c])[).:] |;|\n|$)")


def _options(said: str) -> tuple[str, ...]:
    numbered = tuple(m.group(1).strip(" .,") for m in _NUMBERED.finditer(said))
    if len(numbered) > 1:
        return numbered
    match = _OPTION_LIST.search(said)
    if not match or _is_open(plain(match.group(1))):
        return ()
    first = [part.strip() for part in match.group(1).split(",")]
    return (*first, match.group(2).strip())


def _before_options(lowered: str, first: str) -> str:
    return lowered.split(plain(first), 1)[0]


_PERSON = (
    (r"\bI(?:'ve got| have) you (?:down )?as\b", "I am"), (r"\bI(?:'ve got| have) you (?:down )?(?:for|with|under|on)\b", "I have"), (r"\bI see (?:that )?(?=you)", ""),
    (r"\byou're\b|\byou are\b", "I'm"), (r"\byou've\b", "I've"), (r"\byou'll\b", "I'll"), (r"\byou'd\b", "I'd"),
    (r"\byours\b", "mine"), (r"\byourself\b", "myself"), (r"\byour\b", "my"),
    (r"\b(?<=for )you\b|(?<=to )you\b|(?<=give )you\b|(?<=call )you\b|(?<=send )you\b|(?<=with )you\b", "me"),
    (r"\byou\b", "I"), (r"\bIhre?n?\b|\bdeine?n?\b", "meine"), (r"\bSie haben\b", "ich habe"), (r"\bsu\b", "mi"),
    (r"\bvous êtes\b", "je suis"), (r"\bvous avez\b", "j'ai"), (r"\bvous\b", "je"), (r"\bsind sie\b|\bsie sind\b", "ich bin"),
    (r"\bes usted\b|\beres\b", "soy"), (r"\btiene usted\b|\btienes\b", "tengo"), (r"\bquiere\b", "quiero"),
    (r"\bvotre\b", "mon"), (r"您的|你的", "我的"), (r"您|你", "我"),
)  # fmt: skip
_ASKING = re.compile(
    r"^\W*(?:(?:and|so|ok|okay|then|great|thanks|alright|sure|of course|got it|perfect)\W+)*(?:shall i|should i|shall we|should we|do you want me to|"
    r"want me to|would you like me to|would you like to|would you like|do you want to|do you want|how about|may i|can i|could i|let me|"
    r"i can|i could|we can|we could|i'll|i will|why don't (?:i|we|you)|is it ok(?:ay)? if i|i'd suggest|i suggest|i recommend|do(?=\b)|does|did|"
    r"soll ich|möchten sie|quiere que|voulez-vous que)\b",
    re.IGNORECASE,
)
_WHETHER_TRUE = re.compile(
    r"^\W*(?:is it (?:true|right|correct|still true) that|did you say(?: that)?|do i understand (?:correctly )?that|am i right that|so) ",
    re.IGNORECASE,
)
_THANKING = re.compile(r",? (?:thank you|thanks|noted|got it|okay|ok|sure)\W*$", re.IGNORECASE)
_INVERTED = re.compile(
    r"^(is|are|was|were|has|have|will|can|am) ((?:the |my |your |this |that )?[\w'-]+) ", re.IGNORECASE
)


def _statement(text: str) -> str:
    """A question or claim of the agent's as the user would state it."""
    text = _WHETHER_TRUE.sub("", text)
    body = _THANKING.sub("", _ASKING.sub("", text)).strip(" ,")
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


def reply_of(text: str, offer: Offer) -> Reply | None:
    """How a clause of the user's answers ``offer``, or None when it is no answer of this kind."""
    lowered = plain(text).strip(" ,.!")
    closed = offer.form not in {Form.OPEN, Form.CHOICE}
    if lowered in lists("replies")["no_alone"] or (
        _phrase("no").match(lowered) and not _NO_DENIAL.match(lowered)
    ):
        return Reply.NO
    if lowered in lists("replies")["yes_alone"]:
        return Reply.YES if closed else None
    if _agrees(lowered, offer.form):
        return Reply.YES if closed else None
    nothing = _phrase("nothing").match(lowered)
    if not nothing:
        return None
    rest = lowered[nothing.end() :].strip(" ,.!")
    if not rest:
        return Reply.NOTHING
    return Reply.YES if closed and _agrees(rest, offer.form) else None


_NO_DENIAL = re.compile(
    r"\W*(?:no,? (?:wait|problem|worries|idea|need|hurry|more|\d)|never (?:mind|have|had|\w+ed)|no longer)\b"
)


def _agrees(lowered: str, form: Form) -> bool:
    """Whether a text begins with a "yes"; a mere "sure" agrees to an offer, not to a claim."""
    if not _phrase("yes").match(lowered):
        return False
    strong = pattern("replies", "strong").search(lowered)
    return form in {Form.YES_NO, Form.PROPOSAL} or (strong is not None and strong.start() == 0)


def says_only(text: str) -> bool:
    """Whether a clause is no more than a "yes", a "no" or a murmur ("yes, that's right")."""
    rest = plain(text).strip(" ,.!")
    if rest in lists("replies")["no_alone"] or rest in lists("replies")["yes_alone"]:
        return True
    for _, key in product(range(_MURMURS), ("yes", "no", "nothing")):
        match = _phrase(key).match(rest)
        if match and match.end():
            rest = rest[match.end() :].lstrip(" ,.!")
    return (
        not re.sub(r"\W", "", rest)
        or rest in lists("replies")["no_alone"]
        or rest in lists("replies")["yes_alone"]
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
    if not content_words(offer.topic):
        return answer
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
