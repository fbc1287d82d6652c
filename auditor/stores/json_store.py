"""A JSON document: an object of keys, or a list of records, at the top or down a path."""

import json
import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import takewhile
from pathlib import Path

import msgspec

from auditor.errors import StoreUnreadableError, TranscriptUnreadableError
from auditor.records import Entry, NotChecked, Note, Transcript
from auditor.stores.entries import entry_of, entry_of_item
from auditor.stores.flat import read_text_bytes
from auditor.stores.hostile import (
    STRICT_ERRORS,
    RefusedError,
    forgiven,
    guessed_key,
    parse,
    safe_text,
    why_refused,
)
from auditor.stores.interface import Identity
from auditor.transcripts.reading import conversations_at

_MEMBER = re.compile(rb'[\s,]*("(?:[^"\\]|\\.)*+")\s*:\s*')
_OBJECT = msgspec.json.Decoder(dict[str, msgspec.Raw])
_LIST = msgspec.json.Decoder(list[msgspec.Raw])


class JsonStore:
    """A JSON file. Rows are slices of it, so that nothing is parsed that did not move.

    Args:
        place: The file.
        path: Names that lead to the object or list which holds the entries.
        of_records: The values of the object are records as in a list, not values.
        talks: Conversations are in the file besides.
        identity: Whether a record keeps its id or is known by its text.
    """

    kind = "json"

    def __init__(
        self,
        place: Path,
        path: Sequence[str] = (),
        *,
        of_records: bool = False,
        talks: bool = False,
        identity: Identity = Identity.KEY,
    ) -> None:
        self.place = place
        self.identity = identity
        self.partial = ""
        self._path = tuple(path)
        self._of_records = of_records
        self._talks = talks
        self._problems: list[NotChecked | Note] = []

    @property
    def inside(self) -> Sequence[str]:
        """The names that lead to the object or list which holds the entries."""
        return self._path

    @property
    def reading(self) -> str:
        """Where in the document the entries are."""
        where = ".".join(self._path) or "the top level"
        return f"JSON, entries at {where}"

    def rows(self) -> Iterator[bytes]:
        """``"key": value`` members of the object, or items of the list."""
        self._problems.clear()
        data = read_text_bytes(self.place)
        if not data.strip():
            raise StoreUnreadableError(f"{self.place}: empty, which no JSON document is")
        try:
            for name in self._path:
                data = bytes(_OBJECT.decode(data)[name])
            if not data.lstrip().startswith(b"["):
                yield from self._members(data)
                return
            items = _LIST.decode(data)
        except KeyError as error:
            raise StoreUnreadableError(f"{self.place}: nothing at {'.'.join(self._path)}") from error
        except STRICT_ERRORS as error:
            yield from self._forgiven(str(error))
            return
        yield from map(bytes, items)

    def entries(self, row: bytes) -> Sequence[Entry]:
        """The one entry of ``row``."""
        member = _MEMBER.match(row)
        key = _key(member[1]) if member else None
        try:
            value = parse(row[member.end() :] if member else row)
            if key is None or self._of_records:
                return (entry_of_item(value, key=key),)
            return (entry_of(key, value),)
        except RefusedError as error:
            self._problems.append(NotChecked("", key or guessed_key(row), f"the value {error}"))
            return ()

    def problems(self) -> Sequence[NotChecked | Note]:
        """Entries that hold what cannot be kept, and keys that occur twice."""
        return tuple(self._problems)

    def transcripts(self) -> Iterable[Transcript]:
        """The conversations in the file, if there are any besides the memories."""
        try:
            return conversations_at(self.place).transcripts if self._talks else ()
        except TranscriptUnreadableError:
            return ()

    def _members(self, data: bytes) -> Iterator[bytes]:
        """The members of an object as slices of ``data``.

        The strict parser drops the earlier one of two equal keys, so the slices fall out of step there:
        from that place on the forgiving parser, which sees both, says what there is.
        """
        if not data.lstrip().startswith(b"{"):
            raise StoreUnreadableError(f"{self.place}: neither an object nor a list of entries")
        at = data.index(b"{") + 1
        members = _OBJECT.decode(data)
        comma, colon = b", ", b": "
        for key, value in members.items():
            text = bytes(value)
            guess = b'%b"%b"%b%b' % (comma, key.encode(), colon, text)
            if data.startswith(guess, at):  # the same signs between as before, and a plain key
                at += len(guess)
                yield guess[len(comma) :]
                continue
            member = _MEMBER.match(data, at)
            if member is None or _key(member[1]) != key or not data.startswith(text, member.end()):
                done = set(takewhile(key.__ne__, members))
                yield from self._forgiven("a key occurs twice", done)
                return
            comma, colon = data[at : member.start(1)], data[member.end(1) : member.end()]
            at = member.end() + len(text)
            yield data[member.start(1) : at]
        if data[at:].strip() != b"}":
            yield from self._forgiven("a key occurs twice", done=set(members))

    def _forgiven(self, reason: str, done: Container[str] = ()) -> Iterator[bytes]:
        """The rows of a document that a strict parser refuses, so that one bad value hides no other."""
        data = read_text_bytes(self.place)
        found = forgiven(data, self._path)
        if found is None:
            raise StoreUnreadableError(f"{self.place}: the file {why_refused(data, reason)}")
        if found.keys is None:
            yield from found.values
            return
        times = Counter(found.keys)
        for key, value in dict(zip(found.keys, found.values, strict=True)).items():
            if times[key] > 1:
                reason = f"the key stands {times[key]} times in the file; only the last one was read"
                self._problems.append(NotChecked("", safe_text(key), reason))
            if key not in done:
                yield json.dumps(key).encode() + b": " + value


def _key(literal: bytes) -> str:
    return safe_text(json.loads(literal)) if b"\\" in literal else literal[1:-1].decode()
