"""PostgreSQL behind a pooler (PgBouncer), which gives a client's connection to others in between, or has none left."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event

import pytest
import sqlalchemy as sql
from psycopg import OperationalError

from helpers.table_server import running
from sevenfold.errors import BadInput
from sevenfold.server.process.serve import LOCAL
from sevenfold.server.storage import Storage
from sevenfold.server.storage.databases import poolers
from sevenfold.server.storage.databases.postgres import cut
from tools.servers.temporary_postgres import Postgres

pytestmark = pytest.mark.skipif(shutil.which("pgbouncer") is None, reason="no PgBouncer here (Debian: apt install pgbouncer)")
SETTINGS = """[databases]
{database} = host=127.0.0.1 port={server} dbname={database} user=sevenfold
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = {mode}
default_pool_size = {size}
"""


@contextmanager
def pooler(server: Postgres, mode: str, size: int = 20) -> Iterator[str]:
    """The URL of a new database behind a pooler."""
    url = sql.make_url(server.new_database())
    with socket.create_server((LOCAL, 0)) as free:
        port = free.getsockname()[1]
    with TemporaryDirectory() as folder:
        settings = Path(folder) / "settings.ini"
        settings.write_text(SETTINGS.format(database=url.database, server=server.port, port=port, mode=mode, size=size))
        Path(folder).chmod(0o755)
        own = (
            ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.geteuid() == 0 else []
        )  # it is not for root
        process = subprocess.Popen([*own, "pgbouncer", "-q", str(settings)], stderr=subprocess.DEVNULL)
        try:
            until = time.monotonic() + 20
            while True:
                try:
                    socket.create_connection((LOCAL, port), 1).close()
                    break
                except OSError:
                    assert process.poll() is None
                    assert time.monotonic() < until
                    time.sleep(0.02)
            yield url.set(port=port).render_as_string(hide_password=False)
        finally:
            process.terminate()
            process.wait()


@pytest.mark.slow
def test_two_servers_behind_one_that_lends_for_a_session(database: Postgres) -> None:
    """Each sees the other's moves, does not take its own announcements for another's, and its settings hold."""
    with pooler(database, "session") as url, running(url) as one, running(url) as other:
        one.http.get("/api/me").raise_for_status()
        room = one.new_room("seven_solitaire", seats=[{"kind": "you"}], deal=1)
        with one.play(room) as here, other.play(room) as there:
            there.my_turn()
            here.make_one_move()
            view = there.view_when(lambda shown: bool(shown["made"]))
            there.move(view)
            here.view_when(lambda shown: bool(shown["made"] > view["made"]))
        assert one.run(lambda c: c.scalar(sql.text("SHOW statement_timeout"))) == "4s"
        serving = one.run(lambda c: c.scalar(sql.text("SELECT pg_backend_pid()")))
        assert serving in one.app.state.lobby._storage.connections


@pytest.mark.parametrize(
    ("mode", "why"),
    [
        ("transaction", r"lends a connection for one transaction\. Have it lend them for a session \(pool_mode = session\)"),
        ("statement", "transaction blocks not allowed in statement pooling mode"),
    ],
)
def test_one_that_lends_for_less_is_refused(database: Postgres, mode: str, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Announcements would be lost, and statements would be prepared elsewhere: games would stand still without a word."""
    monkeypatch.setattr(poolers, "HEARD_WITHIN", 0.5)
    with pooler(database, mode) as url, pytest.raises(BadInput, match=why):
        Storage(url)


def test_one_without_a_free_connection_is_not_waited_for(database: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(poolers, "PATIENCE", 0.5)
    with pooler(database, "session", size=1) as url, pytest.raises(BadInput, match="all connections of a pooler may be in use"):
        Storage(url)


def test_who_waits_hears_why_before_the_cut_is_over(database: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    """The connection fails at once where it is cut; what cuts it may take its time on a busy machine."""
    monkeypatch.setattr(poolers, "PATIENCE", 0.2)
    is_told = Event()

    def slow_cut(connection: poolers.Psycopg) -> None:
        cut(connection)
        is_told.wait(20)

    database.new_database()
    with database.connect() as lender, database.connect() as waits:
        lender.execute("SELECT pg_advisory_lock(1)")
        monkeypatch.setattr(poolers, "BEGIN", "SELECT pg_advisory_lock(1)")
        try:
            with pytest.raises(OperationalError, match="all connections of a pooler may be in use"):
                poolers.begin(waits, slow_cut)
        finally:
            is_told.set()
