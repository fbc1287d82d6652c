import re
import shutil
import subprocess
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

import pytest
from snapshot_fakes import store_of

from auditor.snapshots.repository import Repository
from auditor.snapshots.taking import take

PAGE = Path(__file__).parents[2] / "docs" / "snapshots.md"
COMMANDS = re.findall(r"```sh\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
pytestmark = pytest.mark.skipif(
    not (shutil.which("zstd") and shutil.which("jq")), reason="zstd or jq is not installed"
)


@pytest.fixture
def repository(tmp_path):
    memory = {f'k"{number}, é\\': [number, 1.0, {"b": None}] for number in range(200)}
    repository = Repository(tmp_path / "memory")
    second = memory | {"new": {"removed": True}, 'k"7, é\\': "changed"}
    del second['k"8, é\\']
    for number, night in enumerate((memory, second)):
        at = datetime(2026, 11, 1, 3, tzinfo=UTC) + timedelta(days=number)
        take(repository, store_of(night), "memory", at).close()
    return repository


def run(command, folder):
    return subprocess.run(["sh", "-c", command], cwd=folder, check=True, capture_output=True).stdout


def test_a_full_snapshot_is_read_as_the_docs_say(repository):
    assert run(COMMANDS[0], repository.folder).count(b'"key"') == 200


def test_a_delta_is_put_together_as_the_docs_say(repository):
    assert repository.latest().base is not None
    run(COMMANDS[1], repository.folder)
    content = (repository.folder / "entries.jsonl").read_bytes()
    assert sha256(content).hexdigest() == repository.latest().entries.content_sha256
    assert content == b"".join(repository.blocks(repository.latest()))


def test_the_content_is_in_the_order_of_sort(repository):
    run("zstd -dc *.entries.zst | LC_ALL=C sort -c", repository.folder)
