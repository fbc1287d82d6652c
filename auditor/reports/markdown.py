"""Untrusted text inside Markdown: shown as it is, never as a heading, a link, a table cell's end or HTML."""

import re
import string

from auditor.reports.document import Span, Style, Text

_SPECIAL = re.compile(r"[\\`*\[\]|~]|(?<![^\W_])_|_(?![^\W_])")
_HTML = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
_LINE_START = re.compile(r"(?m)^(\s*)(#{1,6}(?=\s|$)|[-+=](?=\s|[-=]|$)|\d{1,9}(?=[.)](?:\s|$)))")
_LINK = re.compile(r"(?i)\b(https?|ftp|mailto|xmpp)(:)|\b(www)(\.)")
_NO_CODE = re.compile(r"[<>&`\\\n]")
_PUNCTUATION = string.punctuation + "…–—“”„‘’«»。、，．！？：；（）「」"
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
    return _joined(text).replace("\n", NEW_LINE)


def cell(text: Text) -> str:
    """``text`` as a table cell; only there a vertical line ends a code span's cell too."""
    return _joined(text, in_cell=True).replace("\n", NEW_LINE)


def quoted(text: Text) -> str:
    """``text`` inside a block quotation, with its own line breaks."""
    paragraphs = re.split(r"\n\s*\n", _joined(text).strip())
    return "\n>\n> ".join(re.sub(r"[ \t]*\n[ \t]*", "\\\\\n> ", paragraph) for paragraph in paragraphs)


def _joined(text: Text, *, in_cell: bool = False) -> str:
    around = [" ", *("`" if span.style is Style.CODE else span.text for span in text), " "]
    return "".join(
        _span(span, around[place][-1:], around[place + 2][:1], in_cell=in_cell)
        for place, span in enumerate(text)
    )


def _span(span: Span, before: str, after: str, *, in_cell: bool) -> str:
    text = _styled(span, before, after, in_cell=in_cell)
    return f"[{text}]({span.href})" if span.href else text


def _styled(span: Span, before: str, after: str, *, in_cell: bool) -> str:
    body = span.text.strip()
    if not body or span.style in {Style.PLAIN, Style.SOFT}:
        return escaped(span.text)
    if span.style is Style.CODE and not _NO_CODE.search(body):
        return "`{}`".format(body.replace("|", "\\|") if in_cell else body)
    if span.style is Style.GAP:
        return f" *{escaped(body)}* "
    start = span.text[: len(span.text) - len(span.text.lstrip())]
    end = span.text[len(span.text.rstrip()) :]
    sign = "~~" if span.style is Style.REMOVED else "**"
    return f"{start}{_marked(body, sign, start or before, end or after)}{end}"


def _marked(body: str, sign: str, before: str, after: str) -> str:
    """``body`` between two ``sign``s, which count only where none stands between a letter and punctuation."""
    inner = body.strip(_PUNCTUATION + string.whitespace)
    if not inner:
        return f"{' ' * before.isalnum()}{sign}{escaped(body)}{sign}{' ' * after.isalnum()}"
    head, tail = body.split(inner, 1)
    head, inner = (head, inner) if before.isalnum() else ("", head + inner)
    inner, tail = (inner, tail) if after.isalnum() else (inner + tail, "")
    return f"{escaped(head)}{sign}{escaped(inner)}{sign}{escaped(tail)}"
