"""Text that speaks to the auditor, or claims what the user approved: data, never evidence."""

import re
from functools import cache

from auditor.facts.lexicon import lists, plain


def instructions_in(text: str, *, by_user: bool = False) -> list[str]:
    """The passages of ``text`` that instruct an auditor or assistant, or claim somebody's approval, verbatim.

    ``by_user`` says that the user spoke: a user may well say "the client has approved it".
    """
    return [text[start:end].strip() for start, end in _passages(text, by_user=by_user)]


def without_instructions(text: str, *, by_user: bool = False) -> str:
    """``text`` with such passages blanked out, of the same length, so that positions stay."""
    for start, end in _passages(text, by_user=by_user):
        text = text[:start] + " " * (end - start) + text[end:]
    return text


_SENTENCE = re.compile(r"<!--.*?-->|\[[^\]\n]*\]|(?:[^.!?\n\[<]|\.(?=\S)|<(?!!--))+[.!?]*", re.DOTALL)


@cache
def _pattern(*, by_user: bool) -> re.Pattern[str]:
    fragments = lists("sources")["injected"] + ([] if by_user else lists("sources")["claimed"])
    return re.compile(r"(?<![\w'])(?:" + "|".join(fragments) + ")", re.DOTALL)


def _passages(text: str, *, by_user: bool) -> list[tuple[int, int]]:
    """Where the sentences, brackets and comments stand that hold an instruction."""
    lowered = plain(text)
    pattern = _pattern(by_user=by_user)
    if not pattern.search(lowered):
        return []
    return [m.span() for m in _SENTENCE.finditer(text) if pattern.search(lowered, *m.span())]
