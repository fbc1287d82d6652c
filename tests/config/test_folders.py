from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.folders import Folders, folder_name


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1))
def test_any_store_name_becomes_one_safe_folder_and_comes_back(name):
    folder = folder_name(name)
    assert "/" not in folder
    assert not folder.startswith(".")
    assert len(Path(folder).parts) == 1


def test_stores_are_listed_under_the_names_they_were_given(tmp_path):
    folders = Folders(tmp_path)
    assert folders.stores() == []
    names = ["agents/bob/memory.json", "..", "notes"]
    for name in names:
        folders.snapshots(name).mkdir(parents=True)
    (tmp_path / "snapshots" / ".gitkeep").touch()
    assert folders.stores() == sorted(names)
    assert {folder.parent for folder in map(folders.snapshots, names)} == {tmp_path / "snapshots"}


@pytest.mark.parametrize("name", ["memory", "course-assistant", "my notes"])
def test_ordinary_names_are_their_own_folders(name):
    assert folder_name(name) == name
