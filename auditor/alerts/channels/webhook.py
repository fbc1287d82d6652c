"""A webhook of your own: the document as it is, signed as Standard Webhooks 1.0 says."""

from datetime import datetime

import orjson

from auditor.alerts.http import Http
from auditor.alerts.interface import Message
from auditor.alerts.signing import signed_headers


class Webhook:
    """Posts messages to ``url``, signed with ``secret`` if there is one."""

    def __init__(self, http: Http, url: str, secret: str | None = None) -> None:
        self._http = http
        self._url = url
        self._secret = secret

    def send(self, message: Message, at: datetime) -> None:
        """Send ``message``; the same one has the same id and body each time, and a new timestamp.

        Raises:
            SendError: It was not accepted.
        """
        body = orjson.dumps(message.document)
        headers = signed_headers(message.id, at, body, self._secret)
        self._http.post(self._url, body, {"Content-Type": "application/json", **headers})
