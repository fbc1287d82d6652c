"""On which line of a TOML text each table and key stands; the standard library's parser does not say."""

import re

from auditor.config.problems import Location

_HEADER = re.compile(r"^\s*(\[\[?)\s*([A-Za-z0-9_.\-\s\"']+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"^\s*([A-Za-z0-9_\-.\"']+)\s*=")


def places_of(text: str) -> dict[Location, int]:
    """Line numbers (from 1) by location. Good for messages; multi-line strings may mislead it."""
    places: dict[Location, int] = {}
    counts: dict[Location, int] = {}
    table: Location = ()
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _HEADER.match(line):
            name = _within_arrays(_parts(header[2]), counts)
            if header[1] == "[[":
                counts[name] = counts.get(name, -1) + 1
                places.setdefault(name, number)
                name = (*name, counts[name])
            table = name
            places.setdefault(table, number)
        elif key := _KEY.match(line):
            places.setdefault((*table, *_parts(key[1])), number)
    return places


def _parts(dotted_key: str) -> Location:
    return tuple(part.strip().strip("\"'") for part in dotted_key.split("."))


def _within_arrays(name: Location, counts: dict[Location, int]) -> Location:
    """``("stores", "options")`` as ``("stores", 1, "options")`` after the second ``[[stores]]``."""
    found: Location = ()
    for part in name[:-1]:
        found = (*found, part)
        if found in counts:
            found = (*found, counts[found])
    return (*found, name[-1])
