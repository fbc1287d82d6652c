"""Requests to strangers: what counts as accepted, what is final, and where nothing is ever sent."""

import socket
import threading
from http import HTTPStatus

import pytest

from auditor.alerts import http
from auditor.alerts.http import Http
from auditor.alerts.interface import SendError


def post(url, **options):
    Http(**options).post(url, b"{}", {"Content-Type": "application/json"})


def refused(url, **options):
    with pytest.raises(SendError) as caught:
        post(url, **options)
    return caught.value


@pytest.mark.parametrize("status", [200, 201, 202, 204, 299])
def test_every_2xx_is_an_acceptance(receiver, status):
    receiver.answers = [status]
    post(receiver.url)


@pytest.mark.parametrize("status", [400, 401, 403, 404, 405, 410, 413, 422])
def test_a_4xx_is_final(receiver, status):
    receiver.answers = [status]
    error = refused(receiver.url)
    assert error.permanent
    assert str(error) == f"it answered {status} {HTTPStatus(status).phrase}"


@pytest.mark.parametrize("status", [408, 425, 429, 500, 502, 503, 504, 599])
def test_what_may_pass_is_not_final(receiver, status):
    receiver.answers = [status]
    assert not refused(receiver.url).permanent


@pytest.mark.parametrize("status", [307, 308])
def test_a_redirection_that_keeps_the_message_is_followed(receiver, status):
    receiver.answers = [(status, {"Location": "/new"})]
    post(f"{receiver.url}/old")
    assert [(request["path"], request["body"]) for request in receiver.got] == [
        ("/old", b"{}"),
        ("/new", b"{}"),
    ]


@pytest.mark.parametrize("status", [301, 302, 303])
def test_a_redirection_that_loses_the_message_is_final_and_not_followed(receiver, status):
    receiver.answers = [(status, {"Location": "/new"})]
    error = refused(f"{receiver.url}/old")
    assert error.permanent
    assert "which would lose the message" in str(error)
    assert len(receiver.got) == 1


def test_redirections_in_a_circle_end(receiver):
    receiver.answers = [(307, {"Location": "/again"})] * 9
    assert str(refused(receiver.url)) == "more than 3 redirections"


def test_redirections_leave_no_encryption_behind():
    with pytest.raises(SendError, match="without encryption"):
        http._elsewhere("https://example.org/hook", {"Location": "http://example.org/hook"})


def test_an_address_inside_is_refused_where_only_public_ones_are_wanted(receiver):
    error = refused(receiver.url, public_only=True)
    assert error.permanent
    assert str(error) == "its address is not public"
    assert receiver.got == []


def test_a_redirection_to_an_address_inside_is_refused_too(receiver, monkeypatch):
    connections = []
    outside = http._checked

    def first_one_counts_as_public(connection, connected):
        connections.append(connected)
        return connected if len(connections) == 1 else outside(connection, connected)

    monkeypatch.setattr(http, "_checked", first_one_counts_as_public)
    other = f"http://localhost:{receiver.url.rpartition(':')[2]}/inside"
    receiver.answers = [(307, {"Location": other})]
    assert str(refused(receiver.url, public_only=True)) == "its address is not public"
    assert [request["path"] for request in receiver.got] == ["/"]


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "::1",
        "::ffff:10.0.0.1",
        "224.0.0.1",
    ],
)
def test_these_addresses_are_inside(address):
    class Connected:
        closed = False

        def getpeername(self):
            return (address, 80)

        def close(self):
            self.closed = True

    connected = Connected()
    with pytest.raises(http._PrivateAddressError):
        http._checked(None, connected)
    assert connected.closed


def test_a_server_that_never_answers_is_given_up(monkeypatch):
    monkeypatch.setattr(http, "TIMEOUTS", (1, 0.2))
    with socket.create_server(("127.0.0.1", 0)) as silent:
        held = []
        thread = threading.Thread(target=lambda: held.append(silent.accept()[0]))
        thread.start()
        error = refused(f"http://127.0.0.1:{silent.getsockname()[1]}/secret-path")
        thread.join()
        held[0].close()
    assert str(error) == "no answer within 0.2 s"
    assert not error.permanent


def test_an_answer_that_comes_byte_by_byte_is_given_up_too(monkeypatch):
    monkeypatch.setattr(http, "LONGEST", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as slow:
        over = threading.Event()

        def drip():
            connection = slow.accept()[0]
            with connection:
                for byte in b"HTTP/1.1 200 OK\r\n" + b"X-Slow: x\r\n" * 99:
                    if over.wait(0.05):
                        break
                    connection.send(bytes([byte]))

        thread = threading.Thread(target=drip)
        thread.start()
        error = refused(f"http://127.0.0.1:{slow.getsockname()[1]}/")
        over.set()
        thread.join()
    assert str(error) == "no complete answer within 0.5 s"


@pytest.mark.parametrize(
    "url",
    ["http://127.0.0.1:9/secret-path", "http://no-such-host.invalid/secret-path", "http://[::1/secret-path"],
)
def test_no_error_holds_the_address(url):
    error = refused(url)
    shown = "".join(
        str(one)
        for one in (error, error.__cause__, error.__context__ if not error.__suppress_context__ else "")
    )
    assert "secret-path" not in shown
