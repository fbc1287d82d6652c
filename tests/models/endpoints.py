"""An endpoint on the loopback interface that speaks as OpenAI's and Ollama's do, well or badly."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from auditor.models.prompts import solved

GOLD = {(one.said, one.memory): stance.value for one, stance in (*solved("gold"), *solved("examples"))}


def items_of(request):
    """The items that the last message of ``request`` asks about."""
    lines = request["messages"][-1]["content"].splitlines()
    return [json.loads(line) for line in lines if line.startswith("{")]


def honest(answer="contradicts"):
    """A model that knows the gold answers and says ``answer`` to all else."""

    def says(item):
        return GOLD.get((item["SAID"], item["MEMORY"]), answer)

    return lambda request: json.dumps(
        {"answers": [{"id": one["id"], "label": says(one)} for one in items_of(request)]}
    )


def constant(label):
    """A model that gives one label to everything, in perfect JSON."""
    return lambda request: json.dumps(
        {"answers": [{"id": one["id"], "label": label} for one in items_of(request)]}
    )


class Endpoint:
    """``text`` makes an answer's text of a request; ``script`` holds (status, headers, body) to send first.

    ``refuses`` are the kinds of response_format that it answers with 400.
    """

    def __init__(self, text=None, port=0):
        self.text = text or honest()
        self.requests, self.script, self.refuses = [], [], set()
        self.finish = "stop"
        self.serves_before_death = None
        self.headers = []
        endpoint = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                endpoint.requests.append(body)
                endpoint.headers.append(dict(self.headers))
                left = endpoint.serves_before_death
                if left is not None and left <= 0:
                    self.close_connection = True
                    return
                if left is not None:
                    endpoint.serves_before_death -= 1
                status, headers, content = endpoint._answer(self.path, body)
                try:
                    self.send_response(status)
                    for name, value in {"Content-Length": str(len(content)), **headers}.items():
                        self.send_header(name, value)
                    self.end_headers()
                    self.wfile.write(content)
                except OSError:
                    self.close_connection = True

            def log_message(self, *args):
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self.port = self._server.server_port
        self.url = f"http://127.0.0.1:{self.port}"
        threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True
        ).start()

    def _answer(self, path, body):
        if self.script:
            status, headers, content = self.script.pop(0)
            return status, headers, content if isinstance(content, bytes) else json.dumps(content).encode()
        kind = body.get("response_format", {}).get("type", "none")
        if kind in self.refuses:
            error = {"error": {"code": 400, "type": "invalid_request_error", "message": "response_format"}}
            return 400, {}, json.dumps(error).encode()
        text = self.text(body)
        if isinstance(text, bytes):
            return 200, {}, text
        if path == "/api/chat":
            done = {
                "message": {"role": "assistant", "content": text},
                "done": True,
                "done_reason": self.finish,
            }
            return 200, {"Content-Type": "application/json"}, json.dumps({"model": "m", **done}).encode()
        choice = {"message": {"role": "assistant", "content": text}, "finish_reason": self.finish}
        return 200, {}, json.dumps({"choices": [choice], "usage": {"total_tokens": 50}}).encode()

    def questions(self):
        """The items that were asked about, those with a known answer left out."""
        asked = [item for request in self.requests for item in items_of(request)]
        return [one for one in asked if (one["SAID"], one["MEMORY"]) not in GOLD]

    def close(self):
        self._server.shutdown()
        self._server.server_close()


class FakeWatch:
    """Time that passes only by waiting, or when somebody says so."""

    def __init__(self):
        self.now, self.waits = 0.0, []

    def seconds(self):
        return self.now

    def wait(self, seconds):
        self.waits.append(seconds)
        self.now += seconds
