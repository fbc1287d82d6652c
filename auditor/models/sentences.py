"""Which sentences of a user hold a fact, and in which words, as a language model reads them."""

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import orjson

from auditor.models.answers import rows_in, schema_of
from auditor.models.budget import Calls, StopError
from auditor.models.interface import AnswerMemory, Asking, ModelError, UnusableAnswerError
from auditor.models.prompts import SentencePrompt

_TOKENS_AN_ANSWER = 150
_FIELDS = ("quote", "fact")
_TEXT = {"type": "string", "maxLength": 400}
_ASSIGNED = re.compile(r"^[ \t]*([\w][\w .-]{0,40}?)[ \t]*=[ \t]*(\S.{0,200}?)[ \t]*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, and the same speaker's words ``before`` it."""

    text: str
    before: str = ""


@dataclass(frozen=True, slots=True)
class Extract:
    """A fact that a model reads in a sentence: its words there, and a statement that stands alone."""

    quote: str
    statement: str


Extracts = Mapping[Sentence, Sequence[Extract]]


class SentenceReader:
    """Reads sentences with a language model, in ``most`` calls; what was read once is not asked again."""

    def __init__(
        self,
        calls: Calls,
        prompt: SentencePrompt,
        memory: AnswerMemory,
        *,
        batch: int = 1,
        most: int = 100,
        asking: Asking = Asking.TONIGHT,
    ) -> None:
        self._calls = calls
        self._prompt = prompt
        self._memory = memory
        self._batch = batch
        self._left = most
        self._asking = asking

    def read(self, sentences: Sequence[Sentence]) -> Extracts:
        """What each of ``sentences`` holds; those that got no answer are left out."""
        found: dict[Sentence, Sequence[Extract]] = {}
        pending = []
        for sentence in dict.fromkeys(sentences):
            known = self._memory.remark(self._place(sentence))
            if known is None:
                pending.append(sentence)
            else:
                found[sentence] = [Extract(quote, fact) for quote, fact in orjson.loads(known)]
        if self._asking is not Asking.REMEMBERED:
            for start in range(0, len(pending), self._batch):
                if self._left > 0:
                    found |= self._asked(pending[start : start + self._batch])
        return found

    def _asked(self, sentences: Sequence[Sentence]) -> Extracts:
        items = [self._prompt.item(before=one.before, sentence=one.text) for one in sentences]
        ids = [item["id"] for item in items]
        schema = schema_of(ids, dict.fromkeys(_FIELDS, _TEXT))
        limit = _TOKENS_AN_ANSWER * (len(ids) + 1)
        self._left -= 1
        try:
            reply = self._calls.reply(self._prompt.messages(items), schema, limit)
        except (StopError, ModelError):
            return {}
        try:
            rows = _read(reply.text, ids)
        except UnusableAnswerError as error:
            self._calls.failed(error)
            return {}
        self._calls.succeeded()
        found = {sentence: rows[name] for sentence, name in zip(sentences, ids, strict=True) if name in rows}
        for sentence, extracts in found.items():
            text = orjson.dumps([(one.quote, one.statement) for one in extracts]).decode()
            self._memory.remember_remark(self._place(sentence), text)
        return found

    def _place(self, sentence: Sentence) -> str:
        judge = f"{self._calls.model.name}:{self._prompt.fingerprint}"
        text = f"{judge}\x00{sentence.before}\x00{sentence.text}"
        return f"sentence:{hashlib.sha256(text.encode()).hexdigest()}"


def _read(text: str, ids: Sequence[str]) -> Mapping[str, Sequence[Extract]]:
    """The extracts of an answer by id; one without JSON may hold ``attribute=value`` lines."""
    try:
        rows = rows_in(text, ids, _FIELDS)
    except UnusableAnswerError:
        assigned = list(_assignments(text))
        if len(ids) != 1 or not assigned:
            raise
        return {ids[0]: assigned}
    return {name: [Extract(row["quote"], row["fact"])] if row["quote"] else [] for name, row in rows.items()}


def _assignments(text: str) -> Iterator[Extract]:
    for name, value in _ASSIGNED.findall(text[:2_000]):
        yield Extract(value, f"{name}: {value}")
