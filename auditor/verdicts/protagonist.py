"""Whom a store is about when nothing says so: the one name that most of its sentences begin with."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from auditor.changes.interface import EntryIndex
from auditor.records import Entry, Speaker, Transcript
from auditor.values import raw_words
from auditor.verdicts.content import text_of
from auditor.verdicts.identity import owner_of

_FEWEST = 4
_SHARE = 0.6
_MOST_ENTRIES = 300
_LEADING = re.compile(
    r"(?P<name>[A-Z][\w-]+)(?: [A-Z][\w-]+)?"
    r"(?:['’]s [a-z]| (?:is|was|has|had|does|can|will|[a-z]+s|[a-z]+ed)\b)"
)
_NO_NAMES = frozenset({"user", "the", "this", "it", "he", "she", "they", "who", "what", "there", "that"})


def protagonist(changed: Iterable[Entry], entries: EntryIndex, talks: Sequence[Transcript]) -> str | None:
    """The first name of the user, as a store tells it that speaks of "Priya" where another says "the user".

    It must begin at least four entries and three fifths of all, no entry may have an owner, and no user may
    speak of somebody so called: a carer's notes on a patient are about the patient.
    """
    if len(entries) > _MOST_ENTRIES:
        return None
    named = Counter(name for entry in changed if (name := _leading(entry)) is not None)
    for name, _ in named.most_common(3):
        found = entries.mentioning(raw_words(name), _MOST_ENTRIES)
        about = [entry for entry in found if _leading(entry) == name]
        enough = len(about) >= max(_FEWEST, _SHARE * len(entries))
        if enough and not any(map(owner_of, about)) and not _spoken_of(name, talks):
            return name
    return None


def _leading(entry: Entry) -> str | None:
    match = _LEADING.match(text_of(entry.value))
    return match["name"] if match and match["name"].lower() not in _NO_NAMES else None


def _spoken_of(name: str, talks: Sequence[Transcript]) -> bool:
    pattern = re.compile(rf"(?<!\bI'm )(?<!\bI am )(?<!\bname is )\b{re.escape(name)}\b")
    return any(
        turn.speaker is Speaker.USER and pattern.search(turn.text) for talk in talks for turn in talk.turns
    )
