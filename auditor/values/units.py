"""Units: their names, what they measure, and values in base units."""

from collections.abc import Hashable
from decimal import Decimal
from functools import cache

from auditor.values.lexicon import table, words_by_meaning
from auditor.values.model import Kind

_FREEZING_F = Decimal(32)
_ABSOLUTE_ZERO_F = Decimal("459.67")


@cache
def unit_names() -> dict[str, str]:
    """Lower-case unit word in any language → canonical unit."""
    names = words_by_meaning(table("units")["words"])
    return names | {"fortnight": "fortnight", "fortnights": "fortnight"}


@cache
def currency_names() -> dict[str, str]:
    """Lower-case currency word, code or symbol → ISO 4217 code (or the bare word where it is unclear)."""
    return words_by_meaning(table("units")["currencies"])


@cache
def percent_names() -> frozenset[str]:
    """Words for percent."""
    return frozenset(word.strip() for word in table("units")["percent"].split("|"))


@cache
def _dimensions() -> dict[str, tuple[str, Decimal]]:
    return {
        unit: (dimension, Decimal(str(factor)))
        for dimension, units in table("units")["dimensions"].items()
        for unit, factor in units.items()
    }


@cache
def periods() -> dict[str, tuple[Decimal, Decimal]]:
    """Canonical time unit → (months, seconds)."""
    seconds = table("units")["seconds"] | {"fortnight": 1209600}
    whole = {unit: (Decimal(0), Decimal(str(count))) for unit, count in seconds.items()}
    return whole | {unit: (Decimal(count), Decimal(0)) for unit, count in table("units")["months"].items()}


def unit_named(word: str) -> str | None:
    """The canonical unit that ``word`` names, or None. Case tells "Mb" from "mb" only where it must."""
    names = unit_names()
    found = names.get(word.lower())
    if found is None and word.endswith("."):
        found = names.get(word[:-1].lower())
    return {"C": "C", "F": "F", "K": "K"}.get(word) if found is None else found


def measured(size: Decimal, unit: str) -> tuple[Kind, Hashable]:
    """Kind and normal form of ``size`` ``unit``s."""
    if (period := periods().get(unit)) is not None:
        return Kind.DURATION, (size * period[0], size * period[1])
    dimension, factor = _dimensions()[unit]
    base = size * factor
    if unit == "C":
        base += _FREEZING_F
    elif unit == "K":
        base -= _ABSOLUTE_ZERO_F
    return Kind.QUANTITY, (dimension, base)
