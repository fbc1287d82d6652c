"""Taking out and forgetting, cut short at any write: what is kept verifies, and the next call completes it."""

import shutil
from contextlib import suppress

import pytest
from faults import FAULTS, PowerCutError
from test_forgetting import call, holding, six_nights

__all__ = ["six_nights"]  # a fixture

COMMANDS = {
    "prune": ("prune", "{job}", "--apply", "--delete"),
    "forget": ("forget", "--user", "u-zeb", "--job", "{job}", "--yes"),
}


def started(name, job):
    return [word.format(job=job) for word in COMMANDS[name]]


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
def test_cut_short_anywhere_it_leaves_a_whole_and_is_completed_by_the_next_call(name, six_nights, tmp_path):
    met, step = True, 1
    while met:
        folder = tmp_path / str(step)
        shutil.copytree(six_nights, folder)
        call("prune", folder / "job.toml", "--apply")
        FAULTS.after(step, PowerCutError(), folder)
        with suppress(PowerCutError):
            call(*started(name, folder / "job.toml"))
        met = FAULTS.off()
        verified = call("verify", "--job", folder / "job.toml")
        assert verified.exit_code == 0, (step, verified.output)
        completed = call(*started(name, folder / "job.toml"))
        assert completed.exit_code == 0, (step, completed.output)
        assert call("verify", "--job", folder / "job.toml").exit_code == 0
        if name == "forget":
            assert holding(folder) == [], step
        shutil.rmtree(folder)
        step += 1 + step // 8
    assert step > 10
