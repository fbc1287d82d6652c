"""What the operator decides about how to judge: named, versioned, fingerprinted over behaviour."""

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

import orjson

from auditor.verdicts.weights import TrustWeights

VERSION = 1


@dataclass(frozen=True, slots=True)
class Policy:
    """Settings of a job that change verdicts. ``name`` and ``version`` do not count as behaviour.

    ``critical_keys``: words in a key or value that make any alarm on it critical.
    ``state_keys``: glob patterns of keys that hold states or readings, which are expected to move.
    ``act_band`` / ``look_band``: lowest confidence of the two bands; below the latter an entry is
    *not judged*. ``quiet_limit``: how many safe and expansion findings are kept one by one.
    ``first_compared``: how many entries of a first audit are held against their neighbours.
    ``reaudit``: how many unchanged entries a night (below 1: which share of them) are held against all
    conversations that the auditor has. ``trust``: what the confidence of entries is made of.
    """

    name: str = "default"
    version: int = VERSION
    critical_keys: tuple[str, ...] = ()
    state_keys: tuple[str, ...] = ()
    written_by_people: tuple[str, ...] = ()
    act_band: float = 0.75
    look_band: float = 0.5
    quiet_limit: int = 10_000
    first_compared: int = 10_000
    reaudit: float = 100
    trust: TrustWeights = field(default_factory=TrustWeights)

    @property
    def fingerprint(self) -> str:
        """12 hex digits of SHA-256 over the sorted JSON of all that changes behaviour.

        Of ``trust`` only what differs from the defaults: most policies say nothing about it.
        """
        behaviour = asdict(self)
        del behaviour["name"], behaviour["version"]
        usual = asdict(TrustWeights())
        behaviour["trust"] = {name: one for name, one in behaviour["trust"].items() if one != usual[name]}
        if not behaviour["trust"]:
            del behaviour["trust"]
        return fingerprint_of(behaviour)


def fingerprint_of(behaviour: Mapping[str, Any]) -> str:
    """12 hex digits of SHA-256 over the sorted JSON of ``behaviour``."""
    return hashlib.sha256(orjson.dumps(behaviour, option=orjson.OPT_SORT_KEYS)).hexdigest()[:12]
