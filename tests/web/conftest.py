"""A working folder with one bad night, and a client that asks the server about it."""

import pytest

pytest.importorskip("starlette")

from one_bad_night import NIGHT, finding, record
from starlette.testclient import TestClient

from auditor.folders import Folders
from auditor.records import Audit
from auditor.reports import write_reports
from auditor.web.app import create_app
from auditor.web.site import Site

TOKEN = "a-token-that-is-long-enough"


@pytest.fixture
def folders(tmp_path):
    folders = Folders(tmp_path)
    value = "eats <b>beef</b>"
    audit = record(folders, finding("diet", "aa11", value), finding("town", "bb22", value))
    write_reports(Audit("run", NIGHT, [audit], job="j"), folders.reports("j"), "2026-11-28")
    return folders


@pytest.fixture
def client(folders):
    return TestClient(create_app(Site(folders, "j")), base_url="http://127.0.0.1", follow_redirects=False)


@pytest.fixture
def guarded(folders):
    site = Site(folders, "j", token=TOKEN)
    return TestClient(create_app(site), base_url="http://127.0.0.1", follow_redirects=False)
