import subprocess
import sys

import pytest

from auditor.cli.app import COMMANDS

HEAVY = ("deepdiff", "jinja2", "msgspec", "orjson", "pydantic", "requests", "rich", "structlog", "yaml")


def test_help_lists_every_command_and_the_exit_codes(call):
    result = call("--help")
    assert result.exit_code == 0
    for name, line in COMMANDS.items():
        assert f"  {name} " in result.stdout
        assert line.split()[0] in result.stdout
    assert "Exit codes: 0 nothing to report" in result.stdout


def test_no_command_is_the_help_too(call):
    assert "Begin with `auditor demo`" in call().output


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_teaches_by_example(call, name):
    result = call(name, "check", "--help") if name == "config" else call(name, "--help")
    assert result.exit_code == 0
    assert "Example" in result.stdout
    assert f"auditor {name}" in result.stdout.partition("Example")[2]


def test_the_version_is_one_line(call):
    result = call("--version")
    assert result.exit_code == 0
    assert result.stdout.startswith("auditor ")
    assert result.stdout.count("\n") == 1


def test_help_imports_nothing_heavy():
    program = (
        "import sys\n"
        "from auditor.cli import auditor\n"
        "try: auditor.main(['--help'])\n"
        "except SystemExit: pass\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)\n"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert result.stderr == "[]\n"
