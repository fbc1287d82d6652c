"""Real servers as processes: llama.cpp's, and one that speaks as Ollama does in front of it."""

import os
import socket
import subprocess
import time
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

PLACE = Path(os.environ.get("AUDITOR_LLM", Path.home() / ".cache" / "memory-auditor-llm"))
BUILT = pytest.mark.skipif(not (PLACE / "llama-server").exists(), reason="the llama.cpp server was not built")


class Process:
    """A server on the loopback interface, which answers at ``path`` once it is ready."""

    def __init__(self, command, path, port=0, env=None):
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process = subprocess.Popen(
            [*command, "--host", "127.0.0.1", "--port", str(self.port)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=env,
        )
        for _ in range(1200):
            try:
                urlopen(self.url + path, timeout=1)
            except HTTPError as error:
                if error.code < 500:
                    return
            except OSError:
                pass
            else:
                return
            time.sleep(0.1)
        self.close()
        raise AssertionError("the server did not start")

    def close(self):
        self.process.kill()
        self.process.wait()


class Server(Process):
    """llama.cpp's server with one model."""

    def __init__(self, weights, *options, port=0):
        command = [PLACE / "llama-server", "-m", PLACE / weights, "-t", "1", *options]
        super().__init__(command, "/health", port)


class Proxy(Process):
    """Ollama's API, translated for the server at ``url``; the model is called ``llama/MODEL``."""

    python = PLACE / "proxy" / "bin" / "python"

    def __init__(self, url, model):
        env = {"PROVIDERS_LLAMA_API_KEY": "EMPTY", "PROVIDERS_LLAMA_BASE_URL": f"{url}/v1"}
        env |= {"EXTRA_MODELS": f"llama/{model}", "PATH": os.environ["PATH"]}
        super().__init__([self.python, "-m", "ollama_proxy", "serve"], "/api/version", env=env)


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]
