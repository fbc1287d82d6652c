"""Conclusions that say more than what they were drawn from."""

import re
from collections.abc import Iterator, Sequence

from auditor.discipline.lineage import by_id
from auditor.discipline.record import Record
from auditor.discipline.violation import Violation
from auditor.funnel.relevance import share_in
from auditor.funnel.statements import statement
from auditor.records import Severity

_LEAST_HELD = 0.45
"""Share of a conclusion's terms that its evidence says at least; honest summaries of the sample stores have
0.67 or more, the one that was rolled back 0.33."""
_FEWEST_TERMS = 3  # of two, one in other words is half
_FIGURE = re.compile(r"\d+(?:[.,:]\d+)*")
_EVERY = re.compile(
    r"\b(?:always|never|every\w*|all|nobody|no one|none|any(?:one|body|where)?)\b", re.IGNORECASE
)
_MOST_EVIDENCE = 200


def beyond_evidence(records: Sequence[Record]) -> Iterator[Violation]:
    """A living conclusion with a figure, an "always" or mostly words that none of its evidence has."""
    held = by_id(records)
    for record in records:
        inputs = [held[one] for one in (record.lineage or ())[:_MOST_EVIDENCE] if one in held]
        texts = [one.value for one in inputs if isinstance(one.value, str)]
        whole = bool(inputs) and len(texts) == len(record.lineage or ())
        if not (record.live and whole and isinstance(record.value, str)) or record.confirmed:
            continue
        if more := _more(record.value, texts):
            reason = f"It says more than what it was made from: {more}."
            others = tuple(one.id for one in inputs)
            yield Violation(record.id, "beyond_evidence", Severity.MEDIUM, reason, others)


def _more(conclusion: str, evidence: Sequence[str]) -> str:
    """What ``conclusion`` has beyond ``evidence``; "" for nothing."""
    said = " ".join(evidence)
    figures = [one for one in _FIGURE.findall(conclusion) if one not in _FIGURE.findall(said)]
    if figures:
        return f"the figure {figures[0]}"
    if (every := _EVERY.search(conclusion)) and not _EVERY.search(said):
        return f"“{every[0].lower()}”"
    terms = statement(conclusion).own_terms
    heard = frozenset[str]().union(*(statement(text).heard for text in evidence))
    new = len(terms) >= _FEWEST_TERMS and share_in(terms, heard) < _LEAST_HELD
    return "most of its words" if new else ""
