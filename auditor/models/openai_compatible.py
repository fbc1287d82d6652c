"""Any endpoint with ``/v1/chat/completions``: llama.cpp, vLLM, LM Studio, hosted services."""

from collections.abc import Mapping
from typing import Any

from auditor.models.endpoint import post_json
from auditor.models.interface import FormatRefusedError, Messages, ModelError, Reply, UnusableAnswerError

_SEED = 7  # any number will do as long as it stays the same


class OpenAiCompatible:
    """A model behind an OpenAI-compatible endpoint.

    An answer is asked for by JSON schema; where the endpoint refuses that, as any JSON; where it refuses
    that too, in the prompt alone. What an endpoint refused once is not tried on it again.
    """

    def __init__(self, url: str, model: str, key: str | None = None, *, local_only: bool = False) -> None:
        base = url.rstrip("/").removesuffix("/chat/completions").removesuffix("/v1")
        self._url = f"{base}/v1/chat/completions"
        self._model = model
        self._key = key
        self._local_only = local_only
        self._form = 0

    @property
    def name(self) -> str:
        """Kind and model."""
        return f"openai:{self._model}"

    def reply(self, messages: Messages, schema: Mapping[str, object], limit: int, seconds: float) -> Reply:
        """The answer to ``messages``; see ``ChatModel``."""
        forms = _forms(schema)
        while True:
            form = self._form
            body = {
                "model": self._model,
                "messages": messages,
                "temperature": 0,
                "seed": _SEED,
                "max_tokens": limit,
                "stream": False,
                **forms[form],
            }
            try:
                return _reply_of(post_json(self._url, body, self._key, seconds, local_only=self._local_only))
            except FormatRefusedError:
                if form + 1 >= len(forms):
                    raise
                self._form = max(self._form, form + 1)


def _forms(schema: Mapping[str, object]) -> list[Mapping[str, object]]:
    by_schema = {"name": "answers", "strict": True, "schema": schema}
    return [
        {"response_format": {"type": "json_schema", "json_schema": by_schema}},
        {"response_format": {"type": "json_object"}},
        {},
    ]


def _reply_of(document: Any) -> Reply:
    try:
        choice = document["choices"][0]
        text, reason = choice["message"]["content"], choice.get("finish_reason")
    except (KeyError, IndexError, TypeError, AttributeError):
        if isinstance(document, dict) and "error" in document:
            raise ModelError("it answered with an error") from None
        raise UnusableAnswerError("its answer is no chat completion") from None
    if reason == "length":
        raise UnusableAnswerError("its answer was cut off")
    if not isinstance(text, str):
        raise UnusableAnswerError("its answer holds no text")
    usage = document.get("usage")
    tokens = usage.get("total_tokens") if isinstance(usage, dict) else 0
    return Reply(text, tokens if isinstance(tokens, int) and tokens > 0 else 0)
