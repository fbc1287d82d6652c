"""What there is at a path before anybody audits it: which store, how it would be read, what it cannot say."""

import json
import re
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from auditor.errors import AuditorError
from auditor.folders import legible_path
from auditor.runs.targets import targets_at
from auditor.stores.interface import Store
from auditor.stores.sniffing import Shape, look_at

ANSWERS: dict[str, tuple[str, ...]] = {
    "when an entry was written": ("created_at", "updated_at", "valid_from"),
    "whose memory it is": ("owner",),
    "where an entry comes from": ("source", "transcript_id"),
    "when an entry ends": ("expires_at", "valid_until"),
}
"""What an audit would like to know of an entry, and the metadata of ``Entry`` that tells it."""

_TALK_FOLDERS = frozenset({
    *("chats", "chat", "conversations", "conversation", "transcripts", "transcript", "dialogues", "talks"),
    *("sessions", "messages", "history", "histories", "rollouts", "calls", "threads"),
})  # fmt: skip
_TALK_SUFFIXES = (".json", ".jsonl", ".ndjson")
UNREADABLE = "unreadable"
_TELLING = frozenset(name for fields in ANSWERS.values() for name in fields)
_MOST_NEIGHBOURS = 500
_SHOWN = 5
_LONGEST_NAME = 64
_TEMPORARY = ("/tmp", "/var/tmp", "/dev/shm")  # noqa: S108  # named to warn of them, not to write there
_DEFAULTS = (
    "qdrant",
)  # where mem0 puts its vectors below the folder for temporary files, unless told otherwise


@dataclass(frozen=True, slots=True)
class Examined:
    """One store as an audit would find it.

    ``unanswered`` are the questions (keys of ``ANSWERS``) that no entry answers, ``conversations`` how many
    the store keeps itself, ``near`` where more are likely to be. ``kind`` is "unreadable" where nothing
    can be read; ``problems`` then begin with the reason. ``notes`` are no faults, but good to know.
    """

    name: str
    kind: str
    reading: str = ""
    entries: int = 0
    unanswered: Sequence[str] = ()
    conversations: int = 0
    near: Sequence[Path] = ()
    problems: Sequence[str] = ()
    notes: Sequence[str] = ()


def examine(path: Path) -> list[Examined]:
    """The store at ``path``, or every store in the folder that it is, read once and whole.

    Raises:
        StoreNotFoundError: There is nothing at ``path``.
        UnknownStoreKindError: No store is known there.
        StoreUnreadableError: A folder cannot be listed.
    """
    near = list(conversations_near(path))
    found = []
    for target in targets_at(path, ()):
        place = path / target.name if path.is_dir() and (path / target.name).exists() else path
        try:
            found.append(_examined(target.name, place, target.open(), near))
        except (AuditorError, OSError) as error:
            problems = (str(error), *_wrong_with_place(place))
            found.append(Examined(target.name, UNREADABLE, problems=problems, notes=list(_notes_on(place))))
    return found


def _examined(name: str, place: Path, store: Store, near: Sequence[Path]) -> Examined:
    seen = Counter[str]()
    answered: set[str] = set()
    for row in store.rows():
        for entry in store.entries(row):
            seen[entry.key] += 1
            answered |= entry.meta.keys() & _TELLING
    problems = [problem.reason for problem in store.problems()]
    problems += [f"{many} entries have the key {key!r}" for key, many in seen.most_common(_SHOWN) if many > 1]
    talks = len(list(store.transcripts()))
    return Examined(
        name,
        store.kind,
        store.reading,
        seen.total(),
        [question for question, fields in ANSWERS.items() if seen and answered.isdisjoint(fields)],
        talks,
        () if talks else near,
        [*problems, *_wrong_with_place(place)],
        list(_notes_on(place)),
    )


def conversations_near(path: Path) -> Iterator[Path]:
    """Files and folders beside ``path`` (or in it, if it is a folder) that look like conversations.

    A folder counts by its name, a file by its content. At most ``_MOST_NEIGHBOURS`` places are looked at.
    """
    places = [path] if path.is_dir() else []
    places.append(path.resolve().parent)
    looked = 0
    for folder in places:
        for beside in _children(folder):
            looked += 1
            if looked > _MOST_NEIGHBOURS:
                return
            if beside.resolve() != path.resolve() and _holds_talk(beside):
                yield beside


def _children(folder: Path) -> Iterable[Path]:
    with suppress(OSError):
        return sorted(folder.iterdir())
    return ()


def _holds_talk(path: Path) -> bool:
    if path.is_dir():
        return path.name.lower() in _TALK_FOLDERS and any(True for _ in _children(path))
    if path.suffix.lower() not in _TALK_SUFFIXES or not path.is_file():
        return False
    with suppress(AuditorError, OSError):
        return look_at(path).shape is Shape.CHAT
    return False


def _notes_on(place: Path) -> Iterator[str]:
    if any(place.resolve().is_relative_to(folder) for folder in _temporary()):
        yield "it lies in a folder for temporary files: a restart or a clean-up may delete it"


def _wrong_with_place(place: Path) -> Iterator[str]:
    defaults = [folder / name for folder in _temporary() for name in _DEFAULTS]
    if any(place.resolve().is_relative_to(folder) for folder in defaults):
        yield "it lies at a default path for temporary files: set another, or a restart deletes the memory"
    if place.is_file() and not place.stat().st_size:
        yield "the file has 0 bytes: a writer may have been interrupted, or nothing was ever written"


def _temporary() -> set[Path]:
    return {*map(Path, _TEMPORARY), Path(tempfile.gettempdir()).resolve()}


def job_text(path: Path, found: Sequence[Examined], name: str) -> str:
    """A job file (TOML) that audits what ``found`` says is at ``path``; paths are absolute."""
    lines = ["[job]", f"name = {_quoted(name)}", "", "[[stores]]", f"name = {_quoted(name)}"]
    lines.append(f"path = {_quoted(str(path.resolve()))}")
    if path.is_file() and found[0].kind != UNREADABLE:
        lines.append(f"kind = {_quoted(found[0].kind)}")
    near = sorted({place.resolve() for one in found for place in one.near})
    if near:
        lines.append(f"transcripts = [{', '.join(_quoted(str(place)) for place in near)}]")
    return "\n".join(lines) + "\n"


def job_name(path: Path) -> str:
    """A job name made from the name of the file ``path``: letters, digits, ``.``, ``_`` and ``-`` only."""
    stem = path.stem
    return re.sub(r"[^A-Za-z0-9._-]+", "-", stem).strip("-._")[:_LONGEST_NAME] or "memory"


def _quoted(text: str) -> str:
    """``text`` as a basic string of TOML, which escapes as JSON does."""
    return json.dumps(legible_path(text), ensure_ascii=False).replace("\x7f", "\\u007F")
