"""What one server shows, and whom it lets in."""

import hashlib
import hmac
import secrets
from dataclasses import dataclass, field
from pathlib import Path

from auditor.folders import Folders

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})


@dataclass(frozen=True, slots=True)
class Site:
    """One working folder and the reports of one job in it.

    ``token`` lets people in where it is not empty; ``hosts`` are the names under which the server answers,
    so that no other site's name can be made to lead to it. ``secret`` seals forms and sessions, and is new
    with every start.
    """

    folders: Folders
    job: str
    token: str = ""
    hosts: frozenset[str] = LOOPBACK
    templates: Path | None = None
    options: str = ""
    zone: str = "UTC"
    locale: str = ""
    secret: bytes = field(default_factory=lambda: secrets.token_bytes(32))

    @property
    def reports(self) -> Path:
        """The folder of the job's reports."""
        return self.folders.reports(self.job)

    def seal(self, purpose: str, text: str) -> str:
        """What only this server can say about ``text``, for one purpose."""
        return hmac.new(self.secret, f"{purpose}\x1f{text}".encode(), hashlib.sha256).hexdigest()

    def sealed(self, purpose: str, text: str, seal: str) -> bool:
        """Whether ``seal`` is what this server said about ``text``."""
        return hmac.compare_digest(self.seal(purpose, text).encode(), seal.encode())

    def lets_in(self, token: str) -> bool:
        """Whether ``token`` is the right one."""
        return hmac.compare_digest(self.token.encode(), token.encode())
