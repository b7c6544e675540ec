"""A database that only reads, hangs, is locked or full: all requests are answered in time, no move is lost or made twice."""

from __future__ import annotations

import asyncio
import os
import re
import secrets
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql

from helpers.rooms import before_statements, log_of
from helpers.table_server import Player, Running, postgres, running
from sevenfold.errors import BadInput
from sevenfold.protocol.errors import Refused
from sevenfold.server.storage import Storage, store
from sevenfold.server.storage.databases.postgres import LOCK, reason_of
from sevenfold.server.storage.tables import people
from tools.servers.temporary_postgres import Postgres

PATIENCE = 60.0
IN_TIME = 15.0  # seconds in which everything must be answered, with a machine's load on top
SENTENCE = r"The database (does not answer|only reads)|This could not be stored"


# -- kinds of trouble -------------------------------------------------------------------------------------------------


@contextmanager
def old_primary(database: Postgres, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Connections lead to a server that only reads, and stay open when new ones lead to the new primary."""
    change = "ALTER DATABASE {} SET default_transaction_read_only = {}"
    with database.connect("postgres") as connection:
        name = f"rooms{database._databases}"
        connection.execute(change.format(name, "on"))  # for connections to come
        connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", (name,))
        try:
            yield
        finally:
            connection.execute(change.format(name, "off"))


@contextmanager
def frozen(database: Postgres, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """All its processes stand still; the system accepts connections for them all the same."""
    first = int((database._data / "postmaster.pid").read_text().partition("\n")[0])
    parents = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            parents[int(status.parent.name)] = int(status.read_text().rpartition(")")[2].split()[1])
    processes = [first, *(pid for pid, parent in parents.items() if parent == first)]
    for pid in processes:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in processes:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)


@contextmanager
def locked(database: Postgres, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Somebody else's session holds a lock on the tables that a move changes."""
    with database.connect() as connection, connection.transaction():
        connection.execute("LOCK TABLE rooms, seats, entries, people IN ACCESS EXCLUSIVE MODE")
        yield


def made(server: Running, room: str) -> list[int]:
    """The actions that are stored, which are numbered without a gap."""
    entries = server.run(log_of, room)
    assert [entry.number for entry in entries] == list(range(len(entries)))
    return [entry.value for entry in entries if entry.kind == "play"]


def answered(ask: Callable[[], Any]) -> Any:
    began = time.monotonic()
    found = ask()
    assert time.monotonic() - began < IN_TIME
    return found


def health(server: Running) -> tuple[int, str]:
    answer = server.http.get("/healthz")
    return answer.status_code, answer.json().get("reason", "")


def healthy_again(server: Running) -> None:
    until = time.monotonic() + PATIENCE
    while health(server)[0] != 200:
        assert time.monotonic() < until, health(server)
        time.sleep(0.2)


def goes_on(server: Running, player: Player, room: str, view: dict[str, Any]) -> None:
    """The move that was refused is made once when it is sent again, and the game goes on."""
    before = view["made"]
    player.move(view)
    later = player.view_when(lambda view: view["made"] > before)
    actions = view["moves"][0]["actions"]
    assert made(server, room)[before : before + len(actions)] == actions
    assert len(made(server, room)) == later["made"]
    for _ in range(3):
        player.move(player.last)
        later = player.view_when(lambda view, made=later["made"]: view["made"] > made)  # type: ignore[misc]
    assert len(made(server, room)) == later["made"]


@pytest.mark.parametrize("trouble", [old_primary, frozen, locked])
def test_trouble_of_a_shared_database_passes_without_a_trace(trouble: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    with postgres() as database, running(database.new_database()) as server:
        room = server.new_room("seven_solitaire", seats=[{"kind": "you"}], deal=1)
        healthy_again(server)
        with server.play(room, ping_interval=None) as player:
            view = player.my_turn()
            with trouble(database, monkeypatch):
                player.send({"type": "move", "number": player.number, "actions": view["moves"][0]["actions"]})
                error = answered(lambda: player.receive("error"))
                assert (error["code"], bool(re.match(SENTENCE, error["message"]))) == ("storage", True)
                status, reason = answered(lambda: health(server))
                assert status == 503
                assert re.match(SENTENCE, reason)
                assert answered(lambda: server.http.get("/")).status_code == 200
                answer = answered(lambda: server.http.post("/api/rooms", json={"game": "sane_sevens"}))
                assert server.error(answer) == (503, "storage")
                answered(lambda: health(server))
            healthy_again(server)
            goes_on(server, player, room, view)


def test_a_listener_that_died_silently_catches_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """What other servers have stored meanwhile is seen, once the database goes on."""
    with postgres() as database:
        url = database.new_database()
        with running(url) as one, running(url) as other:
            one.http.get("/api/me").raise_for_status()
            room = one.new_room("seven_solitaire", seats=[{"kind": "you"}], deal=1)
            with one.play(room, ping_interval=None) as here, other.play(room, ping_interval=None) as there:
                view = here.my_turn()
                there.my_turn()
                with frozen(database, monkeypatch):
                    time.sleep(10)  # both have noticed
                healthy_again(one)
                here.move(view)
                assert there.view_when(lambda shown: shown["made"] > view["made"])


def test_what_the_database_refuses_is_for_the_log(database: Postgres, caplog: pytest.LogCaptureFixture) -> None:
    """People are told that it was not stored; its words, without the statement, are for who looks after it."""

    def count(connection: sql.Connection) -> int | None:
        return connection.scalar(sql.select(sql.func.count()).select_from(people))

    storage = Storage(database.new_database())
    with database.connect() as other:
        other.execute("ALTER TABLE people RENAME TO elsewhere")
        storage._log_trouble("does not answer", "as it was a moment before")
        for _ in range(3):
            with pytest.raises(Refused) as refused:
                storage.run_now(count)
            assert str(refused.value) == (
                "This could not be stored (the database refuses it; the server's log says why), so it was not done."
            )
        other.execute("ALTER TABLE elsewhere RENAME TO people")
    assert caplog.messages[1:] == ['the database refuses: relation "people" does not exist']
    assert storage.run_now(count) == 0
    storage.close()


OF_AN_APP = "CREATE DATABASE {name} OWNER app ENCODING '{encoding}' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0"
ELSES_REVISIONS = (
    "CREATE TABLE alembic_version (version_num text); GRANT ALL ON alembic_version TO app;"
    " INSERT INTO alembic_version VALUES ('ae1027')"
)
WHY_NOT = {  # what is done to an empty database before, its encoding, and what is said
    "no right": ("ALTER SCHEMA public OWNER TO sevenfold", "UTF8", r"for schema public\. Its user must be allowed to make"),
    "tables of others": ("CREATE TABLE rooms (at int)", "UTF8", r'"rooms" already exists\. Another program keeps its tables'),
    "revisions of others": (ELSES_REVISIONS, "UTF8", r"is another program's\. Give one of its own with --db"),
    "no encoding": ("", "SQL_ASCII", "its encoding is SQL_ASCII. Make one of UTF8"),
    "a small encoding": ("", "LATIN1", "its encoding is LATIN1. Make one of UTF8"),
    "no connection left": ("ALTER ROLE app CONNECTION LIMIT 0", "UTF8", 'too many connections for role "app"'),
}


@pytest.mark.parametrize("case", WHY_NOT)
def test_a_database_that_cannot_be_used_says_what_to_do(case: str, database: Postgres) -> None:
    prepare, encoding, why = WHY_NOT[case]
    name = f"of_app_{list(WHY_NOT).index(case)}"
    with database.connect("postgres") as connection:
        if not connection.execute("SELECT 1 FROM pg_roles WHERE rolname = 'app'").fetchone():
            connection.execute("CREATE ROLE app LOGIN")
        connection.execute(OF_AN_APP.format(name=name, encoding=encoding))
    with database.connect(name) as connection:
        connection.execute(prepare)
    url = f"postgresql+psycopg://app@127.0.0.1:{database.port}/{name}"
    try:
        with pytest.raises(BadInput, match=why) as refused:
            Storage(url)
        assert not re.search(r"\n|LINE|\bSELECT\b", str(refused.value))
    finally:
        with database.connect("postgres") as connection:
            connection.execute("ALTER ROLE app CONNECTION LIMIT -1")


def test_a_reason_of_several_lines_is_told_in_sentences() -> None:
    refused = OSError("connection to server at 127.0.0.1 failed: Connection refused\n\tIs the server running there?\n")
    assert reason_of(refused) == "connection to server at 127.0.0.1 failed: Connection refused. Is the server running there?"


def test_a_wrong_password(database: Postgres, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    """At the start it is said where a password is taken from; if it is changed later, the log says so."""
    monkeypatch.delenv("PGPASSWORD", raising=False)
    rules = database._data / "pg_hba.conf"
    as_before = rules.read_text()
    url = sql.make_url(database.new_database())
    with database.connect() as connection:
        connection.execute("CREATE ROLE guarded LOGIN PASSWORD 'right'; GRANT ALL ON SCHEMA public TO guarded")
        rules.write_text(f"host all guarded 127.0.0.1/32 scram-sha-256\n{as_before}")
        connection.execute("SELECT pg_reload_conf()")
        try:
            for password, why in (("wrong", 'authentication failed for user "guarded"'), (None, "no password supplied")):
                with pytest.raises(BadInput, match=rf"{why}\. Its password is taken from PGPASSWORD or ~/\.pgpass") as refused:
                    Storage(url.set(username="guarded", password=password).render_as_string(hide_password=False))
                assert "wrong" not in str(refused.value)
            storage = Storage(url.set(username="guarded", password="right").render_as_string(hide_password=False))
            connection.execute("ALTER ROLE guarded PASSWORD 'another'")
            asyncio.run(storage.try_write())  # the connection is open
            connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'guarded'")
            with pytest.raises(Refused, match="does not answer"):
                asyncio.run(storage.try_write())
            assert 'password authentication failed for user "guarded"' in caplog.messages[-1]
            connection.execute("ALTER ROLE guarded PASSWORD 'right'")
            asyncio.run(storage.try_write())
            assert not storage.failure
            storage.close()
        finally:
            rules.write_text(as_before)
            connection.execute("SELECT pg_reload_conf()")


def test_waiting_for_another_server_that_prepares_is_said(database: Postgres, caplog: pytest.LogCaptureFixture) -> None:
    url = database.new_database()
    with ThreadPoolExecutor() as pool, database.connect() as other:
        other.execute("SELECT pg_advisory_lock(%s)", (LOCK,))
        opening = pool.submit(Storage, url)
        until = time.monotonic() + PATIENCE
        while not caplog.messages:
            assert time.monotonic() < until
            time.sleep(0.01)
        assert caplog.messages == ["another server is preparing the database; this one waits for it"]
        other.execute("SELECT pg_advisory_unlock_all()")
        opening.result(PATIENCE).close()


# -- a file -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("where", ["statement", "commit"])
def test_a_file_that_hangs(where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a network drive whose server is away. What is stored late after all is not made twice."""
    for name in ("LIMIT", "BRIEF", "GRACE"):
        monkeypatch.setattr(store, name, 0.5)
    with running(tmp_path / "table.db") as server:
        room = server.new_room("seven_solitaire", seats=[{"kind": "you"}], deal=1)
        engine, hangs, go_on = server.app.state.lobby._storage._engine, threading.Event(), threading.Event()

        def hang(statement: object) -> None:
            if hangs.is_set() and (where == "commit" or "INSERT INTO entries" in str(statement)):
                go_on.wait(PATIENCE)

        with server.play(room) as player:
            view = player.my_turn()
            if where == "commit":
                sql.event.listen(engine, where, hang)
            else:
                before_statements(engine, hang, monkeypatch)
            hangs.set()
            player.move(view)
            assert "does not answer" in answered(lambda: player.receive("error"))["message"]
            assert answered(lambda: health(server))[0] == 503
            assert answered(lambda: server.http.get("/")).status_code == 200
            hangs.clear()
            go_on.set()
            healthy_again(server)
            goes_on(server, player, room, view)


def test_a_full_disk(tmp_path: Path) -> None:
    with running(tmp_path / "table.db") as server:
        room = server.new_room("seven_solitaire", seats=[{"kind": "you"}], deal=1)

        def allow(connection: sql.Connection, pages: int) -> None:
            connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")

        def add_person(connection: sql.Connection, id: str) -> None:
            connection.execute(sql.insert(people).values(id=id, name="", created=0.0))

        assert health(server) == (200, "")
        with server.play(room) as player:
            view = player.my_turn()
            server.run(allow, 1)
            with suppress(Refused):
                for _ in range(1000):  # until no page of the file is free any more
                    server.run(add_person, secrets.token_hex(4000))
            time.sleep(1.1)  # a check is good for a second
            assert health(server) == (503, "This could not be stored (database or disk is full), so it was not done.")
            server.run(allow, 1_000_000)
            healthy_again(server)
            goes_on(server, player, room, view)


def test_what_still_waits_when_the_server_ends_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database hangs meanwhile: whoever waits in the queue is told, and the log has no traceback of a request."""
    monkeypatch.setattr(store, "BRIEF", 0.01)  # for what is pending
    storage, goes_on = Storage(tmp_path / "table.db"), threading.Event()

    async def end() -> None:
        hangs = asyncio.create_task(storage.run(lambda c: goes_on.wait(PATIENCE) and None))
        queued = asyncio.create_task(storage.run(lambda c: None))
        await asyncio.sleep(0)  # both have begun
        closing = asyncio.create_task(asyncio.to_thread(storage.close))
        with pytest.raises(Refused, match="shutting down"):
            await queued
        goes_on.set()
        await asyncio.gather(hangs, closing)

    asyncio.run(end())
