"""Plain text with speaker labels of any kind, or none."""

from datetime import UTC, datetime

import pytest

from auditor.records import Speaker
from auditor.transcripts.reading import conversations_at, read_transcripts


def turns(tmp_path, text, name="chat.txt"):
    path = tmp_path / name
    path.write_text(text, "utf-8")
    (talk,) = read_transcripts(path)
    return [(turn.speaker, turn.text, turn.name) for turn in talk.turns]


@pytest.mark.parametrize(
    ("user", "agent"),
    [
        ("User", "Assistant"),
        ("Customer", "Agent"),
        ("Human", "AI"),
        ("CLIENT", "Bot"),
        ("**User**", "**Assistant**"),
    ],
)
def test_labels_say_who_speaks(tmp_path, user, agent):
    text = f"{user}: I moved to Leeds.\nNote: it is far.\n\n{agent}: Noted.\n"
    assert turns(tmp_path, text) == [
        (Speaker.USER, "I moved to Leeds.\nNote: it is far.", None),
        (Speaker.AGENT, "Noted.", None),
    ]


def test_lines_without_a_label_belong_to_the_turn_before(tmp_path):
    said = "My plan:\nsee https://example.org\nOffer: 5 EUR\nOffer: 6 EUR"
    assert turns(tmp_path, f"User: {said}\nAgent: ok\n")[0] == (Speaker.USER, said, None)


def test_names_that_come_back_are_speakers_whose_role_is_unknown(tmp_path):
    found = turns(tmp_path, "Dana: I moved.\nPilot: Noted.\nDana: Thanks.\nPilot: Sure.\n")
    assert [(speaker, name) for speaker, _, name in found] == [
        (Speaker.UNKNOWN, "Dana"), (Speaker.UNKNOWN, "Pilot"), (Speaker.UNKNOWN, "Dana"), (Speaker.UNKNOWN, "Pilot"),
    ]  # fmt: skip


def test_text_without_labels_is_one_unknown_speakers_paragraphs(tmp_path):
    found = turns(tmp_path, "I moved to Leeds.\nIt rains.\n\nMy dog is called Biscuit.\n")
    assert found == [
        (Speaker.UNKNOWN, "I moved to Leeds.\nIt rains.", None),
        (Speaker.UNKNOWN, "My dog is called Biscuit.", None),
    ]


@pytest.mark.parametrize(
    "line",
    [
        "[2026-11-10 19:05:00] User: hi",
        "2026-11-10T19:05:00Z User: hi",
        "User (2026-11-10 19:05): hi",
        "[2026-11-10T19:05:00+00:00] **User**: hi",
    ],
)
def test_the_time_before_or_behind_a_label_is_the_turns(tmp_path, line):
    path = tmp_path / "chat.txt"
    path.write_text(f"{line}\nAssistant: hello\n")
    (talk,) = read_transcripts(path)
    assert talk.turns[0].at == datetime(2026, 11, 10, 19, 5, tzinfo=UTC)
    assert talk.at == talk.turns[0].at
    assert (talk.turns[0].speaker, talk.turns[0].text) == (Speaker.USER, "hi")


def test_a_time_of_day_belongs_to_the_day_in_the_header_or_the_files_name(tmp_path):
    for name, head in (("chat.txt", "Date: 2026-11-10\n\n"), ("2026-11-10-chat.txt", "")):
        path = tmp_path / name
        path.write_text(f"{head}[19:05] User: hi\n[19:06] Assistant: hello\n")
        (talk,) = read_transcripts(path)
        assert talk.turns[1].at == datetime(2026, 11, 10, 19, 6, tzinfo=UTC)


def test_turns_know_their_place_and_line(tmp_path):
    path = tmp_path / "chat.txt"
    path.write_text("\nUser: a\nmore\nAgent: b\n")
    (talk,) = read_transcripts(path)
    assert [(turn.index, turn.line) for turn in talk.turns] == [(0, 2), (1, 4)]
    assert talk.source == str(path)


def test_a_break_line_begins_another_conversation(tmp_path):
    path = tmp_path / "chats.txt"
    path.write_text("=== Session one ===\nUser: a\nAgent: b\n=== Session two ===\nUser: c\nAgent: d\n")
    assert [talk.id for talk in read_transcripts(path)] == ["Session one", "Session two"]


def test_recalled_memory_in_a_turn_is_marked_and_nobodys_words(tmp_path):
    path = tmp_path / "chat.txt"
    path.write_text(
        "User: Hello\n<relevant-memories>\n- User is called Pip\n</relevant-memories>\nAgent: Good morning, Pip\n"
    )
    (talk,) = read_transcripts(path)
    assert [(turn.speaker, turn.recalled) for turn in talk.turns] == [
        (Speaker.USER, False), (Speaker.SYSTEM, True), (Speaker.AGENT, False),
    ]  # fmt: skip


def test_a_folder_is_read_by_time_and_tells_what_it_could_not_read(tmp_path):
    (tmp_path / "late.txt").write_text("[2026-11-11 10:00] User: b\nAgent: x\n")
    (tmp_path / "early.jsonl").write_text('{"role": "user", "content": "a", "ts": "2026-11-10T10:00:00Z"}\n')
    (tmp_path / "bad.txt").write_bytes(b"x\xe9")
    (tmp_path / "picture.png").write_bytes(b"\x89PNG")
    (tmp_path / ".hidden.txt").write_text("User: no\n")
    found = conversations_at(tmp_path)
    assert [talk.id for talk in found.transcripts] == ["early", "late"]
    assert [problem.key for problem in found.problems] == ["bad.txt"]
