"""HTTP as the auditor speaks it: bounded in time, few redirections, and no address in any error."""

import ipaddress
import socket
from collections.abc import Mapping
from concurrent.futures import Future
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from threading import Thread
from typing import Any
from urllib.parse import urljoin, urlsplit

import requests
from requests.adapters import HTTPAdapter
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.exceptions import NewConnectionError

from auditor import __version__
from auditor.alerts.interface import SendError

TIMEOUTS = (5, 30)  # seconds to connect, and of silence while an answer is awaited
LONGEST = 60  # seconds for all of it, also where names are looked up or an answer comes byte by byte
MAX_REDIRECTS = 3
_SAME_REQUEST_ELSEWHERE = (HTTPStatus.TEMPORARY_REDIRECT, HTTPStatus.PERMANENT_REDIRECT)
_TRANSIENT = (HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_EARLY, HTTPStatus.TOO_MANY_REQUESTS)


class Http:
    """Sends requests. With ``public_only`` nothing is sent to addresses that are not public."""

    def __init__(self, *, public_only: bool = False) -> None:
        self._public_only = public_only

    def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> None:
        """POST ``body``; return when the answer's status is 2xx.

        Raises:
            SendError: It is not, or there was no answer. Permanent where trying again cannot help: a 4xx but
                408, 425 and 429, or a redirection that would lose the body.
        """
        # A thread, since nothing else bounds how long a name is looked up or a slow answer is read.
        sending: Future[None] = Future()
        Thread(target=self._settle, args=(sending, url, body, headers), daemon=True).start()
        try:
            sending.result(LONGEST)
        except TimeoutError:
            raise SendError(f"no complete answer within {LONGEST} s") from None

    def _settle(self, sending: Future[None], url: str, body: bytes, headers: Mapping[str, str]) -> None:
        try:
            self._post(url, body, headers)
            sending.set_result(None)
        except BaseException as error:  # noqa: BLE001  # it is raised where the result is asked for
            sending.set_exception(error)

    def _post(self, url: str, body: bytes, headers: Mapping[str, str]) -> None:
        with requests.Session() as session:
            session.headers["User-Agent"] = f"memory-auditor/{__version__}"
            if self._public_only:
                session.trust_env = False  # a proxy would connect in our place
                for scheme in ("http://", "https://"):
                    session.mount(scheme, _PublicAdapter())
            for _ in range(MAX_REDIRECTS + 1):
                status, answered = _posted(session, url, body, headers)
                if status not in _SAME_REQUEST_ELSEWHERE:
                    return _judge(status, answered)
                url = _elsewhere(url, answered)
        raise SendError(f"more than {MAX_REDIRECTS} redirections", permanent=True)


def _posted(
    session: requests.Session, url: str, body: bytes, headers: Mapping[str, str]
) -> tuple[int, Mapping[str, str]]:
    try:
        with session.post(
            url, data=body, headers=dict(headers), timeout=TIMEOUTS, allow_redirects=False, stream=True
        ) as response:
            return response.status_code, response.headers
    except (requests.RequestException, OSError, ValueError) as error:
        raise _unanswered(error) from None  # the chain holds the address


def _unanswered(error: Exception) -> SendError:
    if isinstance(error, requests.exceptions.SSLError):
        return SendError("its TLS certificate was not accepted")
    if isinstance(error, requests.ConnectTimeout):
        return SendError(f"no connection within {TIMEOUTS[0]} s")
    if isinstance(error, requests.Timeout):
        return SendError(f"no answer within {TIMEOUTS[1]} s")
    if isinstance(error, requests.exceptions.InvalidURL | requests.exceptions.InvalidSchema):
        return SendError("its address is no web address", permanent=True)
    if "_PrivateAddressError" in repr(error):
        return SendError("its address is not public", permanent=True)
    return SendError("no connection: refused, broken off, or its name is not known")


def _judge(status: int, headers: Mapping[str, str]) -> None:
    if HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES:
        return
    text = f"it answered {status} {_phrase(status)}".rstrip()
    if HTTPStatus.MULTIPLE_CHOICES <= status < HTTPStatus.BAD_REQUEST:
        raise SendError(f"{text}, which would lose the message; set its new address", permanent=True)
    if HTTPStatus.BAD_REQUEST <= status < HTTPStatus.INTERNAL_SERVER_ERROR and status not in _TRANSIENT:
        raise SendError(text, permanent=True)
    raise SendError(text, retry_after=_seconds(headers.get("Retry-After", ""), headers.get("Date", "")))


def _phrase(status: int) -> str:
    return HTTPStatus(status).phrase if status in set(HTTPStatus) else ""


def _seconds(retry_after: str, date: str) -> float | None:
    """What ``Retry-After`` asks for: seconds, or a date, which is counted from the answer's own ``Date``."""
    if retry_after.isascii() and retry_after.isdigit():
        return float(retry_after[:9])
    try:
        wait = parsedate_to_datetime(retry_after) - parsedate_to_datetime(date)
    except (TypeError, ValueError):
        return None
    return max(wait.total_seconds(), 0.0)


def _elsewhere(url: str, headers: Mapping[str, str]) -> str:
    target = urljoin(url, headers.get("Location", ""))
    if urlsplit(url).scheme == "https" and urlsplit(target).scheme != "https":
        raise SendError("it redirects to an address without encryption", permanent=True)
    return target


# ---- Public addresses only ---------------------------------------------------------------


class _PrivateAddressError(NewConnectionError):
    """The connection that was made leads to an address that is not public."""


def _checked(connection: HTTPConnection, connected: socket.socket) -> socket.socket:
    """The socket, if its other end is public: asked of the connection itself, so that no name can cheat."""
    address = str(connected.getpeername()[0]).partition("%")[0]
    found = ipaddress.ip_address(address)
    mapped = getattr(found, "ipv4_mapped", None)
    if not (mapped or found).is_global or (mapped or found).is_multicast:
        connected.close()
        raise _PrivateAddressError(connection, "not public")
    return connected


class _PublicConnection(HTTPConnection):
    def _new_conn(self) -> socket.socket:
        return _checked(self, super()._new_conn())


class _PublicTlsConnection(HTTPSConnection):
    def _new_conn(self) -> socket.socket:
        return _checked(self, super()._new_conn())


class _PublicPool(HTTPConnectionPool):
    ConnectionCls = _PublicConnection


class _PublicTlsPool(HTTPSConnectionPool):
    ConnectionCls = _PublicTlsConnection


class _PublicAdapter(HTTPAdapter):
    """Connects to public addresses only."""

    def init_poolmanager(self, *args: Any, **kwargs: Any) -> None:
        super().init_poolmanager(*args, **kwargs)
        self.poolmanager.pool_classes_by_scheme = {"http": _PublicPool, "https": _PublicTlsPool}
