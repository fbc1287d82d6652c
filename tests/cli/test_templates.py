"""The templates of the reports, listed, copied out and checked."""

import pytest

from auditor.reports.templating import ABOUT
from auditor.resources import resource

JOB = """
[job]
name = "j"
[[stores]]
name = "m"
path = "m.json"
[reports]
templates = "mine"
"""


def test_every_template_is_listed_with_its_blocks(document):
    found = {one["name"]: one for one in document("templates", "list")["templates"]}
    assert set(found) == {path.name for path in resource("templates").iterdir() if path.name in ABOUT}
    assert found["report.html.j2"]["blocks"] == ["masthead", "contents", "report", "foot"]


def test_the_list_says_which_of_them_the_job_replaces(call, document, tmp_path):
    (tmp_path / "job.toml").write_text(JOB)
    call("templates", "export", "report.css", "--to", "mine")
    found = document("templates", "list", "--job", "job.toml")["templates"]
    assert [one["name"] for one in found if one["replaced_by"]] == ["report.css"]


def test_copies_work_as_they_are(call):
    assert call("templates", "export", "--to", "mine").exit_code == 0
    result = call("templates", "check", "mine")
    assert (result.exit_code, result.stdout) == (0, "mine: works\n")


def test_nothing_is_overwritten_unless_asked(call, tmp_path):
    (tmp_path / "report.css").write_text("body {}")
    assert call("templates", "export", "report.css", "--to", ".").exit_code == 2
    assert (tmp_path / "report.css").read_text() == "body {}"
    assert call("templates", "export", "report.css", "--to", ".", "--force").exit_code == 0


def test_one_block_alone_can_be_replaced(call, tmp_path):
    (tmp_path / "report.html.j2").write_text(
        '{% extends "default/report.html.j2" %}{% block foot %}Ask Ann.{% endblock %}'
    )
    assert call("templates", "check", ".").exit_code == 0


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("report.html.j2", "{% block", "TemplateSyntaxError"),
        ("report.md.j2", "{{ document.nothing }}", "UndefinedError"),
        ("report.htm.j2", "", "replaces nothing"),
        ("report.html.j2", "{{ document.verdict }}", "no content security policy"),
        ("report.md.j2", "Hello", "does not show the verdict"),
    ],
)
def test_what_does_not_work_is_said(call, tmp_path, name, text, problem):
    (tmp_path / name).write_text(text)
    result = call("templates", "check", ".")
    assert result.exit_code == 1
    assert problem in result.stdout


def test_a_template_that_does_not_exist_is_wrong_usage(call):
    result = call("templates", "export", "page.j2", "--to", "mine")
    assert result.exit_code == 2
    assert "there is no template page.j2" in result.stderr
