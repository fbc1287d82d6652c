"""Exports as they are downloaded: JSON documents in a zip file, unpacked into a private folder while read."""

import shutil
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from auditor.errors import StoreUnreadableError

MAX_UNPACKED_BYTES = 512 * 1024**2
_MOST_DOCUMENTS = 1000
_MAGIC = b"PK\x03\x04"
_BROKEN = (
    zipfile.BadZipFile,
    zipfile.LargeZipFile,
    OSError,
    EOFError,
    RuntimeError,
    NotImplementedError,
    ValueError,
)

Head = Callable[[Path, bytes], bool]


def looks_zipped(path: Path) -> bool:
    """Whether the file at ``path`` begins as zip files do, whole or not."""
    try:
        with path.open("rb") as file:
            return file.read(len(_MAGIC)) == _MAGIC
    except OSError:
        return False


def heads_in(path: Path, length: int) -> Iterator[tuple[Path, bytes]]:
    """The JSON documents in the zip file at ``path`` each with its first bytes."""
    with suppress(*_BROKEN), zipfile.ZipFile(path) as archive:
        for member in _documents(archive):
            with archive.open(member) as file:
                yield Path(member.filename), file.read(length)


@contextmanager
def documents(path: Path) -> Iterator[list[Path]]:
    """``path`` itself, or, if it is a zip file, the JSON documents in it, which are gone afterwards.

    Raises:
        StoreUnreadableError: It is broken, or holds more than ``MAX_UNPACKED_BYTES``.
    """
    if not looks_zipped(path):
        yield [path]
        return
    with TemporaryDirectory(prefix="auditor-") as folder:
        yield list(_unpacked(path, Path(folder)))


def _unpacked(path: Path, folder: Path) -> Iterator[Path]:
    left = MAX_UNPACKED_BYTES
    try:
        with zipfile.ZipFile(path) as archive:
            for member in _documents(archive):
                left -= member.file_size
                if left < 0:
                    raise StoreUnreadableError(f"{path}: more than {MAX_UNPACKED_BYTES} bytes when unpacked")
                # Only the plain name is used: a name in an archive may lead anywhere.
                target = folder / f"{member.header_offset}" / PurePosixPath(member.filename).name
                target.parent.mkdir()
                with archive.open(member) as source, target.open("wb") as copy:
                    shutil.copyfileobj(source, copy)
                yield target
    except _BROKEN as error:
        raise StoreUnreadableError(f"{path}: a damaged zip file ({error})") from error


def _documents(archive: zipfile.ZipFile) -> list[zipfile.ZipInfo]:
    found = [member for member in archive.infolist() if member.filename.endswith(".json")]
    return sorted(found[:_MOST_DOCUMENTS], key=lambda member: member.filename)
