"""A real model's server is killed at any moment of a night."""

import random
import time
from threading import Timer

import pytest
from llama_server import BUILT, PLACE
from model_nights import NIGHT, Job, night, unsure_night

pytestmark = [pytest.mark.models, BUILT]

KILLS = 5


def unsure_job(folder):
    job = Job(folder, None)
    unsure_night(job)
    return job


@pytest.mark.parametrize("weights", ["smollm2.gguf", "qwen.gguf"])
def test_a_killed_server_costs_no_finding_and_resuming_gives_the_report_of_a_night_undisturbed(
    serve, tmp_path, weights
):
    if not (PLACE / weights).exists():
        pytest.skip("AUDITOR_LLM_LARGE=1 fetches the model that judges")
    server = serve("-c", "4096", weights=weights)
    started = time.monotonic()
    undisturbed = night(unsure_job(tmp_path / "undisturbed"), server.url, "--at", NIGHT, "--fail-on", "never")
    lasted = time.monotonic() - started
    for seed in range(KILLS):
        job = unsure_job(tmp_path / str(seed))
        death = Timer(random.Random(seed).uniform(0, lasted), server.close)
        death.start()
        code, said, alarms, _ = night(
            job, server.url, "--at", NIGHT, "--fail-on", "never", extra="max_seconds = 60"
        )
        death.join()
        assert code in {4, undisturbed[0]}, "the moment may come after the last question"
        assert alarms == undisturbed[2]
        assert "Traceback" not in said

        server = serve("-c", "4096", weights=weights, port=server.port)
        code, said, alarms, report = night(job, server.url, "--resume", "--fail-on", "never")
        assert (code, alarms, report) == (undisturbed[0], undisturbed[2], undisturbed[3])
        assert "Traceback" not in said
