"""Who may ask `auditor serve`, and from where."""

import re

import pytest

TOKEN = "a-token-that-is-long-enough"


def token_in(page):
    return re.search(r'name="token" value="([0-9a-f]+)"', page.text)[1]


def test_another_name_that_leads_here_is_refused(client):
    assert client.get("/", headers={"host": "evil.example"}).status_code == 421


def test_a_form_without_its_seal_is_refused(client):
    client.get("/")
    for fields in ({}, {"token": "0" * 64}):
        assert (
            client.post("/findings/aa11/decisions", data={"decision": "fixed", **fields}).status_code == 403
        )


def test_a_seal_of_another_browser_is_refused(client, folders):
    token = token_in(client.get("/"))
    client.cookies.clear()
    client.get("/")
    answer = client.post("/findings/aa11/decisions", data={"decision": "fixed", "token": token})
    assert answer.status_code == 403


@pytest.mark.parametrize(
    "headers",
    [{"origin": "http://evil.example"}, {"sec-fetch-site": "cross-site"}, {"sec-fetch-site": "same-site"}],
)
def test_another_site_can_change_nothing(client, headers):
    token = token_in(client.get("/"))
    data = {"decision": "fixed", "token": token}
    assert client.post("/findings/aa11/decisions", data=data, headers=headers).status_code == 403
    body = {"decision": "fixed"}
    assert client.post("/api/v1/findings/aa11/decisions", json=body, headers=headers).status_code == 403


def test_a_page_may_run_nothing_and_be_framed_by_nobody(client):
    page = client.get("/")
    assert "default-src 'none'" in page.text
    assert "form-action 'self'" in page.text
    assert page.headers["x-frame-options"] == "DENY"
    assert page.headers["cache-control"] == "no-store"
    assert "httponly" in page.headers["set-cookie"].lower()
    assert "samesite=strict" in page.headers["set-cookie"].lower()


def test_without_the_token_nobody_sees_anything(guarded):
    for path in ("/", "/index.html", "/2026-11-28.json", "/gate", "/nothing"):
        answer = guarded.get(path)
        assert (answer.status_code, answer.headers.get("location")) == (303, "/login")
    assert guarded.get("/api/v1/findings").status_code == 401
    assert guarded.get("/api/v1/findings", headers={"authorization": "Bearer wrong"}).status_code == 401


def test_a_session_that_somebody_made_up_is_none(guarded):
    guarded.cookies.set("auditor_session", "mine.0000")
    assert guarded.get("/").status_code == 303


def test_the_token_lets_in(guarded):
    token = token_in(guarded.get("/login"))
    assert guarded.post("/login", data={"token": token, "key": "wrong"}).status_code == 403
    answer = guarded.post("/login", data={"token": token, "key": TOKEN})
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert "need your eyes" in guarded.get("/").text


def test_a_program_gives_the_token_in_its_header(guarded):
    headers = {"authorization": f"Bearer {TOKEN}"}
    assert len(guarded.get("/api/v1/findings", headers=headers).json()["findings"]) == 2


def test_the_token_stands_on_no_page(guarded):
    token = token_in(guarded.get("/login"))
    guarded.post("/login", data={"token": token, "key": TOKEN})
    for path in ("/", "/gate", "/api/openapi.json", "/api/v1/findings"):
        assert TOKEN not in guarded.get(path).text
