"""Every page in a real browser: nobody is shut out, nothing runs, nothing is loaded, nothing is too wide."""

import json
import shutil
import subprocess
from dataclasses import replace
from datetime import timedelta

import pytest
from npm import HTML_VALIDATE, VNU, installed
from report_nights import AT, NIGHTS, bad_night, quiet_night, unreadable_night
from test_hostile import HOSTILE, night_of

from auditor.records import Speaker, Transcript, Turn
from auditor.reports import build, render_html
from auditor.reports.excerpts import excerpts_of
from auditor.reports.write import write_reports

pytestmark = [pytest.mark.needs_chromium, pytest.mark.needs_node, pytest.mark.slow]
CANARY = (
    "<script>document.title='canary'</script><img src=x onerror=\"document.title='canary'\">"
    "<svg onload=\"document.title='canary'\"><style>body{display:none}</style>"
    "<iframe src=\"javascript:parent.document.title='canary'\"></iframe>"
    "<a href=\"javascript:document.title='canary'\">x</a></title></style></textarea>"
)


def written(folder, *nights):
    for place, night in enumerate(nights):
        at = AT + timedelta(days=place)
        said = [Transcript("t", [Turn(Speaker.USER, "words", number) for number in range(40)], source=source)
                for source in {item.source for one in night.stores[0].findings for item in one.evidence}]  # fmt: skip
        excerpts = excerpts_of(night.stores[0], said)
        write_reports(replace(night, at=at), folder, at.date().isoformat(), excerpts=excerpts)
    return folder


@pytest.fixture(scope="module")
def history(tmp_path_factory):
    return written(tmp_path_factory.mktemp("job"), bad_night(), quiet_night(), unreadable_night())


def some_pages(folder):
    """One page of each sort."""
    sorts = ("2026-11-30.html", "2026-11-30-said.html", "index.html", "stores/*.html", "weeks/*.html")
    lists = ("memories/index.html", "words/index.html", "memories/[0-9a-f]*.html")
    return [min(folder.glob(sort)) for sort in (*sorts, *lists)]


def serious(saw):
    return [one for one in saw["axe"] if one["impact"] in {"serious", "critical"}]


def test_nobody_is_shut_out_of_any_night(look, tmp_path):
    pages = []
    for name, make in NIGHTS.items():
        path = tmp_path / f"{name}.html"
        path.write_text(render_html(build(make())))
        pages += [
            {"url": path.as_uri(), "dark": dark, "width": 380 if dark else 1400} for dark in (False, True)
        ]
    for saw in look(*pages):
        assert serious(saw) == []
        assert (saw["violations"], saw["errors"], saw["requests"][1:]) == ([], [], [])
        assert saw["overflow"] <= 0


def test_nobody_is_shut_out_of_the_history(look, history):
    pages = [
        {"url": path.as_uri(), "dark": dark, "width": width}
        for path in some_pages(history)
        for dark, width in ((False, 800), (True, 380))
    ]
    for saw in look(*pages):
        assert serious(saw) == []
        assert (saw["violations"], saw["errors"], saw["requests"][1:]) == ([], [], [])
        assert saw["overflow"] <= 0


def test_axe_and_the_listener_would_notice(look, tmp_path):
    page = render_html(build(quiet_night())).replace("</head>", "<style>b{}</style></head>")
    path = tmp_path / "bad.html"
    path.write_text(page.replace("</main>", '<img src="data:,"><input></main>'))
    (saw,) = look({"url": path.as_uri()})
    assert {"image-alt", "label"} <= {one["id"] for one in serious(saw)}
    assert any("style-src" in text for text in saw["violations"])


def test_hostile_values_are_text_on_every_page(look, tmp_path):
    folder = written(tmp_path, night_of(CANARY + "\n".join(HOSTILE.values())))
    pages = [{"url": path.as_uri(), "axe": False} for path in sorted(folder.rglob("*.html"))]
    assert len(pages) > 6
    for saw in look(*pages):
        assert "canary" not in saw["title"] or "document.title" in saw["title"]
        assert (saw["violations"], saw["dialogs"], saw["errors"], saw["requests"][1:]) == ([], [], [], [])
        assert not [tag for tag in ("<script", "<img", "<iframe", "<svg onload") if tag in saw["html"]]
        assert "document.title='canary'" in saw["text"] or "stores" in saw["url"]


def test_a_keyboard_reaches_the_report_and_opens_a_folded_card(look, tmp_path):
    path = tmp_path / "bad.html"
    path.write_text(render_html(build(bad_night())))
    first, opened = look(
        {"url": path.as_uri(), "axe": False, "steps": [{"key": "Tab"}]},
        {"url": path.as_uri() + "#cause-1", "axe": False, "steps": [{"key": "Tab"}, {"key": "Enter"}]},
    )
    assert "Skip to the report" in first["focus"]
    assert opened["html"].count('<details class="card alarm" id') > 5
    assert "<summary" in opened["focus"]
    assert " open=" in opened["html"]


@pytest.mark.parametrize("name", [*NIGHTS, "history"])
def test_the_html_is_valid(name, tmp_path, tmp_path_factory, history):
    if name == "history":
        paths = some_pages(history)
    else:
        paths = [tmp_path / "night.html"]
        paths[0].write_text(render_html(build(NIGHTS[name]())))
    assert validated(paths, tmp_path_factory) == []


def validated(paths, factory):
    """What the W3C's checker says, or html-validate where there is no Java."""
    folder = factory.getbasetemp() / "checker"
    if shutil.which("java"):
        jar = folder / "node_modules" / "vnu-jar" / "build" / "dist" / "vnu.jar"
        if not jar.exists():
            installed(VNU, folder)
        command = ["java", "-jar", str(jar), "--errors-only", "--format", "json", *map(str, paths)]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
        return [one["message"] for one in json.loads(done.stderr or done.stdout)["messages"]]
    script = folder / "node_modules" / "html-validate" / "bin" / "html-validate.mjs"
    if not script.exists():
        installed(HTML_VALIDATE, folder)
    (folder / ".htmlvalidate.json").write_text('{"root": true, "extends": ["html-validate:standard"]}')
    command = ["node", str(script), "--config", str(folder / ".htmlvalidate.json"), "--formatter", "json"]
    done = subprocess.run(
        [*command, *map(str, paths)], capture_output=True, text=True, check=False, timeout=120
    )
    return [one["message"] for file in json.loads(done.stdout) for one in file["messages"]]
