"""What the gate holds a write to: named, versioned, fingerprinted over behaviour."""

import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from auditor.errors import ConfigError
from auditor.verdicts.policy import fingerprint_of

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
    def behaviour(self) -> dict[str, Any]:
        """All settings that may change an answer."""
        found = asdict(self)
        del found["name"], found["version"]
        return found

    @property
    def fingerprint(self) -> str:
        """12 hex digits of SHA-256 over the sorted JSON of all that changes behaviour."""
        return fingerprint_of(self.behaviour)


def policy_at(path: Path) -> GatePolicy:
    """The policy in a TOML file: the settings of ``GatePolicy``, those left out at their defaults.

    Raises:
        ConfigError: It cannot be read, or a setting is not known or not of its type.
    """
    try:
        given = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read ({error.strerror})") from error
    except ValueError as error:
        raise ConfigError(f"{path}: is no TOML ({error})") from error
    wrong = list(_wrong(given))
    if wrong:
        raise ConfigError("\n".join(f"{path}: {text}" for text in wrong))
    return GatePolicy(**given)


def _wrong(given: Mapping[str, Any]) -> list[str]:
    usual = GatePolicy()
    known = {field.name for field in fields(GatePolicy)}
    found = [
        f"{name}: no such setting; known are {', '.join(sorted(known))}"
        for name in sorted(given.keys() - known)
    ]
    for name in sorted(given.keys() & known):
        value, kind = given[name], type(getattr(usual, name))
        number = kind is float and isinstance(value, int | float) and not isinstance(value, bool)
        if not number and type(value) is not kind:
            found.append(f"{name}: {value!r} should be of type {kind.__name__}")
        elif kind is float and not 0 <= value <= 1:
            found.append(f"{name}: {value!r} should be between 0 and 1")
    return found
