"""``python -m benchmarks``: the measurements of ``benchmarks.scale``."""

from benchmarks.scale import main

main()
