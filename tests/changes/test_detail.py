import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.changes.detail import Detail, PathChange, PathKind, detail_of
from auditor.records import Change, ChangeKind, Entry

ADDED, REMOVED, CHANGED, RETYPED = PathKind.ADDED, PathKind.REMOVED, PathKind.CHANGED, PathKind.RETYPED


def changed(before, after):
    return detail_of(Change(ChangeKind.CHANGED, "k", Entry("k", before), Entry("k", after))).value


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("vegan", "omnivore", [PathChange((), CHANGED, "vegan", "omnivore")]),
        (30, "30", [PathChange((), RETYPED, 30, "30")]),
        (1, 1.0, [PathChange((), RETYPED, 1, 1.0)]),
        (None, 1, [PathChange((), RETYPED, None, 1)]),
        ({"a": {"b": [1, 2]}}, {"a": {"b": [1, 3]}}, [PathChange(("a", "b", 1), CHANGED, 2, 3)]),
        ([1, 2, 3], [1, 3], [PathChange((1,), REMOVED, 2, None)]),
        ({"x": None}, {"y": None}, [PathChange(("x",), REMOVED), PathChange(("y",), ADDED)]),
        ({"__x": 1}, {"__x": 2}, [PathChange(("__x",), CHANGED, 1, 2)]),
        ({"a.b['c']": 1}, {"a.b['c']": 2}, [PathChange(("a.b['c']",), CHANGED, 1, 2)]),
        ({"é": 1}, {"é": 1}, []),
        ([[1, 2]], [[1.0, 2]], [PathChange((), RETYPED, [[1, 2]], [[1.0, 2]])]),
    ],
)
def test_each_place_that_differs_is_named(before, after, expected):
    assert list(changed(before, after)) == expected


def test_a_record_with_all_its_names_changed_is_still_told_name_by_name():
    found = changed({f"a{number}": 1 for number in range(20)}, {f"b{number}": 1 for number in range(20)})
    assert len(found) == 40


def test_the_value_is_told_from_what_the_store_knows_about_it():
    before, after = Entry("k", 1, {"owner": "u1", "seen": 1}), Entry("k", 1, {"owner": "u1", "seen": 2})
    assert detail_of(Change(ChangeKind.CHANGED, "k", before, after)) == Detail(
        (), (PathChange(("seen",), CHANGED, 1, 2),)
    )


def test_an_entry_that_is_new_has_no_places_that_differ():
    assert detail_of(Change(ChangeKind.ADDED, "k", None, Entry("k", 1))) == Detail((), ())


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(0, 3) | st.text("ab_", max_size=2),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text("ab_", max_size=3), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(json_values, json_values)
def test_there_is_a_place_exactly_when_the_values_differ(before, after):
    assert bool(changed(before, after)) == (repr(sorted_names(before)) != repr(sorted_names(after)))


def sorted_names(value):
    if isinstance(value, dict):
        return {name: sorted_names(value[name]) for name in sorted(value)}
    if isinstance(value, list):
        return [sorted_names(part) for part in value]
    return value


def test_deepdiff_is_loaded_only_when_a_detail_is_asked_for():
    code = "import sys, auditor.changes.detail, auditor.changes.compare; sys.exit('deepdiff' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
