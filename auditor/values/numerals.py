"""Numbers as people write them: digits with any grouping, and number words of six languages."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import cache, lru_cache

from auditor.values.lexicon import listed, table

DIGITS = re.compile(
    r"(?<![\dA-Za-z_À-ɏ.,])(?:(?<![\dA-Za-z)\]])[-+](?=\d))?"
    r"(?:\d{1,3}(?:(?P<group>[.,' ])\d{3})(?:(?P=group)\d{3})*(?!\d)|\d{1,30})"
    r"(?:[.,]\d{1,20})?(?![\d])"
)
_FRACTION = re.compile(r"(?<![\w./])(\d{1,3})/(\d{1,3})(?![\w/])|[½¼¾⅓⅔]")
_GLYPHS = {
    "½": Decimal("0.5"),
    "¼": Decimal("0.25"),
    "¾": Decimal("0.75"),
    "⅓": Decimal(1) / 3,
    "⅔": Decimal(2) / 3,
}
ASIAN = re.compile("[〇零一二三四五六七八九十百千万萬億亿两兩半]+")
_ASIAN_DIGITS = {sign: at for at, sign in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2, "兩": 2}
_ASIAN_TENS = {"十": 10, "百": 100, "千": 1000}
_ASIAN_SCALES = {"万": 10**4, "萬": 10**4, "億": 10**8, "亿": 10**8}
_THOUSANDS_DIGITS = 3
_LONGEST_COMPOUND = 60  # "neunhundertneunundneunzigtausendneunhundertneunundneunzig" has 57 letters


@dataclass(frozen=True, slots=True)
class Numeral:
    """A number at ``start`` to ``end`` of a text; ``article`` marks "a", "ein", "un" standing for one."""

    start: int
    end: int
    value: Decimal
    ordinal: bool = False
    article: bool = False
    grouped: bool = False


def decimal_of(digits: str, *, money: bool = False) -> Decimal:
    """The number written as ``digits`` ("1,249.00", "1.250,50", "1 000", "1'000").

    One comma before three digits groups; one point before three digits does so in money and where
    the digits end in "00" ("5.000"), else it is a decimal point.
    """
    if digits.isdecimal():
        return Decimal(digits)
    bare = digits.replace(" ", "").replace("'", "")
    points, commas = bare.count("."), bare.count(",")
    if points and commas:
        decimal_sign = "." if bare.rfind(".") > bare.rfind(",") else ","
        bare = bare.replace("," if decimal_sign == "." else ".", "").replace(decimal_sign, ".")
    elif points > 1 or commas > 1:
        bare = bare.replace(".", "").replace(",", "")
    elif points or commas:
        whole, _, rest = bare.replace(",", ".").partition(".")
        groups = len(rest) == _THOUSANDS_DIGITS and whole.lstrip("+-") not in {"", "0"}
        thousands = groups and (commas or money or rest.endswith("00"))
        bare = whole + rest if thousands else f"{whole}.{rest}"
    return Decimal(bare)


def digit_numerals(text: str) -> Iterator[Numeral]:
    """Numbers and fractions written with digits in ``text``."""
    if "/" in text or not text.isascii():
        for match in _FRACTION.finditer(text):
            if match[1] is None:
                yield Numeral(*match.span(), _GLYPHS[match[0]])
            elif int(match[2]) and int(match[1]) < int(match[2]):
                yield Numeral(*match.span(), Decimal(match[1]) / Decimal(match[2]))
    for match in DIGITS.finditer(text):
        yield Numeral(*match.span(), decimal_of(match[0]), grouped="." in match[0])


# ---- Words -------------------------------------------------------------------------------

_TOKEN = re.compile(r"[^\W\d_]+")
_CARDINAL, _SCALE, _ORDINAL, _JOIN, _ARTICLE = range(5)
_Entry = tuple[int, int]


@cache
def _vocabulary(language: str) -> dict[str, _Entry]:
    """Word → (role, number), those of ``language`` first and English, German, Spanish, French after it.

    Foreign number words that are English words too ("once", "elf") count in their own language only.
    """
    merged: dict[str, _Entry] = {}
    for name in dict.fromkeys((language, "en", "de", "es", "fr")):
        lists = table("numerals").get(name)
        if lists is None:
            continue
        for role, field in ((_CARDINAL, "words"), (_SCALE, "scales"), (_ORDINAL, "ordinals")):
            parts = lists[field].split()
            for word, number in zip(parts[::2], parts[1::2], strict=True):
                if name == language or word not in listed("english_too"):
                    merged.setdefault(word, (role, int(number)))
        merged.setdefault(lists["join"], (_JOIN, 0))
        if name == (language or "en"):
            merged.update(dict.fromkeys(lists["articles"].split(), (_ARTICLE, 1)))
    return merged


@lru_cache(maxsize=4096)
def _german_compound(word: str) -> int | None:
    """The number that a German compound such as "zweihundertfünfundzwanzig" names."""
    if not word or len(word) > _LONGEST_COMPOUND:
        return None if word else 0
    for name, scale in (("tausend", 1000), ("hundert", 100)):
        before, found, after = word.partition(name)
        if found:
            head, tail = _german_compound(before or "ein"), _german_compound(after.removeprefix("und"))
            return None if head is None or tail is None else head * scale + tail
    simple = _vocabulary("de").get(word)
    if simple and simple[0] in {_CARDINAL, _ARTICLE}:
        return simple[1]
    unit, found, ten = word.partition("und")
    if not found:
        return None
    low, high = _vocabulary("de").get(unit), _vocabulary("de").get(ten)
    return low[1] + high[1] if low and high and low[1] < 10 <= high[1] else None  # noqa: PLR2004  ones and tens


def _entry_of(word: str, vocabulary: dict[str, _Entry]) -> _Entry | None:
    entry = vocabulary.get(word)
    if entry is None and len(word) > len("sechs") and ("und" in word or "tausend" in word):
        compound = _german_compound(word)
        return None if compound is None else (_CARDINAL, compound)
    return entry


def has_number_words(words: frozenset[str], lowered: str, language: str) -> bool:
    """Whether ``words``, those of ``lowered``, hold anything that ``word_numerals`` would read.

    Articles count only before what is counted: "an hour" is one hour.
    """
    return (
        not words.isdisjoint(_number_words(language))
        or not words.isdisjoint(listed("after_articles"))
        or (("und" in lowered or "tausend" in lowered) and any(_german_compound(word) for word in words))
    )


@cache
def _number_words(language: str) -> frozenset[str]:
    return frozenset(
        word for word, (role, _) in _vocabulary(language).items() if role not in {_JOIN, _ARTICLE}
    )


def word_numerals(lowered: str, language: str) -> Iterator[Numeral]:
    """Numbers in words in ``lowered`` ("twenty-five", "deux cents", "treinta y uno")."""
    vocabulary = _vocabulary(language)
    run: list[tuple[int, int, _Entry]] = []
    for match in _TOKEN.finditer(lowered):
        entry = _entry_of(match[0], vocabulary)
        if entry is None:
            if run:
                yield from _read_run(run)
                run = []
            continue
        if run and lowered[run[-1][1] : match.start()] not in {" ", "-"}:
            yield from _read_run(run)
            run = []
        run.append((*match.span(), entry))
    if run:
        yield from _read_run(run)


def _read_run(run: list[tuple[int, int, _Entry]]) -> Iterator[Numeral]:
    while run:
        taken, numeral = _longest(run)
        if numeral:
            yield numeral
        run = run[max(taken, 1) :]


def _longest(run: list[tuple[int, int, _Entry]]) -> tuple[int, Numeral | None]:
    """How many entries at the head of ``run`` make one number, and that number."""
    total, current, last = 0, 0, 0
    used, ordinal = 0, False
    if run[0][2][0] == _JOIN:
        return 1, None
    for at, (_, _, (role, number)) in enumerate(run):
        if role == _JOIN:
            continue
        if role == _SCALE and (used or number >= 100):  # noqa: PLR2004  "dozen" alone stands for twelve too
            current, total, last = _scaled(total, current, number)
        elif role == _ARTICLE and not used and at + 1 < len(run) and run[at + 1][2][0] == _SCALE:
            current = last = 1
        elif role in {_CARDINAL, _ORDINAL, _SCALE, _ARTICLE} and (not used or _may_follow(last, number)):
            current = 80 if (last, number) == (4, 20) else current + number
            last, ordinal = (80 if current == 80 else number), role == _ORDINAL  # noqa: PLR2004  quatre-vingt(s)
        else:
            break
        used = at + 1
        if ordinal:
            break
    if not used:
        return 0, None
    article = used == 1 and run[0][2][0] == _ARTICLE
    return used, Numeral(run[0][0], run[used - 1][1], Decimal(total + current), ordinal, article)


def _scaled(total: int, current: int, scale: int) -> tuple[int, int, int]:
    """(current, total, last) after a scale word."""
    if scale < 1000:  # noqa: PLR2004  hundreds stay in the running group
        return max(current, 1) * scale, total, scale
    return 0, total + max(current, 1) * scale, scale


def _may_follow(last: int, number: int) -> bool:
    if (last, number) == (4, 20):
        return True
    if last in {60, 80}:
        return 0 < number < 20  # noqa: PLR2004  soixante-dix, quatre-vingt-dix
    if last in range(20, 100, 10):
        return 0 < number < 10  # noqa: PLR2004  ones after tens
    if last == 10:  # noqa: PLR2004  dix-sept
        return number in {7, 8, 9}
    return last >= 100 and last % 100 == 0 and number < (100 if last < 1000 else 1000)  # noqa: PLR2004  place value


# ---- Chinese and Japanese ----------------------------------------------------------------


def asian_number(signs: str) -> Decimal | None:
    """The number written in Han numerals ("三十", "一万二千", "二〇二六"), or None."""
    half = Decimal("0.5") if signs.endswith("半") and len(signs) > 1 else Decimal(0)
    signs = signs.rstrip("半")
    if not signs:
        return Decimal("0.5")
    if all(sign in _ASIAN_DIGITS for sign in signs):
        return Decimal("".join(str(_ASIAN_DIGITS[sign]) for sign in signs)) + half
    total, group, digit = 0, 0, 0
    for sign in signs:
        if sign in _ASIAN_DIGITS:
            digit = _ASIAN_DIGITS[sign]
        elif sign in _ASIAN_TENS:
            group, digit = group + (digit or 1) * _ASIAN_TENS[sign], 0
        elif sign in _ASIAN_SCALES:
            total, group, digit = total + (group + digit or 1) * _ASIAN_SCALES[sign], 0, 0
        else:
            return None
    return Decimal(total + group + digit) + half


def number_in(word: str, language: str) -> Decimal | None:
    """The number that a single ``word`` (digits, a number word, Han numerals) names, or None."""
    if word.isdecimal():
        return Decimal(word)
    asian = asian_number(word) if ASIAN.fullmatch(word) else None
    return asian or next((numeral.value for numeral in word_numerals(word, language)), None)
