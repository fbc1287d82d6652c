"""What the tests of alerts share; ``alert_nights.py`` is beside them."""

import sys
from contextlib import closing
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from alert_nights import FakeClock, Nights, Receiver


@pytest.fixture
def receiver():
    with closing(Receiver()) as running:
        yield running


@pytest.fixture
def clock():
    return FakeClock()


@pytest.fixture
def nights(tmp_path, clock):
    return Nights(tmp_path, clock)


@pytest.fixture
def told(nights, receiver):
    """Nights that are told to one webhook, and the turns, kinds and keys of the events that arrived at it."""

    def events():
        found = [event for document in receiver.at("/hook") for event in document["data"]["events"]]
        return [(event["turn"], event["kind"], *event["keys"]) for event in found]

    nights.channel(f"{receiver.url}/hook")
    return nights, events
