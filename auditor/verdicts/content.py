"""An entry's value as the parts that it asserts, and which of them are new or gone since last night."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from auditor.records import Entry, Json
from auditor.verdicts.markup import unmarked

_TITLES = ("Dr", "Mr", "Ms", "Mrs", "Dra", "Sr", "Sra", "Prof", "St")
_SEGMENT_END = re.compile(
    r"(?<=[^\d\s])(?<!\bweekly)[,;](?=\s)|(?<=\d)[,;](?=\s)|[;；，、。\n]|(?<=[a-z0-9%)])"
    + "".join(rf"(?<!\b{title})" for title in _TITLES)
    + r"\.\s+(?=[A-Z])"
    r"|\s(?:and also|and|but|as well as|und|y|et)\s"
)
_PATH_LIMIT = 400


@dataclass(frozen=True, slots=True)
class Part:
    """One thing that an entry asserts: a leaf of its value under ``path``, or a segment of its text."""

    path: tuple[str, ...]
    value: Json

    @property
    def text(self) -> str:
        """The part as text."""
        return text_of(self.value)


def text_of(value: Json) -> str:
    """``value`` as a reader would write it: a list with commas, an object as "name: value" pairs."""
    if isinstance(value, str):
        return value
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{name}: {text_of(one)}" for name, one in value.items())
    if isinstance(value, Sequence):
        return ", ".join(text_of(one) for one in value)
    return str(value)


def is_empty(value: Json) -> bool:
    """Whether ``value`` holds nothing: null says less than what stood there, and nothing else instead."""
    return value is None or value in ("", [], {})


def leaves(value: Json) -> list[Part]:
    """The scalar leaves of ``value`` with their paths, at most 400."""
    if isinstance(value, str):
        return [Part((), value)]
    found: list[Part] = []
    for part in _leaves(value, ()):
        found.append(part)
        if len(found) >= _PATH_LIMIT:
            break
    return found


def _leaves(value: Json, path: tuple[str, ...]) -> Iterator[Part]:
    if isinstance(value, Mapping) and value:
        for name, one in value.items():
            yield from _leaves(one, (*path, str(name)))
    elif isinstance(value, Sequence) and not isinstance(value, str) and value:
        for one in value:
            yield from _leaves(one, path)
    else:
        yield Part(path, unmarked(value) if isinstance(value, str) else value)


def segments(text: str) -> list[str]:
    """``text`` cut where lists and clauses are joined; a text without such places is one segment."""
    return [piece for cut in _SEGMENT_END.split(text) if (piece := cut.strip(" .,;"))] or [text]


def parts(entry: Entry) -> list[Part]:
    """All that ``entry`` asserts, leaf by leaf and each text leaf segment by segment."""
    found: list[Part] = []
    for leaf in leaves(entry.value):
        if isinstance(leaf.value, str):
            found += [Part(leaf.path, piece) for piece in segments(leaf.value)]
        else:
            found.append(leaf)
    return found
