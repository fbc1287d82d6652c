"""The docs say what the code does."""

import importlib.util
import re
import tomllib
from pathlib import Path

import pytest

from auditor.cli.app import COMMANDS
from auditor.config import load_job
from auditor.records import Label
from auditor.reports.words import KINDS, ROWS
from auditor.resources import resource

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("docs/*.md"), *ROOT.glob("*.md")])
LINK = re.compile(r"\[[^\]]*\]\((?!https?:)([^)#]+)")


@pytest.fixture(scope="module")
def generate():
    spec = importlib.util.spec_from_file_location("generate", ROOT / "docs" / "generate.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("page", ["job-file.md", "cli.md", "exit-codes.md"])
def test_generated_pages_are_current(generate, page):
    assert (ROOT / "docs" / page).read_text(encoding="utf-8") == generate.PAGES[page](), "run `make docs`"


def test_every_command_is_documented():
    page = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    assert [name for name in COMMANDS if f"## `auditor {name}`" not in page] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    targets = LINK.findall(page.read_text(encoding="utf-8"))
    assert [target for target in targets if not (page.parent / target).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_page_names_a_place_on_somebodys_machine(page):
    assert re.findall(r"/(?:work|root|home/\w+|Users)/\S*", page.read_text(encoding="utf-8")) == []


def test_every_label_and_kind_is_explained():
    page = (ROOT / "docs" / "labels.md").read_text(encoding="utf-8")
    names = {*Label, *KINDS, *ROWS}
    assert sorted(name for name in names if f"`{name}`" not in page) == []


def test_every_option_of_the_generic_kinds_is_documented():
    page = (ROOT / "docs" / "job-file.md").read_text(encoding="utf-8")
    source = (ROOT / "auditor" / "stores" / "generic.py").read_text(encoding="utf-8")
    names = set(re.findall(r'texts?\(options, "(\w+)"', source))
    assert len(names) > 5
    assert sorted(name for name in names if f"`{name}`" not in page) == []


def test_the_readme_shows_the_two_commands_on_its_first_screen():
    first_screen = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()[:25]
    for command in ("make demo", "make test"):
        assert any(command in line for line in first_screen)


def test_commands_in_the_readme_exist():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"\bauditor ([a-z]+)\b", text)) <= set(COMMANDS)


@pytest.mark.parametrize("job", sorted((ROOT / "jobs").glob("*.toml")), ids=lambda job: job.name)
def test_the_job_files_that_are_shipped_are_valid(job):
    environ = {"OPERATIONS_WEBHOOK": "https://example.org"}
    assert load_job(job, environ).name == job.stem


def test_the_commented_parts_of_the_example_job_are_valid_too(tmp_path):
    text = resource("jobs").joinpath("assistant.toml").read_text(encoding="utf-8")
    (tmp_path / "job.toml").write_text(
        re.sub(r"^# (?=\[\[|\w+ =)", "", text, flags=re.MULTILINE), encoding="utf-8"
    )
    job = load_job(tmp_path / "job.toml", {"OPERATIONS_WEBHOOK": "https://example.org"})
    assert job.alerts[0].name == "operations"


def test_the_cron_line_of_the_readme_is_the_one_that_is_shipped():
    line = next(
        line for line in (ROOT / "crontab.example").read_text().splitlines() if line.startswith("10 3")
    )
    assert line in (ROOT / "README.md").read_text(encoding="utf-8")


def _from_the_adapter_page():
    """What the page's code defines."""
    page = (ROOT / "docs" / "writing-an-adapter.md").read_text(encoding="utf-8")
    names = {}
    for block in re.findall(r"```python\n(.*?)```", page, re.DOTALL):
        exec(block, names)
    return names


class TestTheAdapterInTheDocs(_from_the_adapter_page()["TestIni"]):
    """It keeps the contract that the page tells of."""

    def test_it_reads_each_option_as_an_entry(self, tmp_path):
        store = self.opener.open(self.write(tmp_path), {})
        entries = [entry for row in store.rows() for entry in store.entries(row)]
        assert [(entry.key, entry.value) for entry in entries] == [
            ("user/city", "Oslo"),
            ("user/diet", "vegan"),
        ]


def test_the_wheel_takes_along_what_is_looked_for_at_run_time():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    included = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    wanted = {"templates", "jobs", "crontab.example", "schema"}
    assert {target.removeprefix("auditor/data/") for target in included.values()} >= wanted
    assert [source for source in included if not (ROOT / source).exists()] == []
