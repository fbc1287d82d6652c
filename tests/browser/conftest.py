"""A real Chromium that opens pages, fills in forms and looks at them with axe."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "reports"))

from npm import AXE, PUPPETEER, installed  # noqa: E402  # the path comes first


@pytest.fixture(scope="session")
def look(tmp_path_factory):
    """Opens pages (``{"url", "steps", "dark", "width", "axe"}``) and says what was seen on each."""
    folder = tmp_path_factory.mktemp("browser")
    installed(PUPPETEER, folder)
    axe = installed(AXE, folder) / "axe.min.js"
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")

    def seen(*pages):
        done = subprocess.run(
            ["node", str(HERE / "look.mjs"), chromium, str(axe), str(folder)],
            input=json.dumps(pages), capture_output=True, text=True, check=False, timeout=300,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return seen
