"""JSON Lines: one record a line; a torn line costs that line and is told."""

import json
from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from pathlib import Path

import msgspec

from auditor.errors import StoreUnreadableError
from auditor.records import Entry, Json, NotChecked, Note, Severity, Transcript
from auditor.stores.entries import entry_of_item
from auditor.stores.flat import EMPTIED, read_text_bytes
from auditor.stores.hostile import STRICT_ERRORS, RefusedError, guessed_key, parse
from auditor.stores.interface import Identity

_SHOWN_LINES = 10
_LINE = msgspec.json.Decoder(msgspec.Raw)


class JsonLinesStore:
    """A file with one JSON record a line. Rows are its lines; those that are no JSON are left out."""

    kind = "jsonl"
    identity = Identity.KEY

    def __init__(self, place: Path, identity: Identity | None = None) -> None:
        self.place = place
        self.identity = identity or self.identity
        self.partial = ""
        self._problems: list[NotChecked | Note] = []

    @property
    def reading(self) -> str:
        """What a line is."""
        return "JSON Lines, one entry a line"

    def rows(self) -> Iterator[bytes]:
        """The lines that are whole."""
        self._problems.clear()
        torn: list[int] = []
        whole_heads: list[str] = []
        text = read_text_bytes(self.place)
        if not text:
            raise StoreUnreadableError(f"{self.place}: {EMPTIED}")
        for number, line in enumerate(BytesIO(text), start=1):
            row = line.strip()
            try:
                if row:
                    _LINE.decode(row)
            except STRICT_ERRORS:
                if not _is_json(row):
                    torn.append(number)
                    whole_heads += _whole_head(row)
                    continue
            if row:
                yield row
        if torn:
            self._tell_torn(torn, whole_heads)

    def entries(self, row: bytes) -> Sequence[Entry]:
        """The entries of one line."""
        try:
            return self._entries_of(parse(row))
        except RefusedError as error:
            self._problems.append(NotChecked("", guessed_key(row), f"the line {error}"))
            return ()

    def problems(self) -> Sequence[NotChecked | Note]:
        """Torn lines, and entries that hold what cannot be kept."""
        return tuple(self._problems)

    def transcripts(self) -> Iterable[Transcript]:
        """None: a memory file holds no conversations."""
        return ()

    def _entries_of(self, record: Json) -> Sequence[Entry]:
        return (entry_of_item(record),)

    def _tell_torn(self, lines: Sequence[int], whole_heads: Sequence[str]) -> None:
        which = ", ".join(map(str, lines[:_SHOWN_LINES])) + (", …" if len(lines) > _SHOWN_LINES else "")
        self.partial = f"{'lines' if len(lines) > 1 else 'line'} {which} of {self.place.name} not JSON"
        repair = "".join(f"; a repair could keep {head}" for head in whole_heads[:_SHOWN_LINES])
        reason = f"{self.partial}: torn by a writer or cut off{repair}"
        self._problems.append(Note("", (), "torn", Severity.HIGH, reason))


def _is_json(row: bytes) -> bool:
    """Whether ``row`` is JSON to a forgiving parser (NaN and the like are told entry by entry)."""
    try:
        json.loads(row)
    except RecursionError:
        return True
    except ValueError:
        return False
    return True


def _whole_head(row: bytes) -> list[str]:
    """The whole object that a torn line begins with, if any."""
    text = row.decode()
    try:
        value, end = json.JSONDecoder().raw_decode(text)
    except (ValueError, RecursionError):
        return []
    return [text[:end]] if isinstance(value, dict) else []
