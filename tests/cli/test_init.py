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
