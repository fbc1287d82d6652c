"""Chat services that take plain JSON: Slack, Discord, Microsoft Teams and ntfy.

What a memory holds must not become a link, a mention or markup there: each form switches them off where the
service can, and escapes where it cannot.
"""

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import orjson

from auditor.alerts.http import Http
from auditor.alerts.interface import Message
from auditor.alerts.text import text_of

Form = Callable[[Mapping[str, Any]], dict[str, Any]]

SLACK_LIMIT = 3_900  # characters; 4,000 are recommended at most
DISCORD_LIMIT = 1_900  # of 2,000 characters
TEAMS_LIMIT = 12_000  # bytes of text; with the card around it 28 kB are allowed
NTFY_LIMIT = 4_000  # of 4,096 bytes, after which a text becomes an attachment
_PUNCTUATION = re.compile(r"[!-/:-@\[-`{-~]")
_JOINER = "\u2060"  # after an @ it keeps a mention from being one, and is not seen
_PRIORITIES = {"critical": 5, "high": 4, "medium": 3, "low": 2, "info": 2}


class Chat:
    """Posts what ``form`` makes of a message to ``url``."""

    def __init__(self, http: Http, url: str, form: Form, token: str | None = None) -> None:
        self._http = http
        self._url = url
        self._form = form
        self._headers = {"Content-Type": "application/json"}
        if token is not None:
            self._headers["Authorization"] = f"Bearer {token}"

    def send(self, message: Message, at: datetime) -> None:  # noqa: ARG002  # only signatures need the time
        """Send ``message``.

        Raises:
            SendError: It was not accepted.
        """
        self._http.post(self._url, orjson.dumps(self._form(message.document)), self._headers)


def slack(document: Mapping[str, Any]) -> dict[str, Any]:
    """The body of an incoming webhook of Slack (also of Mattermost and Rocket.Chat)."""
    text = text_of(document, SLACK_LIMIT, _slack_escaped)
    return {"text": text, "mrkdwn": False, "unfurl_links": False, "unfurl_media": False}


def _slack_escaped(text: str) -> str:
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text.replace("@", f"@{_JOINER}")


def discord(document: Mapping[str, Any]) -> dict[str, Any]:
    """The body of a Discord webhook: no mentions, no previews, all punctuation taken literally."""
    text = text_of(document, DISCORD_LIMIT, _discord_escaped)
    return {"content": text, "allowed_mentions": {"parse": []}, "flags": 4}


def _discord_escaped(text: str) -> str:
    return _PUNCTUATION.sub(r"\\\g<0>", text).replace("@", f"@{_JOINER}")


def teams(document: Mapping[str, Any]) -> dict[str, Any]:
    """A card for the "workflows" of Microsoft Teams; its text runs know no markup."""
    lines = text_of(document, TEAMS_LIMIT, size=_bytes).split("\n")
    blocks = [{"type": "RichTextBlock", "inlines": [{"type": "TextRun", "text": line}]} for line in lines]
    blocks[0]["inlines"] = [{"type": "TextRun", "text": lines[0], "weight": "Bolder"}]
    card = {
        "$schema": "http://adaptivecards.io/schemas/adaptive-card.json",
        "type": "AdaptiveCard",
        "version": "1.4",
        "body": blocks,
    }
    attachment = {
        "contentType": "application/vnd.microsoft.card.adaptive",
        "contentUrl": None,
        "content": card,
    }
    return {"type": "message", "attachments": [attachment]}


def ntfy(topic: str) -> Form:
    """The form of a message to ``topic`` of an ntfy server, which shows it as plain text."""

    def form(document: Mapping[str, Any]) -> dict[str, Any]:
        title, _, rest = text_of(document, NTFY_LIMIT, size=_bytes).partition("\n")
        return {
            "topic": topic,
            "title": title,
            "message": rest or title,
            "priority": _PRIORITIES[document["data"]["severity"]],
        }

    return form


def ntfy_server_and_topic(url: str) -> tuple[str, str]:
    """``https://ntfy.sh/topic`` taken apart.

    Raises:
        ValueError: It names no topic.
    """
    parts = urlsplit(url)
    place, _, topic = parts.path.rstrip("/").rpartition("/")
    if not topic:
        raise ValueError("should end with the topic, as in https://ntfy.sh/my-topic")
    return urlunsplit((parts.scheme, parts.netloc, f"{place}/", "", "")), topic


def _bytes(text: str) -> int:
    return len(text.encode())
