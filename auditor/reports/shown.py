"""Untrusted text made fit to be read: credentials masked, length bounded, nothing invisible left in it."""

import re

import orjson

from auditor.ledger.plain import plain_json, plain_text
from auditor.records import Json

# Controls but tab and newline; bidirectional controls; zero-width and other characters without a form
# except the two joiners that scripts and emoji need; line separators; tags; private and unpaired ones.
_INVISIBLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f"
    "\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb"
    "\U000e0000-\U000e0fff\U000f0000-\U0010ffff\ud800-\udfff]"
)
_PICTURES = 0x2400  # U+2400 is the picture of NUL, and so on
_LAST_C0 = 0x1F


def _picture(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code <= _LAST_C0:
        return chr(_PICTURES + code)
    return f"⟨U+{code:04X}⟩"


def visible(text: str) -> str:
    """``text`` with every invisible or direction-changing character shown as a sign or by its number."""
    return _INVISIBLE.sub(_picture, text.replace("\r\n", "\n"))


def shown(text: str, limit: int, name: str = "") -> str:
    """``text`` masked, made visible and cut to ``limit`` characters with a word about the rest."""
    return visible(plain_text(text, name, limit))


def one_line(text: str, limit: int) -> str:
    """As ``shown``, with line breaks and tabs as single signs."""
    return shown(text, limit).replace("\n", " ⏎ ").replace("\t", " ")


def value_text(value: Json, name: str = "") -> str:
    """A value as a person reads it: text as it is, everything else as JSON, masked but not cut."""
    if isinstance(value, str):
        return visible(plain_text(value, name, max(len(value), 1)))
    return visible(orjson.dumps(plain_json(value, name), option=orjson.OPT_INDENT_2).decode())
