"""``python -m benchmarks.decision_log``: is the cost of an append the same in a short log and in a long one?

Prints a JSON line for each tenth of the appends (CPU seconds of this process), then a few appends to the full
log that are each made to last (wall time, most of it waiting for the disk), and the check of the whole.
"""

import argparse
import tempfile
import time
from pathlib import Path

import orjson

from auditor.decision_log import DecisionLog, problems
from auditor.times import SystemClock

_PARTS = 10
_DURABLE = 200
_DECISION = {
    "verdict": "STORE",
    "reason": "The user said it: “I moved to Lisbon in March and I live there now.”",
    "kind": "verified",
    "confidence": 0.93,
    "policy": {"name": "default", "version": 1, "fingerprint": "0123456789ab"},
}


def main() -> None:
    """Append ``--appends`` lines in a folder of their own, and print what each part cost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--appends", type=int, default=1_000_000)
    appends = parser.parse_args().appends
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "gate.jsonl"
        _durable(path, "durable, empty log")
        for part in range(1, _PARTS + 1):
            start = time.process_time()
            _append(path, appends // _PARTS, durable=False)
            _print({"appends": part * (appends // _PARTS), "cpu_seconds": time.process_time() - start})
        _durable(path, "durable, full log")
        start = time.process_time()
        found = list(problems(path))
        _print(
            {"verified": not found, "bytes": path.stat().st_size, "cpu_seconds": time.process_time() - start}
        )


def _append(path: Path, many: int, *, durable: bool) -> None:
    with DecisionLog(path, SystemClock(), durable=durable) as log:
        for number in range(many):
            log.append("gate", {**_DECISION, "asked": {"id": str(number), "fact": "lives in Lisbon"}})


def _durable(path: Path, name: str) -> None:
    start = time.perf_counter()
    _append(path, _DURABLE, durable=True)
    _print({name: _DURABLE, "milliseconds_each": (time.perf_counter() - start) / _DURABLE * 1000})


def _print(line: dict[str, object]) -> None:
    shown = {name: round(one, 3) if isinstance(one, float) else one for name, one in line.items()}
    print(orjson.dumps(shown).decode(), flush=True)


if __name__ == "__main__":
    main()
