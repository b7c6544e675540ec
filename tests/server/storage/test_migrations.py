"""Databases of every older version are brought up to date with their games, in SQLite and in PostgreSQL alike."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sql
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, MetaData, Table

import sevenfold
from helpers.rooms import log_of
from helpers.table_server import Running, postgres, running
from sevenfold.errors import BadInput
from sevenfold.playing.game import State
from sevenfold.records.record import from_record
from sevenfold.server.storage import Storage, people, rooms
from sevenfold.server.storage.databases.sqlite import OURS
from sevenfold.server.storage.migrate import MIGRATIONS, VERSION
from tools.servers.temporary_postgres import Postgres

TOKEN = "k" * 32
PLAYED = 9  # actions of the game that goes on


@dataclass
class Database:
    """A database of an older version, not yet opened by this one."""

    where: Path | str  # what --db takes
    engine: Engine


@pytest.fixture(scope="module")
def server() -> Iterator[Postgres]:
    with postgres() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    file = tmp_path / "table.db"
    if request.param == "sqlite":
        made = Database(file, sql.create_engine(f"sqlite:///{file}"))
    else:
        url = request.getfixturevalue("server").new_database()
        made = Database(url, sql.create_engine(url))
    yield made
    made.engine.dispose()


def game() -> State:
    """A game in its midst, at the turn of seat 0."""
    state = sevenfold.load("sane_sevens", players=2).start(77)
    while state.action_count < PLAYED or state.turn != 0:
        state.play(state.legal_actions()[0])
    return state


def row(table: Table, **values: Any) -> dict[str, Any]:
    """A row: what is given, and something plain in each other column that needs something."""
    plain = {"TEXT": "null", "VARCHAR": "", "INTEGER": 0, "BIGINT": 0, "BOOLEAN": False, "FLOAT": 1.0, "DOUBLE PRECISION": 1.0}
    needed = (column for column in table.columns if not column.nullable and column.server_default is None)
    return {column.name: plain[str(column.type).partition("(")[0]] for column in needed} | values


def fill_first(tables: MetaData, connection: Connection, state: State) -> None:
    """Version 1 knew no people: one game, and one whose options make no sense."""
    games, actions = tables.tables["tables"], tables.tables["actions"]
    bots = [{"kind": "random", "pace": "instant"}]
    common = {
        "game": "sane_sevens",
        "seat": 0,
        "bots": bots,
        "seed": 77,
        "limit": 10_000,
        "made": state.action_count,
        "updated": 5.0,
    }
    common |= {"status": "open", "your_turn": True, "score": ""}
    rows = [{"id": "old", "options": dict(state.game.options), **common}, {"id": "bad", "options": {}, **common, "bots": 7}]
    connection.execute(sql.insert(games), rows)
    of_it = [{"table": "old", "number": n, "action": int(action)} for n, action in enumerate(state.actions)]
    connection.execute(sql.insert(actions), of_it)


def fill(tables: MetaData, connection: Connection, state: State) -> None:
    """Later versions: a person with a room."""
    person, token, room, seat, entry = (tables.tables[name] for name in ("people", "tokens", "rooms", "seats", "entries"))
    connection.execute(sql.insert(person), row(person, id="kim", name="Kim"))
    in_use = {"used": time.time()} if "used" in token.c else {}
    connection.execute(sql.insert(token), row(token, hash=people.hashed(TOKEN), person="kim", kind="key", **in_use))
    made = {"options": json.dumps(dict(state.game.options)), "seed": "77", "limit": 10_000, "status": "open", "tempo": "live"}
    made |= {
        "number": state.action_count,
        "made": state.action_count,
        "turn": 0,
        "pace": "instant",
        "game": "sane_sevens",
        "host": "kim",
    }
    made |= {"shuffle": '{"secret":"","contributions":{}}', "summary": '{"scores":[],"winners":[],"sentence":""}'}
    connection.execute(sql.insert(room), row(room, id="old", bots_secret="ab" * 32, **made))
    seats = [{"kind": "person", "person": "kim"}, {"kind": "bot", "bot": "random"}]
    for n, one in enumerate(seats):
        connection.execute(sql.insert(seat), row(seat, room="old", seat=n, **one))
    for n, action in enumerate(state.actions):
        connection.execute(sql.insert(entry), row(entry, room="old", number=n, kind="play", value=int(action)))


def make_old(database: Database, version: int, state: State) -> None:
    """Make the tables as they were, with a game in them."""
    with database.engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
        config.attributes["connection"] = connection
        command.upgrade(config, f"v{version}")
        tables = MetaData()
        tables.reflect(connection)
        (fill_first if version == 1 else fill)(tables, connection, state)
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql(f"PRAGMA application_id = {OURS}")
            connection.exec_driver_sql(f"PRAGMA user_version = {version}")
            if version == 1:
                connection.exec_driver_sql("DROP TABLE alembic_version")  # there was none then
    database.engine.dispose()


def come_in(server: Running, version: int) -> httpx.Client:
    """A client with the identity of the game's owner."""
    if version > 1:
        server.http.cookies.set("sevenfold", TOKEN)
    server.http.get("/api/me").raise_for_status()
    mine = server.http.get("/api/rooms").raise_for_status().json()["rooms"]
    assert [room["id"] for room in mine] == ["old"]
    return server.http


@pytest.mark.parametrize("version", range(1, VERSION))
def test_a_game_of_an_older_version_is_played_to_its_end(database: Database, version: int) -> None:
    state = game()
    make_old(database, version, state)
    with running(database.where) as server:
        come_in(server, version)
        with server.play("old") as player:
            view = player.my_turn()
            assert view["made"] == state.action_count
            while view["result"] is None:
                player.move(view)
                view = player.my_turn()
        record = server.http.get("/api/rooms/old/record").raise_for_status().json()
        ended = from_record(record)
        assert list(ended.actions[: state.action_count]) == list(state.actions)
        assert server.http.get("/api/rooms/old").json()["sequel"] is None
        new = server.http.post("/api/rooms/old/again", json={}).raise_for_status().json()["room"]
        assert server.http.get("/api/rooms/old").json()["sequel"]["room"] == new


@pytest.mark.parametrize("version", range(1, VERSION))
def test_the_tables_are_those_of_today(database: Database, version: int) -> None:
    """Whichever version they come from; opened twice, nothing changes any more."""
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from sevenfold.server.storage.tables import metadata

    state = game()
    make_old(database, version, state)
    for _ in range(2):
        storage = Storage(database.where)
        assert [entry.value for entry in storage.run_now(log_of, "old")] == list(state.actions)
        found = storage.run_now(rooms.find, "old")
        assert (found.made, found.turn, found.seed, found.asked, found.winnable) == (
            state.action_count,
            0,
            "77",
            0,
            False,
        )
        assert not storage.run_now(rooms.exists, "bad")
        storage.close()
    with database.engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert context.get_current_revision() == f"v{VERSION}"
        assert compare_metadata(context, metadata) == []


def test_what_is_up_to_date_is_opened_without_looking_for_more(tmp_path: Path) -> None:
    """The tables' version is that of the last revision; a start that has nothing to migrate does not load what migrates."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_current_head() == f"v{VERSION}"
    opened = "import sys; from pathlib import Path; from sevenfold.server.storage import Storage; Storage(Path(sys.argv[1]))"
    for begun in (False, True):
        code = f"{opened}; print('alembic' in sys.modules)"
        told = subprocess.run([sys.executable, "-c", code, tmp_path / "table.db"], capture_output=True, text=True, check=True)
        assert told.stdout.strip() == str(not begun)


def test_a_database_of_a_newer_version_is_refused_in_a_sentence(server: Postgres) -> None:
    url = server.new_database()
    Storage(url).close()
    with server.connect() as connection:
        connection.execute("UPDATE alembic_version SET version_num = 'v99'")
    with pytest.raises(BadInput, match=r"made by a newer Sevenfold\. Update this one, or give another with --db\.$") as refused:
        Storage(url)
    assert not re.search(r"\n", str(refused.value))
