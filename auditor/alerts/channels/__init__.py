"""From the ``[[alerts]]`` of a job file to channels: one module a family, chosen by ``kind``."""

import hashlib
from datetime import timedelta
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from auditor.alerts.channels.chat import Chat, discord, ntfy, ntfy_server_and_topic, slack, teams
from auditor.alerts.channels.services import Service
from auditor.alerts.channels.webhook import Webhook
from auditor.alerts.http import Http
from auditor.alerts.interface import Channel, Sender
from auditor.config.alerts import AlertSection


def channel_of(section: AlertSection) -> Channel:
    """The channel that ``section`` describes.

    Raises:
        ConfigError: It needs Apprise, which is not installed or does not know the address.
    """
    return Channel(
        name=section.name,
        sender=_sender(section),
        min_severity=section.min_severity,
        content=section.content,
        remind=timedelta(days=section.remind_days) if section.remind_days else None,
        fingerprint=_fingerprint(section),
    )


def _sender(section: AlertSection) -> Sender:
    url = section.address.get_secret_value()
    secret = section.signing_key.get_secret_value() if section.signing_key else None
    http = Http(public_only=section.public_only)
    match section.kind:
        case "webhook":
            return Webhook(http, url, secret)
        case "slack":
            return Chat(http, url, slack)
        case "discord":
            return Chat(http, _waiting(url), discord)
        case "teams":
            return Chat(http, url, teams)
        case "ntfy":
            server, topic = ntfy_server_and_topic(url)
            return Chat(http, server, ntfy(topic), secret)
        case "apprise":
            return Service(section.name, url)


def _waiting(url: str) -> str:
    """A Discord address that answers only when the message was saved."""
    parts = urlsplit(url)
    query = dict(parse_qsl(parts.query)) | {"wait": "true"}
    return urlunsplit(parts._replace(query=urlencode(query)))


def _fingerprint(section: AlertSection) -> str:
    """Changes with the kind, address or secret: a channel that was given up is tried again then."""
    secret = section.signing_key.get_secret_value() if section.signing_key else ""
    told = f"{section.kind} {section.address.get_secret_value()} {secret}"
    return hashlib.sha256(told.encode()).hexdigest()[:16]
