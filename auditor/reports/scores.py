"""The scores of a night as a chart and as a line."""

from collections.abc import Sequence
from dataclasses import fields

from auditor.records import Audit, Scores, StoreAudit
from auditor.reports import words
from auditor.reports.document import Chart, Meter

_ORDER = ("health", "p1", "p2", "p3")


def overall(stores: Sequence[StoreAudit]) -> Scores:
    """The scores of all stores: of each the mean over the stores where it was measured."""
    return Scores(
        **{
            field.name: _mean([getattr(store.scores, field.name) for store in stores])
            for field in fields(Scores)
        }
    )


def chart(audit: Audit) -> Chart:
    """The scores side by side."""
    scores = overall(audit.stores)
    return Chart(tuple(_meter(name, getattr(scores, name)) for name in _ORDER))


def scores_line(audit: Audit, store: StoreAudit | None = None) -> str:
    """The scores in one line, those of ``store`` or of all."""
    scores = store.scores if store else overall(audit.stores)
    titles = {name: words.SCORES[name][0] for name in _ORDER}
    return ", ".join(
        f"{title[0].lower()}{title[1:]} {_shown(getattr(scores, name))}" for name, title in titles.items()
    )


def _meter(name: str, value: float | None) -> Meter:
    title, meaning = words.SCORES[name]
    return Meter(title, value, _shown(value), meaning)


def _shown(value: float | None) -> str:
    return words.NOT_MEASURED if value is None else f"{value:.2f}"


def _mean(values: Sequence[float | None]) -> float | None:
    measured = [value for value in values if value is not None]
    return round(sum(measured) / len(measured), 4) if measured else None
