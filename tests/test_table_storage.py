"""The database of the rooms."""

from __future__ import annotations

import os
import sqlite3
import stat
from dataclasses import replace
from pathlib import Path

import pytest

from sevenfold.errors import BadInput
from sevenfold.table.refusal import Refused
from sevenfold.table.storage import VERSION, Storage, StoredRoom, default_path

ROOM = StoredRoom("t1", "seven_truf", {"players": 4}, 0, [{"kind": "random", "pace": "quick"}], seed=(1 << 53) - 1, limit=9)


def test_what_is_stored_is_found_again(tmp_path: Path) -> None:
    first = Storage(tmp_path / "table.db")
    first.add(ROOM)
    later = replace(ROOM, made=2, your_turn=True, status="over")
    first.change(later, [5, 6])
    first.note_score("t1", "7")
    later.score = "7"
    first.close()
    second = Storage(tmp_path / "table.db")
    assert second.all() == [later] == [second.find("t1")]
    assert second.actions("t1") == [5, 6]
    second.delete("t1")
    assert not second.all()
    for ask in (second.find, second.actions):
        with pytest.raises(Refused, match="no such room"):
            ask("t1")
    second.close()


def test_the_latest_room_comes_first(tmp_path: Path) -> None:
    storage = Storage(tmp_path / "table.db")
    for id in ("a", "b", "c"):
        storage.add(replace(ROOM, id=id))
    storage.change(replace(ROOM, id="a", made=1), [3])
    assert [kept.id for kept in storage.all()] == ["a", "c", "b"]
    storage.close()


@pytest.mark.parametrize(
    ("made", "actions"), [(2, [6]), (2, [5, 6]), (1, [6]), (4, [8]), (9, [6, 7]), (1, []), (3, [])], ids=str
)
def test_only_the_next_actions_are_stored(tmp_path: Path, made: int, actions: list[int]) -> None:
    """No action twice, none left out: otherwise another game would appear when the room is opened again."""
    storage = Storage(tmp_path / "table.db")
    storage.add(ROOM)
    storage.change(replace(ROOM, made=2), [5, 6])
    with pytest.raises(Refused, match="does not follow"):
        storage.change(replace(ROOM, made=made, status="over"), actions)
    assert storage.actions("t1") == [5, 6]
    assert (storage.find("t1").made, storage.find("t1").status) == (2, "open")
    storage.change(replace(ROOM, made=3), [7])
    assert storage.actions("t1") == [5, 6, 7]
    storage.close()


def test_a_game_with_missing_moves_is_not_played_on(tmp_path: Path) -> None:
    storage = Storage(tmp_path / "table.db")
    storage.add(ROOM)
    storage.change(replace(ROOM, made=3), [5, 6, 7])
    storage.close()
    connection = sqlite3.connect(tmp_path / "table.db")
    connection.execute("DELETE FROM actions WHERE number = 1")
    connection.commit()
    connection.close()
    storage = Storage(tmp_path / "table.db")
    with pytest.raises(Refused, match="moves are missing"):
        storage.actions("t1")
    assert [room.id for room in storage.all()] == ["t1"]
    storage.close()


def test_what_is_asked_of_a_closed_storage_is_refused(tmp_path: Path) -> None:
    storage = Storage(tmp_path / "table.db")
    storage.close()
    with pytest.raises(Refused, match="shutting down"):
        storage.all()


def test_only_its_owner_may_read_it(tmp_path: Path) -> None:
    Storage(tmp_path / "new" / "table.db").close()
    assert stat.S_IMODE((tmp_path / "new" / "table.db").stat().st_mode) == 0o600


def test_where_it_lies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_path() == tmp_path / "sevenfold" / "table.db"
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert default_path() == tmp_path / ".local" / "share" / "sevenfold" / "table.db"


def refusal(path: Path) -> str:
    with pytest.raises(BadInput) as refused:
        Storage(path)
    return str(refused.value)


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for path in (tmp_path, tmp_path / "file" / "table.db"):
        assert refusal(path).startswith(f"The database {path} cannot be written: ")
        assert refusal(path).endswith("Give another file with --db PATH (make play DB=PATH).")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="whoever is root may write everywhere")
def test_a_file_without_the_right_to_write(tmp_path: Path) -> None:
    Storage(tmp_path / "table.db").close()
    (tmp_path / "table.db").chmod(0o400)
    assert "permission denied" in refusal(tmp_path / "table.db")


def test_a_file_that_is_no_such_database(tmp_path: Path) -> None:
    text, other = tmp_path / "text.db", tmp_path / "other.db"
    text.write_text("Not a database at all, but long enough to be taken for one. " * 50)
    kept = text.read_text()
    connection = sqlite3.connect(other)
    connection.execute("CREATE TABLE mine (x)")
    connection.commit()
    connection.close()
    assert "is not a database of Sevenfold's rooms" in refusal(text)
    assert "is not a database of Sevenfold's rooms" in refusal(other)
    assert text.read_text() == kept


def test_a_database_of_a_newer_version(tmp_path: Path) -> None:
    Storage(tmp_path / "table.db").close()
    connection = sqlite3.connect(tmp_path / "table.db")
    connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    connection.close()
    assert "newer Sevenfold" in refusal(tmp_path / "table.db")


def test_a_database_in_use(tmp_path: Path) -> None:
    first = Storage(tmp_path / "table.db")
    assert "in use by another table server" in refusal(tmp_path / "table.db")
    first.close()
    Storage(tmp_path / "table.db").close()
