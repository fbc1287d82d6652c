"""Recorded calls become conversations; the recogniser is a port."""

import os
from datetime import UTC, datetime

import pytest

from auditor.errors import TranscriptUnreadableError
from auditor.records import Speaker
from auditor.transcripts.reading import conversations_at
from auditor.transcripts.speech import FasterWhisper, Segment, recorded

FINISHED = datetime(2026, 11, 28, 14, 0, tzinfo=UTC)


class Heard:
    """A recogniser that hears what it was told to."""

    def __init__(self, *channels):
        self._channels = channels

    def channels(self, path):
        return self._channels


@pytest.fixture
def call(tmp_path):
    path = tmp_path / "call.wav"
    path.write_bytes(b"RIFF")
    os.utime(path, (FINISHED.timestamp(), FINISHED.timestamp()))
    return path


def test_two_channels_are_two_speakers_in_the_order_of_time(call):
    user = [Segment(0.0, 2.0, "I moved to Turin."), Segment(6.0, 7.0, "Yes.")]
    agent = [Segment(3.0, 5.0, "Is that your new address?")]
    talk = recorded(call, Heard(user, agent))
    assert [(turn.speaker, turn.text) for turn in talk.turns] == [
        (Speaker.USER, "I moved to Turin."),
        (Speaker.AGENT, "Is that your new address?"),
        (Speaker.USER, "Yes."),
    ]


def test_one_channel_is_nobodys_so_that_an_agents_words_are_not_the_users(call):
    talk = recorded(call, Heard([Segment(0.0, 2.0, "You live in Turin.")]))
    assert [turn.speaker for turn in talk.turns] == [Speaker.UNKNOWN]


def test_segments_without_a_pause_are_one_turn(call):
    parts = [Segment(0.0, 1.0, "I moved"), Segment(1.1, 2.0, "to Turin."), Segment(9.0, 9.5, "Hello?")]
    assert [turn.text for turn in recorded(call, Heard(parts, [])).turns] == ["I moved to Turin.", "Hello?"]


def test_a_call_began_as_long_before_its_file_was_finished_as_it_is_long(call):
    talk = recorded(call, Heard([Segment(10.0, 60.0, "hello")]))
    assert talk.at == datetime(2026, 11, 28, 13, 59, tzinfo=UTC)
    assert talk.turns[0].at == datetime(2026, 11, 28, 13, 59, 10, tzinfo=UTC)


def test_a_day_in_the_name_counts_before_the_files_time(call):
    dated = call.rename(call.with_name("2026-05-04-call.wav"))
    assert recorded(dated, Heard([Segment(0.0, 1.0, "hello")])).at == datetime(2026, 5, 4, tzinfo=UTC)


def test_an_empty_recording_is_unreadable(call):
    call.write_bytes(b"")
    with pytest.raises(TranscriptUnreadableError, match="0 bytes"):
        recorded(call, Heard([]))


def test_a_recording_in_a_folder_is_told_unread_where_nothing_recognises_it(call):
    (call.parent / "chat.txt").write_text("User: hello", encoding="utf-8")
    found = conversations_at(call.parent)
    assert [one.id for one in found.transcripts] == ["chat"]
    assert [problem.key for problem in found.problems] == ["call.wav"]


def test_a_recording_that_was_written_down_is_not_recognised_again(call):
    call.with_name("call.wav.jsonl").write_text('{"role": "user", "content": "I moved."}\n', encoding="utf-8")
    found = conversations_at(call.parent)
    assert [turn.text for one in found.transcripts for turn in one.turns] == ["I moved."]
    assert found.problems == []


def test_what_is_no_sound_is_unreadable_and_no_traceback(call):
    with pytest.raises(TranscriptUnreadableError):
        FasterWhisper(model=str(call.parent)).channels(call)
