"""The database of the rooms."""

from __future__ import annotations

import errno
import json
import os
import secrets
import sqlite3
import stat
import time
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sql

from helpers.rooms import log_of
from sevenfold.errors import BadInput
from sevenfold.protocol.errors import Refused
from sevenfold.server.storage import Clock, Storage, StoredRoom, StoredSeat, Summary, database, people, rooms
from sevenfold.server.storage.databases.postgres import checked_url, shown_url
from sevenfold.server.storage.migrate import VERSION
from sevenfold.session.game_log import Entry

SEATS = [StoredSeat(0, "person"), StoredSeat(1, "bot", bot="random")]
ROOM = StoredRoom("t1", "sane_sevens", {"players": 2, "silly": True}, SEATS, seed=str((1 << 256) - 1), limit=9)


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "table.db"


def plays(first: int, *actions: int) -> list[Entry]:
    return [Entry(first + i, "play", action, 0, 1.5) for i, action in enumerate(actions)]


def edited(db: Path, text: str) -> None:
    """Change the file behind the server's back."""
    connection = sqlite3.connect(db)
    connection.execute(text)
    connection.commit()
    connection.close()


def test_what_is_stored_is_found_again(db: Path) -> None:
    first = Storage(db)
    kim = first.run_now(people.make, "token")
    first.run_now(people.rename, kim.id, "Kim")
    mine = replace(SEATS[0], person=kim.id, seconds=7.5, name="Kim")
    room = replace(ROOM, host=kim.id, seats=[mine, SEATS[1]], clock=Clock(60, 2), summary=Summary(["1", "2"], [1], "Bo wins."))
    first.run_now(rooms.add, room)
    first.run_now(rooms.append, "t1", 0, plays(0, 5, 6), {"made": 2, "turn": 0})
    first.run_now(rooms.change, "t1", {"pace": "slow"}, [replace(mine, seconds=6.5)])
    first.close()
    second = Storage(db)
    found = second.run_now(rooms.find, "t1")
    expected = replace(room, number=2, made=2, turn=0, pace="slow", seats=[replace(mine, seconds=6.5), SEATS[1]])
    assert found == replace(expected, updated=found.updated)
    assert second.run_now(rooms.of_person, kim.id) == [found]
    assert second.run_now(log_of, "t1") == plays(0, 5, 6)
    assert second.run_now(log_of, "t1", 1) == plays(1, 6)
    second.run_now(rooms.delete, "t1", kim.id)
    for ask in (rooms.find, log_of):
        with pytest.raises(Refused, match="no such room"):
            second.run_now(ask, "t1")
    second.close()


def test_lists_hold_ones_own_rooms_the_latest_first_in_pages(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "PAGE", 2)
    storage = Storage(db)
    kim, lou = (storage.run_now(people.make, token) for token in ("kim", "lou"))
    for id in ("a", "b", "c"):
        storage.run_now(rooms.add, replace(ROOM, id=id, host=kim.id))
    storage.run_now(rooms.add, replace(ROOM, id="d", host=lou.id, seats=[replace(SEATS[0], person=kim.id), SEATS[1]]))
    storage.run_now(rooms.append, "a", 0, plays(0, 3), {"status": "over"})

    def listed(person: str, page: int = 0, status: tuple[str, ...] = ()) -> list[str]:
        return [room.id for room in storage.run_now(rooms.of_person, person, page, status)]

    assert [listed(kim.id, page) for page in range(3)] == [["a", "d"], ["c", "b"], []]
    assert listed(lou.id) == ["d"]
    assert listed(kim.id, 0, ("over",)) == ["a"]
    storage.close()


@pytest.mark.parametrize("number", [0, 1, 3, 9])
def test_a_move_happens_once(db: Path, number: int) -> None:
    """No entry twice, none left out: otherwise another game would appear when the room is opened again."""
    storage = Storage(db)
    storage.run_now(rooms.add, ROOM)
    storage.run_now(rooms.append, "t1", 0, plays(0, 5, 6), {"made": 2})
    with pytest.raises(Refused, match="moved on"):
        storage.run_now(rooms.append, "t1", number, plays(number, 7), {"made": 3, "status": "over"})
    with pytest.raises(Refused, match="moved on"):
        storage.run_now(rooms.append, "t1", 2, plays(1, 7), {"made": 3, "status": "over"})
    assert storage.run_now(log_of, "t1") == plays(0, 5, 6)
    assert (storage.run_now(rooms.find, "t1").made, storage.run_now(rooms.find, "t1").status) == (2, "open")
    storage.run_now(rooms.append, "t1", 2, plays(2, 7), {"made": 3})
    assert storage.run_now(log_of, "t1") == plays(0, 5, 6, 7)
    storage.close()


def test_tokens_are_kept_hashed_and_a_device_code_is_good_once(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    storage = Storage(db)
    kim = storage.run_now(people.make, "first-token")
    assert storage.run_now(people.by_token, "first-token") == kim
    assert storage.run_now(people.by_token, people.hashed("first-token")) is None
    storage.run_now(people.add_device, kim.id, "code")
    assert storage.run_now(people.by_token, "code") is None
    assert storage.run_now(people.redeem_device, "code") == kim.id
    assert storage.run_now(people.redeem_device, "code") is None
    monkeypatch.setattr(people, "DEVICE_SECONDS", -1)
    storage.run_now(people.add_device, kim.id, "late")
    assert storage.run_now(people.redeem_device, "late") is None
    monkeypatch.undo()
    storage.run_now(people.add_device, kim.id, "early")
    with monkeypatch.context() as patch:
        patch.setattr(people, "time", lambda: time.time() - 3600)  # the system's clock is set back
        assert storage.run_now(people.redeem_device, "early") is None
    storage.close()
    kept = b"".join(file.read_bytes() for file in db.parent.iterdir())
    assert not any(secret in kept for secret in (b"first-token", b"code"))


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE rooms SET options = '{' WHERE id = 't1'", "UPDATE rooms SET options = '[]' WHERE id = 't1'",
        "UPDATE rooms SET number = 'many' WHERE id = 't1'", "UPDATE rooms SET status = 'lost' WHERE id = 't1'",
        "UPDATE rooms SET summary = x'00ff' WHERE id = 't1'", "UPDATE rooms SET clock = '7' WHERE id = 't1'",
        "UPDATE rooms SET shuffle = printf('%.*c', 9999, '[') WHERE id = 't1'",
        "UPDATE seats SET kind = 'cat' WHERE room = 't1' AND seat = 1", "DELETE FROM seats WHERE room = 't1' AND seat = 0",
        "DELETE FROM seats WHERE room = 't1'",
    ],
)  # fmt: skip
def test_a_row_without_sense_spoils_its_own_room_only(db: Path, change: str) -> None:
    storage = Storage(db)
    kim = storage.run_now(people.make, "kim")
    for id in ("t1", "t2"):
        storage.run_now(rooms.add, replace(ROOM, id=id, host=kim.id))
    storage.close()
    edited(db, change)
    storage = Storage(db)
    with pytest.raises(Refused, match="makes no sense"):
        storage.run_now(rooms.find, "t1")
    assert [room.id for room in storage.run_now(rooms.of_person, kim.id)] == ["t2"]
    with pytest.raises(Refused, match="Only the host of this room"):
        storage.run_now(rooms.delete, "t1", None)
    storage.run_now(rooms.delete, "t1", kim.id)
    assert not storage.run_now(rooms.exists, "t1")
    storage.close()


@pytest.mark.parametrize(
    "change", ["DELETE FROM entries WHERE number = 1", "DELETE FROM entries WHERE number = 2", "UPDATE entries SET value = 'x'"]
)
def test_a_game_with_missing_moves_is_not_played_on(db: Path, change: str) -> None:
    storage = Storage(db)
    storage.run_now(rooms.add, ROOM)
    storage.run_now(rooms.append, "t1", 0, plays(0, 5, 6, 7), {"made": 3})
    storage.close()
    edited(db, change)
    storage = Storage(db)
    with pytest.raises(Refused, match="makes no sense"):
        storage.run_now(log_of, "t1")
    storage.close()


# -- versions ---------------------------------------------------------------------------------------------------------

VERSION_1 = """
CREATE TABLE tables (id VARCHAR NOT NULL, game VARCHAR NOT NULL, options JSON NOT NULL, seat INTEGER, bots JSON NOT NULL,
    seed BIGINT NOT NULL, "limit" BIGINT NOT NULL, status VARCHAR NOT NULL, made INTEGER NOT NULL, your_turn BOOLEAN NOT NULL,
    score VARCHAR NOT NULL, updated FLOAT NOT NULL, PRIMARY KEY (id));
CREATE INDEX ix_tables_updated ON tables (updated);
CREATE TABLE actions ("table" VARCHAR NOT NULL, number INTEGER NOT NULL, action INTEGER NOT NULL,
    PRIMARY KEY ("table", number), FOREIGN KEY("table") REFERENCES tables (id) ON DELETE CASCADE) WITHOUT ROWID;
PRAGMA application_id = 927353924;
PRAGMA user_version = 1;
"""


def old_database(db: Path, **games: tuple[object, ...]) -> None:
    """A file of version 1 with these games."""
    connection = sqlite3.connect(db)
    connection.executescript(VERSION_1)
    for id, values in games.items():
        connection.execute("INSERT INTO tables VALUES (?,?,?,?,?,?,?,?,?,?,?,?)", (id, *values))
        connection.executemany("INSERT INTO actions VALUES (?,?,?)", [(id, i, 40 + i) for i in range(int(str(values[7])))])
    connection.commit()
    connection.close()


BOTS = json.dumps([{"kind": "random", "pace": "quick"}, {"kind": "search:9", "pace": "quick"}])


def test_a_database_of_version_1_is_carried_over_with_its_games(db: Path) -> None:
    old_database(
        db,
        mine=("sane_sevens", '{"players": 3, "silly": false}', 1, BOTS, 77, 10_000, "open", 2, True, "12", 5.0),
        watched=("sane_sevens", '{"players": 2, "silly": false}', None, BOTS, 1 << 52, 99, "over", 0, False, "1 : 2", 6.0),
        bad=("sane_sevens", "{", 0, BOTS, 77, 10_000, "open", 1, True, "", 5.0),
        worse=("sane_sevens", "{}", 0, "7", 77, 10_000, "open", 1, True, "", 5.0),
    )
    storage = Storage(db)
    mine = storage.run_now(rooms.find, "mine")
    assert [(seat.kind, seat.person, seat.bot) for seat in mine.seats] == [
        ("bot", None, "random"), ("person", None, None), ("bot", None, "search:9"),
    ]  # fmt: skip
    assert (mine.seed, mine.made, mine.number, mine.turn, mine.pace) == ("77", 2, 2, 1, "quick")
    assert [entry.value for entry in storage.run_now(log_of, "mine")] == [40, 41]
    watched = storage.run_now(rooms.find, "watched")
    assert (watched.status, watched.seed, watched.limit, watched.persons) == ("over", str(1 << 52), 99, set())
    assert not storage.run_now(rooms.exists, "bad")
    assert not storage.run_now(rooms.exists, "worse")
    kim = storage.run_now(people.make, "kim")
    storage.run_now(rooms.adopt, kim.id)
    assert [room.id for room in storage.run_now(rooms.of_person, kim.id)] == ["watched", "mine"]
    assert storage.run_now(rooms.find, "mine").seats_of(kim.id) == [1]
    storage.close()
    Storage(db).close()


def test_the_tables_are_those_that_the_migrations_make(db: Path) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from sevenfold.server.storage.tables import metadata

    storage = Storage(db)
    with storage._engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert context.get_current_revision() == f"v{VERSION}"
        assert compare_metadata(context, metadata) == []
    storage.close()


def test_a_database_of_a_newer_version(db: Path) -> None:
    Storage(db).close()
    edited(db, f"PRAGMA user_version = {VERSION + 1}")
    assert "newer Sevenfold" in refusal(db)


# -- the file ---------------------------------------------------------------------------------------------------------


def test_what_is_asked_of_a_closed_storage_is_refused(db: Path) -> None:
    storage = Storage(db)
    storage.close()
    with pytest.raises(Refused, match="shutting down"):
        storage.run_now(rooms.games_in_progress)


def test_only_its_owner_may_read_it(tmp_path: Path) -> None:
    (tmp_path / "old.db").touch(mode=0o644)
    for path in (tmp_path / "new" / "table.db", tmp_path / "old.db"):
        storage = Storage(path)
        storage.run_now(people.make, "token")
        for file in path.parent.glob(f"{path.name}*"):
            assert stat.S_IMODE(file.stat().st_mode) == 0o600, file
        storage.close()


def test_where_it_lies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert database(None) == tmp_path / "sevenfold" / "table.db"
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert database(None) == tmp_path / ".local" / "share" / "sevenfold" / "table.db"


NAMES = (
    "with space.db", "what?.db", "a#b.db", "100%41.db", ":memory:", "file:x.db?mode=memory", "file::memory:", "-v", "-",
    "./~", "./~/x.db", "a://b", "new/folder/x.db", "žluťoučký 🃏.db", "new\nline.db", os.fsdecode(b"\xff\xfe.db"),
    "a;'\"`$(x)&.db", "x" * 240, "link.db",
)  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_a_file_of_any_name(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is the very file that was named, wherever the process goes, and there is no other."""
    (tmp_path / "link.db").symlink_to("its-target.db")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(tmp_path)
    where = database(name)
    assert isinstance(where, Path)
    monkeypatch.chdir(elsewhere)
    for _ in range(2):
        storage = Storage(where)
        storage.run_now(people.make, secrets.token_hex())
        storage.close()
    (tmp_path / "link.db").unlink(missing_ok=name != "link.db")
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [where]
    assert where.name == (Path(name).name if name != "link.db" else "its-target.db")
    assert where.read_bytes().startswith(b"SQLite format 3")


REFUSED = {
    "": "--db is followed by nothing",
    "folder": "folder is a folder. Give another",
    "folder/": "folder/ is a folder. Name a file in it",
    "missing/": "missing/ is a folder. Name a file in it",
    "missing/.": "missing/. is a folder. Name a file in it",
    "pipe": "pipe is not a file",
    "/dev/null": "/dev/null is not a file",
    "circle": "circle cannot be written: too many levels of symbolic links",
    "text": "text is not a database of Sevenfold's rooms",
    "text/x.db": "x.db cannot be written: a part of its path is a file, not a folder",
    "text/folder/x.db": "x.db cannot be written: a part of its path is a file, not a folder",
    "games.db-wal": "games.db-wal has the name of a file that SQLite makes beside a database",
    "games.db-journal": "games.db-journal has the name of a file that SQLite makes beside a database",
    "x" * 300: "cannot be written: file name too long",
    "x/" * 400 + "x.db": "A database's full path has at most 500 bytes",
    "~nobody-of-this-name/x.db": "There is no home folder ~nobody-of-this-name. Write ./~nobody-of-this-name/x.db",
    "sqlite:///x.db": "sqlite is not a database that can be used here",
    "file:///x.db": "file is not a database that can be used here",
    "host=x dbname=y password=secret": "--db is followed by words such as host=… and password=…. --db takes a file",
    "postgresql:x": "postgresql:… is not a database's URL",
    "postgres://u:secret@secret@host/x": "postgres:… has more than one @. In a password, or a name, it is written %40",
    "postgresql://u:secret@host:secret/x": "postgresql:… is not a database's URL",
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_database_is_named_and_left_alone(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "text").write_text("Dear diary, ")
    os.mkfifo(tmp_path / "pipe", 0o644)
    (tmp_path / "circle").symlink_to("circle")

    def is_there() -> dict[str, int]:
        paths = [*tmp_path.iterdir(), Path("/dev/null")]
        return {str(path): path.lstat().st_mode for path in paths}

    before = is_there()
    with pytest.raises(BadInput) as refused:
        Storage(database(name))
    assert REFUSED[name] in str(refused.value)
    assert "secret" not in str(refused.value)
    assert is_there() == before


def test_a_file_whose_disk_does_not_read_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "table.db"
    path.touch()

    def read(file: int, most: int) -> bytes:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(os, "read", read)
    with pytest.raises(BadInput, match=r"table\.db cannot be read: input/output error"):
        Storage(path)


def test_a_scheme_in_capitals() -> None:
    assert checked_url("POSTGRESQL://host/x").drivername == "postgresql+psycopg"


def test_passwords_are_not_shown() -> None:
    url = checked_url("postgresql://u:secret@host/x?password=secret&sslpassword=secret&sslmode=prefer")
    assert shown_url(url) == "postgresql+psycopg://u:***@host/x?sslmode=prefer"


def test_nobody_at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """A user by number alone is told what to do."""
    for name in ("HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("pwd.getpwuid", {}.__getitem__)
    with pytest.raises(BadInput, match=r"no home folder to keep games in\. Name a file with --db, or set XDG_DATA_HOME to a"):
        database(None)
    with pytest.raises(BadInput, match=r"There is no home folder ~\."):
        database("~/x.db")


def test_a_working_folder_that_was_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    assert database(str(tmp_path / "x.db")) == tmp_path / "x.db"
    with pytest.raises(BadInput, match="The working folder has been deleted"):
        database("x.db")


def refusal(path: Path) -> str:
    with pytest.raises(BadInput) as refused:
        Storage(path)
    return str(refused.value)


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for path in (tmp_path / "file" / "table.db", tmp_path / ("x" * 300)):
        assert refusal(path).startswith(f"The database {path} cannot be written: ")
        assert refusal(path).endswith("Give another file with --db PATH (make play DB=PATH).")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_file_without_the_right_to_write(db: Path) -> None:
    Storage(db).close()
    db.chmod(0o400)
    assert "permission denied" in refusal(db)


def test_a_folder_without_the_right_to_write(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file may be written, but SQLite needs others beside it."""
    Storage(db).close()
    monkeypatch.setattr("sevenfold.server.storage.databases.sqlite._prepare", only_reads)
    assert refusal(db) == (
        f"The database {db} cannot be written: SQLite makes files beside it, and nobody may write in its folder."
        " Give another file with --db PATH (make play DB=PATH)."
    )


def only_reads(*_: object) -> None:
    """Fail as SQLite does where it may not make its files."""
    raise sql.exc.OperationalError("", None, sqlite3.OperationalError("attempt to write a readonly database"))


def test_a_file_that_is_damaged(db: Path) -> None:
    Storage(db).close()
    kept = db.read_bytes()[:20_000]
    db.write_bytes(kept)
    assert refusal(db).startswith(f"The database {db} is damaged. Keep it")


def test_a_file_that_is_no_such_database(tmp_path: Path) -> None:
    text, other = tmp_path / "text.db", tmp_path / "other.db"
    text.write_text("Not a database at all, but long enough to be taken for one. " * 50)
    kept = text.read_text()
    edited(other, "CREATE TABLE mine (x)")
    assert "is not a database of Sevenfold's rooms" in refusal(text)
    assert "is not a database of Sevenfold's rooms" in refusal(other)
    assert text.read_text() == kept


def test_a_database_in_use(db: Path) -> None:
    first = Storage(db)
    assert "in use by another server" in refusal(db)
    first.close()
    Storage(db).close()


def spoilt(db: Path, how: str) -> None:
    """Do something to the file behind the server's back."""
    if how == "deleted":
        db.unlink()
    elif how == "renamed":
        db.rename(db.with_name("elsewhere.db"))
    elif how == "replaced":
        other = db.with_name("other.db")
        other.write_bytes(db.read_bytes())
        other.replace(db)
    elif how == "cut off":
        os.truncate(db, 4096)
    elif how == "emptied":
        os.truncate(db, 0)
    elif how == "overwritten":
        with db.open("r+b") as file:
            file.write(b"something else altogether")
    else:
        db.with_name(f"{db.name}-wal").unlink()


@pytest.mark.parametrize("how", ["deleted", "renamed", "replaced", "cut off", "emptied", "overwritten", "without its log"])
def test_a_file_that_is_no_longer_there_takes_no_more_moves(db: Path, how: str) -> None:
    storage = Storage(db)
    storage.run_now(rooms.add, ROOM)
    storage.run_now(rooms.append, "t1", 0, plays(0, 5), {"made": 1})
    with storage._engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA wal_checkpoint")
    storage.run_now(people.make, "token")
    spoilt(db, how)
    for _ in range(2):
        with pytest.raises(Refused, match="start the table again") as refused:
            storage.run_now(rooms.append, "t1", 1, plays(1, 6), {"made": 2})
        assert refused.value.code == "storage"
    storage.close()


@pytest.mark.parametrize(("durable", "synchronous"), [(False, 1), (True, 2)])
def test_a_power_cut(db: Path, durable: bool, synchronous: int) -> None:
    storage = Storage(db, durable=durable)
    with storage._engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar_one() == synchronous
    storage.close()


def test_a_database_that_is_away_fills_no_log(
    db: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Everybody who plays tries again and again meanwhile."""
    storage = Storage(db)
    monkeypatch.setattr(Storage, "is_shared", True)

    def away(_: sql.Connection) -> None:
        raise sql.exc.OperationalError("select 1", {}, ConnectionError("gone"))

    for _ in range(50):
        with pytest.raises(Refused, match="does not answer"):
            storage.run_now(away)
    assert caplog.messages == ["the database does not answer: gone"]
    storage.close()
