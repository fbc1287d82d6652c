"""States that exclude each other ("enabled" / "disabled"), and hints of such ("vegetarian" / "steak")."""

import re
from dataclasses import dataclass
from functools import cache, lru_cache

from auditor.values.lexicon import table
from auditor.values.negation import negated_words
from auditor.values.phrases import Found, Phrases
from auditor.values.tokens import words

Side = tuple[int, int]
_LITTLE = 3
# "Oat milk" is no milk, and "peanut butter" no butter.
_OF_PLANTS = re.compile(
    r"\b(?:oat|soya?|almond|rice|coconut|hemp|pea|cashew|peanut|nut|plant(?:-based)?|vegan|vegetarian|veggie|meat-free)"
    r"[ -](?:milk|butter|cheese|yogh?urt|cream|ice cream|sausages?|burgers?|bacon|chicken|steaks?)\b"
    r"|\b(?:hafer|soja|mandel|kokos|reis|erdnuss)(?:milch|butter)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Opposition:
    """Phrases of two texts that exclude each other; a ``weak`` one is a hint only."""

    ours: str
    theirs: str
    weak: bool


@cache
def _sides(strength: str) -> Phrases[Side]:
    """The phrases of all groups; one marked "~" ("on", "left") is a state only where little else is said."""
    strict = strength.endswith("~")
    return Phrases(
        (
            (group, side),
            " | ".join(part.strip().lstrip("~") for part in listed.split("|") if strict == ("~" in part)),
        )
        for group, line in enumerate(table("opposites")[strength.rstrip("~")])
        for side, listed in enumerate(line.split("/"))
    )


@lru_cache(maxsize=4096)
def _states(text: str, strength: str) -> dict[int, dict[int, str]]:
    """Group → side → phrase of the states that ``text`` affirms."""
    text = _OF_PLANTS.sub(" ", text)
    denied = negated_words(text)
    states: dict[int, dict[int, str]] = {}
    every = _sides(strength).found_in(text)
    if len(words(text)) <= _LITTLE:
        every += _sides(f"{strength}~").found_in(text)
    for found in _longest(every):
        if denied.isdisjoint(found.phrase):
            group, side = found.meaning
            states.setdefault(group, {}).setdefault(side, " ".join(found.phrase))
    return states


def _longest(found: list[Found[Side]]) -> list[Found[Side]]:
    """``found`` without phrases that are part of a longer one of the same group ("on" in "on site")."""
    return [
        one
        for one in found
        if not any(
            len(other.phrase) > len(one.phrase) and set(one.phrase) < set(other.phrase) for other in found
        )
    ]


def oppositions(a_text: str, b_text: str) -> list[Opposition]:
    """Where ``a_text`` affirms one state of a group and ``b_text`` only others."""
    found: list[Opposition] = []
    for strength in ("exclusive", "weak"):
        ours, theirs = _states(a_text, strength), _states(b_text, strength)
        found.extend(
            Opposition(_first(ours[group]), _first(theirs[group]), strength == "weak")
            for group in sorted(ours.keys() & theirs.keys())
            if ours[group].keys().isdisjoint(theirs[group])
        )
    return found


def _first(phrases: dict[int, str]) -> str:
    return phrases[min(phrases)]
