"""Prompts: versioned templates in which untrusted text stands only as quoted data behind a random marker."""

import hashlib
import json
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import orjson
from jinja2 import ChoiceLoader, Environment, FileSystemLoader, StrictUndefined, TemplateError

from auditor.errors import ConfigError
from auditor.models.interface import Messages, Question, Stance
from auditor.resources import resource
from auditor.values.secrets import MASK, mask_secrets

_NAMES = ("prompts/pair-v1.system.j2", "prompts/pair-v1.user.j2")
_LONGEST = 2_000  # characters of each side: what was said is three clauses at most, a memory rarely a page


@dataclass(frozen=True, slots=True)
class Item:
    """One question of a call, under the id by which its answer is found."""

    id: str
    said: str
    memory: str


class PairPrompt:
    """The prompt that compares what was said with a memory.

    Credentials, and what ``redact`` matches, are masked in all that is put into it. A folder of ``templates``
    is looked into before the built-in one.

    Raises:
        ConfigError: A template in it is wrong.
    """

    def __init__(self, redact: Sequence[str] = (), templates: Path | None = None) -> None:
        folders = [*([templates] if templates else []), resource("templates")]
        environment = Environment(  # noqa: S701 - no HTML; what is quoted goes through `quoted`
            loader=ChoiceLoader([FileSystemLoader(folder) for folder in folders]),
            undefined=StrictUndefined,
            keep_trailing_newline=True,
        )
        environment.filters["quoted"] = _quoted
        self._redact = [re.compile(pattern) for pattern in redact]
        try:
            self._system, self._user = (environment.get_template(name) for name in _NAMES)
            sources = [_source(environment, name) for name in _NAMES]
            self.messages(self.items([Question("", "")]))
        except TemplateError as error:
            raise ConfigError(f"reports.templates: a prompt cannot be used ({error})") from error
        seal = "\x00".join([*sources, _data("examples").decode(), *redact])
        self.fingerprint = hashlib.sha256(seal.encode()).hexdigest()[:12]

    def items(self, questions: Sequence[Question]) -> list[Item]:
        """``questions`` as they may leave the machine, each under a random id."""
        return [
            Item(secrets.token_hex(4), self._masked(one.said), self._masked(one.memory)) for one in questions
        ]

    def messages(self, items: Sequence[Item]) -> Messages:
        """The whole conversation that asks about ``items``: rules, solved examples, the items."""
        marker = secrets.token_hex(16)
        talk = [{"role": "system", "content": self._system.render(marker=marker)}]
        for question, stance in solved("examples"):
            (item,) = self.items([question])
            answer = {"answers": [{"id": item.id, "label": stance.value}]}
            talk += [
                {"role": "user", "content": self._user.render(marker=marker, items=[item])},
                {"role": "assistant", "content": json.dumps(answer)},
            ]
        return [*talk, {"role": "user", "content": self._user.render(marker=marker, items=items)}]

    def _masked(self, text: str) -> str:
        text = mask_secrets(text[: 2 * _LONGEST])
        for pattern in self._redact:
            text = pattern.sub(MASK, text)
        return text[:_LONGEST]


def _source(environment: Environment, name: str) -> str:
    assert environment.loader is not None
    return environment.loader.get_source(environment, name)[0]


def _quoted(text: str) -> str:
    """``text`` as a JSON string: no line break or quote of its own can end it."""
    return json.dumps(text, ensure_ascii=False)


@cache
def solved(name: str) -> Sequence[tuple[Question, Stance]]:
    """The questions of ours with a known answer: "examples" for the prompt, "gold" to try a model on."""
    rows: list[dict[str, Any]] = orjson.loads(_data(name))
    return [(Question(row["said"], row["memory"]), Stance(row["label"])) for row in rows]


def _data(name: str) -> bytes:
    return (Path(__file__).parent / "data" / f"{name}.json").read_bytes()
