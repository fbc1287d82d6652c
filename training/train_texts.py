"""Trains ``auditor/funnel/data/texts.json`` on ``training/pairs.tsv``; tells how it does on held-out pairs.

    python training/train_texts.py

Each line of the file is a label (how b stands to a) and two texts. Every pair is used both ways round.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from softmax import Row, calibrated, fitted, fold_of, held_out, report, write

from auditor.funnel.features import comparable_text, features
from auditor.funnel.rules import RuleJudge
from auditor.funnel.statements import statement

_HERE = Path(__file__).parent
_TARGET = _HERE.parent / "auditor" / "funnel" / "data" / "texts.json"
_TURNED = {"more": "less", "less": "more"}
_SPEAKER = re.compile(r"^\w+: ")


def main() -> None:
    """Trains, writes and reports."""
    rows = list(_rows())
    answers = held_out(rows)
    print(report([(one.label, one.best) for one in answers]))
    print("rules alone,", report(list(_by_rules())))
    write(calibrated(fitted(rows), answers), _TARGET)


def _pairs() -> Iterator[tuple[str, str, str, int]]:
    for line in (_HERE / "pairs.tsv").read_text(encoding="utf-8").splitlines():
        label, a, b = line.split("\t")
        a, b = _SPEAKER.sub("", a), _SPEAKER.sub("", b)
        yield label, a, b, fold_of(a)
        yield _TURNED.get(label, label), b, a, fold_of(a)


def _rows() -> Iterator[Row]:
    for label, a, b, fold in _pairs():
        yield Row(fold, label, features(statement(comparable_text(a)), statement(comparable_text(b))))


def _by_rules() -> Iterator[tuple[str, str]]:
    judge = RuleJudge()
    for label, a, b, _ in _pairs():
        found = judge.relation(statement(a), statement(b))
        yield label, found.relation.value


if __name__ == "__main__":
    main()
