"""Notes of systems that have no sample among the test data, laid out as those systems do."""

from pathlib import Path

from story import NIGHTS, lines, note, turns


def openclaw(folder: Path, night: int) -> None:
    """Curated notes and a log a day; the sessions lie under the agent."""
    workspace = folder / ".openclaw" / "workspace"
    facts = NIGHTS[night]
    note(
        workspace / "MEMORY.md",
        "# Memory\n\n## Tamsin\n\n" + "".join(f"- {text}\n" for text in facts.values()),
    )
    note(workspace / "memory" / "2026-11-10.md", "# 2026-11-10\n\n- Met Tamsin for the first time.\n")
    note(workspace / "AGENTS.md", "# How to work\n\n- Read MEMORY.md first.\n")
    note(workspace / "DREAMS.md", "- Everything was blue.\n")
    said = [
        {"type": "message", "id": f"m{n}", "parentId": f"m{n - 1}" if n else None, "timestamp": turn["ts"],
         "message": {"role": turn["role"], "content": [{"type": "text", "text": turn["text"]}], "timestamp": 0}}
        for n, turn in enumerate(turns(night))
    ]  # fmt: skip
    recalled = {"role": "user", "content": [{"type": "text", "text":
                "<relevant-memories>\n- Tamsin is happy to take meetings at 08:00.\n</relevant-memories>\nThanks!"}]}  # fmt: skip
    said.append(
        {
            "type": "message",
            "id": "r",
            "parentId": "m0",
            "timestamp": said[-1]["timestamp"],
            "message": recalled,
        }
    )
    head = {"type": "session", "version": 3, "id": "s", "timestamp": said[0]["timestamp"], "cwd": "/home/t"}
    sessions = folder / ".openclaw" / "agents" / "main" / "sessions"
    lines(sessions / "s.jsonl", [head, {"type": "model_change", "id": "x", "modelId": "m"}, *said])


def gemini(folder: Path, night: int) -> None:
    """One section of GEMINI.md; what people wrote above it is theirs."""
    added = "".join(f"- {text}\n" for text in NIGHTS[night].values())
    note(
        folder / ".gemini" / "GEMINI.md",
        f"# My rules\n\n- Answer briefly.\n\n## Gemini Added Memories\n{added}",
    )


def codex_old(folder: Path, night: int) -> None:
    """Codex before memories_v2: a memory, a summary of it, and what it was made of."""
    memories = folder / ".codex" / "memories"
    facts = "".join(f"- {text}\n" for text in NIGHTS[night].values())
    note(memories / "MEMORY.md", f"# Task Group: office\n\n## User preferences\n\n{facts}")
    note(memories / "memory_summary.md", "v1\n\n## What's in Memory\n\n- office: rules\n")
    note(memories / "raw_memories.md", f"# Raw\n\n## Thread 1\n\n{facts}")


def letta_memfs(folder: Path, night: int) -> None:
    """Letta's memory as a git repository of Markdown, one file a block."""
    facts = "".join(f"{text}\n" for text in NIGHTS[night].values())
    note(
        folder / "memory" / "system" / "human.md",
        f"---\ndescription: What is known of the person\n---\n{facts}",
    )
    note(
        folder / "memory" / "system" / "persona.md",
        "---\ndescription: Who I am\nread_only: true\n---\nI am Pilot.\n",
    )
    note(
        folder / "memory" / "skills" / "tidy" / "SKILL.md",
        "---\nname: tidy\ndescription: d\n---\n# Tidy\n\nSort.\n",
    )
    note(folder / "memory" / ".git" / "HEAD", "ref: refs/heads/main\n")


def project_notes(folder: Path, night: int) -> None:
    """The instructions that a person keeps for agents, with memories among them."""
    facts = "".join(f"- {text}\n" for text in NIGHTS[night].values())
    note(folder / "AGENTS.md", f"# Larkmoor\n\n## Remember\n\n{facts}\n## Rules\n\n- Run the tests.\n")


def basic_memory(folder: Path, night: int) -> None:
    """basic-memory: observations with a category, a tag and sometimes a context."""
    facts = "".join(f"- [fact] {text} #tamsin\n" for text in NIGHTS[night].values())
    front = "---\ntitle: Tamsin Quill\ntype: note\npermalink: people/tamsin-quill\ntags:\n- person\n---\n"
    text = f"{front}\n# Tamsin Quill\n\n## Observations\n{facts}\n## Relations\n- works_at [[Larkmoor]]\n"
    note(folder / "people" / "Tamsin Quill.md", text)


def windsurf_rules(folder: Path, night: int) -> None:
    """The readable part of what Windsurf keeps."""
    facts = "".join(f"- {text}\n" for text in NIGHTS[night].values())
    note(folder / ".codeium" / "windsurf" / "memories" / "global_rules.md", facts)


def hermes(folder: Path, night: int) -> None:
    """Hermes: entries between lines of §, in two files."""
    facts = list(NIGHTS[night].values())
    note(folder / ".hermes" / "memories" / "USER.md", "\n§\n".join(facts[:3]))
    note(folder / ".hermes" / "memories" / "MEMORY.md", "\n§\n".join(facts[3:]))
