"""Packages of the npm registry that the tests look at pages and documents with."""

import os
import subprocess
from pathlib import Path

import pytest

AXE = "axe-core@4.14.1"
SARIF = "@microsoft/jest-sarif@1.0.0-beta.0"  # holds the schema of SARIF 2.1.0
VNU = "vnu-jar@26.9.27"
HTML_VALIDATE = "html-validate@10.17.0"


PUPPETEER = "puppeteer-core@24.43.1"


def installed(package: str, folder: Path) -> Path:
    """The folder of ``package``, installed in ``folder``; the test is skipped where that cannot be."""
    command = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts"]
    done = subprocess.run(
        [*command, "--prefix", str(folder), package], capture_output=True, text=True, check=False, timeout=300
    )
    if done.returncode and "AUDITOR_NO_SKIP" not in os.environ:
        pytest.skip(f"the npm package {package} cannot be installed here")
    assert done.returncode == 0, done.stderr
    name, _, _ = package.rpartition("@")
    return folder / "node_modules" / name
