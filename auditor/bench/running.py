"""The command: reads a labelled file, predicts, measures, prints."""

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TextIO

import orjson

from auditor.bench.class_metrics import measure_labels
from auditor.bench.files import BenchFile, FileKind, read_bench
from auditor.bench.judging import judged_alone
from auditor.bench.labelling import answer
from auditor.bench.metrics import Predicted, measure
from auditor.bench.predicting import predict_scenario
from auditor.models.panel import NO_MODELS, Models


def main(arguments: Sequence[str], out: TextIO = sys.stdout) -> int:
    """Runs the bench over one file; 0 when it was measured."""
    parser = argparse.ArgumentParser(
        prog="auditor bench", description="Measure the verdicts on a labelled file."
    )
    parser.add_argument("file", type=Path)
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--predictions", type=Path, help="write one prediction a line to this file")
    asked = parser.parse_args(arguments)
    bench = read_bench(asked.file)
    figures, lines = run(bench)
    if asked.predictions is not None:
        asked.predictions.write_bytes(b"".join(orjson.dumps(line) + b"\n" for line in lines))
    if asked.json:
        out.write(orjson.dumps(figures, option=orjson.OPT_INDENT_2).decode() + "\n")
    else:
        out.write(as_text(figures))
    return 0


def run(bench: BenchFile, models: Models = NO_MODELS) -> tuple[Mapping[str, object], list[dict[str, object]]]:
    """The figures and the prediction lines of ``bench``.

    In scenarios ``models`` give second opinions, as in a night; pairs and support lines they answer alone.

    Raises:
        UsageError: There is a model, and it cannot answer lines of this kind.
    """
    if bench.kind is FileKind.SCENARIO:
        predictions = {scenario.id: predict_scenario(scenario, models) for scenario in bench.scenarios}
        lines: list[dict[str, object]] = [
            {"id": name, "findings": [_line(one) for one in found]} for name, found in predictions.items()
        ]
        return measure(bench.scenarios, predictions), lines
    panel = models.panel
    answers = (
        judged_alone(bench.labelled, panel) if panel else {line.id: answer(line) for line in bench.labelled}
    )
    lines = [
        {"id": name, "label": one.label, "confidence": one.confidence, "band": one.band}
        for name, one in answers.items()
    ]
    return measure_labels(bench.labelled, answers), lines


def _line(one: Predicted) -> dict[str, object]:
    return {
        "key": one.key,
        "label": one.label,
        "kind": one.kind,
        "confidence": one.confidence,
        "band": one.band,
    }


def as_text(figures: Mapping[str, object]) -> str:
    """The figures for reading: one a line, nested ones indented."""
    return "\n".join(_text_lines(figures, 0)) + "\n"


def _text_lines(figures: Mapping[str, object], depth: int) -> list[str]:
    lines: list[str] = []
    for name, value in figures.items():
        if isinstance(value, Mapping):
            lines += [f"{'  ' * depth}{name}", *_text_lines(value, depth + 1)]
        elif not isinstance(value, list):
            lines.append(f"{'  ' * depth}{name}: {value}")
    return lines
