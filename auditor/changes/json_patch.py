"""JSON Patch (RFC 6902) from one document to another: objects by member, everything else whole."""

from collections.abc import Iterator, Mapping
from typing import Any

import orjson

from auditor.records import Json

Operation = dict[str, Any]


def patch(now: Json, then: Json, pointer: str = "") -> Iterator[Operation]:
    """The operations that make ``now`` into ``then``, in the order of their pointers (RFC 6901).

    A list that differs is replaced as a whole: positions in it are no identities.
    """
    if not (isinstance(now, Mapping) and isinstance(then, Mapping)):
        if not _same(now, then):
            yield {"op": "replace", "path": pointer, "value": then}
        return
    for name in sorted({*now, *then}):
        place = f"{pointer}/{_escaped(name)}"
        if name not in then:
            yield {"op": "remove", "path": place}
        elif name not in now:
            yield {"op": "add", "path": place, "value": then[name]}
        else:
            yield from patch(now[name], then[name], place)


def _escaped(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")


def _same(one: Json, other: Json) -> bool:
    """Equal as JSON, where ``1`` is neither ``true`` nor ``1.0``."""
    return orjson.dumps(one, option=_SORTED) == orjson.dumps(other, option=_SORTED)


_SORTED = orjson.OPT_SORT_KEYS
