"""What a job file may say about who is told: channels, pings, and what the watchdog puts up with."""

import base64
from typing import Literal, Self
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, model_validator

from auditor.config.types import Name, SecretFile, Section
from auditor.records import Severity

ChannelKind = Literal["webhook", "slack", "discord", "teams", "ntfy", "apprise"]
SIGNING_KEY_PREFIX = "whsec_"
_TAKE_SECRETS = frozenset({"webhook", "ntfy"})


class AlertSection(Section):
    """One place to tell when something is wrong; repeat the table for each."""

    name: Name = Field(description="Unique name of the channel, shown instead of its address.")
    kind: ChannelKind = Field(
        "webhook", description="What takes the messages; `apprise` is for all that docs/alerts.md lists."
    )
    url: SecretStr | None = Field(
        None, description="Address of the channel; a secret: write `${NAME}` or use `url_file`."
    )
    url_file: SecretFile | None = Field(None, description="File that holds the address instead.")
    secret: SecretStr | None = Field(
        None,
        description="For `webhook`: key that signs each message (HMAC-SHA256, `whsec_…`); for `ntfy`: access "
        "token. Write `${NAME}` or use `secret_file`.",
    )
    secret_file: SecretFile | None = Field(None, description="File that holds the key instead.")
    min_severity: Severity = Field(
        Severity.HIGH,
        description="Least severity of findings and notes that are told: `info`, `low`, `medium`, `high` or "
        "`critical`. What went wrong with the audit itself is always told.",
    )
    content: Literal["none", "keys", "values"] = Field(
        "keys", description="What may leave: counts only, also keys, or also memory values."
    )
    remind_days: int = Field(
        7, ge=0, description="Every how many days a channel hears what is still open; 0 for never."
    )
    public_only: bool = Field(
        default=False, description="Send nothing to addresses inside (loopback, private networks)."
    )

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if (self.url is None) == (self.url_file is None):
            raise ValueError("should have one of url and url_file")
        if self.secret is not None and self.secret_file is not None:
            raise ValueError("should have one of secret and secret_file, not both")
        if self.signing_key is not None and self.kind not in _TAKE_SECRETS:
            raise ValueError(f"secret means nothing for kind {self.kind}, whose url is the secret")
        if self.kind != "apprise":
            _check_web_address(self.address.get_secret_value(), topic=self.kind == "ntfy")
        if self.signing_key is not None and self.kind == "webhook":
            _check_signing_key(self.signing_key.get_secret_value())
        return self

    @property
    def address(self) -> SecretStr:
        """The address, wherever it came from."""
        found = self.url if self.url is not None else self.url_file
        assert found is not None
        return found

    @property
    def signing_key(self) -> SecretStr | None:
        """The key that signs messages, wherever it came from."""
        return self.secret if self.secret is not None else self.secret_file


class PingSection(Section):
    """A dead man's switch that is told when a run starts and how it ends, so that silence is noticed."""

    url: SecretStr | None = Field(
        None,
        description="Ping address in the convention of Healthchecks (`/start`, `/fail`, `/<exit code>` are "
        "added); a secret: write `${NAME}` or use `url_file`.",
    )
    url_file: SecretFile | None = Field(None, description="File that holds the address instead.")

    @model_validator(mode="after")
    def _one_address(self) -> Self:
        if self.url is not None and self.url_file is not None:
            raise ValueError("should have one of url and url_file, not both")
        if self.address is not None:
            _check_web_address(self.address.get_secret_value())
        return self

    @property
    def address(self) -> SecretStr | None:
        """The address, wherever it came from, or None."""
        return self.url if self.url is not None else self.url_file


class WatchdogSection(Section):
    """What `auditor watchdog` puts up with before it calls."""

    grace_hours: float = Field(
        6, gt=0, description="How many hours after its scheduled time a night should have been audited."
    )
    unreadable_nights: int = Field(
        3, ge=1, description="For how many nights in a row a store may be unreadable."
    )
    stuck_hours: float = Field(24, gt=0, description="How many hours a message may wait to be delivered.")


def _check_web_address(url: str, *, topic: bool = False) -> None:
    """Say what is wrong with ``url`` without showing it."""
    try:
        parts = urlsplit(url)
        usable = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
    if not usable:
        raise ValueError("url should be a web address that begins with https:// or http://")
    if topic and not parts.path.strip("/"):
        raise ValueError("url should end with the topic, as in https://ntfy.sh/my-topic")


def _check_signing_key(secret: str) -> None:
    if not secret:
        raise ValueError("secret should not be empty")
    if secret.startswith(SIGNING_KEY_PREFIX):
        try:
            base64.b64decode(secret.removeprefix(SIGNING_KEY_PREFIX), validate=True)
        except ValueError as error:
            raise ValueError(f"secret should be base64 after {SIGNING_KEY_PREFIX}") from error
