"""The scores of a night as a chart and as a line."""

from collections.abc import Sequence
from itertools import groupby
from operator import attrgetter

from auditor.records import Audit, Scores, StoreAudit
from auditor.reports import words
from auditor.reports.document import Chart, Meter

_ORDER = ("health", "p1", "p2", "p3")


def overall(stores: Sequence[StoreAudit]) -> Scores:
    """The scores of all stores: of each the mean over the stores where it was measured."""
    return _together([store.scores for store in stores])


def chart(audit: Audit) -> Chart:
    """The scores side by side."""
    scores, past = overall(audit.stores), _past(audit.stores)
    return Chart(tuple(_meter(name, getattr(scores, name), past) for name in _ORDER))


def scores_line(audit: Audit, store: StoreAudit | None = None) -> str:
    """The scores in one line, those of ``store`` or of all."""
    scores = store.scores if store else overall(audit.stores)
    if all(getattr(scores, name) is None for name in _ORDER):
        return "nothing to measure"
    titles = {name: words.SCORES[name][0] for name in _ORDER}
    return ", ".join(
        f"{title[0].lower()}{title[1:]} {_shown(getattr(scores, name))}" for name, title in titles.items()
    )


def _past(stores: Sequence[StoreAudit]) -> list[Scores]:
    """The nights before over all stores, oldest first; those audited at one time count as one night."""
    nights = sorted((night for store in stores for night in store.history), key=attrgetter("at"))
    return [_together([night.scores for night in same]) for _, same in groupby(nights, attrgetter("at"))]


def _meter(name: str, value: float | None, past: Sequence[Scores]) -> Meter:
    title, meaning = words.SCORES[name]
    values = [getattr(scores, name) for scores in past] + [value]
    measured = tuple(score for score in values if score is not None)
    return Meter(
        title, value, _shown(value), meaning, measured if value is not None and len(measured) > 1 else ()
    )


def _shown(value: float | None) -> str:
    return words.NOT_MEASURED if value is None else f"{value:.2f}"


def _together(scores: Sequence[Scores]) -> Scores:
    return Scores(**{name: _mean([getattr(each, name) for each in scores]) for name in _ORDER})


def _mean(values: Sequence[float | None]) -> float | None:
    measured = [value for value in values if value is not None]
    return round(sum(measured) / len(measured), 4) if measured else None
