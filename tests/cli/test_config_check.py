JOB = '[job]\nname = "small"\n[[stores]]\nname = "memory"\npath = "memory.json"\n'


def write(tmp_path, text, memory="{}"):
    (tmp_path / "job.toml").write_text(text, encoding="utf-8")
    if memory is not None:
        (tmp_path / "memory.json").write_text(memory, encoding="utf-8")


def test_a_good_job_file_is_called_good(call, tmp_path):
    write(tmp_path, JOB)
    result = call("config", "check", "job.toml")
    assert result.exit_code == 0
    assert result.stdout.startswith("job.toml: a valid job file\n")


def test_each_problem_is_a_line_of_its_own_on_standard_error(call, tmp_path):
    write(tmp_path, JOB.replace("path", "pth") + "[budgets]\nmax_pairs = 0\n")
    result = call("config", "check", "job.toml")
    assert result.exit_code == 2
    assert result.stdout == ""
    lines = result.stderr.splitlines()
    assert [line.split(": ")[1:3] for line in lines] == [
        ["job.toml:3", "stores[0].path"],
        ["job.toml:5", "stores[0].pth"],
        ["job.toml:7", "budgets.max_pairs"],
    ]


def test_a_store_that_is_not_there_and_a_kind_that_nobody_knows_are_problems(document, tmp_path):
    second = '[[stores]]\nname = "other"\npath = "job.toml"\nkind = "jsn"\n'
    write(tmp_path, JOB + 'transcripts = ["chats"]\n' + second, memory=None)
    missing, conversations, kind = document("config", "check", "job.toml")["problems"]
    assert missing == f"stores.memory: {tmp_path}/memory.json: there is nothing"
    assert conversations == f"stores.memory: transcripts: there is nothing at {tmp_path}/chats"
    assert "no store kind 'jsn'; known are" in kind


def test_each_store_is_shown_as_it_would_be_read(call, tmp_path):
    write(
        tmp_path,
        JOB,
        memory='{"facts": [{"id": "a", "text": "likes tea"}, {"id": "b", "text": "from Oslo"}]}',
    )
    assert "memory would be read as json: " in call("config", "check", "job.toml").stdout


def test_what_is_not_acted_on_yet_and_misspelt_variables_are_told(document, tmp_path):
    write(
        tmp_path,
        JOB + '[[alerts]]\nname = "ops"\nurl = "https://example.org/secret-path"\n[budgets]\nmax_pairs = 7\n',
    )
    found = document("config", "check", "job.toml", AUDIT_NMAE="x")
    assert found["problems"] == []
    assert found["warnings"] == [
        "[budgets] is checked, but this version does not act on it",
        "AUDIT_NMAE in the environment overrides nothing; is it misspelt?",
    ]
    assert "secret-path" not in str(found)
