"""What a job file may say about models: the embedder, the cross-encoder, and the language model."""

import re
from typing import Annotated, Literal, Self
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field, SecretStr, model_validator

from auditor.config.types import SecretFile, Section

EmbedderKind = Literal["none", "static", "onnx", "sentence-transformers"]


def _expression(text: str) -> str:
    try:
        re.compile(text)
    except re.error as error:
        raise ValueError(f"should be regular expressions; {text!r} is none ({error})") from error
    return text


class SemanticSection(Section):
    """Models that run inside the auditor. Nothing is fetched from a network unless `offline` is false."""

    embedder: EmbedderKind = Field(
        "none",
        description="What finds memories that say the same in other words: `static` and `onnx` come with the "
        "extra `semantic-light`, `sentence-transformers` with `semantic`.",
    )
    model: str = Field(
        "",
        description="Name or folder of the embedder's model. Default: all-MiniLM-L6-v2, or wordllama's.",
    )
    nli: str = Field(
        "",
        description="Name or folder of a cross-encoder that tells entailment from contradiction, such as "
        "`cross-encoder/nli-deberta-v3-small`; it is asked before a language model. Default: none.",
    )
    offline: bool = Field(
        default=True,
        description="Use only models that are on this machine already; docs/models.md has the command.",
    )


class LlmSection(Section):
    """A language model that is asked for a second opinion where rules are unsure. Default: none."""

    kind: Literal["ollama", "openai"] = Field(
        "openai", description="What the endpoint speaks; `openai` is any that has `/v1/chat/completions`."
    )
    url: str | None = Field(
        None,
        description="Address of the endpoint, such as `http://127.0.0.1:11434`. Without: no model.",
    )
    model: str = Field("", description="Name of the model at the endpoint.")
    api_key: SecretStr | None = Field(
        None, description="Key of the endpoint; a secret: write `${NAME}` or use `api_key_file`."
    )
    api_key_file: SecretFile | None = Field(None, description="File that holds the key instead.")
    local_only: bool = Field(
        default=False, description="Refuse an endpoint whose address is not loopback or private."
    )
    redact: tuple[Annotated[str, AfterValidator(_expression)], ...] = Field(
        (), description="Regular expressions of what is masked, besides credentials, before anything is sent."
    )
    extract: bool = Field(
        default=False,
        description="Also let the model put a user's clauses together, in half of the calls.",
    )
    batch: int = Field(1, ge=1, le=50, description="How many questions are put in one call.")
    concurrency: int = Field(1, ge=1, le=64, description="How many calls may be under way at once.")
    timeout_seconds: float = Field(60, gt=0, description="Longest that one call may take.")
    max_calls: int = Field(200, ge=10, description="Most calls in one run, the trial of eight among them.")
    max_seconds: float = Field(
        1800, gt=0, description="Longest that a run may spend on calls, from its first question."
    )
    max_tokens: int = Field(500_000, ge=0, description="Most tokens, asked and answered, in one run.")
    least_accuracy: float = Field(
        0.75,
        ge=0,
        le=1,
        description="Share of eight questions with a known answer that the model must get right first.",
    )

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if self.api_key is not None and self.api_key_file is not None:
            raise ValueError("should have one of api_key and api_key_file, not both")
        if self.url is None:
            return self
        if not self.model:
            raise ValueError("should name a model beside url")
        try:
            parts = urlsplit(self.url)
            usable = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
        except ValueError:
            usable = False
        if not usable:
            raise ValueError("url should be a web address that begins with https:// or http://")
        if parts.username or parts.password or parts.query:
            raise ValueError("url should hold no credentials; use api_key or api_key_file")
        return self

    @property
    def key(self) -> SecretStr | None:
        """The endpoint's key, wherever it came from."""
        return self.api_key if self.api_key is not None else self.api_key_file
