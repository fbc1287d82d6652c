"""What a value found in a text is."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Any


class Kind(StrEnum):
    """The kinds of value that are told apart."""

    NUMBER = "number"
    ORDINAL = "ordinal"
    QUANTITY = "quantity"
    DURATION = "duration"
    MONEY = "money"
    PERCENT = "percent"
    FREQUENCY = "frequency"
    DATE = "date"
    MOMENT = "moment"  # a date with a time of day
    TIME = "time"
    WEEKDAY = "weekday"
    EMAIL = "email"
    URL = "url"
    PHONE = "phone"
    VERSION = "version"
    PATH = "path"
    CODE = "code"
    NAME = "name"

    __hash__ = str.__hash__  # Enum's own is written in Python, and kinds are looked up all the time


AMOUNTS = frozenset({Kind.NUMBER, Kind.ORDINAL, Kind.QUANTITY, Kind.DURATION, Kind.MONEY, Kind.PERCENT})


@dataclass(frozen=True, slots=True)
class Value:
    """A value as written at ``span`` (offsets into ``folding.clean(text)``), and what it denotes.

    ``normal`` is equal exactly when two values of one kind denote the same, up to what
    ``compare.same_value`` allows (rounding between unit systems, dates of which a part is missing):

    ========== =================================================================================
    number     Decimal (also percent, ordinal)
    quantity   (dimension, Decimal in the dimension's base unit)
    duration   (months, seconds), both Decimal: a month is no number of days
    money      (ISO 4217 code or symbol, Decimal)
    frequency  (times, (months, seconds) of the period)
    date       tuple of readings (year | None, month | None, day | None); two when day and month are unclear
    moment     (readings, second of the day), in UTC where ``unit`` names an offset
    time       second of the day, in UTC where ``unit`` names an offset
    weekday    0 (Monday) to 6
    name       tuple of folded words without titles and accents
    others     canonical text
    ========== =================================================================================

    ``normal`` is always hashable. ``unit`` is the unit as canonically written ("kg", "day", "EUR",
    "EUR/month"), the zone offset in minutes ("+60"), or "relative" for dates told from the reference.
    ``size`` is the written magnitude before conversion, where there is one.
    """

    kind: Kind
    normal: Any
    unit: str
    span: tuple[int, int]
    text: str
    size: Decimal | None = None
