"""Trains ``auditor/funnel/data/talks.json`` on ``training/talks.txt``; tells how it does on held-out talks.

    python training/train_talks.py

A talk is a block of ``name: text`` lines; after it come texts that it backs (+), denies (-), or does not
know (?). Texts about one of two friends are also told of the other one, which nobody said.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from softmax import Row, calibrated, fitted, fold_of, held_out, report, write

from auditor.bench.talk import transcript_of
from auditor.funnel.talk_features import hearing, talk_features

_HERE = Path(__file__).parent
_TARGET = _HERE.parent / "auditor" / "funnel" / "data" / "talks.json"
_LABELS = {"+": "supported", "-": "contradicted", "?": "unsupported"}
_PAIR = 2
_DECAY = 0.03  # few rows for the number of figures


def main() -> None:
    """Trains, writes and reports."""
    rows = list(_rows())
    print(len(rows), "rows")
    answers = held_out(rows, decay=_DECAY)
    print(report([(one.label, one.best) for one in answers]))
    print("backed or not,", report([(_two(one.label), _two(one.best)) for one in answers]))
    write(calibrated(fitted(rows, decay=_DECAY), answers), _TARGET)


def _two(label: str) -> str:
    return label if label == "supported" else "not backed"


def _rows() -> Iterator[Row]:
    for block in (_HERE / "talks.txt").read_text(encoding="utf-8").strip().split("\n\n"):
        lines = block.splitlines()
        talk = "\n".join(line for line in lines if line[:2] not in {"+ ", "- ", "? "})
        fold = fold_of(talk)
        for line in lines:
            if line[:2] in {"+ ", "- ", "? "}:
                yield _row(fold, _LABELS[line[0]], line[2:], talk)
                if line[0] == "+" and (other := _of_the_other(line[2:], talk)):
                    yield _row(fold, "unsupported", other, talk)


def _row(fold: int, label: str, text: str, talk: str) -> Row:
    return Row(fold, label, talk_features(hearing(text, transcript_of(talk))))


def _of_the_other(text: str, talk: str) -> str:
    """``text`` about the other of two friends, where it names only one of them."""
    names = sorted({turn.name for turn in transcript_of(talk).turns if turn.name})
    named = [name for name in names if re.search(rf"\b{name}\b", text)]
    if len(names) != _PAIR or len(named) != 1 or not text.startswith(named[0]):
        return ""
    other = next(name for name in names if name != named[0])
    return re.sub(rf"\b{named[0]}\b", other, text)


if __name__ == "__main__":
    main()
