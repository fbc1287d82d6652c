"""Pictures of the report, to be looked at: every night of ``report_nights.py`` at three widths, light and dark.

    python tests/reports/screenshots.py OUT_FOLDER [NIGHT ...]
    python tests/reports/screenshots.py docs/report.png    # the picture in the README

Needs Debian's ``chromium``.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from report_nights import NIGHTS

from auditor.reports import build, render_html

WIDTHS = {380: 2600, 800: 2200, 1400: 2000}
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
)
FRAME = """<!doctype html><style>html,body{{margin:0}}iframe{{border:0;width:{width}px;height:{height}px}}</style>
<iframe src="{page}"></iframe>"""


def shoot(page: Path, picture: Path, width: int, height: int, *, dark: bool) -> None:
    """Write a picture of ``page``; narrow pages stand in a frame, since windows have a least width."""
    with tempfile.TemporaryDirectory() as profile:
        frame = Path(profile) / "frame.html"
        frame.write_text(FRAME.format(width=width, height=height, page=page.as_uri()))
        subprocess.run(
            [
                "chromium",
                *FLAGS,
                *(["--blink-settings=preferredColorScheme=0"] if dark else []),
                f"--user-data-dir={profile}/chromium",
                f"--screenshot={picture}",
                f"--window-size={width},{height}",
                (frame if width < 500 else page).as_uri(),
            ],
            check=True,
            capture_output=True,
            timeout=120,
        )


def main(folder: Path, names: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name in names or list(NIGHTS):
        page = folder / f"{name}.html"
        page.write_text(render_html(build(NIGHTS[name]())))
        for width, height in WIDTHS.items():
            for dark in (False, True):
                picture = folder / f"{name}-{width}-{'dark' if dark else 'light'}.png"
                shoot(page.resolve(), picture.resolve(), width, height, dark=dark)


def picture_for_the_readme(picture: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "report.html"
        page.write_text(render_html(build(NIGHTS["one"]())))
        shoot(page, picture.resolve(), 900, 980, dark=False)


if __name__ == "__main__" and sys.argv[1].endswith(".png"):
    picture_for_the_readme(Path(sys.argv[1]))
elif __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
