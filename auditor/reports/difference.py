"""Two texts side by side with the words that differ marked; unchanged stretches are left out when long."""

import re
from difflib import SequenceMatcher

from auditor.reports.document import Span, Style, Text
from auditor.reports.shown import common_head

# Numbers whole (with their points and commas), then single ideographs, kana, hangul and Thai letters, then
# words, white space in one piece, and every other sign by itself.
_TOKEN = re.compile(
    r"\d+(?:[.,:/]\d+)*"
    r"|[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]"
    r"|[^\W\d_\u0e00-\u0e7f\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]+"
    r"|\s+|."
)
MIDDLE = 800  # characters of the differing middle that are compared and shown
CONTEXT = 120  # characters of unchanged text that are kept at each side


def difference(before: str, after: str, skipped: int = 0) -> tuple[Text, Text]:
    """``before`` and ``after`` as text with removed and added words marked.

    ``skipped`` is how many characters both began with that were left out already.
    """
    head = common_head(before, after)
    tail = common_head(before[head:][::-1], after[head:][::-1])
    head, tail = _whole_words(before, after, head, tail)
    old, old_rest = _bounded(before[head : len(before) - tail])
    new, new_rest = _bounded(after[head : len(after) - tail])
    old_spans, new_spans = _marked(old, new)
    start = _before_gap(before[:head], skipped)
    end = _after_gap(before[len(before) - tail :])
    return (
        (*start, *old_spans, *_rest(old_rest), *end),
        (*start, *new_spans, *_rest(new_rest), *end),
    )


def whole(text: str, limit: int = MIDDLE) -> Text:
    """``text`` unmarked, cut to ``limit`` characters with a word about the rest."""
    kept, rest = text[:limit], max(len(text) - limit, 0)
    return (Span(kept), *_rest(rest))


def _whole_words(before: str, after: str, head: int, tail: int) -> tuple[int, int]:
    """Draw the common ends back to where no word or number is cut in two, by ``CONTEXT`` at most."""
    least_head, least_tail = max(head - CONTEXT, 0), max(tail - CONTEXT, 0)
    while head > least_head and _in_word(before[head - 1]):
        head -= 1
    while tail > least_tail and _in_word(before[len(before) - tail]):
        tail -= 1
    return head, min(tail, len(before) - head, len(after) - head)


def _in_word(letter: str) -> bool:
    return letter.isalnum() or letter in ".,:/"


def _bounded(text: str) -> tuple[str, int]:
    return text[:MIDDLE], max(len(text) - MIDDLE, 0)


def _marked(old: str, new: str) -> tuple[Text, Text]:
    old_tokens, new_tokens = _TOKEN.findall(old), _TOKEN.findall(new)
    old_spans: list[Span] = []
    new_spans: list[Span] = []
    matcher = SequenceMatcher(None, old_tokens, new_tokens, autojunk=False)
    for what, old_from, old_to, new_from, new_to in matcher.get_opcodes():
        gone, come = "".join(old_tokens[old_from:old_to]), "".join(new_tokens[new_from:new_to])
        _add(old_spans, gone, Style.PLAIN if what == "equal" else Style.REMOVED)
        _add(new_spans, come, Style.PLAIN if what == "equal" else Style.ADDED)
    return tuple(old_spans), tuple(new_spans)


def _add(spans: list[Span], text: str, style: Style) -> None:
    """Append ``text``; two marked words that only a space keeps apart become one mark."""
    if not text:
        return
    apart = len(spans) > 1 and spans[-1].style is Style.PLAIN and spans[-1].text.isspace()
    if style is not Style.PLAIN and apart and spans[-2].style is style:
        space, word = spans.pop(), spans.pop()
        text = word.text + space.text + text
    spans.append(Span(text, style))


def _before_gap(text: str, skipped: int) -> Text:
    if len(text) <= CONTEXT and not skipped:
        return (Span(text),) if text else ()
    same = max(len(text) - CONTEXT, 0) + skipped
    return (Span(f"… {same:,} characters the same …", Style.GAP), Span(text[-CONTEXT:]))


def _after_gap(text: str) -> Text:
    if len(text) <= CONTEXT:
        return (Span(text),) if text else ()
    return (Span(text[:CONTEXT]), Span(f"… {len(text) - CONTEXT:,} characters the same", Style.GAP))


def _rest(characters: int) -> Text:
    return (Span(f"… {characters:,} more characters", Style.GAP),) if characters else ()
