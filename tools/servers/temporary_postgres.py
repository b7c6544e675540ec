"""A PostgreSQL server for tests and tools: on a free port, in a temporary folder, run by a user who is not root."""

from __future__ import annotations

import argparse
import os
import pwd
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg

PLACES = ("/usr/lib/postgresql/*/bin", "/usr/local/pgsql/bin", "/opt/homebrew/opt/postgresql*/bin")


class NoPostgres(Exception):
    """PostgreSQL cannot be started here; the message says what it lacks."""


def programs() -> Path | None:
    """The folder with PostgreSQL's programs, of the newest version that is there."""
    found = [Path(place) for pattern in PLACES for place in Path("/").glob(pattern[1:]) if (place / "initdb").exists()]
    if found:
        return max(found, key=lambda place: [int(part) for part in place.parent.name.split(".") if part.isdigit()])
    initdb = shutil.which("initdb")
    return Path(initdb).resolve().parent if initdb else None


class Postgres:
    """A server; `url` is what --db takes."""

    def __init__(self, folder: Path) -> None:
        programs_at = programs()
        if programs_at is None:
            raise NoPostgres("PostgreSQL is needed: apt install postgresql")
        self._programs, self._data = programs_at, folder / "data"
        self._user = "postgres" if os.geteuid() == 0 else ""  # PostgreSQL refuses to be run by root
        if self._user:
            self._hand_over(folder)
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self._do("initdb", "--auth=trust", "--username=sevenfold", "--encoding=UTF8", "--no-sync", f"--pgdata={self._data}")
        self._databases = 0
        self.start()

    def _hand_over(self, folder: Path) -> None:
        try:
            user = pwd.getpwnam(self._user)
        except KeyError as error:
            raise NoPostgres("root needs a user named postgres to run PostgreSQL") from error
        os.chown(folder, user.pw_uid, user.pw_gid)

    def _do(self, program: str, *arguments: str) -> None:
        command = [str(self._programs / program), *arguments]
        if self._user:
            command = ["setpriv", f"--reuid={self._user}", f"--regid={self._user}", "--clear-groups", *command]
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=self._data.parent)
        assert done.returncode == 0, done.stdout + done.stderr

    def start(self) -> None:
        """Start it, and wait until it answers."""
        settings = ("listen_addresses=127.0.0.1", "unix_socket_directories=''", "fsync=off", "max_connections=60")
        options = " ".join([f"-p {self.port}", *(f"-c {setting}" for setting in settings)])
        log = self._data.parent / "log"
        self._do("pg_ctl", "start", "-w", f"--pgdata={self._data}", f"--log={log}", f"--options={options}")

    def stop(self, mode: str = "fast") -> None:
        """Stop it; "immediate" is a crash."""
        self._do("pg_ctl", "stop", "-w", f"--pgdata={self._data}", f"--mode={mode}")

    def again(self) -> None:
        """Crash it, and start it again."""
        self.stop("immediate")
        self.start()

    def new_database(self) -> str:
        """The URL of a new database."""
        self._databases += 1
        with self.connect("postgres") as connection:
            connection.execute(f"CREATE DATABASE rooms{self._databases}")
        return f"postgresql+psycopg://sevenfold@127.0.0.1:{self.port}/rooms{self._databases}"

    def connect(self, database: str = "") -> psycopg.Connection[tuple[object, ...]]:
        """A connection to one of its databases, the newest if none is named."""
        return psycopg.connect(
            host="127.0.0.1", port=self.port, user="sevenfold", dbname=database or f"rooms{self._databases}", autocommit=True
        )


@contextmanager
def postgres() -> Iterator[Postgres]:
    """A server until the block ends; NoPostgres where there is none."""
    with TemporaryDirectory(prefix="sevenfold-postgres-") as folder:  # readable by the user who runs it
        server = Postgres(Path(folder))
        try:
            yield server
        finally:
            server.stop("immediate")


def add_database(parser: argparse.ArgumentParser, own: str) -> None:
    """The options that say which database: an empty one, or (in the words `own`) one of its own; a SQLite file without them."""
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--db", default="", help="an empty PostgreSQL database; a SQLite file of its own if not given")
    where.add_argument("--postgres", action="store_true", help=own)


@contextmanager
def chosen_database(parser: argparse.ArgumentParser, chosen: argparse.Namespace) -> Iterator[tuple[str, Postgres | None]]:
    """What --db takes, and the PostgreSQL of its own if that was asked for; leaves with a sentence where there is none."""
    with ExitStack() as stack:
        try:
            database = stack.enter_context(postgres()) if chosen.postgres else None
        except NoPostgres as error:
            parser.error(str(error))
        folder = stack.enter_context(TemporaryDirectory())
        yield database.new_database() if database else chosen.db or str(Path(folder) / "table.db"), database
