"""Splits a turn into clauses: the smallest pieces that can be meant in one way.

"I moved to Ghent, but my sister didn't" is two clauses; a list ("chairs, glasses and plates") is one.
The work is linear in the length of the text: one scan finds the places where a clause may end, and each
is looked at once with a short window to its right.
"""

import re
from dataclasses import dataclass
from functools import cache

from auditor.facts.lexicon import lists, plain, whole_words

_QUOTED = re.compile(
    r"“([^”\n]{2,2000})”|\"([^\"\n]{2,2000})\"|«([^»\n]{2,2000})»|„([^“”\n]{2,2000})[“”]"
    r"|「([^」\n]{2,2000})」|『([^』\n]{2,2000})』|(?<![\w'])'(?=\w)([^\n]{8,2000}?[\w.!?…])'(?![\w])"
    r"|```(.{2,20000}?)```|(?m:^> ?([^\n]{2,2000})$)",
    re.DOTALL,
)
_MIN_QUOTED_WORDS = 3
_WINDOW = 90  # characters; what lies further off says nothing about a boundary
# Without those that laugh or wink, for they tell how the words were meant.
_EMOJI = (
    "\U0001f300-\U0001f601\U0001f603-\U0001f604\U0001f607-\U0001f608\U0001f60a-\U0001f61a"
    "\U0001f620-\U0001f64f\U0001f680-\U0001f6ff\u2600-\u27bf"
)
_SENTENCE_END = re.compile(
    r"[.!?…]+[\"'”’»)\]]*(?=\s|$)|[。！？；]+[」』”]?|\n+"
    rf"|(?<=\w)\s*[{_EMOJI}]+\ufe0f?(?=\s+\w)"
)
_SENTENCE_END_ASCII = re.compile(r"[.!?]+[\"')\]]*(?=\s|$)|\n+")
_WORD = re.compile(r"[\w'’.-]+")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause, verbatim.

    ``sentence`` counts the sentences of the turn; ``end`` is how the sentence ends ("?", "!", "." or "");
    ``last`` marks the sentence's last clause; ``lead`` is the word or sign that joins it to the clause
    before ("" for the first); ``quoted`` says that it stands between quotation marks.
    """

    text: str
    sentence: int
    end: str
    last: bool
    lead: str = ""
    quoted: bool = False


def clauses(text: str, *, record: bool = False) -> list[Clause]:
    """The clauses of ``text`` in order; a ``record`` is split only where its parts are set apart."""
    found: list[Clause] = []
    sentence = 0
    for run, quoted in [(text, False)] if record else _runs(text):
        for body, end in _sentences(run):
            pieces = _record_parts(body) if record else _pieces(body)
            for i, (lead, piece) in enumerate(pieces):
                found.append(Clause(piece, sentence, end, i == len(pieces) - 1, lead, quoted))
            sentence += 1
    return found


def _runs(text: str) -> list[tuple[str, bool]]:
    """The text cut into what stands outside and what stands inside quotation marks."""
    runs: list[tuple[str, bool]] = []
    position = 0
    for match in _QUOTED.finditer(text):
        inner = next(group for group in match.groups() if group is not None)
        long_enough = (
            len(inner.split()) >= _MIN_QUOTED_WORDS or len(_CJK.findall(inner)) > _MIN_QUOTED_WORDS * 2
        )
        if not long_enough:
            continue
        runs.extend(((text[position : match.start()], False), (inner, True)))
        position = match.end()
    runs.append((text[position:], False))
    return [(run, quoted) for run, quoted in runs if run.strip(" \t\n.,;:")]


def _sentences(text: str) -> list[tuple[str, str]]:
    """Sentences without their final marks, each with the mark that tells how it ends."""
    found = []
    start = 0
    ends = _SENTENCE_END_ASCII if text.isascii() else _SENTENCE_END
    for match in ends.finditer(text):
        if match.group()[0] == "." and _abbreviated(text, start, match):
            continue
        found.append((text[start : match.start()].strip(), _end_mark(match.group())))
        start = match.end()
    found.append((text[start:].strip(), ""))
    return [(body, end) for body, end in found if body]


def _end_mark(marks: str) -> str:
    if "?" in marks or "？" in marks:
        return "?"
    return "!" if "!" in marks or "！" in marks else "." if marks.strip() else ""


def _abbreviated(text: str, start: int, match: re.Match[str]) -> bool:
    """Whether a full stop ends no sentence: "Ms. Tannhof", "T. Halvorsen", "2. April", "1. first"."""
    if match.end() >= len(text):
        return False
    before = text[max(start, match.start() - 12) : match.start()].rsplit(None, 1)
    word = before[-1] if before else ""
    follows = _WORD.match(text[match.end() :].lstrip()[:20])
    following = follows.group() if follows else ""
    if len(word) == 1 and word.isupper() and word != "I":
        preceding = before[0].split()[-1:] if len(before) > 1 else []
        if preceding and preceding[0].lower().rstrip(".") in _TITLES:
            return True
        introduced = (
            not preceding
            or not preceding[0].islower()
            or preceding[0].endswith(":")
            or preceding[0] in _BEFORE_NAMES
        )
        return introduced and following[:1].isupper() and following.lower() not in _pronouns()
    if word.isdigit() and len(word) <= _DAY_DIGITS:
        opens = match.start() - len(word) == start
        return opens or following[:3] in _GERMAN_MONTHS or following[:1].islower()
    return word.lower().lstrip("(") in _abbreviations()


_TITLES = frozenset({"mr", "mrs", "ms", "miss", "dr", "prof", "herr", "frau", "mme", "señor", "señora"})
_BEFORE_NAMES = frozenset(
    {"by", "with", "from", "and", "of", "to", "for", "is", "call", "contact", "tell", "register:"}
    | {"owner", "tenant", "holder", "driver", "patient", "customer", "client", "member", "applicant", "guest"}
)
_DAY_DIGITS = 2
_GERMAN_MONTHS = frozenset(
    ["Jan", "Feb", "Mär", "Apr", "Mai", "Jun", "Jul", "Aug", "Sep", "Okt", "Nov", "Dez"]
)


@cache
def _pronouns() -> frozenset[str]:
    return frozenset(lists("clauses")["pronouns"] + lists("clauses")["determiners"])


@cache
def _abbreviations() -> frozenset[str]:
    return frozenset(lists("clauses")["abbreviations"])


# ---- Clauses in a sentence ---------------------------------------------------------------


def _record_parts(body: str) -> list[tuple[str, str]]:
    parts = [part.strip() for part in re.split(r";\s+|\s\|\s", body)]
    return [(";" if i else "", part) for i, part in enumerate(parts) if part]


def _pieces(body: str) -> list[tuple[str, str]]:
    """The clauses of one sentence with what joins each to the one before."""
    lowered = plain(body)
    pieces: list[tuple[str, str]] = []
    start, lead = 0, ""
    subordinate = _subordinate().match(lowered) is not None
    for match in _boundary().finditer(lowered):
        left = lowered[max(start, match.start() - _WINDOW) : match.start()]
        if match.start() <= start or not left.strip(" ,"):
            continue
        sign = match.group().strip()
        right = lowered[match.end() : match.end() + _WINDOW].lstrip()
        if sign == "," and _APPOSED.search(left) and _GOES_ON.match(right):
            continue
        if not _splits(sign, left, right, subordinate=subordinate and not pieces):
            continue
        pieces.append((lead, body[start : match.start()].strip(" ,，、")))
        start, lead = match.end(), sign
    pieces.append((lead, body[start:].strip(" ,，、)")))
    return [(joined, piece) for joined, piece in pieces if _WORD.search(piece)]


_APPOSED = re.compile(r"(?:^|[.;:] )\W*[\w'-]+(?: [\w'-]+)?, (?:my|our|the|his|her) [\w-]+(?: [\w-]+)?$")
_GOES_ON = re.compile(r"(?:is|was|has|had|works|lives|wants|says|will|would|can|could|does|did)\b")


@cache
def _boundary() -> re.Pattern[str]:
    joining = "|".join(sorted(map(re.escape, lists("clauses")["joining"]), key=len, reverse=True))
    return re.compile(
        r"(?=[;:,\s—，)])"  # with one of these every boundary begins: most places are passed over at once
        rf"(?:;\s*|\s+(?:—|–|--|-)\s+|—|:\s+|,?\s+(?:{joining})(?=\s)(?!\s+(?:well|far|much|many|soon|long)\b)"
        r"|,\s+|，|\s\(|(?<!\d)\)\s|\s+(?=(?:instead of|rather than|no longer)\s)"
        r"|\s+(?=(?:its|it's|thats|that's|im|i'm|ive|i've|i)\s)|\s+(?=(?:just|jus|please|pls|plz) \w))"
    )


def _splits(sign: str, left: str, right: str, *, subordinate: bool) -> bool:
    """Whether a new clause begins behind the joining ``sign``, given what stands on both sides."""
    if not sign:
        if _RUN_ON.match(right):
            return _runs_on(left)
        if _ASKING_FOR.match(right):
            return subordinate and _starts_clause(right)
        return _starts_fragment(right) and not _COPULA.search(left)
    if sign in {"(", ")", "—"} or sign.startswith((";", "，")):
        return bool(right)
    if sign in {":", "-", "–", "--"}:
        return _starts_clause(right)
    if left.strip(" ,") in _INCOMPLETE:
        return False
    if sign == ",":
        return _starts_clause(right) or _starts_fragment(right) or (subordinate and _has_verb(right))
    return _joins_clauses(sign.lstrip(", "), left, right)


def _joins_clauses(word: str, left: str, right: str) -> bool:
    """Whether the conjunction ``word`` joins two clauses, and not two things in one."""
    if word in _ADVERSATIVE:
        return bool(right)
    if word in _EMBEDDING and set(left.split()[-1:]) & set(lists("clauses")["asking"]):
        return False
    if word in {"as", "since"}:
        return right.partition(" ")[0] in lists("clauses")["pronouns"]
    if word in {"and", "or"} and not (_has_verb(left) or _starts_clause(left) or _commands(left)):
        return False
    return _starts_clause(right) or (word in {"and", "so"} and _starts_fragment(right))


_ASKING_FOR = re.compile(r"(?:just|jus|please|pls|plz) ")
_RUN_ON = re.compile(r"(?:its|it's|thats|that's|im|i'm|ive|i've|i)\s")
_EMBEDDING = frozenset({"when", "if", "whether", "once", "until"})
_COPULA = re.compile(r"(?:'s|'re|'m|\b(?:is|are|am|was|were|its|thats|im))$")
_INCOMPLETE = frozenset(lists("clauses")["openers"])
_ADVERSATIVE = frozenset({"but", "aber", "sondern", "pero", "sino", "mais"})
_LONG_RUN = 3
_TELLING = frozenset({"told", "tell", "asked", "tells", "promised", "reminded"})


def _runs_on(left: str) -> bool:
    """Whether a clause may end here without any sign, as in text that was dictated or typed in haste."""
    said = left.split()
    return (
        len(said) >= _LONG_RUN
        and "," not in left
        and said[-1] not in lists("clauses")["complements"]
        and not _TELLING.intersection(said[-3:])
        and _has_verb(left)
    )


@cache
def _subordinate() -> re.Pattern[str]:
    return re.compile(r"\W*(?:" + "|".join(lists("clauses")["subordinate"]) + r")\b")


@cache
def _openers() -> re.Pattern[str]:
    """A subject pronoun, an imperative, a question, or a noun phrase with a finite verb behind it."""
    data = lists("clauses")
    pronouns = "|".join(map(re.escape, data["pronouns"]))
    imperatives = "|".join(map(re.escape, data["imperatives"]))
    determiners = "|".join(map(re.escape, data["determiners"]))
    finite = "|".join(map(re.escape, data["finite"]))
    telling = "|".join(data["telling"])
    persons = "|".join(
        form for forms in lists("subjects")["relations"].values() for form in forms if form.isascii()
    )
    adverbs = "|".join([*data["adverbs"], *data["times"]])
    return re.compile(
        rf"(?:(?:{adverbs}) )*(?:(?:{pronouns})(?![\w'])(?!\W*$)"
        rf"|(?:{_PLAINLY_IMPERATIVE})(?![\w'])(?! (?:of|and|or)\b)(?!\W*$)"
        rf"|(?:{imperatives}) (?:{_OBJECT})\b"
        rf"|(?:my|our) (?:[\w'-]+ ){{0,2}}(?:{persons})(?: [\w'-]+)? \w+s\b"
        rf"|(?:{determiners}) (?:[\w'-]+ ){{1,4}}?(?:{finite})\b|[\w-]+ (?:{telling})\b|[\w-]+ \w{{3,}}ed\b"
        rf"|[\w-]+'s (?:my|a|the|an|not)\b|(?:if|unless|wenn|falls)\b"
        rf"|(?:is|are|was|were|do|does|did|can|could|will|would|should|have|has) \w+"
        rf"|(?:what|why|how)(?:'s)? \w+)"
    )


_PLAINLY_IMPERATIVE = (
    "please|remind|delete|forget|remove|cancel|don't|dont|keep|erase|send|let|tell|give|take|put|get|make"
)
_OBJECT = (
    "the|a|an|my|our|me|us|it|that|this|them|to|for|in|on|off|up|down|out|from|with|him|her|all|every|another|into|back|"
    "whatever|something|someone|everything|anything|no|both|more|less|der|die|das|den|mir|uns|el|la|mi|le|les|mon|ma"
)


def _starts_clause(right: str) -> bool:
    return _openers().match(right) is not None


def _commands(left: str) -> bool:
    first = left.split(None, 1)[:1]
    return bool(first) and first[0] in lists("clauses")["imperatives"]


@cache
def _fragments() -> re.Pattern[str]:
    return re.compile(r"(?:and |but |so )?(?:" + "|".join(lists("clauses")["fragments"]) + r")\s")


def _starts_fragment(right: str) -> bool:
    return _fragments().match(right) is not None


@cache
def _finite() -> re.Pattern[str]:
    return re.compile(whole_words(map(re.escape, lists("clauses")["finite"])) + r"|'(?:s|m|re|ve|ll|d)\b")


def _has_verb(right: str) -> bool:
    return _finite().search(right) is not None


def has_finite_verb(clause: str) -> bool:
    """Whether ``clause`` has a verb of its own, so that it is no mere fragment ("the blue one")."""
    return _has_verb(plain(clause)) or bool(_CJK.search(clause))
