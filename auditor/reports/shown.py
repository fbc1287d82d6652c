"""Untrusted text made fit to be read: credentials masked, length bounded, nothing invisible left in it."""

import json
import re

from auditor.ledger.plain import plain_json, plain_text
from auditor.records import Json

# Controls but tab and newline; bidirectional controls; zero-width and other characters without a form
# except the two joiners that scripts and emoji need; line separators; tags; private and unpaired ones.
INVISIBLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f"
    "\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb"
    "\U000e0000-\U000e0fff\U000f0000-\U0010ffff\ud800-\udfff]"
)
MAX_VALUE = 20_000  # characters of a value that are looked at for what differs
_ONE_LINE = 100  # characters of a JSON value that are read without line breaks
_EXCERPT = 80  # characters of a value where one line must do
_NEAR = 20  # characters before the first difference that such a line shows
_LEAD = 2_000  # characters before the first difference that are kept, for credentials and context
_STEP = 4_096
_PICTURES = 0x2400  # U+2400 is the picture of NUL, and so on
_LAST_C0 = 0x1F


def _picture(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code <= _LAST_C0:
        return chr(_PICTURES + code)
    return f"⟨U+{code:04X}⟩"


def visible(text: str) -> str:
    """``text`` with every invisible or direction-changing character shown as a sign or by its number."""
    return INVISIBLE.sub(_picture, text.replace("\r\n", "\n"))


def shown(text: str, limit: int, name: str = "") -> str:
    """``text`` masked, made visible and cut to ``limit`` characters with a word about the rest."""
    return visible(plain_text(text, name, limit))


def one_line(text: str, limit: int) -> str:
    """As ``shown``, with line breaks and tabs as single signs."""
    return shown(text, limit).replace("\n", " ⏎ ").replace("\t", " ")


def masked_line(text: str, limit: int) -> str:
    """As ``one_line``, of text from a JSON document of ours, whose credentials are masked already."""
    kept = text if len(text) <= limit else f"{text[:limit]}…"
    return visible(kept).replace("\n", " ⏎ ").replace("\t", " ")


def value_text(value: Json, name: str = "") -> str:
    """A value as a person reads it: text as it is, everything else as JSON; masked and bounded."""
    if isinstance(value, str):
        return shown(value, MAX_VALUE, name)
    document = plain_json(value, name)
    short = json.dumps(document, ensure_ascii=False)
    return visible(short if len(short) <= _ONE_LINE else json.dumps(document, ensure_ascii=False, indent=2))


def value_texts(before: Json, after: Json, name: str = "") -> tuple[str, str, int]:
    """Both values as ``value_text``, and how many characters were left out that both begin with.

    Of two long texts only the part around the first difference is looked at further.
    """
    skipped = 0
    if isinstance(before, str) and isinstance(after, str) and max(len(before), len(after)) > MAX_VALUE:
        skipped = max(common_head(before, after) - _LEAD, 0)
        before, after = before[skipped:], after[skipped:]
    return value_text(before, name), value_text(after, name), skipped


def change_line(before: Json, after: Json, name: str = "") -> str:
    """What became of a value, on one bounded line: “before” → “after”, or the one that there is."""
    if before is None or after is None or before == after:
        value = before if after is None else after
        if value is None or value == name:
            return ""
        return f"“{_excerpt(value_text(value, name), 0)}”{' is gone' if after is None else ''}"
    old, new, _ = value_texts(before, after, name)
    start = max(common_head(old, new) - _NEAR, 0)
    start = start if max(len(old), len(new)) > _EXCERPT else 0
    return f"“{_excerpt(old, start)}” → “{_excerpt(new, start)}”"


def _excerpt(text: str, start: int) -> str:
    return f"{'…' if start else ''}{masked_line(text[start:], _EXCERPT)}"


def common_head(left: str, right: str) -> int:
    """How many characters both begin with; whole blocks are compared first, so that long texts are cheap."""
    most, at = min(len(left), len(right)), 0
    while at < most and left[at : at + _STEP] == right[at : at + _STEP]:
        at += _STEP
    at = min(at, most)
    while at < most and left[at] == right[at]:
        at += 1
    return at
