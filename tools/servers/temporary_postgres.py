"""A PostgreSQL server for tests and tools: on a free port, in a temporary folder, never run as root."""

from __future__ import annotations

import argparse
import os
import pwd
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg
from psycopg import sql

PLACES = ("/usr/lib/postgresql/*/bin", "/usr/local/pgsql/bin", "/opt/homebrew/opt/postgresql*/bin")


SMALL = ("min_wal_size=32MB", "max_wal_size=64MB")  # of what is written ahead, so that it fits on a small disk
STANDBY = "standby"  # the name by which an original knows its standby


class NoPostgres(Exception):
    """PostgreSQL cannot be started; the message says what is missing."""


def children(pid: int) -> list[int]:
    """The processes whose parent this is."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            if int(status.read_text().rpartition(")")[2].split()[1]) == pid:
                found.append(int(status.parent.name))
    return found


def programs() -> Path | None:
    """The folder with the programs of the newest PostgreSQL installed, or None."""
    found = [Path(place) for pattern in PLACES for place in Path("/").glob(pattern[1:]) if (place / "initdb").exists()]
    if found:
        return max(found, key=lambda place: [int(part) for part in place.parent.name.split(".") if part.isdigit()])
    initdb = shutil.which("initdb")
    return Path(initdb).resolve().parent if initdb else None


class Postgres:
    """A running server; pass `url` to --db."""

    def __init__(self, folder: Path, original: Postgres | None = None) -> None:
        """Start a server.

        Args:
            folder: Where it keeps its data.
            original: The server whose standby it is to be; None for a server of its own.

        Raises:
            NoPostgres: If it cannot be started.
        """
        programs_at = programs()
        if programs_at is None:
            raise NoPostgres("PostgreSQL is needed: apt install postgresql")
        self._programs, self._data = programs_at, folder / "data"
        self._user = "postgres" if os.geteuid() == 0 else ""  # PostgreSQL refuses to run as root
        if self._user:
            self._hand_over(folder)
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]
        if original:
            where = f"host=127.0.0.1 port={original.port} user=sevenfold application_name={STANDBY}"
            self._do(
                "pg_basebackup", "--checkpoint=fast", "--no-sync", "--write-recovery-conf", "-D", str(self._data), "-d", where
            )
        else:
            options = ("--auth=trust", "--username=sevenfold", "--encoding=UTF8", "--no-sync")
            self._do("initdb", *options, f"--pgdata={self._data}")
        self._databases: int = original._databases if original else 0
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
        settings = ("listen_addresses=127.0.0.1", "unix_socket_directories=''", "fsync=off", "max_connections=60", *SMALL)
        options = " ".join([f"-p {self.port}", *(f"-c {setting}" for setting in settings)])
        log = self._data.parent / "log"
        self._do("pg_ctl", "start", "-w", f"--pgdata={self._data}", f"--log={log}", f"--options={options}")

    def stop(self, mode: str = "fast") -> None:
        """Stop the server; "immediate" simulates a crash."""
        self._do("pg_ctl", "stop", "-w", f"--pgdata={self._data}", f"--mode={mode}")

    @property
    def is_running(self) -> bool:
        """Whether the server runs, or is stopped for a while by a signal."""
        return self._pid is not None

    @property
    def _pid(self) -> int | None:
        try:
            pid = int((self._data / "postmaster.pid").read_text().partition("\n")[0])
            os.kill(pid, 0)
        except (OSError, ValueError):
            return None
        return pid

    def signal(self, number: int) -> None:
        """Send a signal to all its processes."""
        pid = self._pid
        if pid is not None:
            for process in (pid, *children(pid)):
                with suppress(ProcessLookupError):
                    os.kill(process, number)

    def promote(self) -> None:
        """Make a standby a server of its own, and wait until it is."""
        self._do("pg_ctl", "promote", "-w", f"--pgdata={self._data}")

    def set(self, **settings: str) -> None:
        """Change settings of the running server, also for open connections."""
        with self.connect("postgres") as connection:
            connection.execute("SET default_transaction_read_only = off")
            for name, value in settings.items():
                connection.execute(sql.SQL("ALTER SYSTEM SET {} = {}").format(sql.Identifier(name), sql.Literal(value)))
            connection.execute("SELECT pg_reload_conf()")

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
