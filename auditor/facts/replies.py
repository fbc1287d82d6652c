"""What a short answer means: "yes", "no", "the second one", "42" take their content from the agent's turn."""

import re
from enum import StrEnum
from functools import cache, lru_cache
from itertools import product

from auditor.facts.choices import chosen_of
from auditor.facts.clauses import has_finite_verb
from auditor.facts.languages import content_words
from auditor.facts.lexicon import lists, plain, search
from auditor.facts.moods import negated, requests
from auditor.facts.offers import Form, Offer
from auditor.values.folding import letters

_MAX_ANSWER_WORDS = 12
_SIGN_OF_WORD = re.compile(r"\w")


class Reply(StrEnum):
    """How the user's clause stands to the offer."""

    YES = "yes"
    NO = "no"
    NOTHING = "nothing"


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
        _phrase("no").match(lowered) and not _NO_DENIAL.match(lowered) and not _is_determiner(lowered)
    ):
        return Reply.NO
    if lowered in lists("replies")["yes_alone"]:
        return Reply.YES if closed else None
    if _agrees(lowered, offer.form):
        return Reply.YES if closed else None
    if closed and _echoes(lowered, offer):
        return Reply.YES
    nothing = _phrase("nothing").match(lowered)
    if not nothing:
        return None
    rest = lowered[nothing.end() :].strip(" ,.!")
    if not rest:
        return Reply.NOTHING
    return Reply.YES if closed and _agrees(rest, offer.form) else None


def _echoes(lowered: str, offer: Offer) -> bool:
    """Whether an answer only repeats the agent's own verb: "I'd bump it." – "Bump."."""
    said = lowered.split()
    return offer.form is Form.PROPOSAL and len(said) == 1 and said[0] in plain(offer.said).split()


_NO_DENIAL = re.compile(
    r"\W*(?:no,? (?:wait|problem|worries|idea|need|hurry|more|harm|\d)|never (?!have\b|did\b)\w+|"
    r"never have \w+|no longer)\b"
)
_DETERMINER = re.compile(
    r"\W*no (?!no\b|not\b|i\b|we\b|you\b|he\b|she\b|it\b|they\b|my\b|our\b|the\b|that\b|this\b|thanks?\b|"
    r"way\b|chance\b|please\b|sorry\b|just\b|only\b|still\b|actually\b|as\b|on\b|at\b|in\b|for\b|from\b|to\b)\w"
)


def _is_determiner(lowered: str) -> bool:
    """Whether "no" says what there shall not be ("no emojis, please") rather than answering."""
    match = _DETERMINER.match(lowered)
    if match is None:
        return False
    rest = lowered[match.end() - 1 :]
    return not has_finite_verb(rest) and not requests(rest)


def _agrees(lowered: str, form: Form) -> bool:
    """Whether a text begins with a "yes"; a mere "sure" agrees to an offer, not to a claim."""
    if not _phrase("yes").match(lowered):
        return False
    strong = search("replies", "strong", lowered)
    return form in {Form.YES_NO, Form.PROPOSAL} or (strong is not None and strong.start() == 0)


def remainder(text: str) -> str:
    """What a clause says besides its "yes": "always the aisle" of "yes, always the aisle"."""
    rest = text.strip(" ,.!")
    if plain(rest) in lists("replies")["yes_alone"]:
        return ""
    for _, key in product(range(_MURMURS), ("yes", "nothing")):
        match = _phrase(key).match(plain(rest))
        if match and match.end():
            rest = rest[match.end() :].lstrip(" ,.!")
    return rest


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
        _SIGN_OF_WORD.search(rest) is None
        or rest in lists("replies")["no_alone"]
        or rest in lists("replies")["yes_alone"]
    )


_PARTIAL = re.compile(r"(?:the |my )?([\w'-]+(?: [\w'-]+){0,3}?),? (yes|no)(?![\w'])(?:,|$)")


_YES_TO = re.compile(r"\b(yes|no) (?:to|for|on) (?:the |my )?([\w'-]+(?: [\w'-]+)?)")


def partial_replies(text: str, offer: Offer) -> list[tuple[Reply, str]]:
    """What "the size yes, the colour no" confirms and denies of the offer, as statements."""
    if {"yes", "no"}.isdisjoint(letters(plain(text))):
        return []
    found = []
    for match in _YES_TO.finditer(plain(text)):
        part = next(
            (p for p in offer.parts if set(content_words(match.group(2))) & set(content_words(p))), ""
        )
        if part:
            found.append((Reply(match.group(1)), part))
    for match in _PARTIAL.finditer(plain(text)):
        what, verdict = match.group(1), Reply(match.group(2))
        named = what if all(word in plain(offer.said) for word in what.split()) else ""
        value = _value_of(what, offer.said) or named
        if value:
            label = what if value != what else "it"
            found.append((verdict, f"{label} is {value}"))
    return found


def _value_of(what: str, said: str) -> str:
    concept = lists("replies")["attributes"].get(what.rsplit(maxsplit=1)[-1])
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
    return chosen_of(text, offer.options)[0]


def _picked(text: str, offer: Offer) -> str:
    """The option that was meant, with the user's own words where they say more than it does."""
    option, place = chosen_of(text, offer.options)
    pointing = {*content_words(place), *lists("replies")["ordinals"], *_CHOOSING}
    more = set(content_words(text)) - set(content_words(option)) - pointing
    if not option or (more and not place):
        return text
    adds = (more or re.search(r"\d", text.replace(place, ""))) and not negated(plain(text))
    return f"{option}, {text}" if adds else option


_CHOOSING = frozenset({"option", "choice", "take", "then", "prefer", "rather"})


def is_short_answer(text: str, offer: Offer) -> bool:
    """Whether a clause answers an open question without saying what it is about: "42", "in 2021"."""
    if not content_words(offer.topic) or len(text.split()) > _MAX_ANSWER_WORDS or says_only(text):
        return False
    match = _phrase("nothing").match(plain(text))
    if match and not plain(text)[match.end() :].strip(" ,.!"):
        return False
    asks_openly = offer.form in {Form.OPEN, Form.CHOICE} or _ANYTHING.search(plain(offer.said)) is not None
    return asks_openly and offer.form is not Form.CLAIM and not has_finite_verb(text)


_ANYTHING = re.compile(r"\b(?:any\w*|some\w*|else|etwas|algo|quelque chose)\b")


def answered(text: str, offer: Offer) -> str:
    """A short answer as a statement: "What's your size?" and "42" make "my size is 42"."""
    answer = _picked(text, offer)
    if not content_words(offer.topic):
        return answer
    if re.match(
        r"\W*(?:and |so )?(?:what(?:'s| is| are| was)|which is|who(?:'s| is)|when(?:'s| is)|"
        r"where(?:'s| is))\b",
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


@lru_cache(maxsize=8192)
def says_nothing(text: str) -> bool:
    """Whether a clause is only a greeting, thanks or a murmur ("ok thanks", "good idea")."""
    rest = plain(text).strip(" ,.!")
    for _ in range(_MURMURS):
        match = _phrase("nothing").match(rest)
        if not match or not match.end():
            break
        rest = rest[match.end() :].strip(" ,.!")
    return _SIGN_OF_WORD.search(rest) is None


_MURMURS = 4
