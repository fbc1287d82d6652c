"""The main nights as they were once looked at and found good.

After a wanted change: ``python tests/reports/test_golden.py``, then look at the difference in git.
"""

import re
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from report_nights import NIGHTS

from auditor.reports import build, render_html, render_markdown

GOLDEN = Path(__file__).parent / "golden"


def rendered(name: str) -> dict[str, str]:
    document = build(NIGHTS[name]())
    style = re.compile(r"<style>.*?</style>|'sha256-[^']+'", re.DOTALL)
    return {"md": render_markdown(document), "html": style.sub("STYLE", render_html(document))}


@pytest.mark.parametrize("name", NIGHTS)
def test_a_night_reads_as_it_did(name):
    for suffix, text in rendered(name).items():
        assert text == (GOLDEN / f"{name}.{suffix}").read_text()


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for each in NIGHTS:
        for ending, content in rendered(each).items():
            (GOLDEN / f"{each}.{ending}").write_text(content)
