"""What leaves, in what form, and that nothing of it is obeyed there."""

import base64
import hashlib
import hmac
import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from alert_nights import finding, note
from jsonschema import Draft202012Validator

from auditor.alerts.channels import channel_of
from auditor.alerts.signing import signed_headers
from auditor.config.alerts import AlertSection
from auditor.errors import ConfigError
from auditor.resources import resource

KEY = "AKIAIOSFODNN7EXAMPLE"
HOSTILE = (
    "<!channel> @everyone *bold* [link](https://evil.example) \u202egnp.exe https://evil.example `x` & <b>"
)


def sent(nights, receiver, **fields):
    nights.channel(f"{receiver.url}/hook", **fields)
    nights.night(
        finding("city", before="Oslo", after="Bergen", reason="the user said Oslo on Monday"),
        notes=[note(keys=("token",), reason="holds the words Bergen harbour")],
        status="partial",
        reason="a page is damaged",
    )
    (document,) = receiver.documents
    return document


def test_by_default_keys_leave_and_memory_values_do_not(nights, receiver):
    document = sent(nights, receiver)
    text = json.dumps(document)
    assert document["data"]["content"] == "keys"
    assert "city" in text
    assert "a page is damaged" in text
    assert not [word for word in ("Oslo", "Bergen", "Monday") if word in text]


def test_with_none_not_even_a_store_or_key_leaves(nights, receiver):
    text = json.dumps(sent(nights, receiver, content="none"))
    assert not [
        word for word in ("city", "memory", "token", "damaged", "Oslo", finding("city").id) if word in text
    ]
    assert '"kind": "contradicts_user"' in text


def test_with_values_the_reader_sees_what_it_is_about(nights, receiver):
    document = sent(nights, receiver, content="values")
    event = next(event for event in document["data"]["events"] if event["what"] == "finding")
    assert (event["before"], event["after"]) == ("Oslo", "Bergen")
    assert event["reason"] == "the user said Oslo on Monday"


def test_a_stricter_setting_holds_for_what_waits_already(nights, receiver):
    receiver.answers = [500] * 6
    nights.channel(f"{receiver.url}/hook", content="values")
    nights.night(finding("city", before="Oslo", after="Bergen"))
    nights.channel(f"{receiver.url}/hook", content="keys")
    nights.night(finding("city", before="Oslo", after="Bergen"))
    assert "Bergen" not in json.dumps(receiver.documents)


@pytest.mark.parametrize("kind", ["webhook", "slack", "discord", "teams", "ntfy"])
def test_credentials_never_leave(nights, receiver, kind):
    nights.channel(f"{receiver.url}/topic", kind=kind, content="values")
    nights.night(
        finding(f"key {KEY}", before={"password": "hunter2-hunter2"}, after=f"the key is {KEY}", reason=KEY),
        notes=[note(keys=(KEY,), reason=f"holds {KEY}")],
        status="partial",
        reason=f"cannot open with {KEY}",
    )
    text = json.dumps(receiver.documents)
    assert KEY not in text
    assert "hunter2" not in text


def test_the_document_follows_its_schema(nights, receiver):
    schema = json.loads((resource("schema") / "alert-v1.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    for content in ("none", "keys", "values"):
        receiver.accepted.clear()
        nights.at, nights.folder = nights.clock.now(), nights.folder / content
        nights.folder.mkdir()
        validator.validate(sent(nights, receiver, content=content))


def test_an_event_with_an_unknown_field_is_no_document_of_the_schema():
    schema = json.loads((resource("schema") / "alert-v1.schema.json").read_text(encoding="utf-8"))
    assert not Draft202012Validator(schema).is_valid({"type": "audit.run", "timestamp": "x", "data": {}})


# ---- Signatures --------------------------------------------------------------------------


def test_signatures_are_those_of_standard_webhooks():
    headers = signed_headers(
        "msg_p5jXN8AQM9LWM0D4loKWxJek",
        datetime.fromtimestamp(1_614_265_330, UTC),
        b'{"test": 2432232314}',
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    )
    assert headers["webhook-signature"] == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_a_receiver_can_check_what_it_got(nights, receiver):
    secret = "whsec_" + base64.b64encode(b"k" * 32).decode()
    sent(nights, receiver, secret=secret)
    (request,) = receiver.accepted
    headers = request["headers"]
    content = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + request["body"]
    expected = base64.b64encode(hmac.new(b"k" * 32, content, hashlib.sha256).digest()).decode()
    assert headers["webhook-signature"] == f"v1,{expected}"
    assert headers["User-Agent"].startswith("memory-auditor/")
    assert headers["Content-Type"] == "application/json"


def test_a_secret_that_is_no_base64_is_the_key_itself(nights, receiver):
    sent(nights, receiver, secret="open sesame")
    (request,) = receiver.accepted
    headers = request["headers"]
    content = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + request["body"]
    digest = hmac.new(b"open sesame", content, hashlib.sha256).digest()
    assert headers["webhook-signature"] == f"v1,{base64.b64encode(digest).decode()}"


def test_without_a_secret_there_is_no_signature(nights, receiver):
    sent(nights, receiver)
    assert "webhook-signature" not in receiver.accepted[0]["headers"]


# ---- Chat services -----------------------------------------------------------------------


def hostile(nights, receiver, kind):
    nights.channel(f"{receiver.url}/api/topic", kind=kind, content="values")
    nights.night(finding(HOSTILE, before=HOSTILE, after=HOSTILE, reason=HOSTILE))
    (body,) = receiver.documents
    return body


def test_slack_sees_no_mention_link_or_markup(nights, receiver):
    body = hostile(nights, receiver, "slack")
    assert body["mrkdwn"] is False
    assert "<" not in body["text"]
    assert ">" not in body["text"]
    assert "@everyone" not in body["text"]
    assert "&lt;!channel&gt;" in body["text"]
    assert "\u202e" not in body["text"]


def test_discord_takes_all_punctuation_literally_and_mentions_nobody(nights, receiver):
    body = hostile(nights, receiver, "discord")
    assert body["allowed_mentions"] == {"parse": []}
    assert "\\*bold\\*" in body["content"]
    assert "https://" not in body["content"]
    assert "@everyone" not in body["content"]
    assert receiver.got[0]["path"] == "/api/topic?wait=true"


def test_teams_gets_a_card_whose_texts_know_no_markup(nights, receiver):
    (attachment,) = hostile(nights, receiver, "teams")["attachments"]
    blocks = attachment["content"]["body"]
    assert {block["type"] for block in blocks} == {"RichTextBlock"}
    assert {run["type"] for block in blocks for run in block["inlines"]} == {"TextRun"}
    assert "*bold*" in json.dumps(blocks)


def test_ntfy_gets_topic_title_text_and_priority_and_its_token(nights, receiver):
    nights.channel(f"{receiver.url}/ops", kind="ntfy", secret="tk_abc")
    nights.night(finding())
    (body,) = receiver.documents
    assert body["topic"] == "ops"
    assert body["title"] == "Memory audit job: 1 new; 1 open in all"
    assert body["message"] == f"HIGH new: contradiction (contradicts user), memory / diet [{finding().id}]"
    assert body["priority"] == 4
    assert receiver.got[0]["path"] == "/"
    assert receiver.got[0]["headers"]["Authorization"] == "Bearer tk_abc"


@pytest.mark.parametrize(
    ("kind", "limit", "text"),
    [
        ("webhook", 20_000, None),
        ("slack", 4_000, "text"),
        ("discord", 2_000, "content"),
        ("teams", 28_000, None),
        ("ntfy", 4_096, "message"),
    ],
)
def test_long_texts_stay_under_each_channels_limit(nights, receiver, kind, limit, text):
    nights.channel(f"{receiver.url}/topic", kind=kind, content="values")
    long = [
        finding(f"{number} " + "ключ_*" * 40, before="до " * 150, after="😀" * 450) for number in range(60)
    ]
    nights.night(*long)
    (request,) = receiver.accepted
    body = json.loads(request["body"])
    length = {"ntfy": lambda shown: len(shown.encode())}.get(kind, len)
    assert length(body[text] if text else request["body"]) <= limit
    assert "60" in json.dumps(body)


# ---- Apprise -----------------------------------------------------------------------------


def test_other_services_are_reached_through_apprise(nights, receiver):
    pytest.importorskip("apprise")
    nights.channel(receiver.url.replace("http", "json") + "/hook", kind="apprise", content="values")
    nights.night(finding())
    (body,) = receiver.documents
    assert body["title"] == "Memory audit job: 1 new; 1 open in all"
    assert "contradicts user" in body["message"]
    assert body["type"] == "failure"


def test_a_service_hears_of_a_success_only_when_nothing_is_open(nights, receiver):
    pytest.importorskip("apprise")
    nights.channel(receiver.url.replace("http", "json") + "/hook", kind="apprise")
    nights.night(finding(), status="partial", reason="a page is damaged")
    nights.night(finding())
    nights.night(finding("diet", label="safe", kind="user_update", id="x", severity="info"))
    assert [body["type"] for body in receiver.documents] == ["failure", "warning", "success"]


def test_a_service_that_fails_keeps_the_message_waiting(nights):
    pytest.importorskip("apprise")
    nights.channel("json://127.0.0.1:9/secret", kind="apprise")
    (item,) = nights.night(finding()).undelivered
    assert item.reason == "Apprise says FAILURE"


@pytest.mark.parametrize("url", ["nonsense", "nope://host", "https://example.org/secret"])
def test_an_address_that_matches_no_service_is_an_error_that_does_not_show_it(url):
    pytest.importorskip("apprise")
    with pytest.raises(ConfigError, match="ops: its address matches no service") as caught:
        channel_of(AlertSection(name="ops", kind="apprise", url=url))
    assert url not in str(caught.value)


def test_apprise_is_not_imported_by_other_channels():
    source = (Path(__file__).parents[2] / "auditor/alerts/channels/services.py").read_text(encoding="utf-8")
    assert source.count("import apprise") == 1
