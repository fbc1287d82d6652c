"""Text without the differences that carry no meaning: unicode form, case, spaces, quotes, dashes."""

import re
import unicodedata
from functools import lru_cache

_QUOTES = dict.fromkeys(map(ord, "‘’‚‛′`´ʼ＇"), "'") | dict.fromkeys(map(ord, "“”„‟″«»＂"), '"')
_DASHES = dict.fromkeys(map(ord, "‐‑‒–—―−－﹣"), "-")
_SPACES = dict.fromkeys(map(ord, "\u00a0\u1680\u2007\u202f\u205f\u3000\t\n\r\v\f"), " ")
_SPACES |= dict.fromkeys(range(0x2000, 0x200B), " ")
_INVISIBLE: dict[int, None] = dict.fromkeys(
    (
        0xAD,
        0x180E,
        0x2060,
        0xFEFF,
        0xFE0F,
        *range(0x200B, 0x2010),
        *range(0x202A, 0x202F),
        *range(0x2066, 0x206A),
    )
)
_WIDE = {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
_PLAIN = _WIDE | _QUOTES | _DASHES | _SPACES | _INVISIBLE
_LETTERS = re.compile(r"[^\W\d_]+")
_RUNS = re.compile(r"\s{2,}")
_ACCENTS = re.compile("[\u0300-\u036f]")


def clean(text: str) -> str:
    """``text`` in NFC with plain quotes, dashes, spaces and digits, and no invisible characters.

    Case is kept, and so is the length of any text in NFC that holds nothing invisible.
    """
    if text.isascii():
        return text.replace("\n", " ").replace("\t", " ").replace("\r", " ")
    return unicodedata.normalize("NFC", text).translate(_PLAIN)


@lru_cache(maxsize=8192)
def letters(lowered: str) -> tuple[str, ...]:
    """The runs of letters in ``lowered``, in order."""
    return tuple(_LETTERS.findall(lowered))


@lru_cache(maxsize=4096)
def fold(text: str) -> str:
    """``text`` for comparing: cleaned, NFKC, case-folded, single spaces, trimmed."""
    folded = clean(text)
    if not folded.isascii():
        folded = unicodedata.normalize("NFKC", folded).translate(_PLAIN)
    folded = folded.casefold()
    if not folded.isascii():
        folded = unicodedata.normalize("NFKC", folded)
    return _RUNS.sub(" ", folded).strip()


@lru_cache(maxsize=4096)
def without_accents(text: str) -> str:
    """``text`` with Latin letters bare ("Malmö" → "Malmo"); other scripts are left as they are."""
    if text.isascii():
        return text
    bare = _ACCENTS.sub("", unicodedata.normalize("NFD", text))
    return unicodedata.normalize("NFC", bare).translate(_BARE)


_BARE = str.maketrans(
    {"ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ß": "ss", "æ": "ae", "œ": "oe"}
)
