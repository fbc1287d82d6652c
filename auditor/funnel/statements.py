"""Makes statements of texts: the words that carry content, what is negated, the typed values."""

import re
from collections.abc import Collection
from dataclasses import replace
from datetime import datetime
from functools import cache, lru_cache

from auditor.funnel.interface import Statement
from auditor.funnel.marks import marked
from auditor.funnel.meanings import concept, word_list
from auditor.values import (
    Kind,
    Value,
    canonical_words,
    clean,
    concepts,
    find_values,
    fold,
    key_words,
    negations,
    raw_words,
    stem,
)
from auditor.values.folding import letters, without_accents
from auditor.values.negation import Negation, opened

_SWITCHED_OFF = re.compile(
    r"\b(?:switch(?:ed|ing)?|turn(?:ed|ing)?|shut|goes?|stays?|is|are|be|can"
    r"|put)\s(?:[\w-]+\s){0,4}?off\b(?! the| my| by|-)|[=:]\s?off\b(?!-)|^off\b(?!-)"
    r"|\b(?:disabled?|deactivated?|inactive|ausgeschaltet|apagad[oa]|désactivé)\b"
)
_TURNS_OFF = re.compile(
    r"(?<=\w )(?:has |have |had |'s )?(?:switch(?:ed|es)|turn(?:ed|s)|shut) (?P<what>(?:[\w-]+ ){1,4}?)off\b"
)
_OFF_HINTS = ("off", "disab", "deactiv", "inactive", "ausgeschaltet", "apagad", "désactiv")
_PRONOUN_ONE = re.compile(
    r"\s*(?:$|[,.;:!?)]|(?:of|for|that|who|is|in|on|with|to|at|by|and|or|before|after|more|thing|last|moment)\b)",
    re.IGNORECASE,
)
_DAY = "(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_COUNT = (
    r"(?:\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
    r"|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:-\w+)?)"
)
_PLAIN_WORDS = (
    (("intolerant",), re.compile(r"\b(\w+)[ -]intolerant\b", re.IGNORECASE), r"does not tolerate \1"),
    (("intolerant",), re.compile(r"\bintolerant (?:to|of)\b", re.IGNORECASE), "does not tolerate"),
    (
        ("dislike", "hate", "detest", "avoid", "refuse", "stand", "bear", "fond of", "keen on"),
        re.compile(
            r"\b(?:dislikes?|hates?|detests?|avoids?|refuses?(?: to)?|can(?:'?t|not| not) (?:stand|bear)"
            r"|(?:is|am) not (?:fond of|keen on|(?:\w+ )?into))\b",
            re.IGNORECASE,
        ),
        "does not like",
    ),
    (
        ("sooner", "rather"),
        re.compile(
            r"\bwould (?:much )?(?:sooner|rather) (?P<this>[^,;.]{2,60}?) than (?P<that>[^,;.]+)",
            re.IGNORECASE,
        ),
        r"prefers to \g<this> rather than \g<that>",
    ),
    (
        ("better than", "more than", " over ", " to "),
        re.compile(
            r"\b(?:prefers? (?P<this>(?!to\b)[^,;.]{2,50}?) (?:over|to)"
            r"|(?:likes?|loves?) (?P<liked>[^,;.]{2,50}?) (?:better|more) than)"
            r" (?P<that>(?!be\b|have\b|go\b)[\w'-]+(?: [\w'-]+){0,2})$",
            re.IGNORECASE,
        ),
        r"prefers \g<this>\g<liked> rather than \g<that>",
    ),
    (
        ("received",),
        re.compile(
            r"\b(fee|payment|invoice|deposit|rent|balance|instal+ment)\b([^.;]*)\breceived\b", re.IGNORECASE
        ),
        r"\1\2paid",
    ),
    (
        ("day",),
        re.compile(
            r"\b(?:(?:weekly|every week|each week|once a week),? (?:on )?|(?:every|each) )"
            rf"(?P<day>{_DAY})s?\b",
            re.IGNORECASE,
        ),
        r"on \g<day>s",
    ),
    ((" left",), re.compile(r"\b(no|not any|n't any) ([^.;,]{2,40}?) left\b", re.IGNORECASE), r"\1 \2"),
    (("year-old", "years old", "year old"), re.compile(r"\b([\w-]+?)[ -]years?[ -]old\b"), r"aged \1"),
    (
        ("turn",),
        re.compile(
            rf"\bturn(?:ed|s|ing)? (?={_COUNT}(?:$|[,.;!?]|\s(?:in|on|last|next|this|today|yesterday|tomorrow"
            r"|now|and|so|the other|a (?:week|month)|two)\b))",
            re.IGNORECASE,
        ),
        "is aged ",
    ),
    (
        ("birthday",),
        re.compile(r"\b(\d+(?:st|nd|rd|th)|[a-z-]+(?:th|first|second|third)) (?=birthday)"),
        r"aged \1 ",
    ),
    *(
        (
            (ordinal,),
            re.compile(
                rf"\ban? {ordinal} ([\w-]+) (?:each|every|a|per) (day|week|month|year)\b", re.IGNORECASE
            ),
            rf"\1 {count} times a \2",
        )
        for ordinal, count in (("third", "three"), ("fourth", "four"), ("fifth", "five"), ("sixth", "six"))
    ),
    (("need one",), re.compile(r"\bneed one\b(?=\W*$|[.;,])", re.IGNORECASE), "need"),
    (("single",), re.compile(r"\ba single\b", re.IGNORECASE), "one"),
    (
        ("than",),
        re.compile(r"\bno longer than\b|\bno later than\b|\bnot more than\b|\bno more than\b", re.IGNORECASE),
        "at most",
    ),
    (("so ", "and "), re.compile(r"[,;]?\s+(?:so|and) (?:no|yes|nope|yeah)\W*$", re.IGNORECASE), ""),
    ((", no",), re.compile(r"(?<=.{12}), no\W*$", re.IGNORECASE), ""),
    (
        ("esta vez", "this time", "diesmal", "cette fois"),
        re.compile(
            r"^(?:esta vez|this time|diesmal|cette fois)[,]? (?:no|nein|non|nicht)\b[,.]?", re.IGNORECASE
        ),
        "",
    ),
)
_SUBJECT = re.compile(
    r"^\W*(?:the )?(?:user|patient(?:in)?|customer|client[ae]?|traveller|traveler|student"
    r"|member|guest|caller|candidate|"
    r"resident|camper|nutzer(?:in)?|benutzer(?:in)?|kund(?:e|in)|usuari[oa]|paciente"
    r"|l'utilisateur|l'utilisatrice)(?:['’]s)?(?= )",
    re.IGNORECASE,
)
_SINGLE_LETTER = re.compile(r"([B-HJ-Z])(?<![\w'.].)(?![\w'.])")
_ASIAN_ROLES = re.compile("ユーザー|利用者|お客様|患者|用户|用戶|客户|顾客")


@cache
def _roles() -> frozenset[str]:
    return frozenset(stem(word) for word in word_list("user"))


@cache
def light() -> frozenset[str]:
    """Terms that say little by themselves: they never decide whether something was said."""
    return frozenset(concept(stem(word)) for word in word_list("light"))


@cache
def process_terms() -> frozenset[str]:
    """Terms that only say how a date or amount came about ("extended", "until")."""
    return frozenset(concept(stem(word)) for word in word_list("process")) | light()


_DIGITS = dict(
    zip(
        ["zero", "oh", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"],
        "00123456789",
        strict=True,
    )
)
_SPOKEN_DIGITS = re.compile(rf"\b(?:{'|'.join(_DIGITS)})(?: (?:{'|'.join(_DIGITS)})){{3,}}\b", re.IGNORECASE)


def plainly(text: str) -> str:
    """``text`` with words that hide a negation ("lactose intolerant", "dislikes") written out."""
    lowered = text.lower()
    for hints, pattern, plain in _PLAIN_WORDS:
        if any(map(lowered.__contains__, hints)):
            text = pattern.sub(plain, text)
    if _DIGITS.keys().isdisjoint(letters(lowered)):
        return text
    return _SPOKEN_DIGITS.sub(lambda match: "".join(_DIGITS[word] for word in match[0].lower().split()), text)


def _is_pronoun(text: str, value: Value) -> bool:
    """Whether "one" stands for a thing, or "first" for a beginning, rather than for a number."""
    if value.text.lower() == "first":
        return True
    return value.text.lower() in {"one", "ones"} and _PRONOUN_ONE.match(text, value.span[1]) is not None


@cache
def _persons() -> frozenset[str]:
    return frozenset(concept(stem(word)) for word in word_list("persons"))


@lru_cache(maxsize=8192)
def topic_terms(key: str) -> frozenset[str]:
    """The terms that a key or path stands for, without the user's role words."""
    return terms_of(" ".join(key_words(key)))


_CALLED = re.compile(  # a sister who "may be called" is rung up
    r"\b(?:(?<!may be )(?<!can be )(?<!must be )(?<!should be )(?<!not be )called|named|by the name of"
    r"|heißt|namens|se llama|llamad[oa]|s'appelle)\b",
    re.IGNORECASE,
)
_CALLED_HINTS = ("called", "name", "heißt", "llama", "appelle")
_SHORT = 3


@lru_cache(maxsize=32768)
def terms_of(text: str) -> frozenset[str]:
    """The content terms of ``text``, without the user's role words."""
    letters = frozenset(letter.lower() for letter in _SINGLE_LETTER.findall(text))
    if any(map(text.lower().__contains__, _CALLED_HINTS)):
        text = _CALLED.sub(" ", text)
    said = canonical_words(text)
    return letters | frozenset(concept(word) for word in said if word not in _roles())


@lru_cache(maxsize=65536)
def statement(
    text: str,
    about: str = "",
    *,
    reference: datetime | None = None,
    aliases: frozenset[str] = frozenset(),
    negated: bool = False,
    negated_whole: bool = False,
) -> Statement:
    """``text`` as a statement.

    Args:
        text: what is said.
        about: the key and path under which it is kept, in words.
        reference: when it was said or written, for relative dates.
        aliases: stems of the user's own names, which say nothing about whom it is about.
        negated: that it is known to deny something; what, its own negation tells, if it has one.
        negated_whole: that all of it is denied.
    """
    cleaned = plainly(clean(text))
    values = find_values(cleaned, reference)
    typed = tuple(
        value for value in values if value.kind is not Kind.NAME and not _is_pronoun(cleaned, value)
    )
    set_aside = typed if negated_whole else _under_negation(cleaned, typed)
    affirmed, denied = _affirmed_and_denied(
        _without(cleaned, [value for value in typed if value.kind is not Kind.FREQUENCY])
    )
    if not (affirmed or denied or typed):
        affirmed = frozenset({fold(cleaned)} - {""})
    if negated_whole:
        affirmed, denied = frozenset(), affirmed | denied
    elif negated and not denied:
        denied = _denied_before(cleaned, affirmed)
        affirmed -= denied
    spoken = tuple(raw_words(cleaned))
    said = affirmed | denied
    topic = terms_of(about)
    names = _names(cleaned, values, whole=len(spoken) <= _SHORT) - aliases
    return Statement(
        text=text,
        topic=topic,
        concepts=concepts(text) | concepts(about),
        terms=affirmed - aliases,
        denied=denied - affirmed - aliases,
        spoken=spoken,
        values=tuple(value for value in typed if value not in set_aside),
        denied_values=set_aside,
        over=_over(cleaned, affirmed, denied) if marked("ends", text) else frozenset(),
        names=names,
        units=frozenset(concept(stem(value.unit)) for value in typed if value.unit.isalpha()),
        persons=((said - names) | topic) & _persons(),
    )


def _under_negation(text: str, values: tuple[Value, ...]) -> tuple[Value, ...]:
    """The values that a negation reaches ("not 256", "instead of Sunday")."""
    found = [one for one in negations(text) if one.cue not in _FORMER and not _is_side(text, one)]
    if not found or not values:
        return ()
    plain = opened(text)
    reached = [plain[slice(*one.scope)] for one in found]
    outside = _blanked(plain, [range(*one.scope) for one in found])
    return tuple(
        value
        for value in values
        if any(opened(value.text) in scope for scope in reached) and opened(value.text) not in outside
    )


_FROM_TO = re.compile(r"\bfrom (?:my |the |our )?(?P<what>[^,;.]+?) (?:to|into|over to)\b", re.IGNORECASE)
_ENDED_OBJECT = re.compile(
    r"\b(?:sold|left(?= (?:my|the|our|that))|gave away|got rid of|dropped|cancell?ed|quit"
    r"|stopped|ditched|replaced|returned|scrapped|gave up|swapped)\s+"
    r"(?:my |our |the |all |his |her |their |that )*(?P<what>[^,;.]+?)(?=[,;.]|\s(?:and|to|for"
    r"|but|last|yesterday|because|with|so|when|on|in)\b|$)",
    re.IGNORECASE,
)
_SWAPPED_FOR = re.compile(r"\b(?:swapped|exchanged|traded|replaced) (?:for|by|with)\b", re.IGNORECASE)
_WHOLLY_OVER = re.compile(
    r"\b(?:is|are|was|were) (?:history|gone|over)\b|handed over"
    r"|\b(?:has|have) (?:now )?(?:gone|left)(?= (?:btw|now|for good|by the way|us)\b|,|\W*$)",
    re.IGNORECASE,
)
_ENDING_WORDS = frozenset(
    {
        "history",
        "past",
        "sell",
        "drop",
        "quit",
        "stop",
        "cancel",
        "leave",
        "over",
        "gone",
        "replac",
        "swap",
        "hand",
    }
)


def _over(text: str, affirmed: frozenset[str], denied: frozenset[str]) -> frozenset[str]:
    """The terms of what ``text`` says has ended."""
    swapped = _SWAPPED_FOR.search(text)
    if swapped:
        return terms_of(text[: swapped.start()]) - light() - _ENDING_WORDS
    match = _FROM_TO.search(text) or _ENDED_OBJECT.search(text)
    if match:
        return terms_of(match["what"]) - light()
    if denied:
        return denied - light() - _ENDING_WORDS
    return (affirmed if _WHOLLY_OVER.search(text) else frozenset()) - light() - _ENDING_WORDS


@lru_cache(maxsize=4096)
def with_topic(one: Statement, topic: frozenset[str]) -> Statement:
    """``one`` as said about ``topic`` besides its own."""
    return replace(one, topic=one.topic | topic)


@lru_cache(maxsize=4096)
def with_values_of(one: Statement, other: Statement) -> Statement:
    """``one`` with the values of ``other`` in place of its own."""
    return one if one.values == other.values else replace(one, values=other.values)


_ACTS = re.compile(
    r"(?:'s)? (?:is|has|was|will|says|wants|takes|moved|finished|got|hates|likes|loves|left"
    r"|can|isn't|needs|lives|works)\b"
)


def _acts(text: str, value: Value) -> bool:
    """Whether what follows a capitalised word at the start of a text shows that it names somebody."""
    return _ACTS.match(text, value.span[1]) is not None


def _names(text: str, values: Collection[Value], *, whole: bool) -> frozenset[str]:
    """The terms written as names; a capital at the start of a sentence tells nothing."""
    return frozenset(
        concept(stem(without_accents(str(part))))
        for value in values
        if value.kind is Kind.NAME
        and isinstance(value.normal, tuple)
        and (value.span[0] or whole or len(value.normal) > 1 or _acts(text, value))
        for part in value.normal
        if not _SUBJECT.match(f"{part} ")
    )


def _without(text: str, values: Collection[Value]) -> str:
    for value in values:
        start, end = value.span
        text = text[:start] + " " * (end - start) + text[end:]
    return _ASIAN_ROLES.sub(" ", _SUBJECT.sub(" ", text, count=1))


def _affirmed_and_denied(text: str) -> tuple[frozenset[str], frozenset[str]]:
    """The terms that ``text`` affirms and those that stand under a negation or are switched off."""
    lowered = text.lower()
    if any(map(lowered.__contains__, _OFF_HINTS)) and _SWITCHED_OFF.search(lowered):
        by_somebody = _TURNS_OFF.search(lowered)
        if by_somebody:
            return terms_of(lowered[: by_somebody.start()]), terms_of(by_somebody["what"])
        return frozenset(), terms_of(_SWITCHED_OFF.sub(" ", text.lower()))
    found = [
        one
        for one in negations(text)
        if one.cue not in _FORMER and not _is_side(text, one) and not _only_after(text, one)
    ]
    if not found:
        return terms_of(text), frozenset()
    plain = opened(text)
    cues = [range(*negation.span) for negation in found]
    scopes = [range(*negation.scope) for negation in found]
    if (
        len(found) == _TWICE
        and scopes[1].start <= scopes[0].stop
        and not _JOINED.search(plain[cues[0].stop : cues[1].start])
        and found[1].cue != "nor"
    ):
        return terms_of(_blanked(plain, cues)), frozenset()
    denied = _only(plain, scopes, cues)
    return terms_of(_blanked(plain, [*cues, *scopes])), terms_of(denied)


def _denied_before(text: str, affirmed: frozenset[str]) -> frozenset[str]:
    """What a negation without words after it denies: its own part of the clause ("light, weighs nothing").

    Where no negation word is known, that is all of ``affirmed``.
    """
    plain = opened(text)
    starts = [
        plain.rfind(",", 0, one.span[0]) + 1
        for one in negations(text)
        if not plain[one.span[1] :].strip(" .!")
    ]
    return affirmed & terms_of(plain[starts[0] :]) if starts else affirmed


_TWICE = 2
_JOINED = re.compile(r"[,;]|\band\b|\bor\b|\bund\b|\by\b|\bet\b")
_FORMER = frozenset({"ex", "former", "formerly", "used to"})
_SOMEBODY_LEFT = re.compile(r"\b(?:i|we|he|she|they|you|who|have|has|had|ve|s|just|already|finally)\s+left\b")


_CONDITION = re.compile(r"\b(?:before|until|till)\s+\w+(?:\s+\w+)+")


def _only_after(text: str, negation: Negation) -> bool:
    """Whether "not … until" says when rather than that not ("don't deploy until the tests have passed")."""
    return _CONDITION.search(opened(text), negation.span[1]) is not None


def _is_side(text: str, negation: Negation) -> bool:
    """Whether "left" is a side or a rest ("left shoulder", "one left") rather than the end of something."""
    return negation.cue == "left" and _SOMEBODY_LEFT.search(opened(text)) is None


def _blanked(text: str, ranges: Collection[range]) -> str:
    signs = list(text)
    for at in (at for one in ranges for at in one if at < len(signs)):
        signs[at] = " "
    return "".join(signs)


def _only(text: str, ranges: Collection[range], besides: Collection[range]) -> str:
    kept = {at for one in ranges for at in one} - {at for one in besides for at in one}
    return "".join(sign if at in kept else " " for at, sign in enumerate(text))
