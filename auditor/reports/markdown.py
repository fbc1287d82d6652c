"""Untrusted text inside Markdown: shown as it is, never as a heading, a link, a table cell's end or HTML."""

import re

from auditor.reports.document import Span, Style, Text

_SPECIAL = re.compile(r"[\\`*\[\]|~]|(?<![^\W_])_|_(?![^\W_])")
_HTML = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
_LINE_START = re.compile(r"(?m)^(\s*)(#{1,6}(?=\s|$)|[-+=](?=\s|[-=]|$)|\d{1,9}(?=[.)](?:\s|$)))")
_LINK = re.compile(r"(?i)\b(https?|ftp|mailto|xmpp)(:)|\b(www)(\.)")
_NO_CODE = re.compile(r"[<>&`\\\n]")
NEW_LINE = " ⏎ "


def escaped(text: str) -> str:
    """``text`` so that every Markdown renderer shows just these characters."""
    text = re.sub("[&<>]", lambda match: _HTML[match[0]], text)
    text = _SPECIAL.sub(lambda match: "\\" + match[0], text)
    text = _LINK.sub(lambda match: f"{match[1] or match[3]}\\{match[2] or match[4]}", text)
    return _LINE_START.sub(_at_line_start, text)


def _at_line_start(match: re.Match[str]) -> str:
    space, sign = match[1].replace("\t", " ")[:3], match[2]
    return f"{space}{sign}\\" if sign.isdigit() else f"{space}\\{sign}"


def inline(text: Text) -> str:
    """``text`` on one line."""
    return "".join(_span(span) for span in text).replace("\n", NEW_LINE)


def cell(text: Text) -> str:
    """``text`` as a table cell; only there a vertical line ends a code span's cell too."""
    return "".join(
        _span(span).replace("|", "\\|")
        if span.style is Style.CODE and "\\" not in _span(span)
        else _span(span)
        for span in text
    ).replace("\n", NEW_LINE)


def quoted(text: Text) -> str:
    """``text`` inside a block quotation, with its own line breaks."""
    return "".join(_span(span) for span in text).replace("\n", "\\\n> ")


def _span(span: Span) -> str:
    body = span.text.strip()
    if not body or span.style in {Style.PLAIN, Style.SOFT}:
        return escaped(span.text)
    start = span.text[: len(span.text) - len(span.text.lstrip())]
    end = span.text[len(span.text.rstrip()) :]
    return f"{start}{_marked(body, span.style)}{end}"


def _marked(body: str, style: Style) -> str:
    if style is Style.CODE:
        return f"**{escaped(body)}**" if _NO_CODE.search(body) else f"`{body}`"
    if style is Style.REMOVED:
        return f"~~{escaped(body)}~~"
    if style is Style.GAP:
        return f" *{escaped(body)}* "
    return f"**{escaped(body)}**"
