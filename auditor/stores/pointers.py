"""Derived files beside notes that name them: an index for recall, a list of what was summarised."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from auditor.errors import StoreUnreadableError
from auditor.records import Note, Severity
from auditor.stores.flat import read_text_bytes

_MAX_BYTES = 16 * 1024**2
_NOTE = re.compile(r'"((?:[\w@.-]+/)*[\w@ .-]+\.(?:md|markdown))"')
_SHOWN = 5


def dangling_pointers(folder: Path, globs: Sequence[str]) -> Iterator[Note]:
    """One note for each file of ``globs`` under ``folder`` that names notes which do not exist."""
    for path in sorted({path for glob in globs for path in folder.glob(glob) if path.is_file()}):
        try:
            text = read_text_bytes(path, _MAX_BYTES).decode(errors="replace")
        except StoreUnreadableError:
            continue  # a derived file: the notes themselves are what is audited
        named = sorted(set(_NOTE.findall(text)))
        gone = [name for name in named if not any((base / name).exists() for base in (folder, path.parent))]
        if gone:
            shown = ", ".join(gone[:_SHOWN])
            reason = f"{path.name} names {len(gone)} notes that do not exist: {shown}"
            yield Note("", tuple(gone), "dangling_reference", Severity.LOW, reason)
