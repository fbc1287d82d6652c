"""Prompts: versioned templates in which untrusted text stands only as quoted data behind a random marker."""

import hashlib
import json
import re
import secrets
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import orjson
from jinja2 import ChoiceLoader, Environment, FileSystemLoader, StrictUndefined, TemplateError

from auditor.errors import ConfigError
from auditor.models.interface import Messages, Question, Stance
from auditor.resources import resource
from auditor.values.secrets import MASK, mask_secrets

_LONGEST = 2_000  # characters of each side: what was said is three clauses at most, a memory rarely a page
Item = Mapping[str, str]


class Prompt:
    """A prompt of two templates, ``NAME.system.j2`` and ``NAME.user.j2``, with solved examples between them.

    Credentials, and what ``redact`` matches, are masked in all that is put into it. A folder of ``templates``
    is looked into before the built-in one.

    Raises:
        ConfigError: A template in it is wrong.
    """

    name: ClassVar[str]
    examples: ClassVar[str]

    def __init__(self, redact: Sequence[str] = (), templates: Path | None = None) -> None:
        folders = [*([templates] if templates else []), resource("templates")]
        environment = Environment(  # noqa: S701 - no HTML; what is quoted goes through `quoted`
            loader=ChoiceLoader([FileSystemLoader(folder) for folder in folders]),
            undefined=StrictUndefined,
            keep_trailing_newline=True,
        )
        environment.filters["quoted"] = _quoted
        self._redact = [re.compile(pattern) for pattern in redact]
        names = [f"prompts/{self.name}.{role}.j2" for role in ("system", "user")]
        try:
            self._system, self._user = (environment.get_template(name) for name in names)
            sources = [_source(environment, name) for name in names]
            self.messages([])
        except TemplateError as error:
            raise ConfigError(f"reports.templates: a prompt cannot be used ({error})") from error
        seal = "\x00".join([*sources, _data(self.examples).decode(), *redact])
        self.fingerprint = hashlib.sha256(seal.encode()).hexdigest()[:12]

    def messages(self, items: Sequence[Item]) -> Messages:
        """The whole conversation that asks about ``items``: rules, solved examples, the items."""
        marker = secrets.token_hex(16)
        talk = [{"role": "system", "content": self._system.render(marker=marker)}]
        for item, answer in self._examples():
            talk += [
                {"role": "user", "content": self._user.render(marker=marker, items=[item])},
                {"role": "assistant", "content": json.dumps({"answers": [{"id": item["id"], **answer}]})},
            ]
        return [*talk, {"role": "user", "content": self._user.render(marker=marker, items=items)}]

    def _examples(self) -> Iterator[tuple[Item, Item]]:
        """Solved items of ours, each with its answer."""
        raise NotImplementedError

    def item(self, **texts: str) -> Item:
        """``texts`` as they may leave the machine, under a random id."""
        return {"id": secrets.token_hex(4), **{name: self._masked(text) for name, text in texts.items()}}

    def _masked(self, text: str) -> str:
        text = mask_secrets(text[: 2 * _LONGEST])
        for pattern in self._redact:
            text = pattern.sub(MASK, text)
        return text[:_LONGEST]


class PairPrompt(Prompt):
    """Asks how what was said stands to a memory."""

    name = "pair-v1"
    examples = "examples"

    def items(self, questions: Sequence[Question]) -> list[Item]:
        """``questions`` as they may leave the machine, each under a random id."""
        return [self.item(said=one.said, memory=one.memory) for one in questions]

    def _examples(self) -> Iterator[tuple[Item, Item]]:
        for question, stance in solved("examples"):
            yield self.items([question])[0], {"label": stance.value}


class SentencePrompt(Prompt):
    """Asks which sentences hold a fact, in whose own words."""

    name = "sentence-v1"
    examples = "sentences"

    def _examples(self) -> Iterator[tuple[Item, Item]]:
        for row in orjson.loads(_data(self.examples)):
            item = self.item(before=row["before"], sentence=row["sentence"])
            yield item, {"quote": row["quote"], "fact": row["fact"]}


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
