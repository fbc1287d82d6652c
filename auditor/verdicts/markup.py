"""A note's line without its markup: bullets, categories, tags, links, and who told it when."""

import re
from functools import lru_cache

_BULLET = re.compile(r"\s*(?:[-*+•]|\d{1,3}[.)]|>)\s+(?:\[[ xX]\]\s+)?(?:\[[\w /-]{1,30}\](?!\()\s+)?(?=\S)")
_LINK = re.compile(r"\[\[(?:[^\[\]|]*\|)?([^\[\]|]+)\]\]")
_EMPHASIS = re.compile(r"(\*\*|__|`)(?=\S)(.+?)(?<=\S)\1")
_TAGS = re.compile(r"(?:\s+#[^\W\d][\w/-]*)+\s*$")
_TOLD = re.compile(
    r"\s*[(\[](?:told|said|noted|added|recorded|saved|updated|learned|learnt|confirmed|seen|heard|mentioned|source|"
    r"via|per|from|as of|s\d|session|conversation)\b[^()\[\]]{0,80}[)\]]\s*$",
    re.IGNORECASE,
)


@lru_cache(maxsize=8192)
def unmarked(text: str) -> str:
    """What ``text`` says: "- [work] Based in [[Arlen]]. #office (told on 2026-11-10)" → "Based in Arlen."."""
    if not any(sign in text for sign in "-*+•#[`_>(") and not text[:1].isdigit():
        return text
    said = _BULLET.sub("", text, count=1) if _BULLET.match(text) else text
    said = _EMPHASIS.sub(r"\2", _LINK.sub(r"\1", said))
    while (shorter := _TOLD.sub("", _TAGS.sub("", said))) != said and shorter.strip():
        said = shorter
    return said
