"""Markdown cut into statements: files, sections, bullets, entries between delimiter lines, sentences."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

_HEADING = re.compile(r" {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*$")
_BULLET = re.compile(r"(\s*)(?:[-*+]|\d{1,3}[.)])[ \t]+(\S.*)$")
_FENCE = re.compile(r"\s*(```|~~~)")
_RULE = re.compile(r"\s*([-*_=])(\s*\1){2,}\s*$")
_SENTENCE_END = re.compile(
    r"(?<=[.!?])(?<!\b[A-Z]\.)(?<!\b(?:Dr|Mr|St|vs|No)\.)(?<!\b(?:Mrs|etc)\.)(?<!\b(?:e\.g|i\.e)\.)[\"')\]]*\s+(?=[\"'(\[]?[A-ZÀ-Þ0-9])"
)


class Unit(StrEnum):
    """What one entry of a note is."""

    AUTO = "auto"  # by the look of each file: see ``unit_of``
    FILE = "file"
    HEADING = "heading"
    BULLET = "bullet"  # bullets, and the sentences of paragraphs between them
    DELIMITER = "delimiter"
    SENTENCE = "sentence"
    LINE = "line"


@dataclass(frozen=True, slots=True)
class Piece:
    """One statement of a note; ``line`` is its first line as written, ``heading`` the path above it."""

    text: str
    line: str
    heading: str = ""


def unit_of(body: str, delimiter: str) -> Unit:
    """The unit of a note by its look: delimiter lines, else bullets, else sections, else the whole file."""
    lines = [line for line in body.splitlines() if line.strip()]
    if any(line.strip() == delimiter for line in lines):
        return Unit.DELIMITER
    if any(_BULLET.match(line) for line in lines):
        return Unit.BULLET
    return Unit.HEADING if any(_HEADING.match(line) for line in lines) else Unit.FILE


def pieces(body: str, unit: Unit, delimiter: str) -> list[Piece]:
    """The statements of a note without its front matter, in their order."""
    if unit is Unit.AUTO:
        unit = unit_of(body, delimiter)
    if unit is Unit.FILE:
        return [Piece(body.strip(), body.strip())] if body.strip() else []
    if unit is Unit.DELIMITER:
        parts = re.split(rf"^[ \t]*{re.escape(delimiter)}[ \t]*$", body, flags=re.MULTILINE)
        return [Piece(part.strip(), part.strip()) for part in parts if part.strip()]
    if unit is Unit.LINE:
        return [Piece(line.strip(), line.strip()) for line in body.splitlines() if line.strip()]
    if unit is Unit.HEADING:
        return list(_sections(body))
    return [
        Piece(sentence, sentence if block.bullet is None else block.bullet, block.heading)
        for block in _blocks(body)
        for sentence in ([block.text] if block.bullet and unit is Unit.BULLET else sentences(block.text))
    ]


def sentences(text: str) -> list[str]:
    """The sentences of a paragraph."""
    return [part.strip() for part in _SENTENCE_END.split(" ".join(text.split())) if part.strip()]


@dataclass(slots=True)
class _Block:
    """A bullet or a paragraph with its continuation lines."""

    text: str
    heading: str
    bullet: str | None = None


def _sections(body: str) -> Iterator[Piece]:
    heading = ""
    lines: list[str] = []
    for line, path in _with_headings(body):
        if path != heading:
            if "".join(lines).strip():
                yield Piece("\n".join(lines).strip(), heading or lines[0].strip(), heading)
            heading, lines = path, []
        lines.append(line)
    if "".join(lines).strip():
        yield Piece("\n".join(lines).strip(), heading or "\n".join(lines).strip(), heading)


def _blocks(body: str) -> Iterator[_Block]:
    block: _Block | None = None
    for line, heading in _with_headings(body):
        bullet = _BULLET.match(line)
        stripped = line.strip()
        continues = block is not None and stripped and not bullet and heading == block.heading
        if block and continues and (block.bullet is None or line[:1] in " \t"):
            block.text += f" {stripped}"
            continue
        if block:
            yield block
        block = None
        if bullet:
            block = _Block(bullet[2].strip(), heading, stripped)
        elif stripped and not _RULE.match(line) and not stripped.startswith("<!--"):
            block = _Block(stripped, heading)
    if block:
        yield block


def _with_headings(body: str) -> Iterator[tuple[str, str]]:
    """Each line that is no heading with the path of headings above it, fenced code left whole."""
    path: list[tuple[int, str]] = []
    fenced = False
    for line in body.splitlines():
        if _FENCE.match(line):
            fenced = not fenced
        heading = None if fenced else _HEADING.match(line)
        if heading:
            level = len(heading[1])
            path = [*(above for above in path if above[0] < level), (level, heading[2])]
            yield "", " > ".join(title for _, title in path)
        else:
            yield line, " > ".join(title for _, title in path)
