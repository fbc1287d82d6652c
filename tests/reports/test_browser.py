"""The report in a real browser: nothing runs, nothing is loaded, and the page's own style is allowed."""

import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from report_nights import NIGHTS
from screenshots import FLAGS
from test_hostile import HOSTILE, night_of

from auditor.reports import build, render_html

pytestmark = [pytest.mark.needs_chromium, pytest.mark.slow]
CANARY = (
    "<script>document.title='canary'</script><img src=x onerror=\"document.title='canary'\">"
    "<svg onload=\"document.title='canary'\"><style>body{display:none}</style>"
    "<iframe src=\"javascript:parent.document.title='canary'\"></iframe>"
)


def opened(page: str, tmp_path) -> tuple[str, str]:
    """The page's DOM after it was opened from a file, and what the browser complained about."""
    path = tmp_path / "report.html"
    path.write_text(page)
    done = subprocess.run(
        [
            "chromium",
            *FLAGS,
            "--enable-logging=stderr",
            f"--user-data-dir={tmp_path}/profile",
            "--dump-dom",
            path.as_uri(),
        ],
        check=True,
        capture_output=True,
        text=True,
        timeout=120,
    )
    return done.stdout, "\n".join(line for line in done.stderr.splitlines() if "CONSOLE" in line)


def test_the_page_of_a_bad_night_breaks_none_of_its_own_rules(tmp_path):
    _, complaints = opened(render_html(build(NIGHTS["bad"]())), tmp_path)
    assert complaints == ""


def test_the_browser_would_complain_about_a_style_that_is_not_the_pages_own(tmp_path):
    page = render_html(build(NIGHTS["quiet"]())).replace("</head>", "<style>b{}</style></head>")
    assert "Content Security Policy" in opened(page, tmp_path)[1]


@pytest.mark.parametrize("text", [CANARY, "\n".join(HOSTILE.values())], ids=["canary", "all"])
def test_hostile_values_are_text_to_the_browser(tmp_path, text):
    dom, complaints = opened(render_html(build(night_of(text))), tmp_path)
    assert complaints == ""
    assert "<title>canary" not in dom
    assert not any(f"<{tag}" in dom for tag in ("script", "img", "iframe"))
