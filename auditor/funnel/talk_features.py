"""A text held against a whole conversation, as a row of figures for a small trained table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from auditor.funnel.equality import agree, comparable
from auditor.funnel.features import comparable_text
from auditor.funnel.interface import Statement
from auditor.funnel.reach import Reach, Sentence, reach, sentences_of
from auditor.funnel.statements import light, statement
from auditor.funnel.texts import text_chances
from auditor.records import Relation, Transcript
from auditor.values import content_words, find_values, raw_words
from auditor.values.model import Kind, Value

_MOST_WORDS = 60
_OPENING = 6
_SOME = 4
_WIDE = 3
_CLOSEST = 4


@dataclass(frozen=True, slots=True)
class Hearing:
    """A text and a conversation: whom the text is about ("" for no speaker), and where its words are said."""

    memory: Statement
    words: tuple[str, ...]
    subject: str
    sentences: Sequence[Sentence]
    reach: Reach


def hearing(text: str, talk: Transcript) -> Hearing:
    """``text`` held against ``talk``; a speaker's name tells whom it is about, not what it says."""
    names = {turn.name.lower() for turn in talk.turns if turn.name}
    parts = {part for name in names for part in content_words(name)}
    words = tuple(dict.fromkeys(word for word in content_words(text)[:_MOST_WORDS] if word not in parts))
    sentences = sentences_of(talk)
    return Hearing(
        statement(comparable_text(text)), words, _subject(text, names), sentences, reach(words, sentences)
    )


def _subject(text: str, names: set[str]) -> str:
    """The speaker with whom ``text`` opens, by a part of the name that no other speaker has, or ""."""
    opening = [word.removesuffix("'s") for word in raw_words(text)[:_OPENING]]
    owners: dict[str, set[str]] = {}
    for name in names:
        for part in raw_words(name):
            owners.setdefault(part, set()).add(name)
    for word in opening:
        if len(owners.get(word, ())) == 1:
            return min(owners[word])
    return ""


def talk_features(heard: Hearing) -> Mapping[str, float]:
    """How well the conversation says the text, who says it, and what of it is nowhere; all in [-1, 1]."""
    everywhere = range(len(heard.sentences))
    single, closest = heard.reach.best([(at,) for at in everywhere])
    turns = _turns(heard.sentences)
    in_turn, turn = heard.reach.best(turns)
    wide, window = heard.reach.best(_windows(len(heard.sentences)))
    missing = [
        word
        for word, places in zip(heard.words, heard.reach.places, strict=True)
        if not places and word not in light()
    ]
    away = [
        word
        for word, places in zip(heard.words, heard.reach.places, strict=True)
        if places.isdisjoint(window) and word not in light()
    ]
    return {
        "anywhere": heard.reach.met(everywhere),
        "in a sentence": single,
        "in a turn": in_turn,
        "in three sentences": wide,
        "rare in a sentence": heard.reach.best([(at,) for at in everywhere], rare=True)[0],
        "rare in a turn": heard.reach.best(turns, rare=True)[0],
        "rare in three sentences": heard.reach.met(window, rare=True),
        "rare anywhere": heard.reach.met(everywhere, rare=True),
        "missing": min(len(missing), _SOME) / _SOME,
        "none missing": float(not missing),
        "missing near": min(len(away), _SOME) / _SOME,
        "none missing near": float(not away),
        "new names": min(len(_new_names(heard)), 2) / 2,
        "long": min(len(heard.words), 20) / 20,
        "neighbours": _neighbours_met(heard),
        **_speaker_figures(heard, window),
        **_value_figures(heard, window),
        **_text_figures(heard, closest, turn),
    }


def _turns(sentences: Sequence[Sentence]) -> list[Sequence[int]]:
    by_turn: dict[int, list[int]] = {}
    for at, one in enumerate(sentences):
        by_turn.setdefault(one.turn, []).append(at)
    return list(by_turn.values())


def _windows(count: int) -> list[Sequence[int]]:
    return [range(at, min(at + _WIDE, count)) for at in range(max(1, count - _WIDE + 1))] if count else []


def _new_names(heard: Hearing) -> frozenset[str]:
    spoken = frozenset().union(*(one.words for one in heard.sentences))
    speakers = {word for one in heard.sentences for word in content_words(one.speaker)}
    return heard.memory.names - spoken - speakers


def _neighbours_met(heard: Hearing) -> float:
    """The share of the text's adjacent words that are said together in one sentence."""
    pairs = [
        (one, two)
        for (first, one), (second, two) in pairwise(zip(heard.words, heard.reach.places, strict=True))
        if not (first in light() and second in light())
    ]
    return sum(not one.isdisjoint(two) for one, two in pairs) / len(pairs) if pairs else 0.0


_SPEAKER_FIGURES = (
    "named",
    "own",
    "own less others",
    "own turn less others",
    "own of himself",
    "others of themselves",
    "near by the subject",
)


def _speaker_figures(heard: Hearing, window: Sequence[int]) -> Mapping[str, float]:
    """Whether the one whom the text is about says it of himself, or another says it of himself."""
    if not heard.subject or all(one.speaker == heard.subject for one in heard.sentences):
        return dict.fromkeys(_SPEAKER_FIGURES, 0.0)
    own = [(at,) for at, one in enumerate(heard.sentences) if one.speaker == heard.subject]
    others = [(at,) for at, one in enumerate(heard.sentences) if one.speaker != heard.subject]
    mine, theirs = (heard.reach.best(side, rare=True)[0] for side in (own, others))
    himself = [(at,) for (at,) in own if heard.sentences[at].first_person]
    themselves = [(at,) for (at,) in others if heard.sentences[at].first_person]
    told = [(at,) for (at,) in others if heard.sentences[at].second_person]
    of_him = max(heard.reach.best(side, rare=True)[0] for side in (himself, told))
    of_them = heard.reach.best(themselves, rare=True)[0]
    turns = _turns(heard.sentences)
    own_turns = [turn for turn in turns if heard.sentences[turn[0]].speaker == heard.subject]
    other_turns = [turn for turn in turns if heard.sentences[turn[0]].speaker != heard.subject]
    by_turn = [heard.reach.best(side, rare=True)[0] for side in (own_turns, other_turns)]
    speakers = [heard.sentences[at].speaker for at in window]
    return {
        "named": 1.0,
        "own": mine,
        "own less others": mine - theirs,
        "own turn less others": by_turn[0] - by_turn[1],
        "own of himself": of_him,
        "others of themselves": of_them - of_him,
        "near by the subject": speakers.count(heard.subject) / len(speakers) if speakers else 0.0,
    }


def _value_figures(heard: Hearing, window: Sequence[int]) -> Mapping[str, float]:
    values = [value for value in heard.memory.values if value.kind is not Kind.NAME]
    if not values:
        return dict.fromkeys(("values said", "values nowhere", "values elsewhere", "rival values"), 0.0)
    near = [value for at in window for value in find_values(heard.sentences[at].text)]
    anywhere = [value for one in heard.sentences for value in find_values(one.text)]
    gone = [value for value in values if not _holds(anywhere, value)]
    away = [value for value in values if not _holds(near, value)]
    return {
        "values said": float(not gone),
        "values nowhere": min(len(gone), 2) / 2,
        "values elsewhere": min(len(away), 2) / 2,
        "rival values": float(any(comparable(value, other) for value in away for other in near)),
    }


def _holds(values: Sequence[Value], value: Value) -> bool:
    return any(agree(value, other) or value.normal == other.normal for other in values)


def _text_figures(heard: Hearing, closest: Sequence[int], turn: Sequence[int]) -> Mapping[str, float]:
    """What the judge of two texts makes of the closest turn and of the closest sentences."""
    near = sorted(range(len(heard.sentences)), key=lambda at: (-heard.reach.met((at,)), at))[:_CLOSEST]
    said = [text_chances(heard.sentences[at].text, heard.memory.text) for at in near]
    whole = text_chances(" ".join(heard.sentences[at].text for at in turn), heard.memory.text)
    denies = [heard.sentences[at].text for at in closest]
    one_denies = bool(heard.memory.denied) != any(statement(text).denied for text in denies)
    return {
        "turn conflicts": whole[Relation.CONFLICT],
        "turn holds it": whole[Relation.SAME] + whole[Relation.LESS],
        "turn is about something else": whole[Relation.UNRELATED],
        "a sentence conflicts": max((one[Relation.CONFLICT] for one in said), default=0.0),
        "first sentence conflicts": said[0][Relation.CONFLICT] if said else 0.0,
        "a sentence holds it": max((one[Relation.SAME] + one[Relation.LESS] for one in said), default=0.0),
        "only one denies": float(one_denies),
        "memory denies": float(bool(heard.memory.denied)),
        "asked": float(any(text.rstrip().endswith("?") for text in denies)),
    }
