"""Zstandard files of lines: written with a checksum, read in blocks of whole lines."""

import hashlib
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from auditor.errors import SnapshotError
from auditor.files import atomic_writer

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

LEVEL = 3  # 10 is 7 times slower and 10 % smaller
BLOCK = 1 << 16
_OPTIONS: dict[int, int] = {
    zstd.CompressionParameter.compression_level: LEVEL,
    zstd.CompressionParameter.checksum_flag: 1,
}


@dataclass(frozen=True, slots=True)
class Written:
    """A file as it was written: its size and SHA-256, and those of the content in it."""

    bytes: int
    sha256: str
    content_bytes: int
    content_sha256: str
    lines: int


def write_blocks(path: Path, blocks: Iterable[bytes]) -> Written:
    """Compress ``blocks`` of newline-terminated lines into ``path``, atomically."""
    packed, content = hashlib.sha256(), hashlib.sha256()
    packed_size = size = lines = 0
    compressor = zstd.ZstdCompressor(options=_OPTIONS)
    with atomic_writer(path) as file:
        for block in blocks:
            content.update(block)
            size += len(block)
            lines += block.count(b"\n")
            data = compressor.compress(block)
            packed.update(data)
            packed_size += file.write(data)
        data = compressor.flush()
        packed.update(data)
        packed_size += file.write(data)
    return Written(packed_size, packed.hexdigest(), size, content.hexdigest(), lines)


def blocks_of(path: Path) -> Iterator[bytes]:
    """The content of ``path`` in blocks of about 64 KiB, each of whole lines with their newlines.

    Raises:
        SnapshotError: The file is missing, cut or damaged.
    """
    rest: list[bytes] = []
    try:
        with path.open("rb", buffering=0) as file:
            for data in _decompressed(file):
                end = data.rfind(b"\n") + 1
                if end:
                    yield b"".join([*rest, data[:end]])
                    rest.clear()
                if end < len(data):
                    rest.append(data[end:])
    except FileNotFoundError as error:
        raise SnapshotError(f"{path}: the file is missing") from error
    except (OSError, EOFError, zstd.ZstdError) as error:
        raise SnapshotError(f"{path}: damaged ({error}); `auditor verify` says what else is") from error
    if rest:
        raise SnapshotError(f"{path}: the last line is cut")


def _decompressed(file: IO[bytes]) -> Iterator[bytes]:
    """The content of the one frame that ``file`` is (a third faster than ``ZstdFile``)."""
    decompressor = zstd.ZstdDecompressor()
    while not decompressor.eof:
        data = file.read(BLOCK) if decompressor.needs_input else b""
        if decompressor.needs_input and not data:
            raise EOFError("its end is missing")
        yield decompressor.decompress(data, max_length=BLOCK)
    if decompressor.unused_data or file.read(1):
        raise EOFError("something follows its end")


def lines_in(blocks: Iterable[bytes]) -> Iterator[bytes]:
    """The lines of ``blocks``, without their newlines."""
    for block in blocks:
        yield from block[:-1].split(b"\n")
