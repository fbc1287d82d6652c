"""How a clause was meant: asserted, asked, supposed, planned, wished, requested, joked, quoted.

The moods of the clauses of one turn depend on each other ("If I lived in Madrid, would …", "Imagine I am a
cook. I live in Paris."), so a turn is read as a whole, from left to right, once.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from auditor.facts.clauses import Clause, has_finite_verb
from auditor.facts.lexicon import lists, pattern, plain, search, without_lead_in
from auditor.records import Mood

_TAG = re.compile(r"\W+")
_SHOUTED = re.compile(r"\b(?:LOVE|ADORE|ENJOY|SO|DEFINITELY|TOTALLY|BEST)\b")
_DECLARATIVE = re.compile(
    r"\W*(?:and |but |so |well |oh |also )*(?:i|we|you|he|she|it|they|my|our|your|his|her|the|this|"
    r"that|there)\b"
)


@dataclass(frozen=True, slots=True)
class Meant:
    """How one clause was meant; ``confidence`` is lower for hedges and laughter, in (0, 1]."""

    mood: Mood
    negated: bool
    confidence: float = 1.0


def moods(
    clauses: Sequence[Clause],
    *,
    forgetting: bool = False,
    asked_what_to_forget: bool = False,
    frame: Mood | None = None,
) -> list[Meant]:
    """How each clause of one turn was meant, in order.

    ``forgetting`` says that the speaker's turn before asked to forget something: "same with the salary".
    ``asked_what_to_forget`` says that the turn answers the question what is to go: "his phone number".
    ``frame`` is the mood that still hangs over the conversation, as in a role play.
    """
    found: list[Meant] = []
    for i, clause in enumerate(clauses):
        text = plain(clause.text)
        if frame is not None and search("moods", "reality", text):
            frame = None
        previous = found[-1] if i and clauses[i - 1].sentence == clause.sentence else None
        asked_before = Mood.FORGET in [m.mood for m in found[-_NEARBY:]] or (forgetting and i < _NEARBY)
        also = (asked_before and _continues_forgetting(text)) or (
            asked_what_to_forget and _names_a_thing(text)
        )
        mood = (
            Mood.FORGET
            if also
            else _quoted_or_framed(clause, text, frame) or _mood(clauses, i, text, previous)
        )
        frame = _frame_after(text, mood, frame)
        found.append(Meant(mood, negated(text), _confidence(text)))
    return _with_jokes(clauses, found)


_NEARBY = 3
_REACH = 30  # clauses; no sentence that a person speaks has more, and a longer one must not cost more


_SOFTENED = re.compile(r",? (?:ok|okay|right|yeah|yes|will you|would you|could you|can you)\W*$")


def _continues_forgetting(text: str) -> bool:
    """Whether a clause adds to a request to forget: "same with the salary", "and my weight as well"."""
    return search("moods", "also_forget", text) is not None and not has_finite_verb(text)


def asks_what_to_forget(text: str) -> bool:
    """Whether a turn of the agent's asks what is to be forgotten ("Anything I should no longer keep?")."""
    return _WHAT_TO_FORGET.search(plain(text)) is not None


_WHAT_TO_FORGET = re.compile(
    r"\b(?:anything|something|what|which)\b[^.?!]{0,40}"
    r"\b(?:no longer (?:keep|remember|store)|not (?:keep|remember|store)|forget|delete|erase)\b[^.!]{0,30}\?"
)


def _names_a_thing(text: str) -> bool:
    """Whether a clause only names a thing ("and his phone number"), rather than to say yes, no or more."""
    return not has_finite_verb(text) and _THING_NAMED.match(text) is not None


_THING_NAMED = re.compile(
    r"\W*(?:(?:and|also|yes|well|maybe|oh),? )*(?:the|my|our|his|her|their|all|everything)\b"
)


def _quoted_or_framed(clause: Clause, text: str, frame: Mood | None) -> Mood | None:
    if clause.quoted:
        return Mood.QUOTED
    if frame is None or search("moods", "asked", text) or search("moods", "forget", text):
        return None
    return frame


def _frame_after(text: str, mood: Mood, frame: Mood | None) -> Mood | None:
    """The mood that hangs over the rest of the turn: "Imagine I'm a cook." makes what follows supposed."""
    if search("moods", "framing", text):
        return Mood.SUPPOSED
    if search("moods", "playing", text) and mood is Mood.REQUESTED:
        return Mood.QUOTED
    return frame


# ---- One clause --------------------------------------------------------------------------


def _mood(clauses: Sequence[Clause], i: int, text: str, previous: Meant | None) -> Mood:
    clause = clauses[i]
    if search("moods", "not_that", text):
        return Mood.SUPPOSED
    text = without_lead_in(text)
    if search("moods", "forget", text) and not search("moods", "not_forget", text):
        return Mood.ASKED if _asks_how(text) or _asks_in_general(text, clause.end) else Mood.FORGET
    if clause.end == "?" and _SOFTENED.search(text) and requests(_SOFTENED.sub("", text)):
        return Mood.REQUESTED
    if _asked(clauses, i, text):
        return Mood.REQUESTED if _asks_a_favour(text) else Mood.ASKED
    if _supposed(clauses, i, text, previous):
        return Mood.SUPPOSED
    for key, mood in _IN_ORDER:
        if search("moods", key, text):
            return mood
    if requests(text):
        return Mood.QUOTED if _invents(text) else Mood.REQUESTED
    if (
        previous is not None
        and clause.lead in {"and", "or", ", and", ", or"}
        and not _DECLARATIVE.match(text)
    ):
        return previous.mood
    return Mood.ASSERTED


_IN_ORDER = (("wished", Mood.WISHED), ("planned", Mood.PLANNED), ("requested", Mood.REQUESTED))


def _invents(text: str) -> bool:
    """Whether a request tells what to make up: "write a story where the hero lives in Paris"."""
    match = search("moods", "fiction", text)
    return match is not None and _WHERE.search(text, match.end()) is not None


_WHERE = re.compile(r"\b(?:where|in which|who|whose|that|about somebody|about someone|about a)\b")


def _asks_how(text: str) -> bool:
    return search("moods", "how", text) is not None


def _asks_in_general(text: str, end: str) -> bool:
    """Whether a question is about what can be forgotten at all: "can you delete single notes?"."""
    return end == "?" and _asks_a_favour(text) and _DEFINITE_OBJECT.search(text) is None


_DEFINITE_OBJECT = re.compile(
    r"\b(?:forget|delete|erase|remove|wipe|purge|out|drop) (?:\w+ )?"
    r"(?:my|our|the|that|this|it|them|him|her|his|their|everything|all|what|those|these|\d+)\b"
)


def _asks_a_favour(text: str) -> bool:
    return search("moods", "favour", text) is not None


def requests(text: str) -> bool:
    """Whether ``text`` (lower case) tells somebody to do something: "switch me to …", "no calls, please"."""
    return _imperative().match(without_lead_in(text)) is not None


@cache
def _imperative() -> re.Pattern[str]:
    verbs = "|".join(map(re.escape, lists("clauses")["imperatives"]))
    refusing = (
        r"(?:don't|dont|do not) (?!you\b|we\b|they\b|i\b|have\b|know\b|like\b|want\b|need\b|think\b)\w+"
    )
    finite = "is|are|was|were|has|have|had|costs?|will|would|arrived|came|went|runs?|starts?|ends?"
    statement = rf"(?!(?: [\w'-]+){{0,3}} (?:{finite})\b)"
    return re.compile(
        rf"\W*(?:{refusing}|let's \w+|lets \w+|count me|(?:never |always |just |"
        rf"please )*(?:{verbs}))(?![\w'-]){statement}"
    )


def _asked(clauses: Sequence[Clause], i: int, text: str) -> bool:
    if search("moods", "asked", text):
        return True
    clause = clauses[i]
    if clause.end != "?":
        return False
    if clause.last:
        return not (
            clause.lead == ","
            and _DECLARATIVE.match(text)
            and _asked(clauses, i - 1, plain(clauses[i - 1].text))
        )
    closing = next((c for c in clauses[i : i + _REACH] if c.last), clause)
    verbless = clause.lead == "" and not has_finite_verb(text) and not requests(text)
    return is_tag(plain(closing.text)) or (verbless and closing.lead in {"if", "when"})


def is_tag(text: str) -> bool:
    """Whether ``text`` only asks for agreement with what stands before it ("right?", "is that correct?")."""
    match = search("moods", "tags", text)
    return match is not None and not _TAG.sub("", text[: match.start()])


def _supposed(clauses: Sequence[Clause], i: int, text: str, previous: Meant | None) -> bool:
    clause = clauses[i]
    if clause.lead.strip(", ") in {"if", "unless"} or _conditional(text):
        return not search("moods", "biscuit", text)
    if search("moods", "supposed", text) and not search("moods", "polite", text):
        return True
    opening = next(c for c in clauses[max(0, i - _REACH) : i + 1] if c.sentence == clause.sentence)
    in_condition = previous is not None and previous.mood is Mood.SUPPOSED and opening is not clause
    return (
        in_condition
        and _conditional(plain(opening.text))
        and bool(_unreal(text) or _unreal(plain(opening.text)) or not has_finite_verb(text))
    )


def _conditional(text: str) -> bool:
    return search("moods", "conditional", text) is not None


def _unreal(text: str) -> bool:
    return search("moods", "unreal", text) is not None


# ---- Negation, certainty, jokes ----------------------------------------------------------


def negated(text: str) -> bool:
    """Whether a clause (lower case) denies its content; two negations make none."""
    if search("moods", "replacing", text):
        return True
    if not search("moods", "negation", text):
        return False
    cleaned = pattern("moods", "not_negation").sub(" ", _ANSWERING_NO.sub("", text))
    if search("moods", "double", text):
        return False
    return search("moods", "negation", cleaned) is not None


_ANSWERING_NO = re.compile(
    r"^\W*(?:(?:no|nope|nah|nein|non) )?(?:no|nope|nah|nein|non)"
    r"(?:\s*,\s*| (?=(?:the|it's|its|i|i'm|im|we|he|she|they|my|our|that|make|actually|use|on|at|in)\b))"
    r"|^いいえ、?|(?<=.{12}), no\W*$"
)
_HEDGED = 0.85
_LAUGHING = 0.7


def _confidence(text: str) -> float:
    if search("moods", "laugh", text):
        return _LAUGHING
    return _HEDGED if search("moods", "hedged", text) else 1.0


def _with_jokes(clauses: Sequence[Clause], meant: list[Meant]) -> list[Meant]:
    """Turns into jokes what a marker in the same or a neighbouring sentence calls one."""
    joked: set[int] = set()
    for i, clause in enumerate(clauses):
        text = plain(clause.text)
        sentences = {clause.sentence + step for step in _joke_reach(text, clause.text)}
        opens = i == 0 or clauses[i - 1].sentence != clause.sentence
        if opens and not clause.last and _only_marks_a_joke(text):
            sentences.discard(clause.sentence)  # "Just kidding, I don't even like coffee."
            joked.add(i)
        near = range(max(0, i - _REACH), min(len(clauses), i + _REACH))
        joked.update(k for k in near if clauses[k].sentence in sentences)
    return [
        Meant(Mood.JOKED, m.negated, m.confidence)
        if i in joked and m.mood in _CAN_BE_JOKED and not search("moods", "serious", plain(c.text))
        else m
        for i, (c, m) in enumerate(zip(clauses, meant, strict=True))
    ]


def _only_marks_a_joke(text: str) -> bool:
    marker = search("moods", "joked", text)
    return marker is not None and len(text.split()) <= len(marker.group().split()) + 2


_CAN_BE_JOKED = frozenset({Mood.ASSERTED, Mood.REQUESTED, Mood.PLANNED, Mood.WISHED})


_ENDS_LAUGHING = re.compile(r"^(?!.*\d).{12,}(?:\bhaha\w*|😂|🤣)\W*$")


def _joke_reach(text: str, verbatim: str) -> tuple[int, ...]:
    """Which sentences, counted from this one, are jokes because of this clause."""
    marker = search("moods", "joked", text)
    laugh = search("moods", "laugh", text)
    if marker:
        return (-1, 0) if _only_marks_a_joke(text) else (0,)
    if laugh:
        alone = len(text.split()) <= len(laugh.group().split()) + 1
        if alone or _ENDS_LAUGHING.search(text):
            return (0,)
        return (0,) if search("moods", "exaggerated", text) else ()
    if search("moods", "sarcastic", text):
        return (-1, 0, 1)
    return (0,) if "just" in text and _SHOUTED.search(verbatim) else ()


def role_play(text: str, *, playing: bool) -> bool:
    """Whether a turn (lower case) begins a role play, or leaves one on that was going on."""
    if search("moods", "role", text):
        return True
    return playing and search("moods", "reality", text) is None
