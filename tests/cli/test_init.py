import pytest

from auditor.config import load_job


def test_a_working_folder_is_laid_out_and_its_job_file_is_valid(call, tmp_path):
    result = call("init", "audits")
    assert result.exit_code == 0
    names = sorted(
        path.relative_to(tmp_path / "audits").as_posix() for path in (tmp_path / "audits").rglob("*")
    )
    assert names == ["crontab.example", "jobs", "jobs/assistant.toml", "reports", "snapshots"]
    job = load_job(tmp_path / "audits" / "jobs" / "assistant.toml", {})
    assert job.state == tmp_path / "audits"


def test_what_is_there_is_left_alone(call, tmp_path):
    (tmp_path / "jobs").mkdir()
    (tmp_path / "jobs" / "assistant.toml").write_text("mine", encoding="utf-8")
    result = call("init", ".")
    assert result.exit_code == 0
    assert "kept     jobs/assistant.toml" in result.stdout
    assert (tmp_path / "jobs" / "assistant.toml").read_text(encoding="utf-8") == "mine"


def test_a_place_that_cannot_be_written_is_one_line(call, tmp_path):
    (tmp_path / "file").touch()
    result = call("init", "file/audits")
    assert result.exit_code == 4
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("starter", "files"),
    [
        ("cron", ["crontab.example"]),
        (
            "systemd",
            [
                "systemd/memory-auditor-watchdog@.service",
                "systemd/memory-auditor-watchdog@.timer",
                "systemd/memory-auditor@.service",
                "systemd/memory-auditor@.timer",
            ],
        ),
        ("schedule", ["systemd/memory-auditor-schedule.service"]),
    ],
)
def test_what_starts_the_nights_is_written_as_asked_and_names_the_folder(call, tmp_path, starter, files):
    result = call("init", "audits", "--with", starter)
    assert result.exit_code == 0
    place = tmp_path / "audits"
    found = {path.relative_to(place).as_posix() for path in place.rglob("*") if path.is_file()}
    assert found == {"jobs/assistant.toml", *files}
    written = "".join((place / name).read_text(encoding="utf-8") for name in files)
    assert str(place) in written
    assert "/var/lib/memory-auditor" not in written
    assert "$HOME/audits" not in written


def test_cron_finds_the_command_where_its_virtual_environment_is_not_active(call, tmp_path, monkeypatch):
    commands = tmp_path / "venv" / "bin"
    commands.mkdir(parents=True)
    (commands / "auditor").touch(mode=0o755)
    monkeypatch.setattr("sys.executable", str(commands / "python"))
    assert call("init", "audits").exit_code == 0
    table = (tmp_path / "audits" / "crontab.example").read_text(encoding="utf-8")
    assert f"\nPATH={commands}:/usr/local/bin:/usr/bin:/bin\n" in table


def test_a_folder_with_a_space_or_a_percent_sign_is_named_so_that_cron_and_systemd_find_it(call, tmp_path):
    assert call("init", "our 5% audits", "--with", "cron", "--with", "systemd").exit_code == 0
    place = tmp_path / "our 5% audits"
    table = (place / "crontab.example").read_text(encoding="utf-8")
    assert f"cd '{tmp_path}/our 5\\% audits' && auditor run" in table
    unit = (place / "systemd" / "memory-auditor@.service").read_text(encoding="utf-8")
    assert f'ReadWritePaths="{tmp_path}/our 5%% audits"\n' in unit
    assert f"WorkingDirectory={tmp_path}/our 5%% audits\n" in unit
