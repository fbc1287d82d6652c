import sys
from dataclasses import fields
from pathlib import Path

import pytest

from auditor.config import load_job, unknown_names
from auditor.config.loading import MAX_BYTES, read_toml
from auditor.config.models import PolicySection
from auditor.config.trust import TrustSection
from auditor.errors import ConfigError
from auditor.verdicts.policy import Policy
from auditor.verdicts.weights import TrustWeights

SMALLEST = '[job]\nname = "small"\n[[stores]]\nname = "memory"\npath = "memory.json"\n'


@pytest.fixture
def job(tmp_path):
    def load(text, **environ):
        file = tmp_path / "jobs" / "job.toml"
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return load_job(file, environ)

    return load


@pytest.fixture
def problems(job):
    def lines(text, **environ):
        with pytest.raises(ConfigError) as caught:
            job(text, **environ)
        return [line.partition("job.toml")[2] for line in str(caught.value).splitlines()]

    return lines


def test_a_job_needs_only_its_name_and_one_store(job):
    loaded = job(SMALLEST)
    assert loaded.name == "small"
    assert loaded.stores[0].kind is None
    assert str(loaded.zone) == "UTC"


def test_relative_paths_start_at_the_job_file_and_the_working_folder_is_above_jobs(job, tmp_path):
    loaded = job(SMALLEST.replace("memory.json", "../memory.json"))
    assert loaded.stores[0].path.resolve() == tmp_path / "memory.json"
    assert loaded.state == tmp_path
    assert loaded.folders.reports("small") == tmp_path / "reports" / "small"


def test_a_job_file_outside_a_jobs_folder_works_beside_itself(tmp_path):
    (tmp_path / "job.toml").write_text(SMALLEST, encoding="utf-8")
    assert load_job(tmp_path / "job.toml", {}).state == tmp_path


def test_the_working_folder_and_the_reports_can_be_elsewhere(job, tmp_path):
    text = (
        SMALLEST.replace("[[stores]]", 'state = "/var/audit"\n[[stores]]')
        + '[reports]\nfolder = "/srv/www"\n'
    )
    loaded = job(text)
    assert loaded.folders.snapshots("memory") == Path("/var/audit/snapshots/memory")
    assert loaded.folders.reports("small") == Path("/srv/www/small")
    moved = loaded.with_state(tmp_path)
    assert moved.folders.reports("small") == tmp_path / "reports" / "small"
    assert moved.file == loaded.file


def test_a_home_folder_is_understood(job, monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    assert job(SMALLEST.replace("memory.json", "~/memory.json")).stores[0].path == tmp_path / "memory.json"


def test_every_problem_is_told_at_once_with_line_key_and_what_would_be_right(problems):
    found = problems(
        '[job]\nnam = "x"\nzone = "Mars/Base"\n\n'
        '[[stores]]\nname = "a"\npath = "x"\ntranscripts = "chats"\n\n'
        '[[stores]]\nname = "a"\npth = "x"\n\n'
        "[policy]\nact_band = 7\n\n[shedule]\nat = 3\n"
    )
    assert found == [
        (
            ":1: job.name: is required (Name of the job and of its folder under the reports: "
            "letters, digits, `.`, `_`, `-`.)"
        ),
        ":2: job.nam: is not a known key; did you mean `name`?",
        (
            ":3: job.zone: should be a time zone's name such as UTC or Europe/Berlin, not 'Mars/Base' "
            "(Time zone in which days begin and end, and in which times without an offset are read.)"
        ),
        (
            ":8: stores[0].transcripts: should be a list, not 'chats' "
            "(Files and folders with the conversations that belong to this store.)"
        ),
        ":10: stores[1].path: is required (File or folder that holds the memory.)",
        ":11: stores[1].name: should be unique; stores[0] is called 'a' too",
        ":12: stores[1].pth: is not a known key; did you mean `path`?",
        (
            ":15: policy.act_band: should be less than or equal to 1, not 7 "
            "(Confidence from which a finding says *act on it*, 0 to 1.)"
        ),
        ":17: shedule: is not a known key; did you mean `schedule`?",
    ]


def test_an_unknown_key_like_no_other_lists_those_that_exist(problems):
    (line,) = problems(SMALLEST + "[budgets]\nzzz = 1\n")
    assert "known here: max_pairs, max_minutes" in line


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            '[job]\nname = "x"\nname = "y"\n',
            "is not valid TOML: Cannot overwrite a value (at line 3, column 11)",
        ),
        ("[job\n", "is not valid TOML"),
        ("x = " + "[" * 5_000 + "]" * 5_000, "is not valid TOML"),
        ("", "job: is required"),
        ('stores = []\n[job]\nname = "x"\n', "stores: should have at least one [[stores]] table"),
        ('stores = 7\n[job]\nname = "x"\n', "stores: should be a list, not 7"),
        ("job = 3\n", "job: should be a table, not 3"),
        (
            SMALLEST.replace('"small"', '"../small"'),
            "job.name: should be written differently, not '../small'",
        ),
        (SMALLEST.replace('"small"', '""'), "job.name: should be written differently"),
        (SMALLEST + "[policy]\nact_band = 0.2\n", "look_band should not be above act_band"),
        (SMALLEST + '[schedule]\nat = "25:00"\n', "schedule.at: should be written differently, not '25:00'"),
        (SMALLEST + '[schedule]\ndays = ["monday"]\n', "schedule.days[0]: should be 'mon', 'tue'"),
        (SMALLEST + '[[alerts]]\nname = "ops"\n', "alerts[0]: should have one of url and url_file"),
    ],
)
def test_each_kind_of_mistake_has_its_own_words(problems, text, says):
    assert any(says in line for line in problems(text)), problems(text)


def test_a_file_that_is_no_job_file_is_one_line(tmp_path):
    big, binary = tmp_path / "big.toml", tmp_path / "binary.toml"
    big.write_bytes(b"#" * (MAX_BYTES + 1))
    binary.write_bytes(b"# \n\xff\xfe")
    for path, says in [
        (tmp_path / "none.toml", "no such job file"),
        (tmp_path, "cannot be read"),
        (big, "too large"),
        (binary, "binary.toml:2: is not UTF-8"),
    ]:
        with pytest.raises(ConfigError, match=says):
            load_job(path, {})


def test_values_come_from_the_environment(job):
    loaded = job(SMALLEST.replace("memory.json", "${FOLDER}/memory.json"), FOLDER="/data")
    assert loaded.stores[0].path == Path("/data/memory.json")


def test_a_doubled_dollar_is_a_plain_one(job):
    assert job(SMALLEST.replace("memory.json", "$${X}.json")).stores[0].path.name == "${X}.json"


def test_a_missing_variable_is_told_once_with_both_its_names(problems):
    (line,) = problems(SMALLEST + '[[alerts]]\nname = "ops"\nurl = "${HOOK}"\n')
    assert line == ":8: alerts[0].url: the environment has neither HOOK nor HOOK_FILE; set one of them"


def test_a_secret_may_lie_in_a_file_that_the_environment_or_the_job_names(job, tmp_path):
    (tmp_path / "hook").write_text("https://hooks.example/abc\n", encoding="utf-8")
    alert = '[[alerts]]\nname = "ops"\n'
    from_environment = job(SMALLEST + alert + 'url = "${HOOK}"\n', HOOK_FILE=str(tmp_path / "hook"))
    from_job = job(SMALLEST + alert + 'url_file = "../hook"\n')
    for loaded in (from_environment, from_job):
        assert loaded.alerts[0].address.get_secret_value() == "https://hooks.example/abc"


def test_a_secret_is_never_shown(job, problems, tmp_path):
    secret = "https://hooks.example/hunter2"
    (tmp_path / "key").write_text(secret, encoding="utf-8")
    alert = f'[[alerts]]\nname = "ops"\nurl = "{secret}"\nsecret_file = "../key"\n'
    assert secret not in repr(job(SMALLEST + alert))
    assert secret not in str(job(SMALLEST + alert).model_dump())
    assert secret not in "\n".join(problems(SMALLEST + alert + f'secret = "{secret}"\n'))
    assert secret not in "\n".join(problems(SMALLEST + alert.replace(f'"{secret}"', f'["{secret}"]')))
    with_variable = alert.replace(secret, "${HOOK}").replace('"ops"', "7")
    assert secret not in "\n".join(problems(SMALLEST + with_variable, HOOK=secret))


def test_a_secret_file_that_is_missing_or_no_text_is_told(problems, tmp_path):
    (tmp_path / "key").write_bytes(b"\xff")
    found = problems(
        SMALLEST
        + '[[alerts]]\nname = "a"\nurl_file = "../none"\n[[alerts]]\nname = "b"\nurl_file = "../key"\n'
        + f'[[alerts]]\nname = "c"\nurl_file = "{tmp_path}"\n'
    )
    assert "it cannot be read (No such file or directory)" in found[0]
    assert "should name a file with the secret in UTF-8" in found[1]
    assert "it cannot be read (Is a directory)" in found[2]


def test_an_environment_variable_overrides_a_key_and_is_named_when_it_is_wrong(job, problems):
    loaded = job(SMALLEST, AUDIT_JOB__ZONE="Europe/Oslo", AUDIT_SCHEDULE__DAYS='["mon", "fri"]')
    assert str(loaded.zone) == "Europe/Oslo"
    assert loaded.schedule.days == ("mon", "fri")
    (line,) = problems(SMALLEST, AUDIT_POLICY__ACT_BAND="high")
    assert "policy.act_band: should be a valid number" in line
    assert "comes from AUDIT_POLICY__ACT_BAND in the environment" in line


def test_a_misspelt_environment_variable_is_found(tmp_path):
    (tmp_path / "job.toml").write_text(SMALLEST + '[reports]\nfolder = "${AUDIT_WEB}"\n', encoding="utf-8")
    _, raw = read_toml(tmp_path / "job.toml")
    environ = dict.fromkeys(["AUDIT_NMAE", "AUDIT_JOB__NAME", "AUDIT_WEB", "AUDIT_WEB_FILE", "HOME"], "x")
    assert unknown_names(environ, raw) == ["AUDIT_NMAE"]


def test_a_stores_own_patterns_are_added_to_the_policy(job):
    loaded = job(
        SMALLEST + 'critical_keys = ["dosage"]\n[policy]\nname = "clinic"\ncritical_keys = ["allergy"]\n'
    )
    policy = Policy(**loaded.policy_for(loaded.stores[0]))
    assert policy.critical_keys == ("allergy", "dosage")
    assert policy.name == "clinic"


def test_the_policy_section_is_the_policy():
    assert Policy(**PolicySection().model_dump()) == Policy()
    own = set(PolicySection.model_fields)
    assert own == {field.name for field in fields(Policy)} - {"version", "trust"}


def test_the_trust_section_is_the_weights():
    assert TrustWeights(**TrustSection().model_dump()) == TrustWeights()
    assert list(TrustSection.model_fields) == [field.name for field in fields(TrustWeights)]


def test_a_job_can_be_cut_down_to_some_of_its_stores(job):
    loaded = job(SMALLEST + '[[stores]]\nname = "notes"\npath = "notes"\n')
    cut = loaded.with_stores("notes")
    assert [store.name for store in cut.stores] == ["notes"]
    assert cut.all_stores == ("memory", "notes")


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        ('url = "hooks.example"', "url should be a web address that begins with https:// or http://"),
        ('url = "ftp://hooks.example"', "url should be a web address"),
        ('url = ""', "url should be a web address"),
        ('url = "https://"', "url should be a web address"),
        ('url = "https://hooks.example:x"', "url should be a web address"),
        ('kind = "ntfy"\nurl = "https://ntfy.example/"', "url should end with the topic"),
        ('kind = "slack"\nurl = "https://h.example"\nsecret = "k"', "secret means nothing for kind slack"),
        ('url = "https://h.example"\nsecret = "whsec_*"', "secret should be base64 after whsec_"),
        ('url = "https://h.example"\nsecret = ""', "secret should not be empty"),
        ('url = "https://h.example"\nsecret = "a"\nsecret_file = "job.toml"', "not both"),
        ('kind = "mail"\nurl = "x"', "alerts[0].kind: should be 'webhook', 'slack', 'discord'"),
        ('url = "https://h.example"\nremind_days = -1', "alerts[0].remind_days: should be greater than"),
        ('url = "https://h.example"\n[ping]\nurl = "x"', "ping: url should be a web address"),
        ('url = "https://h.example"\n[watchdog]\ngrace_hours = 0', "watchdog.grace_hours: should be greater"),
    ],
)
def test_a_channel_that_cannot_work_is_told_before_the_night(problems, keys, says):
    found = problems(SMALLEST + f'[[alerts]]\nname = "ops"\n{keys}\n')
    assert any(says in line for line in found), found


def test_two_channels_of_one_name_are_told(problems):
    channel = '[[alerts]]\nname = "ops"\nurl = "https://hooks.example"\n'
    (line,) = problems(SMALLEST + channel * 2)
    assert "alerts[1].name: should be unique; alerts[0] is called 'ops' too" in line


def test_a_locale_is_one_that_exists(job, problems):
    assert (
        job(f'[job]\nname = "x"\nlocale = "pt_BR"\n{SMALLEST[SMALLEST.index("[[stores]]") :]}').job.locale
        == "pt_BR"
    )
    (problem,) = problems(f'[job]\nname = "x"\nlocale = "german"\n{SMALLEST[SMALLEST.index("[[stores]]") :]}')
    assert problem.startswith(
        ":3: job.locale: should be a locale's name such as de, en_GB or pt_BR, not 'german'"
    )


def test_a_locale_without_babel_says_what_to_install(problems, monkeypatch):
    monkeypatch.setitem(sys.modules, "babel", None)
    (problem,) = problems(SMALLEST.replace('name = "small"', 'name = "small"\nlocale = "de"'))
    assert "job.locale: needs Babel: pip install 'memory-auditor[locale]'" in problem
