"""Runs: which stores and conversations, whose turn it is, and where the reports go.

What cannot be read becomes a result with a reason; the other stores are audited all the same.
"""

from auditor.runs.comparing import compare_paths
from auditor.runs.nightly import run_job, run_path

__all__ = ["compare_paths", "run_job", "run_path"]
