"""What an agent's turn leaves to choose from, and which of it an answer picks: "the middle one", "#2"."""

import re
from collections.abc import Sequence

from auditor.facts.languages import content_words
from auditor.facts.lexicon import lists, plain, search

_FRONT = 12
_NUMBERED = re.compile(r"(?:^|\s)\(?(?:\d|[a-c])[).:] ([^\n;]{1,120}?)(?=\s\(?(?:\d|[a-c])[).:] |;|\n|$)")
_OPTION_LIST = re.compile(
    r"(?:^|[:,] |\b(?:want|prefer|like|have|choose|between|take|is it|it|be) )([^:?]{1,200}?),? (?:or|"
    r"oder|o|ou) ([^?]{1,80})$"
)
_NAMES_TOPIC = re.compile(r"(?:and|so|for|as for|about|now) (?:the|your|my)?")


def options_in(said: str) -> tuple[str, ...]:
    """The options that a question names: "red, blue or green?", "1) by bus 2) by train"."""
    numbered = tuple(m.group(1).strip(" .,") for m in _NUMBERED.finditer(said))
    if len(numbered) > 1:
        return numbered
    match = _OPTION_LIST.search(said)
    if not match or asks_openly(plain(match.group(1))):
        return ()
    first = [part.strip() for part in match.group(1).split(",")]
    if len(first) > 1 and _NAMES_TOPIC.match(plain(first[0])):
        first = first[1:]  # "And the newsletter, weekly or monthly?"
    return (*first, match.group(2).strip())


def asks_openly(lowered: str) -> bool:
    """Whether a text (lower case) asks for more than yes, no or one of its own words."""
    match = search("replies", "open", lowered)
    return match is not None and match.start() <= _FRONT


# ---- Statements that leave a choice ------------------------------------------------------

_EITHER = re.compile(r"^(?P<some>[^:;?]{2,160}?),? (?:or|oder|o|ou) (?P<other>[^,:;?]{2,40}?)$")
_HAVING = re.compile(
    r"^.*?\b(?:have|got|offer|do|choose(?: between)?|there(?:'s| is| are)|could be|either|on offer|add|"
    r"suggest|recommend|try|take|between|haben|gibt es|hay|avons) ",
    re.IGNORECASE,
)
_PREPOSITION = re.compile(r"(?:^|\s)(?=(?:on|at|in|by|for|from|am|um|el|le) \S)", re.IGNORECASE)
_TRAILING = re.compile(
    r",? (?:would|could|can|might|may|will|is|are|were|if you|sounds?|works?|for example)\b.*$", re.IGNORECASE
)
_EXAMPLE = re.compile(r",? for (?:example|instance)\b,?", re.IGNORECASE)


def alternatives_in(said: str) -> tuple[str, tuple[str, ...]]:
    """The topic and the options of a statement: "We have Thursday at ten to four or quarter past three"."""
    text = _EXAMPLE.sub("", said.rsplit(": ", 1)[-1])
    match = _EITHER.match(text)
    if match is None:
        return _in_parallel(said)
    parts = [part.strip() for part in match["some"].split(", ")]
    if len(parts) > 1 and _PARALLEL.match(parts[1]) and not _PARALLEL.match(match["other"]):
        return parts[0], (*parts[1:], match["other"])  # "Thursday the 23rd, at ten or half past three"
    having = _HAVING.match(parts[0])
    front = having.end() if having else 0
    if len(parts) == 1 and (at := _PREPOSITION.search(parts[0], front)) and len(parts[0]) > _LONG:
        front = at.end()
    topic, parts[0] = parts[0][:front], parts[0][front:]
    named = [_TRAILING.sub("", part).strip() for part in (*parts, match["other"])]
    return topic.strip(), tuple(filter(None, named)) if all(named[-2:]) else ()


_LONG = 24
_PARALLEL = re.compile(r"(?P<lead>on|at|in|by|for|from|am|el|le) \S", re.IGNORECASE)


def _in_parallel(said: str) -> tuple[str, tuple[str, ...]]:
    """The options of "On the 5th they play Fledermaus, on the 6th Tosca"."""
    parts = [part.strip() for part in said.split(", ")]
    leads = {match["lead"].lower() if (match := _PARALLEL.match(part)) else "" for part in parts}
    return "", tuple(parts) if len(parts) > 1 and len(leads) == 1 and "" not in leads else ()


# ---- Picking -----------------------------------------------------------------------------

_BY_NUMBER = re.compile(r"^\W*(?:#|(?:number|no\.?|option|nr\.?|nummer|número|numéro) ?)?(\d)\W*$")
_MIDDLE = re.compile(r"\b(?:middle|mittlere\w?|medio|milieu)\b|中间")


def chosen_of(text: str, options: Sequence[str]) -> tuple[str, str]:
    """The option that ``text`` picks and the words that point at it by its place, or ("", "")."""
    if not options:
        return "", ""
    lowered = plain(text)
    number = _BY_NUMBER.match(lowered)
    if number and 0 < int(number.group(1)) <= len(options) and number.group(1) not in " ".join(options):
        return options[int(number.group(1)) - 1], number.group()
    middle = _MIDDLE.search(lowered)
    if middle and len(options) % 2:
        return options[len(options) // 2], middle.group()
    for word, index in lists("replies")["ordinals"].items():
        place = re.search(rf"\b{word}\b", lowered)
        if place and index < len(options):
            return options[index], place.group()
    said = set(content_words(lowered)) - {"option"}
    matching = [option for option in options if said & set(content_words(option))]
    return (matching[0], "") if len(matching) == 1 else ("", "")
