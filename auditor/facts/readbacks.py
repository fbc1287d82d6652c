"""What the agent reads back of the user's words and the user lets stand: "an hour later?" – "Six, then.".

The agent's word is never evidence by itself. A read-back counts as the user's only where it takes up what the
user has just told or asked for, adds no claim about the user of its own, and meets no objection.
"""

import re
from dataclasses import replace

from auditor.facts.clauses import Clause, has_finite_verb
from auditor.facts.languages import content_words
from auditor.facts.lexicon import pattern, plain, search
from auditor.facts.replies import says_nothing

_SENTENCES = 2  # a read-back comes first; what the agent adds afterwards is its own
_LONGEST = 8
_STEM = 4


def read_backs(said: list[Clause], told: str) -> list[Clause]:
    """The clauses at the head of an agent's turn that read back what the user ``told``."""
    spoken = [clause for clause in said if not says_nothing(clause.text)]
    if not spoken or search("readbacks", "once", plain(told)):
        return []
    first = spoken[0].sentence
    return [
        replace(clause, text=_ADDRESS.sub("", clause.text))
        for clause in spoken
        if clause.sentence < first + _SENTENCES
        and not clause.quoted
        and _reads_back(clause, told, at_once=clause.sentence == first)
    ]


_ADDRESS = re.compile(
    r"^(?i:sure|okay?|yes|right|thanks|thank you|of course|certainly|done|hello|hi|good morning),? "
    r"[A-Z][\w'-]+(?=[:,.!] ?)[:,.!] ?"
)
"""How the agent calls the user, which nobody has told it by that ("Sure, Kim: …")."""


def reads_record(said: list[Clause], record: str) -> list[Clause]:
    """The clauses at the head of an agent's turn that read to the user what a ``record`` has just reported.

    Each shares a word or number with it and holds no number, day or month that is not in it.
    """
    spoken = [clause for clause in said if not says_nothing(clause.text)]
    values, words = _values(record), _stems(plain(record))
    return [
        clause
        for clause in spoken
        if clause.sentence < spoken[0].sentence + _SENTENCES
        and not (clause.quoted or clause.end == "?")
        and not search("readbacks", "guessing", plain(clause.text))
        and _values(clause.text) <= values
        and words & _stems(plain(clause.text))
    ]


def _values(text: str) -> set[str]:
    lowered = _THOUSANDS.sub("", plain(text))
    kinds = ("weekday", "date", "number")
    named = (pattern("corrections", f"kind_{kind}").findall(lowered) for kind in kinds)
    return {value for values in named for value in values if value.isalpha()} | set(_NUMBER.findall(lowered))


_NUMBER = re.compile(r"\d+")
_THOUSANDS = re.compile(r"(?<=\d)[,'](?=\d{3}(?!\d))")


def objects(text: str) -> bool:
    """Whether the user's answer (verbatim) does not let a read-back stand."""
    return search("readbacks", "objecting", plain(text)) is not None


def may_be_told(text: str) -> bool:
    """Whether a question of the user's asks for a change by saying no more than the change: "a week on?"."""
    return search("readbacks", "relative", plain(text)) is not None


def _reads_back(clause: Clause, told: str, *, at_once: bool) -> bool:
    text = plain(clause.text)
    if clause.end == "?" or search("readbacks", "own_word", text):
        return False
    inferred = search("readbacks", "inferring", text) is not None
    done = search("readbacks", "done", text) is not None
    if search("readbacks", "addressing", text) and not (inferred or done):
        return False
    brief = len(text.split()) <= _LONGEST and not has_finite_verb(_IN_THE.sub(" in ", clause.text))
    if inferred:
        return True
    brief = brief and not _ASKS_LAST.search(told)  # then it is an answer
    if not (brief or done):
        return False
    # "60 seconds.", "I've set that to 60.": the first words can only restate what was told just before
    return at_once or _shares_word(text, told) or may_be_told(told)


_IN_THE = re.compile(r"(?<=\w) im (?=[A-ZÄÖÜ])")  # German, and no "I'm"
_ASKS_LAST = re.compile(
    r"(?:^|[.!?,;] )[^.!?;]*\b(?:what|when|where|why|who|which|how)\b[^.!?]*\?\W*$", re.IGNORECASE
)


def _shares_word(text: str, told: str) -> bool:
    return bool(_stems(text) & _stems(told))


def _stems(text: str) -> set[str]:
    words = {word[:_STEM] for word in content_words(text)}
    return words | set(re.findall(r"\d+", text))
