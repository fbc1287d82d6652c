"""A receiver on the loopback interface, a clock that waits in no time, and nights for a ledger to take down."""

import hashlib
import json
import threading
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from auditor.alerts import Alerting, Ports, tell
from auditor.alerts.channels import channel_of
from auditor.config.alerts import AlertSection
from auditor.ledger import Anchor, Ledger
from auditor.records import Band, ChangeKind, Evidence, Finding, Label, Note, Severity, StoreAudit

START = datetime(2026, 11, 27, 3, 10, tzinfo=UTC)


class Receiver:
    """Takes what is posted; ``answers`` are the next statuses, each perhaps with headers; 204 after them."""

    def __init__(self):
        self.got, self.accepted, self.answers = [], [], []
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                answer = receiver.answers.pop(0) if receiver.answers else 204
                status, headers = answer if isinstance(answer, tuple) else (answer, {})
                request = {"path": self.path, "headers": dict(self.headers), "body": body}
                receiver.got.append(request)
                if status == "hang up":
                    self.close_connection = True
                    return
                if 200 <= status < 300:
                    receiver.accepted.append(request)
                self.send_response(status)
                for name, value in {"Content-Length": "0", **headers}.items():
                    self.send_header(name, value)
                self.end_headers()

            def log_message(self, *args):
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True
        ).start()

    def close(self):
        self._server.shutdown()
        self._server.server_close()

    @property
    def documents(self):
        return [json.loads(request["body"]) for request in self.accepted]

    def at(self, path):
        return [json.loads(request["body"]) for request in self.accepted if request["path"] == path]


class FakeClock:
    """A clock that only moves when somebody waits, or says so."""

    def __init__(self, moment=START):
        self.moment = moment
        self.waits = []

    def now(self):
        return self.moment

    def sleep(self, seconds):
        self.waits.append(seconds)
        self.moment += timedelta(seconds=seconds)


def finding(key="diet", kind="contradicts_user", **fields):
    """An alarm, or what the fields make of it."""
    given = {
        "store": "memory",
        "change": ChangeKind.CHANGED,
        "label": Label.CONTRADICTION,
        "severity": Severity.HIGH,
        "confidence": 0.9,
        "band": Band.ACT,
        "reason": f"the user said otherwise about {key}",
        "row": f"2.{kind}",
        "before": "old value",
        "after": "new value",
        "id": hashlib.sha256(f"{key} {kind}".encode()).hexdigest()[:12],
        "fingerprint": "1",
    }
    return Finding(key=key, kind=kind, **given | fields)


def note(kind="secret", keys=("token",), severity=Severity.HIGH, **fields):
    """A note."""
    return Note(
        **{"store": "memory", "keys": keys, "kind": kind, "severity": severity, "reason": "why"} | fields
    )


class Nights:
    """A job with channels and one ledger a store, whose nights are told one after another."""

    def __init__(self, folder: Path, clock: FakeClock):
        self.folder, self.clock = folder, clock
        self.ports = Ports(clock, clock.sleep, lambda: 0.0)
        self.sections, self.at, self.stores = [], START, ["memory", "notes"]

    def channel(self, url, name="ops", **fields):
        self.sections = [one for one in self.sections if one.name != name]
        self.sections.append(AlertSection(name=name, url=url, **fields))
        return self

    @property
    def alerting(self):
        return Alerting(
            "job", self.folder / "outbox.sqlite3", [channel_of(one) for one in self.sections], self.stores
        )

    def recorded(self, audit):
        window = self.at.strftime("%Y%m%dT%H%M%SZ")
        with Ledger(self.folder / f"{audit.store}.sqlite3", self.clock) as ledger:
            run = ledger.open_run(window, self.at, Anchor(1, "m"))
            return ledger, run, ledger.record(run, audit)

    def finish(self, audit):
        window = self.at.strftime("%Y%m%dT%H%M%SZ")
        with Ledger(self.folder / f"{audit.store}.sqlite3", self.clock) as ledger:
            ledger.finish_run(ledger.open_run(window, self.at, Anchor(1, "m")), audit)

    def tell(self, *audits, **options):
        """Tell a night without finishing it in its ledgers, as if the run was killed then."""
        nights = [self.recorded(audit)[2] for audit in audits]
        return tell(self.alerting, self.at, nights, self.ports, **options)

    def night(self, *findings, notes=(), days=1, **fields):
        """One whole night of one store, ``days`` after the one before."""
        audit = StoreAudit(
            **{"store": "memory", "kind": "json", "status": "ok", "findings": findings, "notes": notes}
            | fields
        )
        delivery = self.tell(audit)
        self.finish(audit)
        self.at += timedelta(days=days)
        self.clock.moment = max(self.clock.moment, self.at)
        return delivery


def evidence_of(key):
    """The other side of a conflict between two entries."""
    return (Evidence("entry", "it says otherwise", entry_key=key),)
