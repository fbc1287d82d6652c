"""How cost grows with size: ``python -m benchmarks.scale --sizes 10000,100000,1000000``.

Each measurement runs in a process of its own, and prints a row of a Markdown table when it is done: CPU
seconds, entries a CPU second, and peak memory, beside the obvious way (orjson reads both nights into
dictionaries, which are compared) and DeepDiff keyed by id in the same run.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

NO_LIMIT = 10**9


@dataclass(frozen=True)
class Step:
    """One measurement of ``benchmarks.measure``, in words, up to which size it is made, and on what."""

    name: str
    words: str
    largest: int = NO_LIMIT
    needs: tuple[str, ...] = ()


STEPS = (
    Step("obvious", "obvious way: orjson, two dictionaries, compare"),
    Step("deepdiff", "DeepDiff keyed by id, both nights", largest=100_000),
    Step("read-json", "read a JSON store, parse every entry"),
    Step("read-sqlite", "read a SQLite store, parse every entry"),
    Step("snapshot-json-1", "JSON store: first snapshot"),
    Step("snapshot-json-2", "JSON store: second night, snapshot and changes", needs=("snapshot-json-1",)),
    Step("snapshot-sqlite-1", "SQLite store: first snapshot"),
    Step(
        "snapshot-sqlite-2", "SQLite store: second night, snapshot and changes", needs=("snapshot-sqlite-1",)
    ),
    Step("snapshot-alone", "(another full snapshot of the second night)"),
    Step("compare-full", "compare two full snapshots", needs=("snapshot-json-1", "snapshot-alone")),
    Step(
        "compare-delta",
        "compare two nights, the later kept as a delta",
        needs=("snapshot-json-1", "snapshot-json-2"),
    ),
    Step("night-1", "whole first night, no conversations, no models"),
    Step("night-2", "whole second night, no conversations, no models", needs=("night-1",)),
)


def measured(name: str, folder: Path, patience: float) -> dict[str, Any]:
    """What ``benchmarks.measure`` says about ``name``, in a fresh process that has ``patience`` seconds."""
    command = [sys.executable, "-m", "benchmarks.measure", name, str(folder)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=patience)
    except subprocess.TimeoutExpired:
        return {"failed": f"not done after {patience:.0f} s"}
    if done.returncode:
        return {"failed": (done.stderr.strip().splitlines() or ["?"])[-1]}
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def with_needs(beginnings: tuple[str, ...]) -> list[Step]:
    """The steps whose names begin so, and those whose outcome they work on, in order."""
    chosen = [step for step in STEPS if step.name.startswith(beginnings)]
    needed = {name for step in chosen for name in (step.name, *step.needs)}
    return [step for step in STEPS if step.name in needed]


def row(size: int, step: Step, found: dict[str, Any]) -> str:
    """One row of the table."""
    if "failed" in found:
        return f"| {size:,} | {step.words} | failed: {found['failed']} | | | |"
    speed = found["entries"] / max(found["cpu"], 0.001)
    more = {
        "changes": f"{found.get('changes', 0):,} changes",
        "added_bytes": f"{found.get('added_bytes', 0) / 1e6:.2f} MB on disk",
        "findings": f"{found.get('findings', 0):,} findings",
    }
    told = ", ".join(text for name, text in more.items() if name in found)
    return f"| {size:,} | {step.words} | {found['cpu']:.2f} | {speed:,.0f} | {found['peak_mib']} | {told} |"


def main() -> None:
    """Measure every step at every size."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sizes", default="10000,100000", help="entries in the first night, with commas")
    parser.add_argument(
        "--steps", default="", help="only steps whose name begins so and those they need, with commas"
    )
    parser.add_argument("--folder", type=Path, help="where to make the stores (1 GB a million entries)")
    parser.add_argument("--patience", type=float, default=1800, help="seconds for each measurement")
    options = parser.parse_args()
    chosen = tuple(options.steps.split(",")) if options.steps else ("",)
    print(
        "| entries | what | CPU s | entries / CPU s | peak MiB | |", "|---:|---|---:|---:|---:|---|", sep="\n"
    )
    for size in map(int, options.sizes.split(",")):
        with tempfile.TemporaryDirectory(dir=options.folder) as top:
            folder = Path(top) / str(size)
            folder.mkdir()
            measured("generate", folder, options.patience)
            for step in with_needs(chosen):
                if size <= step.largest:
                    print(row(size, step, measured(step.name, folder, options.patience)), flush=True)


if __name__ == "__main__":
    main()
