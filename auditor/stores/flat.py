"""What the readers of flat files share."""

from pathlib import Path

from auditor.errors import StoreUnreadableError
from auditor.files import MAX_FILE_BYTES, read_stable, utf8

EMPTIED = "0 bytes, which cannot be told from damage"


def read_text_bytes(place: Path, limit: int = MAX_FILE_BYTES) -> bytes:
    """The UTF-8 text of a flat file.

    Raises:
        StoreUnreadableError: It cannot be read (or held still), or is no text.
    """
    try:
        return utf8(read_stable(place, limit))
    except ValueError as error:
        raise StoreUnreadableError(f"{place}: the file {error}") from error
