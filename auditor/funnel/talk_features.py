"""A text held against a whole conversation, as a row of figures for a small trained table."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from auditor.facts.clauses import clauses
from auditor.funnel.alignment import aligned_words
from auditor.funnel.equality import agree, comparable
from auditor.funnel.interface import Statement
from auditor.funnel.statements import light, statement
from auditor.funnel.texts import text_chances
from auditor.funnel.ties import Tie, tie
from auditor.records import Relation, Transcript
from auditor.values import content_words, find_values, raw_words
from auditor.values.model import Kind, Value

_ALIKE = frozenset({Tie.SAME, Tie.KIN, Tie.BROADER, Tie.NARROWER})
_MOST_TURNS = 400
_MOST_WORDS = 60
_CLOSEST = 3
_SOME = 4
_OPENING = 6
_FIRST_PERSON = frozenset({"i", "my", "me", "we", "our", "us", "im"})


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of the conversation: who speaks, what, and its words as stems."""

    speaker: str
    text: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Hearing:
    """A text and the conversation: its telling words, whom it names as subject, and where each word is met."""

    memory: Statement
    words: tuple[str, ...]
    subject: str
    turns: Sequence[Passage]

    def met(self, words: Sequence[str]) -> float:
        """The share of the text's words that ``words`` say."""
        return aligned_words(self.words, tuple(words)).a_met


def hearing(text: str, talk: Transcript) -> Hearing:
    """``text`` held against ``talk``; the speakers' names count for whom it is about, not for what it says."""
    names = {turn.name.lower() for turn in talk.turns if turn.name}
    parts = {part for name in names for part in content_words(name)}
    turns = [
        Passage((turn.name or "").lower(), turn.text, content_words(turn.text)) for turn in talk.turns[:_MOST_TURNS]
    ]
    words = tuple(word for word in content_words(text)[:_MOST_WORDS] if word not in parts)
    return Hearing(statement(text), words, _subject(text, names), turns)


def _subject(text: str, names: set[str]) -> str:
    """The speaker with whom ``text`` opens, or ""."""
    opening = " " + " ".join(raw_words(text)[:_OPENING]) + " "
    places = {
        name: opening.find(f" {' '.join(raw_words(name))} ")
        for name in names
        if f" {' '.join(raw_words(name))} " in opening
    }
    return min(places, key=lambda name: (places[name], -len(name))) if places else ""


def talk_features(heard: Hearing) -> Mapping[str, float]:
    """How well the conversation says the text, who says it, and what of it is nowhere; all in [-1, 1]."""
    every = [word for turn in heard.turns for word in turn.words]
    by_turn = sorted(heard.turns, key=lambda turn: -heard.met(turn.words))
    best = by_turn[0] if by_turn else Passage("", "", ())
    close = by_turn[:_CLOSEST]
    sentences = [clause for turn in close for clause in _sentences(turn)]
    clause = max(sentences, key=lambda one: heard.met(one.words), default=best)
    pair = max((heard.met((*one.words, *two.words)) for one, two in pairwise(heard.turns)), default=0.0)
    missing = aligned_words(heard.words, tuple(every)).a_missing
    missing_near = aligned_words(heard.words, best.words).a_missing
    everywhere = heard.met(every)
    return {
        "anywhere": everywhere,
        "in a turn": heard.met(best.words),
        "in two turns": max(pair, heard.met(best.words)),
        "in a sentence": heard.met(clause.words),
        "stitched": everywhere - heard.met(best.words),
        "missing": min(len(missing), _SOME) / _SOME,
        "one missing": float(len(missing) == 1),
        "none missing": float(not missing),
        "missing near": min(len(missing_near), _SOME) / _SOME,
        "new names": min(len(_new_names(heard, every)), 2) / 2,
        "long": min(len(heard.words), 20) / 20,
        "neighbours": _neighbours_met(heard),
        **_speaker_figures(heard, best),
        **_value_figures(heard, best),
        **_text_figures(heard, best, clause),
    }


def _sentences(turn: Passage) -> list[Passage]:
    found: dict[int, list[str]] = {}
    for clause in clauses(turn.text):
        found.setdefault(clause.sentence, []).append(clause.text)
    texts = [" ".join(parts) for parts in found.values()]
    return [Passage(turn.speaker, text, content_words(text)) for text in texts]


def _new_names(heard: Hearing, every: Sequence[str]) -> frozenset[str]:
    said = frozenset(every)
    spoken = {word for turn in heard.turns for word in content_words(turn.speaker)}
    return frozenset(name for name in heard.memory.names if name not in said and name not in spoken)


def _neighbours_met(heard: Hearing) -> float:
    """The share of the text's adjacent word pairs that stand together in one sentence of the talk."""
    pairs = [
        (one, two) for one, two in pairwise(heard.words) if not (one in light() and two in light()) and one != two
    ]
    if not pairs:
        return 0.0
    sentences = [frozenset(sentence.words) for turn in heard.turns for sentence in _sentences(turn)]
    every = frozenset().union(*sentences) if sentences else frozenset()
    forms = {
        word: frozenset(other for other in every if tie(word, other) in _ALIKE)
        for word in set(heard.words)
    }
    met = sum(
        any(forms[one] & sentence and forms[two] & sentence for sentence in sentences) for one, two in pairs
    )
    return met / len(pairs)


def _speaker_figures(heard: Hearing, best: Passage) -> Mapping[str, float]:
    """Whether the one whom the text is about said it; others say it of themselves."""
    own = [turn for turn in heard.turns if turn.speaker == heard.subject]
    others = [turn for turn in heard.turns if turn.speaker != heard.subject]
    named = bool(heard.subject and others)
    mine = max((heard.met(turn.words) for turn in own), default=0.0) if named else 0.0
    theirs = max((heard.met(turn.words) for turn in others), default=0.0) if named else 0.0
    first = bool(_FIRST_PERSON & set(raw_words(best.text)))
    return {
        "subject named": float(named),
        "subject says it": mine - theirs,
        "subject in turn": mine,
        "said by another": float(named and best.speaker != heard.subject),
        "said by another of himself": float(named and best.speaker != heard.subject and first),
    }


def _value_figures(heard: Hearing, best: Passage) -> Mapping[str, float]:
    values = [value for value in heard.memory.values if value.kind is not Kind.NAME]
    anywhere = [value for turn in heard.turns for value in find_values(turn.text)]
    near = find_values(best.text)
    gone = [value for value in values if not _holds(anywhere, value)]
    away = [value for value in values if not _holds(near, value)]
    rivals = [value for value in away if any(comparable(value, other) for other in near)]
    return {
        "values said": float(bool(values) and not gone),
        "values nowhere": min(len(gone), 2) / 2,
        "values elsewhere": min(len(away), 2) / 2,
        "rival values": float(bool(rivals)),
    }


def _holds(values: Sequence[Value], value: Value) -> bool:
    return any(agree(value, other) or (value.normal == other.normal) for other in values)


def _text_figures(heard: Hearing, best: Passage, clause: Passage) -> Mapping[str, float]:
    """What the judge of two texts says of the closest turn and the closest sentence."""
    whole = text_chances(best.text, heard.memory.text)
    part = text_chances(clause.text, heard.memory.text)
    alike = (Relation.SAME, Relation.LESS)
    laid = aligned_words(heard.words, clause.words)
    denies = statement(clause.text)
    return {
        "turn conflicts": whole[Relation.CONFLICT],
        "turn holds it": sum(whole[one] for one in alike),
        "sentence conflicts": part[Relation.CONFLICT],
        "sentence holds it": sum(part[one] for one in alike),
        "sentence is about something else": part[Relation.UNRELATED],
        "opposite words": float(bool(laid.ties[Tie.OPPOSITE])),
        "only one denies": float(bool(heard.memory.denied) != bool(denies.denied)),
        "memory denies": float(bool(heard.memory.denied)),
        "asked": float(clause.text.rstrip().endswith("?")),
    }
