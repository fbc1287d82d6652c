"""What a JSON value says, as one hashable form: equal forms say the same.

A form is ``("null",)``, ``("bool", b)``, ``("object", items)``, ``("list", forms)`` or ``("text", atoms)``;
an atom is a folded word, a typed value ``(kind, normal)``, or a list inside text, ``("set", items)`` or,
where order carries meaning, ``("seq", items)``. Numbers are text of one atom: ``30`` and ``"thirty"`` are
one, and so are a list of one and its only element, a list of texts and the same list in words.
"""

import hashlib
import math
import re
from collections.abc import Hashable, Mapping, Sequence
from decimal import Decimal
from functools import cache, lru_cache

from auditor.records import Json
from auditor.values.find import find_values
from auditor.values.folding import clean, fold, without_accents
from auditor.values.language import stop_words
from auditor.values.lexicon import listed
from auditor.values.model import Kind, Value
from auditor.values.tokens import join_compounds, key_words, one_spelling, open_contractions

Form = tuple[Hashable, ...]
Atoms = tuple[Hashable, ...]

_WORD = re.compile(
    r"[,;、&]|[\u3040-\u30ff\u31f0-\u31ff\u3400-\u9fff\uf900-\ufaff]+|[^\W_\u3040-\u30ff\u3400-\u9fff]+(?:'[^\W_]+)?[+#]*"
    r"|[^\s\w.:!\"'()\[\]{}_*`~。！：「」（）-]"
)
_ARTICLES = frozenset({"a", "an", "the"})
_EDGES = " \t\n.!。！"
_LONGEST_ITEM = 4
_DEEPEST = 200


def keeps_order(key: str) -> bool:
    """Whether the name ``key`` says that the order of its list carries meaning ("steps", "ranking")."""
    return not listed("ordered").isdisjoint(key_words(key))


def normal_form(value: Json, key: str = "", *, depth: int = 0) -> Form:
    """The form of ``value``, found under the name ``key``; nesting beyond 200 levels is compared as text."""
    if value is None:
        return ("null",)
    if isinstance(value, bool):
        return ("bool", value)
    if isinstance(value, int | float):
        return ("text", (number_atom(value),))
    if isinstance(value, str):
        return _text_form(value, keeps_order(key))
    if depth > _DEEPEST:
        return ("text", (repr(value),))
    if isinstance(value, Mapping):
        pairs = [(fold(name), normal_form(item, name, depth=depth + 1)) for name, item in value.items()]
        return ("object", tuple(sorted(pairs, key=repr)))
    return _list_form(value, key, depth)


def number_atom(number: float) -> Form:
    """The atom of a JSON number."""
    if isinstance(number, float) and not math.isfinite(number):
        return (Kind.NUMBER.value, str(number))
    return (Kind.NUMBER.value, plain(Decimal(str(number)) if isinstance(number, float) else Decimal(number)))


def _list_form(items: Sequence[Json], key: str, depth: int) -> Form:
    forms = [normal_form(item, key, depth=depth + 1) for item in items]
    if len(forms) == 1:
        return forms[0]
    ordered = keeps_order(key)
    if forms and all(form[0] == "text" for form in forms):
        return ("text", (_collected([form[1] for form in forms], ordered=ordered),))
    return ("list", tuple(forms if ordered else sorted(forms, key=repr)))


def _collected(items: Sequence[Hashable], *, ordered: bool) -> Form:
    return ("seq", tuple(items)) if ordered else ("set", tuple(sorted(items, key=repr)))


def fingerprint(value: Json, key: str = "") -> str:
    """16 hex digits of SHA-256 over the form of ``value``: equal for values that say the same."""
    return hashlib.sha256(repr(normal_form(value, key)).encode("utf-8", "surrogatepass")).hexdigest()[:16]


# ---- Text --------------------------------------------------------------------------------


def truth_of(value: Json) -> bool | None:
    """Whether ``value`` is yes or no, in whatever words; None for anything else."""
    if isinstance(value, str):
        whole = fold(value).strip(_EDGES)
        return whole in listed("true") or (False if whole in listed("false") else None)
    form = normal_form(value)
    return bool(form[1]) if form[0] == "bool" else None


@lru_cache(maxsize=4096)
def _text_form(text: str, ordered: bool) -> Form:
    whole = fold(text).strip(_EDGES)
    if (truth := truth_of(text)) is not None:
        return ("bool", truth)
    atoms = _atoms(text)
    if not atoms:
        return ("text", (whole,) if whole else ())
    return ("text", _with_lists(atoms, ordered=ordered))


def _atoms(text: str) -> list[Hashable]:
    """Words, typed values and separators of ``text`` in order."""
    cleaned = clean(text)
    atoms: list[Hashable] = []
    at = 0
    for value in find_values(text):
        if value.kind is not Kind.NAME:
            atoms.extend(_plain_atoms(cleaned[at : value.span[0]]))
            atoms.append(atom_of(value))
            at = value.span[1]
    atoms.extend(_plain_atoms(cleaned[at:]))
    return atoms


def _plain_atoms(text: str) -> list[Hashable]:
    if not text or text.isspace():
        return []
    folded = join_compounds(open_contractions(without_accents(fold(text))))
    spellings = one_spelling()
    return [spellings.get(word, word) for word in _WORD.findall(folded) if word not in _ARTICLES]


def atom_of(value: Value) -> Form:
    """``value`` as an atom: kind and normal form, the numbers in it as plain text."""
    zoned = (bool(value.unit),) if value.kind in {Kind.MOMENT, Kind.TIME} else ()
    return (value.kind.value, _plain_all(value.normal), *zoned)


def _plain_all(normal: Hashable) -> Hashable:
    if isinstance(normal, Decimal):
        return plain(normal)
    if isinstance(normal, tuple):
        return tuple(_plain_all(part) for part in normal)
    return normal


def plain(number: Decimal) -> str:
    """``number`` in digits without exponent and without zeros at the end of its fraction."""
    digits = format(number, "f")
    if "." in digits:
        digits = digits.rstrip("0").rstrip(".")
    return "0" if digits in {"-0", ""} else digits


# ---- Lists inside text -------------------------------------------------------------------


def _with_lists(atoms: list[Hashable], *, ordered: bool) -> Atoms:
    """``atoms`` with "A, B and C" as one atom whose items are in a fixed order, and no separators."""
    segments = _segments(atoms)
    if len(segments) == 1:
        return tuple(segments[0])
    found = _items(segments)
    if found is None:
        return tuple(atom for segment in segments for atom in segment)
    before, items, after = found
    return (*before, _collected(items, ordered=ordered), *after)


def _segments(atoms: list[Hashable]) -> list[list[Hashable]]:
    separators = listed("separators")
    segments: list[list[Hashable]] = [[]]
    for atom in atoms:
        if isinstance(atom, str) and atom in separators:
            segments.append([])
        else:
            segments[-1].append(atom)
    return [segment for segment in segments if segment] or [[]]


def _items(segments: list[list[Hashable]]) -> tuple[list[Hashable], list[Atoms], list[Hashable]] | None:
    """(what stands before, the items, what stands after), or None where ``segments`` are no list."""
    first, *middle, last = segments
    if any(_ends_item(atom) for segment in middle for atom in segment):
        return None
    start = max((at for at, atom in enumerate(first) if _ends_item(atom)), default=-1) + 1
    stop = next((at for at, atom in enumerate(last) if _ends_item(atom)), len(last))
    if start == 0 and len(first) > _LONGEST_ITEM:
        start = len(first) - 1
    items = [first[start:], *middle, last[:stop]]
    if not all(0 < len(item) <= _LONGEST_ITEM for item in items):
        return None
    return first[:start], [tuple(item) for item in items], last[stop:]


@cache
def _boundaries() -> frozenset[str]:
    stops = frozenset().union(*(stop_words(language) for language in ("en", "de", "es", "fr")))
    return stops | listed("item_verbs")


def _ends_item(atom: Hashable) -> bool:
    return isinstance(atom, str) and atom in _boundaries()
