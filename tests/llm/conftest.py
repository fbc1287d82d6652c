"""What the tests of real models share; ``llama_server.py`` is beside them, nights with models in tests/models."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "models"))
sys.path.insert(0, str(Path(__file__).parent))

from llama_server import Server


@pytest.fixture
def serve():
    """Starts llama.cpp servers with options of their own."""
    servers = []

    def start(*options, weights="smollm2.gguf", port=0):
        servers.append(Server(weights, *options, port=port))
        return servers[-1]

    yield start
    for server in servers:
        server.close()
