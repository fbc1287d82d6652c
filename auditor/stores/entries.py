"""From one raw record to one entry: which part is the key, which is remembered, which is about it."""

import json
from collections.abc import Mapping, Sequence

import orjson

from auditor.records import Entry, Json
from auditor.stores.fields import (
    GUARDS,
    ID_FIELDS,
    MORE_TEXT_FIELDS,
    NAMESPACE_FIELDS,
    RECORD_TEXTS,
    TEXT_FIELDS,
    is_known,
    meta_of,
)


def entry_of(key: str, raw_json: Json, *, keep_volatile: bool = False) -> Entry:
    """The entry under ``key`` of an object that maps keys to values.

    An object with a ``value`` field and any of ``GUARDS`` is an entry with metadata (LABELS.md); so is
    a record with a text and any of them, as it would be in a list.
    """
    if not isinstance(raw_json, Mapping) or not GUARDS.intersection(raw_json):
        return Entry(key, raw_json)
    field = "value" if "value" in raw_json else None
    if field is None:
        field = next((name for name in RECORD_TEXTS if isinstance(raw_json.get(name), str)), None)
    if field is None:
        return Entry(key, raw_json)
    rest = {name: value for name, value in raw_json.items() if name != field}
    if raw_json.get("id") == key:
        del rest["id"]
    return Entry(key, raw_json[field], meta_of(rest, keep_volatile=keep_volatile))


def entry_of_item(
    item: Json, *, key: str | None = None, text: str | None = None, keep_volatile: bool = False
) -> Entry:
    """The entry that a list item, a line or a table row is.

    Its key is ``key`` where the caller knows it, else its id (behind its namespace, if it has one),
    else its text. ``text`` names the field that is remembered where the caller knows it.
    """
    if not isinstance(item, Mapping):
        return Entry(key or text_of(item), item)
    fields = dict(item)
    namespace = _namespace(fields)
    identifier = next((name for name in ID_FIELDS if isinstance(fields.get(name), str | int)), None)
    own_key = str(fields.pop(identifier)) if identifier and identifier != text else None
    text_field = text if text in fields else _text_field(fields)
    if text_field:
        value = unwrapped(fields.pop(text_field))
        rest = fields
    else:
        value = {name: part for name, part in fields.items() if not is_known(name)}
        rest = {name: part for name, part in fields.items() if is_known(name)}
    meta = meta_of(rest, keep_volatile=keep_volatile)
    if namespace:
        meta["namespace"] = namespace
    if key is None and own_key is not None:
        key = f"{namespace}/{own_key}" if namespace and identifier == "key" else own_key
    return Entry(key or _name(fields) or text_of(value), value, meta)


def entries_of_scenario(store: Json) -> list[Entry]:
    """The entries of a scenario's ``before`` or ``after`` (LABELS.md), in their order; none for null."""
    if isinstance(store, Mapping):
        return [entry_of(key, value, keep_volatile=True) for key, value in store.items()]
    if isinstance(store, Sequence) and not isinstance(store, str):
        return [entry_of_item(item, keep_volatile=True) for item in store]
    return []


def unwrapped(value: Json) -> Json:
    """The text of an object that holds nothing but a text, else ``value``."""
    if isinstance(value, Mapping) and len(value) == 1:
        name, text = next(iter(value.items()))
        if name in TEXT_FIELDS and isinstance(text, str):
            return text
    return value


def text_of(value: Json) -> str:
    """``value`` as one line of text: itself, or its JSON with sorted keys."""
    if isinstance(value, str):
        return value
    try:
        return orjson.dumps(value, option=orjson.OPT_SORT_KEYS).decode()
    except TypeError:  # an integer of more than 64 bits, or half a surrogate pair
        return json.dumps(value, sort_keys=True, separators=(",", ":"))


def _text_field(fields: Mapping[str, Json]) -> str | None:
    for name in TEXT_FIELDS:
        if isinstance(fields.get(name), str) or (name == "value" and name in fields):
            return name
    if isinstance(fields.get("content"), Mapping | list):
        return "content"
    unknown = [name for name in fields if not is_known(name)]
    if len(unknown) == 1 and unknown[0] in MORE_TEXT_FIELDS and isinstance(fields[unknown[0]], str):
        return unknown[0]
    return None


def _namespace(fields: dict[str, Json]) -> str:
    for name in NAMESPACE_FIELDS:
        value = fields.get(name)
        if isinstance(value, str) and value:
            del fields[name]
            return value
        if isinstance(value, list) and value and all(isinstance(part, str) for part in value):
            del fields[name]
            return ".".join(map(str, value))
    return ""


def _name(fields: Mapping[str, Json]) -> str | None:
    name = fields.get("name")
    return name if isinstance(name, str) and name else None
