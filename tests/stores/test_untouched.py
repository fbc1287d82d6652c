"""Reading changes nothing: no byte, no name, no time in the store's folder."""

import shutil

import pytest
from store_samples import NIGHTS, read_all

from auditor.stores.recognise import find_stores


def fingerprint(folder):
    return {
        path.relative_to(folder).as_posix(): (
            path.stat().st_mtime_ns,
            path.read_bytes() if path.is_file() else sorted(child.name for child in path.iterdir()),
        )
        for path in [folder, *folder.rglob("*")]
    }


@pytest.mark.parametrize("night", NIGHTS, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_a_folder_is_the_same_before_and_after(night, tmp_path):
    folder = tmp_path / "store"
    shutil.copytree(night, folder)
    before = fingerprint(folder)
    for _, store in find_stores(folder):
        read_all(store)
    assert fingerprint(folder) == before
