"""Signatures of Standard Webhooks 1.0 (github.com/standard-webhooks): HMAC-SHA256 over id.timestamp.body."""

import base64
import hashlib
import hmac
from datetime import datetime

from auditor.config.alerts import SIGNING_KEY_PREFIX


def key_of(secret: str) -> bytes:
    """The key that ``secret`` stands for: base64 after ``whsec_``, else the bytes of the text itself.

    Raises:
        ValueError: What follows ``whsec_`` is no base64.
    """
    if not secret.startswith(SIGNING_KEY_PREFIX):
        return secret.encode()
    try:
        return base64.b64decode(secret.removeprefix(SIGNING_KEY_PREFIX), validate=True)
    except ValueError as error:
        raise ValueError(f"should be base64 after {SIGNING_KEY_PREFIX}") from error


def signed_headers(identity: str, at: datetime, body: bytes, secret: str | None) -> dict[str, str]:
    """The headers under which ``body`` is sent at the moment ``at``; without a ``secret`` unsigned."""
    timestamp = str(int(at.timestamp()))
    headers = {"webhook-id": identity, "webhook-timestamp": timestamp}
    if secret is None:
        return headers
    content = f"{identity}.{timestamp}.".encode() + body
    signature = hmac.new(key_of(secret), content, hashlib.sha256).digest()
    return headers | {"webhook-signature": f"v1,{base64.b64encode(signature).decode()}"}
