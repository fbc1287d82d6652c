"""Removing a person from every snapshot of a store: entries, conversations, what was told about them.

New files are written beside the old ones, one amendment makes them count, and the old ones are deleted.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from hashlib import sha256

import orjson

from auditor.records import Entry, NotChecked, Note, Transcript
from auditor.snapshots.amendments import FORGET, Amended, Amendment, amend, digest_of, signing_key
from auditor.snapshots.canonical import entry_of, is_removal, key_of, removal_of
from auditor.snapshots.compression import blocks_of, lines_in
from auditor.snapshots.delta import applied, combined
from auditor.snapshots.manifest import Manifest, Part
from auditor.snapshots.pruning import name_of, sweep
from auditor.snapshots.records import problem_line, transcript_line
from auditor.snapshots.repository import Repository
from auditor.snapshots.writing import write_part

_PARTS = re.compile(r"[./:]")  # what separates the names in a namespace


@dataclass(frozen=True, slots=True)
class Traces:
    """What a store's snapshots hold of one person.

    ``keys`` are those of entries that were theirs, ``shared`` the ones among them that were another's too;
    ``sources`` and ``ids`` name conversations that were theirs or in which they spoke.
    """

    user: str
    keys: frozenset[str] = frozenset()
    shared: frozenset[str] = frozenset()
    sources: frozenset[str] = frozenset()
    ids: frozenset[str] = frozenset()
    snapshots: Sequence[str] = field(default=())

    def __bool__(self) -> bool:
        """Whether there is anything."""
        return bool(self.snapshots)

    @property
    def own_keys(self) -> frozenset[str]:
        """The keys that were never anybody else's."""
        return self.keys - self.shared


def is_theirs(entry: Entry, user: str) -> bool:
    """Whether ``entry`` belongs to ``user``: by its owner, or as one of the names in its namespace."""
    if entry.meta.get("owner") == user:
        return True
    namespace = entry.meta.get("namespace")
    return isinstance(namespace, str) and user in _PARTS.split(namespace)


def speaks_in(said: Transcript, user: str) -> bool:
    """Whether the conversation is the user's, or one in which they spoke by name."""
    return said.user == user or any(turn.name == user for turn in said.turns)


def traces_of(repository: Repository, user: str) -> Traces:
    """What the snapshots hold of ``user``.

    Raises:
        SnapshotError: One cannot be read.
    """
    mark = orjson.dumps(user)[1:-1]
    keys: set[str] = set()
    sources: set[str] = set()
    ids: set[str] = set()
    touched: set[str] = set()
    copies = repository.snapshots()
    for copy in copies:
        for line in _own_lines(repository, copy):
            if mark in line and not is_removal(line) and is_theirs(entry_of(line), user):
                keys.add(key_of(line))
                touched.add(copy.id)
        theirs = [said for said in repository.transcripts(copy) if speaks_in(said, user)]
        sources.update(said.source for said in theirs if said.source)
        ids.update(said.id for said in theirs)
        touched.update({copy.id} if theirs else ())
    shared = {
        key
        for copy in copies
        if keys
        for line in _own_lines(repository, copy)
        if not is_removal(line) and (key := key_of(line)) in keys and not is_theirs(entry_of(line), user)
    }
    return Traces(
        user, frozenset(keys), frozenset(shared), frozenset(sources), frozenset(ids), sorted(touched)
    )


def forget(repository: Repository, traces: Traces, who: str, at: datetime) -> None:
    """Remove what ``traces`` says from every snapshot, and leave a signed line that says so and names nobody.

    Raises:
        SnapshotError: A file that is needed is damaged; nothing has changed then.
    """
    for path in repository.cache.iterdir() if repository.cache.is_dir() else ():
        path.unlink()
    number = len(repository.amendments().lines) + 1
    amended: dict[str, Amended] = {}
    for copy in repository.snapshots():
        entries = _entries_without(repository, copy, traces, amended, number) if traces.keys else None
        said = _transcripts_without(repository.transcripts(copy), traces.user)
        problems = _problems_without(repository.problems(copy), traces)
        amended[copy.id] = Amended(
            copy.base,
            entries or copy.entries,
            write_part(repository, name_of(copy, "transcripts", number), map(transcript_line, said)),
            write_part(repository, name_of(copy, "problems", number), map(problem_line, problems)),
        )
    about = digest_of(traces.user, signing_key(repository.folder, make=True))
    amend(repository.folder, Amendment(0, at, FORGET, who, about=about, amended=amended))
    sweep(repository)


def forgotten_before(repository: Repository, user: str) -> list[datetime]:
    """When ``user`` was removed from these snapshots earlier."""
    records = [record for record in repository.amendments().records if record.what == FORGET]
    if not records:
        return []
    about = digest_of(user, signing_key(repository.folder))
    return [record.at for record in records if record.about == about]


def _own_lines(repository: Repository, copy: Manifest) -> Iterator[bytes]:
    """The lines in the entries' file of ``copy`` itself: all entries, or the edits of a delta."""
    return lines_in(blocks_of(repository.path(copy.entries)))


def _entries_without(
    repository: Repository,
    copy: Manifest,
    traces: Traces,
    amended: dict[str, Amended],
    number: int,
) -> Part:
    """The entries of ``copy`` without theirs, on a base that was written so before."""
    lines_left = _lines_without(_own_lines(repository, copy), traces, delta=copy.base is not None)
    name = name_of(copy, "delta" if copy.base else "entries", number)
    written = write_part(repository, name, lines_left)
    if copy.base is None:
        return written
    chain = [*(amended[link.id].entries for link in repository.chain(copy)[:-1]), written]
    full, *deltas = [blocks_of(repository.path(part)) for part in chain]
    content, size, lines = sha256(), 0, 0
    for block in applied(full, combined([lines_in(blocks) for blocks in deltas])):
        content.update(block)
        size += len(block)
        lines += block.count(b"\n")
    return replace(written, content_sha256=content.hexdigest(), content_bytes=size, lines=lines)


def _lines_without(lines: Iterable[bytes], traces: Traces, *, delta: bool) -> Iterator[bytes]:
    """``lines`` without theirs; in a ``delta`` an entry that became theirs is one that went away."""
    for line in lines:
        key = key_of(line)
        if key in traces.own_keys:
            continue
        if key not in traces.keys or is_removal(line) or not is_theirs(entry_of(line), traces.user):
            yield line
        elif delta:
            yield removal_of(line)


def _transcripts_without(transcripts: Iterable[Transcript], user: str) -> Iterator[Transcript]:
    """Without the user's own conversations; of others without what they said by name."""
    for said in transcripts:
        if said.user == user:
            continue
        turns = tuple(turn for turn in said.turns if turn.name != user)
        yield said if len(turns) == len(said.turns) else replace(said, turns=turns)


def _problems_without(problems: Iterable[NotChecked | Note], traces: Traces) -> Iterator[NotChecked | Note]:
    for problem in problems:
        keys = {problem.key} if isinstance(problem, NotChecked) else set(problem.keys)
        told = any(source in problem.reason for source in traces.sources)
        if not (keys & traces.keys or told):
            yield problem
