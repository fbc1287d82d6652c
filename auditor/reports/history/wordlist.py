"""The words of all memories, each with the memories that have it: search without a server or a script."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Any
from unicodedata import name, normalize

from auditor.reports import words
from auditor.reports.document import (
    Document,
    Items,
    Node,
    Paragraph,
    Section,
    Span,
    Style,
    Table,
    Text,
    Tone,
    code,
    link,
    plain,
    soft,
)
from auditor.reports.history.memories import UP, Memory
from auditor.reports.pages import entry_page, report_page, words_page
from auditor.reports.shown import masked_line, value_text

_PAGE_BYTES = 230_000
_TAGS = 40  # bytes around one link
_TEXT = 2_000  # characters of a value whose words are listed
_NAME = 60
_EACH = 20  # memories that are named under one word
_WORDS = 20_000
_LONGEST = 40  # characters of a word
_SHORTEST = 2
_WORD = re.compile(r"[^\W_]+")
_APART = Span(", ", Style.SOFT)
_UNSPACED = re.compile(
    r"[\u3040-\u30ff\u3400-\u9fff]+"
)  # scripts without spaces: pairs of characters are words
_Row = tuple[Text, ...]


def word_lists(
    subject: str, memories: Iterable[Memory], with_page: frozenset[str]
) -> Iterator[tuple[int, Document]]:
    """The words of ``memories`` from A to Z, on as many pages as it takes, numbered from 1."""
    found, left_out = _found(memories, with_page)
    pages: list[list[tuple[str, _Row]]] = [[]]
    left = _PAGE_BYTES
    for word in sorted(found):
        row = (code(word), _shown(found[word]))
        cost = sum(len(escape(span.text).encode()) + len(span.href) + _TAGS for text in row for span in text)
        if cost > left and pages[-1]:
            pages.append([])
            left = _PAGE_BYTES
        left -= cost
        pages[-1].append((word, row))
    for number in range(1, len(pages) + 1):
        yield number, _page(subject, number, pages, left_out)


def words_of(text: str) -> set[str]:
    """The words of ``text`` as they are looked up: small letters, no signs."""
    found = set[str]()
    for word in _WORD.findall(text.casefold()):
        unspaced = _UNSPACED.fullmatch(word)
        pieces = [word[at : at + 2] for at in range(max(len(word) - 1, 1))] if unspaced else [word]
        found.update(piece[:_LONGEST] for piece in pieces if unspaced or len(piece) >= _SHORTEST)
    return found


def _found(memories: Iterable[Memory], with_page: frozenset[str]) -> tuple[dict[str, list[Span]], int]:
    """Links to the memories by word, and how many more words there are than are listed."""
    found: dict[str, list[Span]] = {}
    beyond = set[str]()
    for store, key, day, _, _, finding in memories:
        page = entry_page(store, key)
        target = f"{UP}{page if page in with_page else report_page(day)}"
        memory = Span(masked_line(key, _NAME), Style.CODE, target)
        for word in words_of(_text(key, finding)):
            if word in found:
                found[word].append(memory)
            elif len(found) < _WORDS:
                found[word] = [memory]
            else:
                beyond.add(word)
    return found, len(beyond)


def _text(key: str, finding: Mapping[str, Any]) -> str:
    """What a memory is called, what it says, and what it said before that."""
    values = (finding["before"], finding["after"])
    said = [value_text(value, key)[:_TEXT] for value in values if value is not None]
    return " ".join([key[:_TEXT].replace("_", " "), *said])


def _shown(memories: Sequence[Span]) -> Text:
    spans = [span for memory in memories[:_EACH] for span in (_APART, memory)][1:]
    if len(memories) > _EACH:
        spans.append(Span(f" and {len(memories) - _EACH:,} more", Style.SOFT))
    return tuple(spans)


def _page(subject: str, number: int, pages: Sequence[Sequence[tuple[str, _Row]]], left_out: int) -> Document:
    letters: dict[str, list[_Row]] = {}
    for word, row in pages[number - 1]:
        letters.setdefault(_group(word), []).append(row)
    sections = [
        Section(f"at-{place}", letter, (Table(("Word", "Memories that have it"), tuple(rows)),))
        for place, (letter, rows) in enumerate(letters.items(), start=1)
    ]
    around: list[Node] = []
    if len(pages) > 1:
        others = tuple(_place(other, rows) for other, rows in enumerate(pages, start=1))
        around.append(Section("pages", "All words", (Items(others),)))
    if left_out:
        around.append(Paragraph(soft(f"And {left_out:,} more words, which are in the list of memories.")))
    return Document(
        verdict="Words" if len(pages) == 1 else f"Words, page {number} of {len(pages)}",
        tone=Tone.NEUTRAL,
        subject=subject,
        facts=(plain(words.WORDS),),
        children=(*around, *sections),
        foot=(),
        index=f"{UP}index.html",
    )


def _group(word: str) -> str:
    """Under which heading ``word`` stands: its first letter without accents, or its script."""
    first = normalize("NFD", word[0])[0].upper()
    return first if first.isascii() else name(first, "OTHER").split()[0]


def _place(number: int, rows: Sequence[tuple[str, object]]) -> Text:
    return link(f"{rows[0][0]} to {rows[-1][0]}", f"{UP}{words_page(number)}")
