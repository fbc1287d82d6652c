"""What the gate holds a write to: named, versioned, fingerprinted over behaviour."""

import hashlib
from dataclasses import asdict, dataclass

import orjson

VERSION = 1


@dataclass(frozen=True, slots=True)
class GatePolicy:
    """Settings of the gate. ``name`` and ``version`` do not count as behaviour.

    ``store_threshold``: least confidence, in [0, 1], with which a supported fact is stored.
    ``reject_threshold``: least confidence with which a contradicted one is refused; below it, and below
    the other, somebody has to look.
    ``check_attribution``: whether a fact about somebody else than who said it needs a look.
    ``overwrite_requires_faithful``: whether a newcomer must be supported by its own source.
    ``older_needs_look``: whether a newcomer that is older than what it would replace needs a look.
    """

    name: str = "default"
    version: int = VERSION
    store_threshold: float = 0.5
    reject_threshold: float = 0.5
    check_attribution: bool = True
    overwrite_requires_faithful: bool = True
    older_needs_look: bool = True

    @property
    def fingerprint(self) -> str:
        """12 hex digits of SHA-256 over the sorted JSON of all that changes behaviour."""
        behaviour = asdict(self)
        del behaviour["name"], behaviour["version"]
        return hashlib.sha256(orjson.dumps(behaviour, option=orjson.OPT_SORT_KEYS)).hexdigest()[:12]
