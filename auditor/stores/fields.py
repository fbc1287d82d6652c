"""What the fields of a memory record are called in the wild, and what they mean here."""

import re
from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache

from auditor.records import Json
from auditor.times import is_date_only, moment_of, rfc3339

ID_FIELDS = ("id", "_id", "key", "uuid", "memory_id", "memoryId", "entry_id", "fact_id", "point_id")
TEXT_FIELDS = ("memory", "text", "content", "fact", "value", "data")
RECORD_TEXTS = ("memory", "text", "content", "fact")
MORE_TEXT_FIELDS = (
    *("observation", "statement", "note", "summary", "description", "page_content", "insight"),
    *("sentence", "message", "body", "document", "preference", "title"),
)
NAMESPACE_FIELDS = ("namespace", "prefix", "scope", "collection")

TIME_FIELDS = {
    "created_at": ("created_at", "createdAt", "created", "date_created", "creation_time", "create_time",
                   "created_time", "added_at", "timestamp", "ts", "created_on", "inserted_at"),
    "updated_at": ("updated_at", "updatedAt", "updated", "date_updated", "update_time", "modified_at",
                   "modified", "last_modified", "last_updated", "mtime", "updated_on", "date_modified"),
    "expires_at": ("expires_at", "expiresAt", "expires", "expiration_date", "expiry", "expiry_date",
                   "expire_at", "expires_on", "ttl_at"),
    "valid_from": ("valid_from", "validFrom", "valid_at"),
    "valid_until": ("valid_until", "validUntil", "valid_to"),
    "deleted_at": ("deleted_at", "deletedAt"),
}  # fmt: skip
OTHER_FIELDS = {
    "owner": ("owner", "user_id", "userId", "owner_id", "user", "username", "external_id"),
    "transcript_id": ("transcript_id", "session", "session_id", "sessionId", "conversation_id", "thread_id",
                      "chat_id", "run_id", "originSessionId"),
    "confidence": ("confidence",),
    "source": ("source",),
    "status": ("status", "state"),
    "revalidate_on": ("revalidate_on",),
}  # fmt: skip
GUARDS = frozenset(
    ("expires_at", "valid_until", "revalidate_on", "created_at", "updated_at", "source", "confidence")
)
CANONICAL = {alias: name for group in (TIME_FIELDS, OTHER_FIELDS) for name, aliases in group.items()
             for alias in aliases}  # fmt: skip
_DATE = len("2026-11-30")
_RFC3339_SECONDS = len("2026-11-30T00:00:00Z")
_VOLATILE = re.compile(
    r"(.*_)?(embeddings?|vectors?|hash|md5|sha256|checksum|etag)|(embedding|vector|token)s?_.*|uniq"
    r"|(last_)?(access|retriev|usage|use|hit|view|read|recall|retrieval)[a-z]*_?(at|count|time|on)"
    r"|last_(accessed|used|usage|retrieved|recalled|access)|num_times|date_last_time|hits|usage|cost"
    r"|text_lemmatized|searchable_content|.*_lemmatized",
    re.IGNORECASE,
)


@lru_cache(maxsize=4096)
def is_volatile(name: str) -> bool:
    """Whether a field moves without the memory's meaning: embeddings, hashes, marks of access."""
    return _VOLATILE.fullmatch(name) is not None


def time_text(value: Json) -> Json:
    """``value`` as RFC 3339 text in UTC where it names a moment; a date without a time stays one."""
    if isinstance(value, str):
        if len(value) == _RFC3339_SECONDS and value[10] == "T" and value[-1] == "Z" and _is_moment(value):
            return value
        if len(value.strip()) == _DATE and is_date_only(value):
            return value.strip()
    moment = moment_of(value)
    return value if moment is None else rfc3339(moment)


def _is_moment(text: str) -> bool:
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def meta_of(fields: Mapping[str, Json], *, keep_volatile: bool = False) -> dict[str, Json]:
    """``fields`` as an entry's ``meta``: known names made canonical, times made RFC 3339, nulls left out.

    A ``metadata`` object is looked into: what it says under a known name counts as said outside.
    """
    meta: dict[str, Json] = {}
    for name, value in fields.items():
        if value is None or value == "" or (not keep_volatile and is_volatile(name)):
            continue
        canonical = CANONICAL.get(name, name)
        target = name if canonical in meta else canonical
        meta[target] = time_text(value) if target in TIME_FIELDS else value
    nested = meta.get("metadata")
    if isinstance(nested, Mapping):
        kept = {name: value for name, value in nested.items() if keep_volatile or not is_volatile(name)}
        for name in [name for name in kept if name in CANONICAL and CANONICAL[name] not in meta]:
            canonical = CANONICAL[name]
            value = kept.pop(name)
            meta[canonical] = time_text(value) if canonical in TIME_FIELDS else value
        meta["metadata"] = kept
        if not kept:
            del meta["metadata"]
    return meta


def is_known(name: str) -> bool:
    """Whether ``name`` says something about a record and is not a part of what it remembers."""
    return name in CANONICAL or name in NAMESPACE_FIELDS or name == "metadata" or is_volatile(name)
