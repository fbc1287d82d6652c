"""Entries as statements, and what the index keeps about them."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime, tzinfo
from functools import lru_cache

from auditor.changes.interface import Description
from auditor.funnel.candidates import search_terms
from auditor.funnel.interface import Statement
from auditor.funnel.meanings import country_named, ruled_out_by
from auditor.funnel.statements import statement
from auditor.records import Entry, Json
from auditor.times import parse_time
from auditor.values import concepts, fingerprint, key_unit, key_words, truth_of
from auditor.verdicts.content import leaves, text_of
from auditor.verdicts.guards import ends_at, events_of
from auditor.verdicts.lexicon import words
from auditor.verdicts.relative import relative_end

_TOPIC_FIELDS = ("namespace", "topic", "title", "attribute", "category", "subject", "predicate", "entity")
_ID_WORDS = words("id words")
_HEX = re.compile(r"[0-9a-f]+")
_SHORTEST_WORD = 2
_NOTHING = words("nothing")


@lru_cache(maxsize=8192)
def telling_key(key: str) -> bool:
    """Whether ``key`` names what the entry is about, rather than being an opaque id ("m1", "c09d")."""
    for word in key_words(key):
        if word in _ID_WORDS or word.isdigit() or len(word) <= _SHORTEST_WORD:
            continue
        if not _HEX.fullmatch(word) or not any(map(str.isdigit, key)):
            return True
    return max(key, default="") >= "\u2e80"  # from here on one sign is a word


def about(entry: Entry, path: tuple[str, ...] = ()) -> str:
    """What ``entry`` is about, outside its value, in words: its key, its scope and the path in it."""
    named = [entry.key] if telling_key(entry.key) else []
    fields = (entry.meta.get(name) for name in _TOPIC_FIELDS)
    named += [field for field in fields if isinstance(field, str) and telling_key(field)]
    return " ".join(word for name in (*named, *path) for word in key_words(name) if word not in _CURRENCIES)


USER_CALLED = re.compile(
    r"^(?i:(?:the )?(?:user|customer|client|traveller|traveler|patient|student"
    r"|member))(?:'s (?:full |first )?name)? is "
    r"(?:called |named )?(?P<name>[A-Z][\w'’-]+(?: [A-Z][\w'’-]+){0,3})\b"
)
_PERSONAL = words("personal")


def is_personal(entry: Entry) -> bool:
    """Whether ``entry`` tells of a person, so that the same fact about another person is another fact."""
    if not telling_key(entry.key):
        return True
    words_of_key = set(key_words(entry.key))
    return bool(
        concepts(about(entry)) & _PERSONAL
        or words_of_key & {"user", "my", "me", "his", "her", "weight", "height", "age"}
    )


def written_at(entry: Entry) -> datetime | None:
    """When the entry was last written, as far as its metadata says."""
    return parse_time(entry.meta.get("updated_at")) or parse_time(entry.meta.get("created_at"))


def value_statement(
    value: Json,
    scope: str,
    key: str,
    reference: datetime | None = None,
    aliases: frozenset[str] = frozenset(),
) -> Statement:
    """A leaf of an entry as a statement; yes, no and bare numbers borrow their meaning from the key."""
    text = text_of(value)
    if _SHIPS.search(key) and (country := country_named(text)) is not None:
        return statement(country, scope, aliases=aliases)
    if isinstance(value, Mapping | list | tuple):
        return statement(text, scope, reference=reference, aliases=aliases)
    folded = text.strip().lower()
    truth = truth_of(value)
    if truth is True:
        return statement(_spoken_key(key), scope, reference=reference, aliases=aliases)
    if truth is False or value is None or folded in _NOTHING or folded.startswith("none"):
        return statement(f"no {_spoken_key(key)}", scope, reference=reference, aliases=aliases)
    unit = _currency(key) or key_unit(key)
    if (unit is not None and not isinstance(value, str)) or (folded.isdigit() and unit is not None):
        text = f"{text} {unit}"
    return statement(text, scope, reference=reference, aliases=aliases)


_SHIPS = re.compile(r"ship|market|deliver|region|countries", re.IGNORECASE)
_CURRENCIES = words("currencies")


def _currency(key: str) -> str | None:
    return next((word.upper() for word in key_words(key) if word in _CURRENCIES), None)


def _spoken_key(key: str) -> str:
    return " ".join(key_words(key))


def entry_statement(entry: Entry, aliases: frozenset[str] = frozenset()) -> Statement:
    """The whole of ``entry`` as one statement."""
    found = leaves(entry.value)
    if len(found) == 1:
        path = found[0].path
        return value_statement(
            found[0].value,
            about(entry, path),
            path[-1] if path else entry.key,
            written_at(entry),
            aliases,
        )
    return statement(text_of(entry.value), about(entry), reference=written_at(entry), aliases=aliases)


def due_at(entry: Entry, zone: tzinfo = UTC) -> datetime | None:
    """The first moment at which ``entry`` may be stale by itself."""
    written = written_at(entry)
    passes = relative_end(text_of(entry.value), written, zone) if written else None
    known = [moment for moment in (ends_at(entry, zone), passes) if moment is not None]
    return min(known, default=None)


def describe(entry: Entry) -> Description:
    """What the index keeps about ``entry``."""
    stated = entry_statement(entry)
    tells_name = frozenset({"name"}) if USER_CALLED.match(text_of(entry.value)) else frozenset()
    return Description(
        terms=tells_name | search_terms(stated) | ruled_out_by(stated.terms | stated.topic),
        fingerprint=fingerprint(entry.value),
        due_at=due_at(entry),
        events=tuple(events_of(entry)),
    )
