"""Whose entry it is, and what makes it the same entry from night to night."""

import hashlib
import re
from collections.abc import Mapping

from auditor.records import Entry, Json
from auditor.values import words
from auditor.verdicts.content import text_of
from auditor.verdicts.markup import unmarked

SubjectOf = tuple[str, str, Mapping[str, Json]]
_REPORT = re.compile(
    r"\b(?:says?|said|claims?|claimed|according to|reports?|reported|told|thinks|believes"
    r"|writes|wrote|states)\b",
    re.IGNORECASE,
)
_NAMED = re.compile(  # a name at the front, with the surname that may follow it
    r"(?P<first>[^\W\d_][\w-]*?)(?: [A-ZÀ-Þ][\w-]*?){0,2}(?P<own>['’]s)?(?= [^\WA-ZÀ-Þ])"
)
_WRITERS = ("captured_by", "written_by", "agent_version", "agent", "model")
_LONGEST_WRITER = 120
_CONTENT_KEY = re.compile(r"(?:^|[/#:.@])[0-9a-f]{12,64}$")


def owner_of(entry: Entry) -> str | None:
    """Whose entry it is, or None."""
    owner = entry.meta.get("owner")
    return owner if isinstance(owner, str) and owner else None


def writer_of(entry: Entry) -> str:
    """Which agent, in which version, wrote it as its metadata says, or ""."""
    names = (entry.meta.get(field) for field in _WRITERS)
    return next((name for name in names if isinstance(name, str) and name), "")[:_LONGEST_WRITER]


def subject_of(entry: Entry, aliases: frozenset[str] = frozenset()) -> SubjectOf:
    """What tells whom ``entry`` is about: its text, key and metadata, the user's own name being the user."""
    text = unmarked(text_of(entry.value))
    named = _NAMED.match(text)
    if aliases and named and aliases.issuperset(words(named["first"])):
        text = f"User{named['own'] or ''}{text[named.end() :]}"
    return text, entry.key, entry.meta


def is_reported(entry: Entry) -> bool:
    """Whether ``entry`` itself names whose word it is ("Dana says …")."""
    return _REPORT.search(text_of(entry.value)) is not None


def finding_id(store: str, entry: Entry, kind: str, previous_key: str | None = None) -> str:
    """The same for the same fault night after night: 12 hex digits over store, memory id and kind.

    The memory id is the key, that before a rename where there is one. Where the key is made from the
    content it would change with every edit, so the scope that the entry lives in stands for it.
    """
    memory = previous_key or entry.key
    namespace = entry.meta.get("namespace")
    if isinstance(namespace, str) and _CONTENT_KEY.search(memory):
        memory = f"{namespace}\x1f{entry.meta.get('subject') or memory}"
    return hashlib.sha256(f"{store}\x1f{memory}\x1f{kind}".encode("utf-8", "surrogatepass")).hexdigest()[:12]
