"""The database: a PostgreSQL on a small disk of its own, and the standby that takes its place."""

from __future__ import annotations

import os
import signal
import subprocess
from contextlib import suppress
from pathlib import Path
from tempfile import mkdtemp
from time import monotonic, sleep

from tools.servers.temporary_postgres import STANDBY, Postgres

DISK = 400  # MiB
LONGEST = 30.0  # seconds until a standby has caught up


class Disk:
    """A folder, on a small disk of its own where that is possible (`is_small`)."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        command = ["mount", "-t", "tmpfs", "-o", f"size={DISK}m,mode=0755", "tmpfs", str(folder)]
        self.is_small = os.geteuid() == 0 and subprocess.run(command, capture_output=True, check=False).returncode == 0
        self._ballast = folder / "ballast"

    def fill(self) -> None:
        """Leave no byte free."""
        with self._ballast.open("ab", buffering=0) as file, suppress(OSError):
            while file.write(bytes(1 << 16)):
                pass

    def clear(self) -> None:
        """Free what was filled."""
        self._ballast.unlink(missing_ok=True)

    def remove(self) -> None:
        """Give the disk back; files on another are left to who made the folder."""
        if self.is_small:
            subprocess.run(["umount", "--lazy", str(self.folder)], check=True)


class Database:
    """The PostgreSQL to which the address leads; `port` changes when another takes its place."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.chmod(0o755)  # PostgreSQL runs as another user
        self.disk, self.server = self._new()
        self.server.new_database()
        self._old: list[tuple[Disk, Postgres]] = []  # whose place was taken, while connections to it may be open

    def _new(self, original: Postgres | None = None) -> tuple[Disk, Postgres]:
        place = Path(mkdtemp(prefix="postgres-", dir=self._folder))
        disk = Disk(place)
        try:
            return disk, Postgres(place, original)
        except BaseException:
            disk.remove()
            raise

    @property
    def port(self) -> int:
        """Where it listens."""
        return self.server.port

    @property
    def url(self) -> str:
        """Its address without any proxy."""
        return f"postgresql+psycopg://sevenfold@127.0.0.1:{self.port}/rooms1"

    def recover(self) -> None:
        """Start it if it has ended."""
        until = monotonic() + LONGEST
        while True:
            if not self.server.is_running:
                self.server.start()
            with suppress(Exception), self.server.connect() as connection:
                connection.execute("CREATE TEMPORARY TABLE probe (at int)")
                return
            if monotonic() > until:
                raise TimeoutError("PostgreSQL does not come back")
            sleep(0.1)

    def standby(self) -> tuple[Disk, Postgres]:
        """A standby that has every transaction before it is acknowledged."""
        disk, standby = self._new(self.server)
        self.server.set(synchronous_standby_names=STANDBY)
        until = monotonic() + LONGEST
        with self.server.connect() as connection:
            while not connection.execute("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'").fetchone():
                if monotonic() > until:
                    raise TimeoutError("the standby does not follow")
                sleep(0.05)
        return disk, standby

    def replace(self, disk: Disk, standby: Postgres) -> None:
        """Promote a standby; new connections go there."""
        standby.promote()
        standby.set(synchronous_standby_names="", default_transaction_read_only="off")
        self._old.append((self.disk, self.server))
        self.disk, self.server = disk, standby

    def remove_old(self) -> None:
        """End the servers whose place was taken."""
        for disk, server in self._old:
            _end(disk, server)
        self._old.clear()

    def close(self) -> None:
        """End it all."""
        self.remove_old()
        _end(self.disk, self.server)


def _end(disk: Disk, server: Postgres) -> None:
    server.signal(signal.SIGCONT)
    if server.is_running:
        server.stop("immediate")
    disk.remove()
