"""Memory folders of agents' worktrees, which no later session reads."""

import re
from pathlib import Path

from auditor.records import Note, Severity

_WORKTREE = re.compile(r"^(?P<main>-.+?)-+(?:\.?(?:claude|git)-+)?\.?worktrees?-.+$")


def orphan_notes(memory: Path) -> list[Note]:
    """What tells that the memory folder ``<projects>/<slug>/memory`` is read by nobody.

    The slug is the project's path with its separators as dashes. One of a worktree, or one that differs from
    a neighbour's only in its punctuation, is another project to the agent: what is kept there is lost
    once the worktree is gone.
    """
    slug, projects = memory.parent.name, memory.parent.parent
    if projects.name != "projects":
        return []
    match = _WORKTREE.match(slug)
    neighbours = sorted(path.name for path in projects.iterdir() if path.is_dir() and path.name != slug)
    if match and not _project_of(slug).exists():
        reason = (
            f"{slug} is the folder of a worktree that is gone; the sessions of {match['main']} do not read it"
        )
    elif twin := next((name for name in neighbours if _plain(name) == _plain(slug) and name < slug), None):
        reason = f"{slug} and {twin} are the same path in two spellings; a session reads only one of them"
    else:
        return []
    return [Note("", (), "orphan_store", Severity.LOW, reason)]


def _project_of(slug: str) -> Path:
    return Path(slug.replace("-", "/"))


def _plain(slug: str) -> str:
    return re.sub(r"[^0-9a-z]+", "-", slug.lower())
