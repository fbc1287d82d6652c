"""A report as a tree of a few node types, which know neither HTML nor Markdown.

All text in the tree is already masked, bounded and free of invisible characters (``shown.py``), and
still untrusted: each renderer escapes every span.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

_LEAST_SPAN = 0.1  # of a trend's scale: a hundredth more or less is no mountain


class Style(StrEnum):
    """How a span of text is set."""

    PLAIN = "plain"
    STRONG = "strong"
    CODE = "code"  # a key, an id, a command
    SOFT = "soft"  # said in passing
    REMOVED = "removed"
    ADDED = "added"
    GAP = "gap"  # unchanged text left out


class Tone(StrEnum):
    """What a part of the page says to a reader in a hurry; always said in words too."""

    GOOD = "good"
    NEUTRAL = "neutral"
    LOOK = "look"
    ALARM = "alarm"
    BROKEN = "broken"


@dataclass(frozen=True, slots=True)
class Span:
    """A run of text in one style; ``href`` leads to another page of ours, and is never a stranger's text."""

    text: str
    style: Style = Style.PLAIN
    href: str = ""


Text = tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A sentence or a few."""

    node: ClassVar[str] = "paragraph"
    text: Text
    tone: Tone = Tone.NEUTRAL


@dataclass(frozen=True, slots=True)
class Items:
    """A list; ``code`` items are commands to copy."""

    node: ClassVar[str] = "items"
    items: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table with a row of headings."""

    node: ClassVar[str] = "table"
    head: tuple[str, ...]
    rows: tuple[tuple[Text, ...], ...]


@dataclass(frozen=True, slots=True)
class Code:
    """A command to copy, line by line."""

    node: ClassVar[str] = "code"
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Quote:
    """Words that somebody said, who said them, and where they can be read.

    ``cited`` says that a finding rests on them; ``anchor`` is their name on the page.
    """

    node: ClassVar[str] = "quote"
    who: str
    text: Text
    where: Text
    anchor: str = ""
    cited: bool = False


@dataclass(frozen=True, slots=True)
class Difference:
    """A value on both nights; a side is None where there was none."""

    node: ClassVar[str] = "difference"
    before: Text | None
    after: Text | None
    before_name: str = "Before"
    after_name: str = "Now"


@dataclass(frozen=True, slots=True)
class Meter:
    """One score; ``value`` in [0, 1] or None where it was not measured, ``shown`` the same in words.

    ``trend`` holds the measured values of the nights up to tonight, oldest first, where there are some.
    """

    name: str
    value: float | None
    shown: str
    meaning: str
    trend: tuple[float, ...] = ()

    @property
    def line(self) -> str:
        """The trend as the points of a line in a box of 100 by 24, highest value on top."""
        low, high = min(self.trend, default=0.0), max(self.trend, default=0.0)
        step, span = 100 / max(len(self.trend) - 1, 1), max(high - low, _LEAST_SPAN)
        middle = (low + high) / 2
        return " ".join(
            f"{place * step:.1f},{12 - (value - middle) / span * 20:.1f}"
            for place, value in enumerate(self.trend)
        )


@dataclass(frozen=True, slots=True)
class Chart:
    """Scores side by side."""

    node: ClassVar[str] = "chart"
    meters: tuple[Meter, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """How one figure went from night to night, oldest first; None where it was not measured.

    ``low`` and ``high`` are the ends of its scale, ``latest`` its last value in words.
    """

    name: str
    values: tuple[float | None, ...]
    latest: str
    low: float
    high: float

    @property
    def pieces(self) -> tuple[str, ...]:
        """The points of each unbroken piece in a box of 300 by 60, highest value on top."""
        step, span = 300 / max(len(self.values) - 1, 1), (self.high - self.low) or 1.0
        pieces: list[list[str]] = [[]]
        for place, value in enumerate(self.values):
            if value is None:
                pieces.append([])
                continue
            pieces[-1].append(f"{place * step:.1f},{58 - (value - self.low) / span * 56:.1f}")
        return tuple(" ".join(piece * 2 if len(piece) == 1 else piece) for piece in pieces if piece)


@dataclass(frozen=True, slots=True)
class Lines:
    """Figures over the same nights, from ``start`` to ``end``."""

    node: ClassVar[str] = "lines"
    lines: tuple[Line, ...]
    start: str
    end: str


@dataclass(frozen=True, slots=True)
class Day:
    """One day of a calendar: ``sign`` is what its night came to in a word or number, ``label`` in full."""

    number: int
    href: str = ""
    tone: Tone = Tone.NEUTRAL
    sign: str = ""
    label: str = ""


@dataclass(frozen=True, slots=True)
class Month:
    """A month in weeks that begin on Monday; None stands for days of its neighbours."""

    name: str
    weeks: tuple[tuple[Day | None, ...], ...]


@dataclass(frozen=True, slots=True)
class Calendar:
    """Months, the newest first."""

    node: ClassVar[str] = "calendar"
    months: tuple[Month, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """One thing that needs eyes; of a folded one only title, badges and ``lead`` are seen at first."""

    node: ClassVar[str] = "card"
    anchor: str
    title: Text
    badges: tuple[str, ...]
    tone: Tone
    children: tuple["Node", ...]
    lead: Text = ()
    folded: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the page, or of such a part; a folded one is opened by the reader."""

    node: ClassVar[str] = "section"
    anchor: str
    title: str
    children: tuple["Node", ...]
    folded: bool = False


@dataclass(frozen=True, slots=True)
class Field:
    """One thing to fill in: ``kind`` is text, area, date or password."""

    name: str
    label: str
    kind: str = "text"
    value: str = ""


@dataclass(frozen=True, slots=True)
class Button:
    """What sends a form, and the value that it sends under ``name``."""

    name: str
    value: str
    text: str


@dataclass(frozen=True, slots=True)
class Form:
    """What a reader can do, on a page that a server gives out; ``prefix`` keeps its names apart."""

    node: ClassVar[str] = "form"
    action: str
    token: str
    buttons: tuple[Button, ...]
    fields: tuple[Field, ...] = ()
    prefix: str = ""


Node = (
    Paragraph | Items | Table | Code | Quote | Difference | Chart | Lines | Calendar | Card | Form | Section
)


@dataclass(frozen=True, slots=True)
class Document:
    """A whole report.

    ``verdict`` is its first line, ``facts`` the lines right under it, ``foot`` how it was made. ``brief``
    is all that Markdown says of a night that needs nobody, and empty on every other. ``index`` is the
    page of all nights, where there is one. ``forms`` says that a server gave the page out and takes what
    is filled in, ``places`` are its other pages.
    """

    verdict: str
    tone: Tone
    subject: str
    facts: tuple[Text, ...]
    children: tuple[Node, ...]
    foot: tuple[Text, ...]
    brief: tuple[Text, ...] = ()
    index: str = ""
    forms: bool = False
    places: tuple[tuple[str, str], ...] = ()


def plain(text: str) -> Text:
    """``text`` as it is."""
    return (Span(text),)


def strong(text: str) -> Text:
    """``text`` with emphasis."""
    return (Span(text, Style.STRONG),)


def code(text: str) -> Text:
    """``text`` as a key, an id or a command."""
    return (Span(text, Style.CODE),)


def soft(text: str) -> Text:
    """``text`` said in passing."""
    return (Span(text, Style.SOFT),)


def link(text: str, href: str, style: Style = Style.PLAIN) -> Text:
    """``text`` that leads to ``href``, a page of ours."""
    return (Span(text, style, href),)


def text_of(text: Text) -> str:
    """The bare words of ``text``."""
    return "".join(span.text for span in text)
