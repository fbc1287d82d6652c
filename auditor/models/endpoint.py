"""One JSON question to an endpoint: bounded in time and size, no redirections, no address in any error."""

import ipaddress
import socket
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from http import HTTPStatus
from threading import Thread
from typing import Any, TypeVar
from urllib.parse import urlsplit

import orjson
import requests

from auditor import __version__
from auditor.models.interface import FormatRefusedError, ModelError, UnusableAnswerError

MAX_BYTES = 1_000_000  # no answer to a batch of 50 questions is a tenth as long
_CONNECT_SECONDS = 5
_CHUNK = 65_536
_TRANSIENT = frozenset({408, 425, 429})
_FORMAT_STATUSES = frozenset({400, 415, 422, 501})

T = TypeVar("T")


def post_json(
    url: str, body: Mapping[str, object], key: str | None, seconds: float, *, local_only: bool = False
) -> Any:
    """POST ``body`` to ``url`` and give back the JSON that it answers.

    With ``local_only`` it goes to a loopback or private address, and through no proxy.

    Raises:
        ModelError: No answer within ``seconds``, or none that is JSON of at most a million bytes.
        FormatRefusedError: The endpoint calls the request wrong.
    """
    with requests.Session() as session:
        if local_only:
            refuse_unless_local(url)
            session.trust_env = False
        return within(seconds, lambda: _post(session, url, body, key, seconds))


def within(seconds: float, call: Callable[[], T]) -> T:
    """What ``call`` returns, if it does within ``seconds``.

    Raises:
        ModelError: It does not. The call goes on in a thread that ends with the process: nothing else bounds
            how long a name is looked up, or an answer that comes byte by byte is read.
    """
    pending: Future[T] = Future()

    def settle() -> None:
        try:
            pending.set_result(call())
        except BaseException as error:  # noqa: BLE001  # it is raised where the result is asked for
            pending.set_exception(error)

    Thread(target=settle, daemon=True).start()
    try:
        return pending.result(seconds)
    except TimeoutError:
        raise ModelError(f"no complete answer within {seconds:g} s", transient=True) from None


def _post(
    session: requests.Session, url: str, body: Mapping[str, object], key: str | None, seconds: float
) -> Any:
    headers = {"User-Agent": f"memory-auditor/{__version__}", "Content-Type": "application/json"}
    if key:
        headers["Authorization"] = f"Bearer {key}"
    try:
        with session.post(
            url,
            data=orjson.dumps(body),
            headers=headers,
            timeout=(_CONNECT_SECONDS, seconds),
            allow_redirects=False,
            stream=True,
        ) as response:
            _refuse(response)
            return parsed(_read(response))
    except (requests.RequestException, OSError, ValueError) as error:
        raise _unanswered(error) from None  # the chain holds the address


def _refuse(response: requests.Response) -> None:
    status = response.status_code
    if status == HTTPStatus.BAD_REQUEST and b"context" in response.raw.read(_CHUNK, decode_content=True):
        raise UnusableAnswerError("the question is longer than the model's context")
    refuse_status(status, response.headers.get("Retry-After", ""))


def _read(response: requests.Response) -> bytes:
    content = bytearray()
    for chunk in response.iter_content(_CHUNK):
        content += chunk
        if len(content) > MAX_BYTES:
            raise UnusableAnswerError(f"its answer is longer than {MAX_BYTES:,} bytes")
    return bytes(content)


def parsed(content: bytes) -> Any:
    """``content`` as JSON.

    Raises:
        UnusableAnswerError: It is none.
    """
    try:
        return orjson.loads(content)
    except orjson.JSONDecodeError:
        raise UnusableAnswerError("its answer is not JSON") from None


def refuse_status(status: int, retry_after: str = "") -> None:
    """Raise what an HTTP ``status`` other than 200 means."""
    if status == HTTPStatus.OK:
        return
    text = f"it answered {status}"
    if status in _TRANSIENT or status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        waits = float(retry_after[:6]) if retry_after.isascii() and retry_after.isdigit() else None
        if status != HTTPStatus.NOT_IMPLEMENTED:
            raise ModelError(text, transient=True, retry_after=waits)
    if status in {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN}:
        raise ModelError(f"{text}: it does not accept the key")
    if status in _FORMAT_STATUSES:
        raise FormatRefusedError(f"{text}: it does not understand the form of the question")
    if status == HTTPStatus.NOT_FOUND:
        raise ModelError(f"{text}: it does not know the model, or its address is another")
    raise ModelError(text)


def _unanswered(error: Exception) -> ModelError:
    if isinstance(error, requests.exceptions.SSLError):
        return ModelError("its TLS certificate was not accepted")
    if isinstance(error, requests.Timeout):
        return ModelError("no answer in time", transient=True)
    return ModelError("no connection: refused, broken off, or its name is not known", transient=True)


def refuse_unless_local(url: str) -> None:
    """Raise ModelError where the host of ``url`` has an address that is neither loopback nor private."""
    parts = urlsplit(url)
    try:
        found = socket.getaddrinfo(parts.hostname, parts.port or 80, proto=socket.IPPROTO_TCP)
    except OSError:
        raise ModelError("no connection: its name is not known", transient=True) from None
    addresses = [ipaddress.ip_address(str(one[4][0]).partition("%")[0]) for one in found]
    if not addresses or not all(one.is_loopback or one.is_private for one in addresses):
        raise ModelError("local_only is set, and the endpoint's address is neither loopback nor private")
