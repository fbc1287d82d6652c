"""What all tests share: how many examples property tests try, and what a machine may lack."""

import importlib.util
import os
import shutil
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

sys.path.insert(0, str(Path(__file__).parent))

TOOLS = {
    "needs_node": ("node", "npm"),
    "needs_postgres": ("initdb", "/usr/lib/postgresql/17/bin/initdb", "/usr/lib/postgresql/15/bin/initdb"),
    "needs_cron": ("cron",),
    "needs_systemd": ("systemd-analyze",),
    "needs_chromium": ("chromium", "chromium-browser"),
}

settings.register_profile(
    "default", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "long", deadline=None, max_examples=2000, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


def pytest_collection_modifyitems(items):
    """Skip what needs a tool that is not here, or let it fail where nothing may be skipped."""
    if "AUDITOR_NO_SKIP" in os.environ:
        return
    if importlib.util.find_spec("sentence_transformers") is None:
        for item in items:
            if item.get_closest_marker("semantic"):
                item.add_marker(pytest.mark.skip(reason="sentence-transformers is not installed"))
    missing = {marker: names for marker, names in TOOLS.items() if not any(map(shutil.which, names))}
    for item in items:
        for marker, names in missing.items():
            if item.get_closest_marker(marker):
                item.add_marker(pytest.mark.skip(reason=f"{names[0]} is not installed"))
