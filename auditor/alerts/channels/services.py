"""E-mail, PagerDuty and everything else that Apprise knows (the ``notify`` extra, imported when used)."""

import logging
from datetime import datetime
from types import ModuleType
from typing import TYPE_CHECKING

from auditor.alerts.interface import Message, SendError
from auditor.alerts.text import text_of, title_of
from auditor.errors import ConfigError

if TYPE_CHECKING:
    from apprise import Apprise, NotifyType

LIMIT = 10_000  # characters, where the service itself takes as many
TIMEOUT = 60  # seconds


class Service:
    """Sends messages to what the Apprise URL ``url`` names.

    Raises:
        ConfigError: Apprise is not installed, or the URL matches none of its services.
    """

    def __init__(self, name: str, url: str) -> None:
        apprise = _apprise()
        self._target: Apprise = apprise.Apprise()
        if not self._target.add(url) or len(self._target) != 1:
            raise ConfigError(f"alerts: {name}: its address matches no service of Apprise")
        self._types: type[NotifyType] = apprise.NotifyType

    def send(self, message: Message, at: datetime) -> None:  # noqa: ARG002  # the service stamps it itself
        """Send ``message``. A success is only told when nothing is open, so that an incident can be resolved.

        Raises:
            SendError: The service did not accept it, or nothing was sent at all. Apprise does not tell
                why, so that it is never permanent.
        """
        limit = min(LIMIT, getattr(self._target[0], "body_maxlen", LIMIT))
        title = title_of(message.document)
        body = text_of(message.document, limit)
        result = self._target.notify(body=body, title=title, notify_type=self._type(message), timeout=TIMEOUT)
        if not result:
            raise SendError(f"Apprise says {result.status.name}")

    def _type(self, message: Message) -> "NotifyType":
        data = message.document["data"]
        if data["severity"] in {"high", "critical"}:
            return self._types.FAILURE
        if data["still_open"]:
            return self._types.WARNING
        return self._types.SUCCESS


def _apprise() -> ModuleType:
    try:
        import apprise  # noqa: PLC0415  # an extra, and slow
    except ImportError as error:
        raise ConfigError(
            'alerts: this kind of channel needs Apprise: pip install "memory-auditor[notify]"'
        ) from error
    logging.getLogger("apprise").setLevel(logging.CRITICAL)  # it logs addresses and bodies
    return apprise
