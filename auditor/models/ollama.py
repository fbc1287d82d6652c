"""A model that Ollama serves, asked through Ollama's own client (extra ``llm``)."""

from collections.abc import Mapping
from typing import Any

from auditor.errors import ConfigError
from auditor.models.endpoint import MAX_BYTES, refuse_status, refuse_unless_local, within
from auditor.models.interface import Messages, ModelError, Reply, UnusableAnswerError

_SEED = 7  # any number will do as long as it stays the same


class OllamaChat:
    """A model behind Ollama's API.

    Raises:
        ConfigError: The client is not installed.
    """

    def __init__(self, url: str, model: str, key: str | None = None, *, local_only: bool = False) -> None:
        try:
            import ollama  # noqa: PLC0415 - it takes a second to import
        except ImportError as error:
            raise ConfigError(
                "llm.kind: ollama needs the extra `llm`: pip install 'memory-auditor[llm]'"
            ) from error
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        self._library = ollama
        self._client = ollama.Client(
            host=url, headers=headers, follow_redirects=False, trust_env=not local_only
        )
        self._url = url
        self._model = model
        self._local_only = local_only

    @property
    def name(self) -> str:
        """Kind and model."""
        return f"ollama:{self._model}"

    def reply(self, messages: Messages, schema: Mapping[str, object], limit: int, seconds: float) -> Reply:
        """The answer to ``messages``; see ``ChatModel``."""
        if self._local_only:
            refuse_unless_local(self._url)
        return within(seconds, lambda: self._reply(messages, schema, limit))

    def _reply(self, messages: Messages, schema: Mapping[str, object], limit: int) -> Reply:
        try:
            answer = self._client.chat(
                model=self._model,
                messages=list(messages),
                format=dict(schema),
                options={"temperature": 0, "seed": _SEED, "num_predict": limit},
                stream=False,
            )
        except self._library.ResponseError as error:
            refuse_status(error.status_code)
            raise ModelError("it answered with an error") from None
        except ValueError:
            raise UnusableAnswerError("its answer is no chat answer") from None
        except Exception:  # noqa: BLE001 - the client passes on whatever its HTTP library raises
            raise ModelError("no connection: refused, or broken off", transient=True) from None
        return _reply_of(answer)


def _reply_of(answer: Any) -> Reply:
    text = answer.message.content
    if answer.done_reason == "length":
        raise UnusableAnswerError("its answer was cut off")
    if not text or len(text) > MAX_BYTES:
        raise UnusableAnswerError("its answer is empty or far too long")
    counts = (answer.prompt_eval_count, answer.eval_count)
    return Reply(text, sum(count for count in counts if isinstance(count, int) and count > 0))
