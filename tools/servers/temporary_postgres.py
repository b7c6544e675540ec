"""A PostgreSQL server for tests and tools: on a free port, in a temporary folder, never run as root."""

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
    """PostgreSQL cannot be started; the message says what is missing."""


def programs() -> Path | None:
    """The folder with the programs of the newest PostgreSQL installed, or None."""
    found = [Path(place) for pattern in PLACES for place in Path("/").glob(pattern[1:]) if (place / "initdb").exists()]
    if found:
        return max(found, key=lambda place: [int(part) for part in place.parent.name.split(".") if part.isdigit()])
    initdb = shutil.which("initdb")
    return Path(initdb).resolve().parent if initdb else None


class Postgres:
    """A running server; pass `url` to --db."""

    def __init__(self, folder: Path) -> None:
        programs_at = programs()
        if programs_at is None:
            raise NoPostgres("PostgreSQL is needed: apt install postgresql")
        self._programs, self._data = programs_at, folder / "data"
        self._user = "postgres" if os.geteuid() == 0 else ""  # PostgreSQL refuses to run as root
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
        """Start the server, and wait until it answers."""
        settings = ("listen_addresses=127.0.0.1", "unix_socket_directories=''", "fsync=off", "max_connections=60")
        options = " ".join([f"-p {self.port}", *(f"-c {setting}" for setting in settings)])
        log = self._data.parent / "log"
        self._do("pg_ctl", "start", "-w", f"--pgdata={self._data}", f"--log={log}", f"--options={options}")

    def stop(self, mode: str = "fast") -> None:
        """Stop the server; "immediate" simulates a crash."""
        self._do("pg_ctl", "stop", "-w", f"--pgdata={self._data}", f"--mode={mode}")

    def again(self) -> None:
        """Crash the server, and start it again."""
        self.stop("immediate")
        self.start()

    def new_database(self) -> str:
        """Create a database, and return its URL."""
        self._databases += 1
        with self.connect("postgres") as connection:
            connection.execute(f"CREATE DATABASE rooms{self._databases}")
        return f"postgresql+psycopg://sevenfold@127.0.0.1:{self.port}/rooms{self._databases}"

    def connect(self, database: str = "") -> psycopg.Connection[tuple[object, ...]]:
        """Connect to a database, by default to the newest."""
        return psycopg.connect(
            host="127.0.0.1", port=self.port, user="sevenfold", dbname=database or f"rooms{self._databases}", autocommit=True
        )


@contextmanager
def postgres() -> Iterator[Postgres]:
    """A server for the duration of the block; raises NoPostgres if there is no PostgreSQL."""
    with TemporaryDirectory(prefix="sevenfold-postgres-") as folder:  # made readable for the user who runs it
        server = Postgres(Path(folder))
        try:
            yield server
        finally:
            server.stop("immediate")


def add_database(parser: argparse.ArgumentParser, own: str) -> None:
    """Add the options --db (an empty database) and --postgres (a temporary server, with the help text `own`)."""
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--db", default="", help="an empty PostgreSQL database; a SQLite file of its own if not given")
    where.add_argument("--postgres", action="store_true", help=own)


@contextmanager
def chosen_database(parser: argparse.ArgumentParser, chosen: argparse.Namespace) -> Iterator[tuple[str, Postgres | None]]:
    """The URL for --db, and the temporary PostgreSQL if that was chosen; exits with a message if there is none."""
    with ExitStack() as stack:
        try:
            database = stack.enter_context(postgres()) if chosen.postgres else None
        except NoPostgres as error:
            parser.error(str(error))
        folder = stack.enter_context(TemporaryDirectory())
        yield database.new_database() if database else chosen.db or str(Path(folder) / "table.db"), database
