"""With which words a phrase begins: a text without any of them does not hold the phrase.

Phrases are regular expressions for lower-case text that begin where a word begins. Looking a word up is many
times faster than searching, and most of the lists have nothing to find in most clauses.
"""

import re

_WORD = re.compile(r"[^\W\d_]+")
_NOTHING_TAKEN = re.compile(r"\\b|\^|\(\?(?:<?[=!])")
_LETTERS = re.compile(r"\[([^\W\d_]+)\]")
_AFTER_WORD = re.compile(r"(?:[ ',-]|\\b)(?![?*{])")
_MAYBE_A_BREAK = re.compile(r"[ ',-]\?(?!\?)")
_REPEATED = ("*", "+", "{", "??")


def leads(phrase: str, *, whole: bool) -> frozenset[str] | None:
    """The words of which one begins whatever ``phrase`` finds, or None where that cannot be told.

    ``whole`` says that no letter can follow the end of what is found.
    """
    found: set[str] = set()
    for alternative in alternatives(phrase):
        words = _leads_of(alternative, whole=whole)
        if words is None:
            return None
        found |= words
    return frozenset(found)


def _leads_of(phrase: str, *, whole: bool) -> frozenset[str] | None:
    while skipped := _NOTHING_TAKEN.match(phrase):
        phrase = phrase[_end_of_group(phrase) :] if phrase[0] == "(" else phrase[skipped.end() :]
    word = _WORD.match(phrase)
    run = word[0] if word else ""
    rest = phrase[len(run) :]
    if rest.startswith("(?!"):
        return leads(run + rest[_end_of_group(rest) :], whole=whole)
    if rest.startswith("(?:") or _LETTERS.match(rest):
        return _leads_of_group(run, rest, whole=whole)
    if _MAYBE_A_BREAK.match(rest):
        return _united([leads(run + one + rest[2:], whole=whole) for one in (rest[0], "")])
    if run and rest.startswith("?") and not rest.startswith("??"):
        return _united([leads(one + rest[1:], whole=whole) for one in (run, run[:-1])])
    complete = bool(run) and (whole if not rest else _AFTER_WORD.match(rest) is not None)
    return frozenset({run}) if complete else None


def _leads_of_group(run: str, rest: str, *, whole: bool) -> frozenset[str] | None:
    """As ``leads`` for ``run`` and ``rest`` put together, where ``rest`` begins with a group or letters."""
    if letters := _LETTERS.match(rest):
        inside, rest = list(letters[1]), rest[letters.end() :]
    else:
        end = _end_of_group(rest)
        inside, rest = alternatives(rest[len("(?:") : end - 1]), rest[end:]
    if rest.startswith("*") and not run:
        return _united([*(leads(one, whole=False) for one in inside), leads(rest[1:], whole=whole)])
    if rest.startswith(_REPEATED):
        return None
    if rest.startswith("?"):
        inside, rest = [*inside, ""], rest[1:]
    return _united([leads(run + one + rest, whole=whole) for one in inside])


def _united(found: list[frozenset[str] | None]) -> frozenset[str] | None:
    known = [words for words in found if words is not None]
    return frozenset[str]().union(*known) if len(known) == len(found) else None


def alternatives(phrase: str) -> list[str]:
    """``phrase`` cut at every "|" outside of brackets."""
    cuts = [at for at, depth in _depths(phrase) if not depth and phrase[at] == "|"]
    return [phrase[start + 1 : end] for start, end in zip([-1, *cuts], [*cuts, len(phrase)], strict=True)]


def _end_of_group(phrase: str) -> int:
    """Where the group ends with which ``phrase`` begins."""
    return next(at + 1 for at, depth in _depths(phrase) if not depth and phrase[at] == ")")


def _depths(phrase: str) -> list[tuple[int, int]]:
    """Every position outside of character classes and escapes, with how many groups are open behind it."""
    found, depth, at = [], 0, 0
    while at < len(phrase):
        sign = phrase[at]
        if sign == "\\":
            at += 2
            continue
        if sign == "[":
            at = phrase.index("]", at + 2) + 1
            continue
        depth += (sign == "(") - (sign == ")")
        found.append((at, depth))
        at += 1
    return found


def only_foreign(phrase: str) -> bool:
    """Whether ``phrase`` begins with a character that no ASCII text has."""
    return all(not one[:1].isascii() and one[1:2] not in {"?", "*", "{"} for one in alternatives(phrase))
