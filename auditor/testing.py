r"""The contracts of store adapters and of memory layers, as tests that an author of one inherits.

    from auditor.testing import StoreContract

    class TestIni(StoreContract):
        opener = IniOpener()

        def write(self, folder):
            path = folder / "memory.ini"
            path.write_text("[ana]\ncity = Porto\ndiet = vegan\n")
            return path

A memory layer that has an adapter of six methods goes through the failure tests of ``auditor drill``:

    class TestOurMemory(DrillContract):
        def memory(self):
            return OurMemory()

pytest collects the subclass; nothing of pytest is imported here.
"""

import random
import shutil
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import ClassVar

from auditor.drill.checks import CHECKS
from auditor.drill.interface import Memory
from auditor.errors import StoreUnreadableError
from auditor.records import EMPTY, Entry, Json, NotChecked, Note
from auditor.snapshots.canonical import entry_of, line_of
from auditor.stores.interface import Identity, Opener, Store

DAMAGED_COPIES = 20
_TIMES = ("created_at", "updated_at", "expires_at", "valid_from", "valid_until")
_FLIPPED_BITS = 8


class DrillContract:
    """What a memory layer owes its users: each failure test of ``auditor drill`` on a fresh memory."""

    def memory(self) -> Memory:
        """A memory with nothing in it."""
        raise NotImplementedError

    def test_scope_bleed(self) -> None:
        """What holds in one scope is not applied in another."""
        self._passes("scope bleed")

    def test_stale_fact(self) -> None:
        """What has ended is checked again before it is used."""
        self._passes("stale fact")

    def test_inferred_as_explicit(self) -> None:
        """What was inferred is not told as said."""
        self._passes("inferred as explicit")

    def test_correction_bleed(self) -> None:
        """A correction reaches no further than it was meant."""
        self._passes("correction bleed")

    def test_policy_shadowing(self) -> None:
        """A remembered copy does not stand before the policy itself."""
        self._passes("policy shadowing")

    def test_zombie_memory(self) -> None:
        """What was forgotten does not live on in what was made of it."""
        self._passes("zombie memory")

    def test_unexplainable_recall(self) -> None:
        """What is recalled can be explained."""
        self._passes("unexplainable recall")

    def test_two_users_kept_apart(self) -> None:
        """One user's memory is not given to another."""
        self._passes("two users kept apart")

    def test_valid_from(self) -> None:
        """What does not hold yet is not applied."""
        self._passes("valid from")

    def test_withheld_out_of_context(self) -> None:
        """What belongs to one context is not handed out in another."""
        self._passes("withheld out of context")

    def _passes(self, name: str) -> None:
        reason = CHECKS[name](self.memory())
        assert reason is None, reason


class StoreContract:
    """What a store adapter owes the audit. Set ``opener`` and write ``write``; all else is inherited.

    Each test opens what ``write`` put into an empty folder: a sound store of two entries at least.
    """

    opener: ClassVar[Opener]
    options: ClassVar[Mapping[str, Json]] = EMPTY

    def write(self, folder: Path) -> Path:
        """Write a store with at least two entries into ``folder`` and return its path."""
        raise NotImplementedError

    def test_it_recognises_its_own_and_nothing_that_is_empty(self, tmp_path: Path) -> None:
        """A store is known by its content; an empty folder and an empty file are not one."""
        place = self._written(tmp_path)
        assert self.opener.recognises(place)
        (tmp_path / "nothing").mkdir()
        assert not self.opener.recognises(tmp_path / "nothing")

    def test_a_sound_store_is_read_whole(self, tmp_path: Path) -> None:
        """At least the two entries come out, and nothing is called a problem."""
        store = self._opened(self._written(tmp_path))
        assert len(list(_entries(store))) > 1
        assert not store.partial
        assert not [one for one in store.problems() if isinstance(one, NotChecked)]

    def test_it_says_what_it_is_and_how_it_reads(self, tmp_path: Path) -> None:
        """The kind is that of the opener; the reading is one line for people."""
        store = self._opened(self._written(tmp_path))
        assert store.kind == self.opener.kind
        assert store.reading
        assert "\n" not in store.reading
        assert isinstance(store.identity, Identity)

    def test_two_readings_give_the_same_rows(self, tmp_path: Path) -> None:
        """Rows are what two nights are compared by: the same store gives the same bytes in the same order."""
        place = self._written(tmp_path)
        store = self._opened(place)
        first = list(store.rows())
        assert first == list(store.rows()) == list(self._opened(place).rows())

    def test_a_row_can_be_read_by_a_store_that_was_just_opened(self, tmp_path: Path) -> None:
        """A night may ask for the entries of one row alone."""
        place = self._written(tmp_path)
        rows = list(self._opened(place).rows())
        whole = [list(_of_row(self._opened(place), row)) for row in rows]
        store = self._opened(place)
        assert whole == [list(_of_row(store, row)) for row in store.rows()]

    def test_each_entry_has_a_key_of_its_own(self, tmp_path: Path) -> None:
        """A key that occurs twice would make one memory hide another."""
        keys = Counter(entry.key for entry in _entries(self._opened(self._written(tmp_path))))
        assert not [key for key, many in keys.items() if many > 1 or not key]

    def test_entries_survive_a_snapshot(self, tmp_path: Path) -> None:
        """Key, value and metadata are JSON, so that what is written is what is read again."""
        for entry in _entries(self._opened(self._written(tmp_path))):
            again = entry_of(line_of(entry))
            assert (again.key, again.value) == (entry.key, entry.value)

    def test_times_are_written_as_the_audit_reads_them(self, tmp_path: Path) -> None:
        """RFC 3339 with an offset; a date without a time stays a date."""
        for entry in _entries(self._opened(self._written(tmp_path))):
            for name in _TIMES:
                if (time := entry.meta.get(name)) is not None:
                    assert isinstance(time, str), f"{entry.key}: {name} is no text"
                    moment = datetime.fromisoformat(time)
                    assert moment.tzinfo or "T" not in time, f"{entry.key}: {name} has no offset"

    def test_turns_are_counted_from_0(self, tmp_path: Path) -> None:
        """Evidence names a turn by its number in its conversation."""
        for talk in self._opened(self._written(tmp_path)).transcripts():
            assert [turn.index for turn in talk.turns] == list(range(len(talk.turns)))

    def test_reading_leaves_no_trace(self, tmp_path: Path) -> None:
        """No byte, no name and no time in the store's folder changes."""
        place = self._written(tmp_path)
        before = _state(place.parent)
        store = self._opened(place)
        list(_entries(store))
        list(store.transcripts())
        assert _state(place.parent) == before

    def test_damage_is_a_result_or_a_documented_error(self, tmp_path: Path) -> None:
        """Cut, flipped, glued, re-encoded and emptied copies raise StoreUnreadableError or nothing."""
        place = self._written(tmp_path)
        for number in range(DAMAGED_COPIES):
            folder = tmp_path / f"damaged-{number}"
            shutil.copytree(place.parent, folder)
            damage(random.Random(number), folder)  # noqa: S311  # no secret, but the same each time
            try:
                store = self._opened(folder / place.name)
                list(_entries(store))
                list(store.transcripts())
            except StoreUnreadableError as error:
                assert str(error), "the error does not say what is wrong"  # noqa: PT017  # either is right
            shutil.rmtree(folder)

    def test_a_store_that_lost_its_content_is_not_an_empty_one(self, tmp_path: Path) -> None:
        """A file of 0 bytes cannot be told from damage: it is unreadable, partial or a problem."""
        place = self._written(tmp_path)
        for file in _files(place.parent):
            file.write_bytes(b"")
        try:
            store = self._opened(place)
            assert not list(_entries(store))
        except StoreUnreadableError:
            return
        problems: list[NotChecked | Note] = list(store.problems())
        assert store.partial or problems, "an emptied store looks as if every entry had been deleted"

    def _written(self, tmp_path: Path) -> Path:
        folder = tmp_path / "store"
        folder.mkdir()
        return self.write(folder)

    def _opened(self, place: Path) -> Store:
        return self.opener.open(place, self.options)


def damage(chance: random.Random, folder: Path) -> None:
    """Damage one file under ``folder``: cut it, flip bits, glue a part of it on, re-encode or empty it."""
    path = chance.choice([file for file in _files(folder) if file.stat().st_size])
    data = bytearray(path.read_bytes())
    how = chance.choice(("cut", "flip", "glue", "recode", "empty"))
    if how == "cut":
        del data[chance.randrange(len(data)) :]
    elif how == "flip":
        for _ in range(chance.randint(1, _FLIPPED_BITS)):
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    elif how == "glue":
        data += data[chance.randrange(len(data)) :]
    elif how == "recode":
        data = bytearray(data.decode("latin-1").encode("utf-16"))
    else:
        data.clear()
    path.write_bytes(data)


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def _entries(store: Store) -> Iterator[Entry]:
    for row in store.rows():
        yield from store.entries(row)


def _of_row(store: Store, row: bytes) -> Iterator[tuple[str, bytes]]:
    for entry in store.entries(row):
        yield entry.key, line_of(entry)


def _state(folder: Path) -> dict[str, tuple[int, int, bytes]]:
    return {
        path.relative_to(folder).as_posix(): (
            path.stat().st_mtime_ns,
            path.stat().st_size,
            path.read_bytes() if path.is_file() else b"",
        )
        for path in sorted(folder.rglob("*"))
    }
