"""Entries written back into a store's file as they once were: JSON, JSON Lines and Markdown.

Nothing is written here: the new content is made from the file's own, and counts only when the adapter that
reads the store finds in it exactly the entries that are wanted, and all others as they were. What cannot be
expressed so is refused.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from auditor.errors import UsageError
from auditor.records import Entry, Json
from auditor.stores.fields import CANONICAL
from auditor.stores.interface import Store
from auditor.stores.json_store import JsonStore
from auditor.stores.jsonl_store import JsonLinesStore
from auditor.stores.markdown_store import MarkdownStore

Wanted = Mapping[str, Entry | None]  # by key; None: it is not to be there


def entries_in(store: Store) -> dict[str, Entry]:
    """The entries that ``store`` holds now, by key; of a key that stands twice the last.

    Raises:
        StoreUnreadableError: It cannot be read.
    """
    return {entry.key: entry for row in store.rows() for entry in store.entries(row)}


def file_of(store: Store, wanted: Wanted) -> Path:
    """The one file that has to be written.

    Raises:
        UsageError: The store's kind is not written back, or several files would have to be.
    """
    if type(store) in (JsonStore, JsonLinesStore):
        return store.place
    if isinstance(store, MarkdownStore):
        names = {key.partition("#")[0] for key in wanted}
        if store.place.is_file():
            return store.place
        if len(names) == 1:
            return store.place / names.pop()
        raise UsageError("the entries lie in several notes; restore them one by one with --key")
    raise UsageError(
        f"a store of kind {store.kind} is not written back; use the file that restore writes, or --patch"
    )


def content_with(store: Store, data: bytes, wanted: Wanted) -> bytes:
    """``data``, the content of the store's file, with the entries of ``wanted`` as they are there.

    The caller has to see whether the adapter reads it so.

    Raises:
        UsageError: There is no such content.
    """
    if isinstance(store, JsonStore):
        return _json(store, data, wanted)
    if isinstance(store, JsonLinesStore):
        return _json_lines(store, data, wanted)
    return _markdown(data, wanted, entries_in(store))


def _json(store: JsonStore, data: bytes, wanted: Wanted) -> bytes:
    text = data.decode("utf-8-sig")
    document = json.loads(text)
    container: Any = document
    for name in store.inside:
        container = container[name]
    if isinstance(container, dict):
        siblings = list(container.values())
        for key, entry in wanted.items():
            container.pop(key, None) if entry is None else container.update(
                {key: _raw(store, entry, container.get(key), siblings, f"{json.dumps(key)}: ".encode())}
            )
    else:
        container[:] = _items(store, container, wanted)
    indent = _indent(text)
    separators = None if indent or ", " in text or ": " in text else (",", ":")
    ascii_only = text.isascii()
    end = "\n" if text.endswith("\n") else ""
    return (
        json.dumps(document, indent=indent, separators=separators, ensure_ascii=ascii_only) + end
    ).encode()


def _json_lines(store: JsonLinesStore, data: bytes, wanted: Wanted) -> bytes:
    lines = [json.loads(line) for line in data.decode("utf-8-sig").splitlines() if line.strip()]
    ascii_only = data.isascii()
    items = _items(store, lines, wanted)
    return "".join(json.dumps(item, ensure_ascii=ascii_only) + "\n" for item in items).encode()


def _items(store: Store, items: list[Json], wanted: Wanted) -> list[Json]:
    """The records with those of ``wanted`` as they were; what was removed comes at the end."""
    left, kept = dict(wanted), []
    for item in items:
        [entry] = store.entries(json.dumps(item).encode())
        if entry.key not in wanted:
            kept.append(item)
            continue
        then = left.pop(entry.key, None)
        if then is not None:
            kept.append(_raw(store, then, item, items))
    return [*kept, *(_raw(store, then, None, items) for then in left.values() if then is not None)]


def _raw(store: Store, entry: Entry, now: Json, siblings: list[Json], head: bytes = b"") -> Json:
    """What the adapter reads as ``entry``: a value, or a record like the one there is, or like its siblings.

    Raises:
        UsageError: Nothing that was tried is.
    """
    for candidate in _candidates(entry, now, siblings):
        if list(store.entries(head + json.dumps(candidate).encode())) == [entry]:
            return candidate
    raise UsageError(
        f"{entry.key}: cannot be written back exactly as it was; use the file that restore writes"
    )


def _candidates(entry: Entry, now: Json, siblings: list[Json]) -> Iterator[Json]:
    """Ways to write ``entry``, the likeliest first: bare, as the record there is now, as others are."""
    yield entry.value
    meta = dict(entry.meta)
    if isinstance(now, Mapping):
        yield from ({**now, field: entry.value} for field in now)
    for like in [now, *siblings]:
        if not isinstance(like, Mapping):
            continue
        renamed = {_alias(like, name): value for name, value in meta.items()}
        for field in like:
            for identity in ({}, {"id": entry.key}, {"key": entry.key}):
                yield {**identity, field: entry.value, **renamed}
    for field in ("value", "text", "memory", "content"):
        yield {field: entry.value, **meta}
        yield {"id": entry.key, field: entry.value, **meta}


def _alias(like: Mapping[str, Json], name: str) -> str:
    """What the records of this store call the field ``name``."""
    return next((own for own in like if CANONICAL.get(own) == name), name)


def _indent(text: str) -> int | str | None:
    """How the document is indented: the white space of its second line."""
    second = text.split("\n", 2)[1] if "\n" in text.strip() else ""
    space = second[: len(second) - len(second.lstrip())]
    return None if not space else space if "\t" in space else len(space)


def _markdown(data: bytes, wanted: Wanted, now: Mapping[str, Entry]) -> bytes:
    """A note with lines replaced, removed, or added at the end of their section."""
    text = data.decode()
    for key, entry in wanted.items():
        there = now.get(key)
        if there is not None and entry is not None:
            text = _replaced(text, str(there.value), str(entry.value), key)
        elif there is not None:
            text = _without_line(text, str(there.value), key)
        elif entry is not None:
            text = _with_line(text, str(entry.value), str(entry.meta.get("namespace", "")))
    return text.encode()


def _replaced(text: str, old: str, new: str, key: str) -> str:
    if text.count(old) != 1:
        raise UsageError(f"{key}: its text stands {text.count(old)} times in the note; change it by hand")
    return text.replace(old, new)


def _without_line(text: str, value: str, key: str) -> str:
    lines = text.splitlines(keepends=True)
    places = [place for place, line in enumerate(lines) if line.strip() == value.strip()]
    if len(places) != 1:
        raise UsageError(f"{key}: stands in {len(places)} lines of the note; change it by hand")
    del lines[places[0]]
    return "".join(lines)


def _with_line(text: str, value: str, namespace: str) -> str:
    lines = text.splitlines()
    heading = namespace.partition("#")[2].rpartition(" > ")[2]
    starts = [
        place for place, line in enumerate(lines) if line.lstrip("# ").strip() == heading and "#" in line
    ]
    at = len(lines)
    if heading and starts:
        following = (place for place in range(starts[0] + 1, len(lines)) if lines[place].startswith("#"))
        at = next(following, len(lines))
    while at and not lines[at - 1].strip():
        at -= 1
    return "\n".join([*lines[:at], value, *lines[at:]]) + "\n"
