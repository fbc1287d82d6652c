"""Notes become entries: files, sections, bullets, delimited entries, sentences."""

import pytest
from store_samples import read_all

from auditor.errors import StoreUnreadableError
from auditor.stores.front_matter import split
from auditor.stores.markdown_units import Unit, pieces, sentences
from auditor.stores.recognise import find_stores, open_store


def texts(body, unit=Unit.BULLET):
    return [piece.text for piece in pieces(body, unit, "§")]


def test_bullets_and_the_paragraphs_between_them_are_statements_under_their_heading():
    body = "# App\nIntro one. And two.\n\n## Rules\n- Run make\n  before commit\n  - nested\n* Tabs\n1. First\n[rest unchanged]\n"
    found = [(piece.heading, piece.text) for piece in pieces(body, Unit.BULLET, "§")]
    assert found == [
        ("App", "Intro one."), ("App", "And two."), ("App > Rules", "Run make before commit"),
        ("App > Rules", "nested"), ("App > Rules", "Tabs"), ("App > Rules", "First"),
        ("App > Rules", "[rest unchanged]"),
    ]  # fmt: skip


def test_a_heading_inside_a_fence_is_code():
    assert "# no heading" in texts("```\n# no heading\n```\n")[0]


def test_delimited_entries_keep_their_lines():
    assert texts("a\nb\n§\n c \n§\n\n", Unit.DELIMITER) == ["a\nb", "c"]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Dr. Lee moved. She likes tea!", 2),
        ("Costs 4.50 EUR, e.g. Friday. Really?", 2),
        ("J. R. Hartley rang. No. 5 is late.", 2),
    ],
)
def test_sentences_end_where_they_end(text, count):
    assert len(sentences(text)) == count


def test_front_matter_is_data_and_the_body_what_is_left():
    front, body = split(
        "---\nname: office\nupdated: 2026-11-11\nmetadata: \n  type: user\n---\n\nWorks in Dunmore.\n"
    )
    assert front == {"name": "office", "updated": "2026-11-11", "metadata": {"type": "user"}}
    assert body.strip() == "Works in Dunmore."


@pytest.mark.parametrize(
    "block",
    [
        "a: !!python/object/apply:os.system [id]",
        "a: &x [*x]",
        "a: [",
        "? {a: b}\n: c",
        "- 1\n- 2",
        "a: 2026-99-99",
    ],
)
def test_hostile_front_matter_builds_nothing_and_raises_nothing(block):
    front, body = split(f"---\n{block}\n---\nbody")
    assert isinstance(front, dict)
    assert body == "body"


def write(folder, **notes):
    folder.mkdir(exist_ok=True)
    for name, text in notes.items():
        (folder / f"{name}.md").write_text(text, "utf-8")


def test_a_folder_of_notes_has_a_key_for_each_statement(tmp_path):
    write(tmp_path, office="---\nname: x\n---\nWorks in Dunmore.\n", rules="# Rules\n- Tabs\n- Tabs\n")
    entries = read_all(open_store(tmp_path))[0]
    assert [entry.key for entry in entries] == ["office.md", "rules.md#- Tabs", "rules.md#- Tabs (2)"]
    assert entries[1].meta["namespace"] == "rules.md#Rules"


def test_a_single_file_is_a_store(tmp_path):
    write(tmp_path, CLAUDE="- Run make\n")
    ((name, store),) = find_stores(tmp_path / "CLAUDE.md")
    assert name == "CLAUDE.md"
    assert read_all(store)[0][0].value == "- Run make"


def test_an_index_that_leads_nowhere_is_told(tmp_path):
    memory = tmp_path / "projects" / "-home-t-app" / "memory"
    memory.mkdir(parents=True)
    write(memory, MEMORY="- [Dog](dog.md)\n- [Cat](cat.md)\n", dog="Biscuit", tea="Green")
    store = open_store(memory)
    entries, _, notes = read_all(store)
    assert store.kind == "claude-code"
    assert [entry.key for entry in entries] == ["dog.md", "tea.md"]
    assert [(note.kind, note.keys) for note in notes] == [
        ("dangling_reference", ("cat.md",)),
        ("dangling_reference", ("tea.md",)),
    ]


def test_a_note_that_is_no_text_is_told_and_not_gone(tmp_path):
    write(tmp_path, good="x")
    (tmp_path / "bad.md").write_bytes(b"x\xe9")
    store = open_store(tmp_path)
    entries, _, (problem,) = read_all(store)
    assert [entry.key for entry in entries] == ["good.md"]
    assert problem.key == "bad.md"
    assert store.partial


def test_hidden_folders_and_links_that_lead_out_are_not_followed(tmp_path):
    (tmp_path / "secret.md").write_text("outside")
    notes = tmp_path / "notes"
    write(notes, a="inside")
    write(notes / ".trash", old="gone")
    (notes / "link.md").symlink_to(tmp_path / "secret.md")
    assert [entry.key for entry in read_all(open_store(notes))[0]] == ["a.md"]


def test_only_the_added_memories_of_a_gemini_file_count(tmp_path):
    write(tmp_path, GEMINI="# Project\n- Use tabs\n\n## Gemini Added Memories\n- Tamsin likes tea\n")
    store = open_store(tmp_path / "GEMINI.md")
    assert store.kind == "gemini"
    assert [entry.key for entry in read_all(store)[0]] == ["Tamsin likes tea"]


def test_an_index_longer_than_the_agent_loads_is_told(tmp_path):
    memory = tmp_path / "projects" / "-p" / "memory"
    memory.mkdir(parents=True)
    write(memory, MEMORY="- [Tea](tea.md)\n" + "- more\n" * 250, tea="Green")
    _, _, (note,) = read_all(open_store(memory))
    assert (note.kind, note.keys) == ("past_load_limit", ("MEMORY.md",))
    assert "200 lines" in note.reason


def test_an_index_for_recall_that_names_notes_which_are_gone_is_told(tmp_path):
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory" / "2026-03-05.md").write_text("- Demo went well\n")
    (tmp_path / "recall.json").write_text(
        '[{"path": "memory/2026-03-04.md"}, {"path": "memory/2026-03-05.md"}]'
    )
    ((_, store),) = find_stores(tmp_path)
    assert len(list(store.rows())) == 1
    assert [(note.kind, tuple(note.keys)) for note in store.problems()] == [
        ("dangling_reference", ("memory/2026-03-04.md",))
    ]


def test_the_memory_of_a_worktree_that_is_gone_is_read_by_nobody(tmp_path):
    for slug in ("-srv-app", "-srv-app--worktrees-fix1"):
        (tmp_path / "projects" / slug / "memory").mkdir(parents=True)
        (tmp_path / "projects" / slug / "memory" / "build.md").write_text("Build with make\n")
    orphans = {}
    for name, store in find_stores(tmp_path):
        list(store.rows())
        orphans[name] = [note.kind for note in store.problems()]
    assert orphans == {
        "projects/-srv-app--worktrees-fix1/memory": ["orphan_store"],
        "projects/-srv-app/memory": [],
    }


def test_an_emptied_note_among_others_is_told(tmp_path):
    (tmp_path / "ana.md").write_text("- lives in Porto\n", encoding="utf-8")
    (tmp_path / "ben.md").write_bytes(b"")
    entries, _, problems = read_all(open_store(tmp_path, "markdown"))
    assert [entry.value for entry in entries] == ["- lives in Porto"]
    assert [(problem.kind, problem.keys) for problem in problems] == [("emptied", ("ben.md",))]


def test_notes_that_are_all_empty_are_unreadable(tmp_path):
    (tmp_path / "ana.md").write_bytes(b"")
    with pytest.raises(StoreUnreadableError, match="0 bytes"):
        read_all(open_store(tmp_path, "markdown"))
