"""Words of a text or a key, made comparable."""

import re
from functools import cache, lru_cache

from auditor.values.folding import fold, without_accents
from auditor.values.language import EAST_ASIAN, language, stop_words
from auditor.values.lexicon import table

_ASIAN = "\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_WORD = re.compile(r"\d+(?:[.,:]\d+)+|[^\W_]+(?:'[^\W_]+)?")
_MIXED = re.compile(rf"[{_ASIAN}]+|\d+(?:[.,:]\d+)*|(?:(?![{_ASIAN}])[^\W\d_])+(?:'[a-z]+)?")
_HIRAGANA = re.compile("[\u3040-\u309f\u30fc]+")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[^\W\d_])(?=\d)|(?<=\d)(?=[^\W\d_])")
_KEY_BREAK = re.compile(r"[\W_]+")
_ASCII_PARTS = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")  # as the two above, for ASCII
_COMPOUND = re.compile(
    r"\b(?:e[- ]mails?|wi[- ]fi|o(?:n|ff)-line|co[- ]workers?|check[- ]ups?|part[- ]time|full[- ]time)\b"
)
_COMPOUND_HINT = re.compile(r"[- ](?:mail|fi|line|worker|up|time)")
_VOWEL = re.compile("[aeiouy]")
_SHORTEST_STEMMED = 4


def raw_words(text: str) -> list[str]:
    """The folded words of ``text`` in order, contractions opened ("doesn't" → "does", "not").

    Chinese and Japanese runs come as overlapping character pairs (a single character as itself).
    """
    return list(_raw_words(text))


@lru_cache(maxsize=4096)
def _raw_words(text: str) -> tuple[str, ...]:
    folded = join_compounds(open_contractions(fold(text)))
    if folded.isascii() or not EAST_ASIAN.search(folded):
        return tuple(_WORD.findall(folded))
    found: list[str] = []
    for run in _MIXED.findall(folded):
        found.extend(_pairs(run) if EAST_ASIAN.match(run) else (run,))
    return tuple(found)


def join_compounds(folded: str) -> str:
    """``folded`` with words that are written apart, hyphenated or as one made one ("e-mail" → "email")."""
    if not _COMPOUND_HINT.search(folded):
        return folded
    return _COMPOUND.sub(lambda match: match[0].replace("-", "").replace(" ", ""), folded)


def _pairs(run: str) -> list[str]:
    return [run] if len(run) == 1 else [run[at : at + 2] for at in range(len(run) - 1)]


def open_contractions(folded: str) -> str:
    """``folded`` with English short forms written out ("can't" → "can not")."""
    folded = _HASTY.sub(lambda match: f"{match[1]}n't", folded.replace("cannot", "can not"))
    if "'" not in folded:
        return folded
    opened = folded.replace("can't", "can not").replace("won't", "will not").replace("shan't", "shall not")
    opened = opened.replace("n't", " not")
    for short, long in (("'m", " am"), ("'re", " are"), ("'ve", " have"), ("'ll", " will")):
        opened = re.sub(rf"{short}\b", long, opened) if short in opened else opened
    return opened


_HASTY = re.compile(r"\b(ca|wo|do|does|did|is|are|was|were|has|have|had|could|would|should)nt\b")


@cache
def one_spelling() -> dict[str, str]:
    """Folded English words with two spellings → the one that counts ("color" → "colour")."""
    return dict(table("spellings"))


@lru_cache(maxsize=32768)
def stem(word: str) -> str:
    """``word`` (folded) without English plural, -ing and -ed; short and non-ASCII words stay as they are."""
    word = one_spelling().get(word, word)
    irregular: dict[str, str] = table("irregular")
    if (known := irregular.get(word)) is not None:
        return _without_e(known)
    word = word.removesuffix("'s")
    if len(word) < _SHORTEST_STEMMED or not word.isascii() or not word.isalpha():
        return word
    return _without_verb_ending(_singular(word))


def _singular(word: str) -> str:
    if not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and len(word) > len("ties"):
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes", "zes")):
        return word[:-2]
    return word[:-1]


def _without_verb_ending(word: str) -> str:
    for ending in ("ing", "ed"):
        base = word[: -len(ending)]
        if not word.endswith(ending) or len(base) <= 2 or not _VOWEL.search(base):  # noqa: PLR2004  a stem has three letters
            continue
        if word.endswith(("eed", "thing", "ening")) and len(word) < len("something"):
            return word
        if base[-1] == base[-2] and base[-1] not in "lsz":
            return base[:-1]
        if base.endswith("i") and ending == "ed":
            return base[:-1] + "y"
        return base
    return _without_e(word)


def _without_e(word: str) -> str:
    return word[:-1] if word.endswith("e") and len(word) > _SHORTEST_STEMMED else word


@lru_cache(maxsize=4096)
def words(text: str) -> tuple[str, ...]:
    """The words of ``text`` in order, folded, without accents, stemmed; East Asian runs as pairs."""
    return tuple(map(_bare_stem, _raw_words(text)))


@lru_cache(maxsize=4096)
def content_words(text: str) -> tuple[str, ...]:
    """``words`` without the function words of the text's language and without purely hiragana pairs."""
    spoken = language(text)
    stops = stop_words(spoken if spoken in {"de", "es", "fr"} else "en")
    kept = [word for word in _raw_words(text) if word not in stops]
    if not text.isascii():
        kept = [word for word in kept if not _HIRAGANA.fullmatch(word)]
    return tuple(map(_bare_stem, kept))


@lru_cache(maxsize=32768)
def _bare_stem(word: str) -> str:
    return stem(without_accents(word))


@lru_cache(maxsize=4096)
def key_words(key: str) -> tuple[str, ...]:
    """The folded parts of a key: ``"user.homeCity_2"`` → ``("user", "home", "city", "2")``."""
    bare = key.replace("'", "")
    if bare.isascii():
        return tuple(map(str.lower, _ASCII_PARTS.findall(bare)))
    return tuple(fold(part) for part in _KEY_BREAK.split(_HUMP.sub(" ", bare)) if part)
