"""The page of what was said: each conversation that a finding cites, with the cited turns marked."""

from collections.abc import Iterator, Sequence

from auditor.records import Audit, Turn
from auditor.reports import words
from auditor.reports.cards import KEY, Setting
from auditor.reports.document import Document, Node, Paragraph, Quote, Section, Span, Style, Tone, plain, soft
from auditor.reports.excerpts import Excerpt, anchor
from auditor.reports.shown import one_line, shown
from auditor.reports.size import weight, within

TURN = 1_500  # characters of one turn
BYTES = 220_000
_FOR_A_MARK = 150  # bytes of a turn's tags


def said_document(audit: Audit, excerpts: Sequence[Excerpt], setting: Setting, report: str) -> Document:
    """The conversations behind the findings of ``audit``; ``report`` is the file name of its page."""
    sections, left = [], BYTES
    for number, excerpt in enumerate(excerpts, start=1):
        nodes, used = within(_nodes(number, excerpt, setting), left)
        left -= sum(map(_bytes, nodes))
        if used:
            title = one_line(words.short_path(excerpt.source), KEY)
            sections.append(Section(f"c{number}", title, tuple(nodes)))
        if left <= _FOR_A_MARK:
            break
    turns = words.counted(sum(len(excerpt.turns) for excerpt in excerpts), "turn", "turns")
    talks = words.counted(len(excerpts), "conversation", "conversations")
    return Document(
        verdict="What was said",
        tone=Tone.NEUTRAL,
        subject=one_line(audit.job or audit.command, KEY),
        facts=(
            (
                Span("The findings of "),
                Span(setting.when(audit.at), href=report),
                Span(f" rest on {turns} of {talks}. The marked turns are the ones that are quoted."),
            ),
        ),
        children=tuple(sections),
        foot=(soft("Words from conversations are shown as they were said, with credentials masked."),),
    )


def _nodes(number: int, excerpt: Excerpt, setting: Setting) -> Iterator[Node]:
    when = f", {setting.when(excerpt.at)}" if excerpt.at else ""
    shown_turns = f"{len(excerpt.turns)} of {excerpt.total} turns" if _gaps(excerpt) else "all turns"
    yield Paragraph(
        (Span(one_line(excerpt.source, KEY * 2), Style.CODE), Span(f"{when}; {shown_turns}.", Style.SOFT))
    )
    expected = 0
    for turn in excerpt.turns:
        if turn.index > expected:
            yield Paragraph(soft(words.counted(turn.index - expected, "turn", "turns") + " left out"))
        expected = turn.index + 1
        yield _quote(number, turn, setting, cited=turn.index in excerpt.cited)
    if expected < excerpt.total:
        yield Paragraph(soft(words.counted(excerpt.total - expected, "turn", "turns") + " left out"))


def _gaps(excerpt: Excerpt) -> bool:
    return len(excerpt.turns) < excerpt.total


def _quote(number: int, turn: Turn, setting: Setting, *, cited: bool) -> Quote:
    when = f", {setting.when(turn.at)}" if turn.at else ""
    return Quote(
        who=_who(turn),
        text=plain(shown(turn.text, TURN)),
        where=plain(f"turn {turn.index + 1}{when}"),
        anchor=anchor(number, turn.index),
        cited=cited,
    )


def _who(turn: Turn) -> str:
    name = f" {one_line(turn.name, KEY)}" if turn.name else ""
    return f"{words.SPEAKERS.get(turn.speaker, str(turn.speaker))}{name}"


def _bytes(node: Node) -> int:
    return weight(node) + _FOR_A_MARK
