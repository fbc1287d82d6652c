"""How a clause was meant: asserted, asked, supposed, planned, wished, requested, joked, quoted.

The moods of the clauses of one turn depend on each other ("If I lived in Madrid, would …", "Imagine I am a
cook. I live in Paris."), so a turn is read as a whole, from left to right, once.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from auditor.facts.clauses import Clause, has_finite_verb
from auditor.facts.lexicon import pattern, plain, without_lead_in
from auditor.records import Mood

_TAG = re.compile(r"\W+")
_SHOUTED = re.compile(r"\b(?:LOVE|ADORE|ENJOY|SO|DEFINITELY|TOTALLY|BEST)\b")
_DECLARATIVE = re.compile(
    r"\W*(?:and |but |so |well |oh |also )*(?:i|we|you|he|she|it|they|my|our|your|his|her|the|this|that|there)\b"
)
_BISCUIT = re.compile(
    r"\W*if (?:you|anyone|anybody|someone|needed|possible|necessary|it helps|so|i remember|i recall|that helps)\b"
)
_UNREAL = re.compile(r"\b(?:would|could|might|were|had|moved|lived|got|took|was|bought|went)\b|'d\b")
_DOUBLE = re.compile(
    r"\b(?:not|never|no)\b.{0,30}\b(?:without|fail(?:s|ed)? to|not|unhappy|forget)\b|n't.{0,20}\bnot\b|\bno way\b.{0,12}n't|\bno way\b.{0,12}\bnot\b"
)


@dataclass(frozen=True, slots=True)
class Meant:
    """How one clause was meant; ``confidence`` is lower for hedges and laughter, in (0, 1]."""

    mood: Mood
    negated: bool
    confidence: float = 1.0


def moods(clauses: Sequence[Clause]) -> list[Meant]:
    """How each clause of one turn was meant, in order."""
    found: list[Meant] = []
    frame: Mood | None = None
    for i, clause in enumerate(clauses):
        text = plain(clause.text)
        if frame is not None and pattern("moods", "reality").search(text):
            frame = None
        previous = found[-1] if i and clauses[i - 1].sentence == clause.sentence else None
        mood = _quoted_or_framed(clause, text, frame) or _mood(clauses, i, text, previous)
        frame = _frame_after(text, mood, frame)
        found.append(Meant(mood, negated(text), _confidence(text)))
    return _with_jokes(clauses, found)


def _quoted_or_framed(clause: Clause, text: str, frame: Mood | None) -> Mood | None:
    if clause.quoted:
        return Mood.QUOTED
    if frame is None or pattern("moods", "asked").search(text) or pattern("moods", "forget").search(text):
        return None
    return frame


def _frame_after(text: str, mood: Mood, frame: Mood | None) -> Mood | None:
    """The mood that hangs over the rest of the turn: "Imagine I'm a cook." makes what follows supposed."""
    if _FRAMING.match(text):
        return Mood.SUPPOSED
    if _FICTION.search(text) and mood is Mood.REQUESTED:
        return Mood.QUOTED
    return frame


_FRAMING = re.compile(
    r"\W*(?:imagine|suppose|supposing|pretend|let's pretend|let's say|let's assume|hypothetically|role-?play|"
    r"in this scenario|stell dir vor|angenommen|imagina|supongamos|imagine|supposons|如果|假设|もし)\b"
)
_FICTION = re.compile(
    r"\b(?:role-?play|act as|pretend to be|pretend you're|in the voice of|from the point of view of|"
    r"(?:translate|proofread|paraphrase|rephrase|rewrite|spell-?check) (?:this|the following|these))\b"
)


# ---- One clause --------------------------------------------------------------------------


def _mood(clauses: Sequence[Clause], i: int, text: str, previous: Meant | None) -> Mood:
    clause = clauses[i]
    if pattern("moods", "not_that").search(text):
        return Mood.SUPPOSED
    text = without_lead_in(text)
    if pattern("moods", "forget").search(text) and not pattern("moods", "not_forget").search(text):
        return Mood.ASKED if _asks_how(text) else Mood.FORGET
    if _asked(clauses, i, text):
        return Mood.REQUESTED if _asks_a_favour(text) else Mood.ASKED
    if _supposed(clauses, i, text, previous):
        return Mood.SUPPOSED
    for key, mood in _IN_ORDER:
        if pattern("moods", key).search(text):
            return mood
    if requests(text):
        return Mood.REQUESTED
    if (
        previous is not None
        and clause.lead in {"and", "or", ", and", ", or"}
        and not _DECLARATIVE.match(text)
    ):
        return previous.mood
    return Mood.ASSERTED


_IN_ORDER = (("wished", Mood.WISHED), ("planned", Mood.PLANNED), ("requested", Mood.REQUESTED))
_HOW = re.compile(
    r"\W*(?:how (?:do|can|would|could|to)|are you able|is it possible|what happens if|can i|could i|may i|do i|should i|did you|have you)\b"
)
_FAVOUR = re.compile(
    r"\W*(?:(?:ok|okay|hi|hello|hey|so|and|also|then|please|yes|no|sorry|well|great|thanks)\W+)*"
    r"(?:(?:can|could|will|would) (?:you|u|we)(?! (?:tell|explain|say|think|know|recommend|suggest|remember|see|believe))"
    r"|(?:can|could|may) (?:i|we) (?:have|get)\b|would you mind|"
    r"(?:kannst|könntest|können|könnten) (?:du|sie)\b|¿?(?:puedes|puede|podrías|podría)\b|"
    r"(?:peux-tu|pouvez-vous|pourriez-vous|tu peux|vous pouvez)\b)"
)
_FAVOUR_CJK = re.compile(
    r"(?:能不能|可以|可不可以|能).{0,12}(?:帮|改|换|把|给)|(?:して|変更して)(?:もらえ|いただけ|くれ)"
)


def _asks_how(text: str) -> bool:
    return _HOW.match(text) is not None


def _asks_a_favour(text: str) -> bool:
    return (_FAVOUR.match(text) or _FAVOUR_CJK.search(text)) is not None


def requests(text: str) -> bool:
    """Whether ``text`` (lower case) tells somebody to do something: "switch me to …", "no calls, please"."""
    return _IMPERATIVE.match(text) is not None


_IMPERATIVE = re.compile(
    r"\W*(?:(?:please|just|so|then|ok|okay|yes|no|and|also|now|but|well|actually|sorry|wait|maybe|instead|hi|hey|"
    r"hello|thanks|right|good|great|fine|oh|no wait|bitte|entonces|pues|alors) ?,? ?)*"
    r"(?:(?:don't|dont|do not) (?!you\\b|we\\b|they\\b|i\\b|have\\b|know\\b|like\\b|want\\b|need\\b|think\\b)\\w+|let's \\w+|lets \\w+|(?:never |always )?(?:"
    r"add|adjust|amend|arrange|bill|book|bring|buy|call|cancel|change|charge|check|choose|collect|contact|correct|count me|"
    r"deactivate|deliver|disable|double|draft|email|enable|enter|extend|file|find|fix|get|give|help|hold|include|"
    r"increase|keep|leave|let|list|lower|mail|make|mark|move|note|notify|open|order|pause|pick|plan|postpone|push|put|raise|record|"
    r"reduce|register|remember|remind|rename|renew|replace|reschedule|reserve|reset|run|save|schedule|send|set|shift|ship|show|sign|"
    r"skip|start|stick to|stick with|stop|store|swap|switch|take|tell|translate|try|turn|unsubscribe|update|upgrade|use|write|cut|"
    r"summari[sz]e|explain|convert|sort|quiz|merke?n?|ändern?|ändere|verschiebe?n?|buche?n?|setze?n?|stelle?n?|schicke?n?|nimm|"
    r"cambia|reserva|pon|mueve|envía|recuerda|anota|apunta|réserve[zr]?|mets|mettez|déplace[zr]?|envoie|note[zr]?|appelle[zr]?))(?![\w'-])"
    r"(?! (?:is|are|was|were|has|will|would|of|costs?)\b)"
)


def _asked(clauses: Sequence[Clause], i: int, text: str) -> bool:
    if pattern("moods", "asked").search(text):
        return True
    clause = clauses[i]
    if clause.end != "?":
        return False
    if clause.last:
        return True
    closing = next(c for c in clauses[i:] if c.last and c.sentence == clause.sentence)
    return is_tag(plain(closing.text))


def is_tag(text: str) -> bool:
    """Whether ``text`` only asks for agreement with what stands before it ("right?", "is that correct?")."""
    match = pattern("moods", "tags").search(text)
    return match is not None and not _TAG.sub("", text[: match.start()])


def _supposed(clauses: Sequence[Clause], i: int, text: str, previous: Meant | None) -> bool:
    clause = clauses[i]
    if clause.lead.strip(", ") in {"if", "unless"} or _conditional(text):
        return not _BISCUIT.match(text)
    if pattern("moods", "supposed").search(text) and not _POLITE.search(text):
        return True
    opening = next(c for c in clauses[: i + 1] if c.sentence == clause.sentence)
    in_condition = previous is not None and previous.mood is Mood.SUPPOSED and opening is not clause
    return (
        in_condition
        and _conditional(plain(opening.text))
        and bool(_UNREAL.search(text) or _UNREAL.search(plain(opening.text)) or not has_finite_verb(text))
    )


_CONDITIONAL = re.compile(
    r"\W*(?:and |but |so |ok |okay )*(?:if|unless|what if|even if|only if|suppose|supposing|assuming|wenn|falls|si(?= (?!señor)))\b"
)
_POLITE = re.compile(
    r"(?:\b(?:i|we|he|she|they)(?:'d| would) (?:like|rather|prefer|say)|\bwould you\b|\bcould you\b|would rather|\bi could(?:n't| not)\b"
    r"|'d rather|wouldn't (?:eat|touch|want)|\bcouldn't\b)"
)


def _conditional(text: str) -> bool:
    return _CONDITIONAL.match(text) is not None


# ---- Negation, certainty, jokes ----------------------------------------------------------


def negated(text: str) -> bool:
    """Whether a clause (lower case) denies its content; two negations make none."""
    if _REPLACED.match(text):
        return True
    cleaned = pattern("moods", "not_negation").sub(" ", text)
    if _DOUBLE.search(cleaned) or _DOUBLE.search(text):
        return False
    return pattern("moods", "negation").search(cleaned) is not None


_REPLACED = re.compile(r"\W*(?:but |and )?(?:instead of|rather than|statt|anstatt|en vez de|au lieu de)\b")
_HEDGED = 0.85
_LAUGHING = 0.7


def _confidence(text: str) -> float:
    if pattern("moods", "laugh").search(text):
        return _LAUGHING
    return _HEDGED if pattern("moods", "hedged").search(text) else 1.0


def _with_jokes(clauses: Sequence[Clause], meant: list[Meant]) -> list[Meant]:
    """Turns into jokes what a marker in the same or the following sentence calls one."""
    joked: set[int] = set()
    for i, clause in enumerate(clauses):
        text = plain(clause.text)
        reach = _joke_reach(text, clause.text)
        joked.update(clause.sentence + step for step in reach)
    return [
        Meant(Mood.JOKED, m.negated, m.confidence)
        if c.sentence in joked and m.mood in _CAN_BE_JOKED and not _SERIOUS.search(plain(c.text))
        else m
        for c, m in zip(clauses, meant, strict=True)
    ]


_CAN_BE_JOKED = frozenset({Mood.ASSERTED, Mood.REQUESTED, Mood.PLANNED, Mood.WISHED})
_SERIOUS = re.compile(r"\b(?:seriously|in fact|for real|actually|in reality|truth is)\b")


def _joke_reach(text: str, verbatim: str) -> tuple[int, ...]:
    """Which sentences, counted from this one, are jokes because of this clause."""
    marker = pattern("moods", "joked").search(text)
    laugh = pattern("moods", "laugh").search(text)
    if marker:
        alone = len(text.split()) <= len(marker.group().split()) + 2
        return (-1, 0) if alone else (0,)
    if laugh:
        alone = len(text.split()) <= len(laugh.group().split()) + 1
        if alone:
            return (0,)
        return (0,) if pattern("moods", "exaggerated").search(text) else ()
    if pattern("moods", "sarcastic").search(text):
        return (-1, 0, 1)
    return (0,) if _SHOUTED.search(verbatim) and "just" in text else ()
