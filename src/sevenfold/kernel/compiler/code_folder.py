"""`CodeFolder`: how much compiled code is kept. What was used last stays, within limits, and what running processes use."""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

VERSIONS = "rules-*"  # the folders of code below; nothing else in the folder is touched
PROCESSES = "process-*"  # the list of the files that a process uses, which it locks as long as it lives
DRAFT = ".tmp."  # in the names of files that are being written

MOST_BYTES = 2**30  # all games and bots of one version take 80 MB
MOST_FILES = 10_000
MONTH = 30 * 24 * 3600  # unused for so long, a file is removed in any case
HOUR = 3600  # a file that has been written for so long was left by a process that was killed
OFTEN = MOST_BYTES // 16  # written by one process, before it looks again


def draft_of(path: Path) -> Path:
    """The name under which a file is written before it has its own."""
    return path.with_name(f"{path.name}{DRAFT}{secrets.token_hex(8)}")


@dataclass
class Kept:
    """What is in the folder."""

    files: int = 0
    size: int = 0
    removed: int = 0
    in_use: int = 0  # of the files: by running processes

    def add(self, size: int, *, in_use: bool = False) -> None:
        """Count a file."""
        self.files += 1
        self.size += size
        self.in_use += in_use


class CodeFolder:
    """The folder of all versions' compiled code."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._list: int | None = None  # the file descriptor of this process's list; it is locked until the process ends
        self._written = OFTEN  # look at the first file that is written

    def use(self, path: Path) -> None:
        """Note that this process uses a file, and that it was used now."""
        with suppress(OSError, ImportError):  # in a folder that cannot be written, nothing is removed either
            os.utime(path)
            if self._list is None:
                self._list = self._new_list()
            os.write(self._list, self._name(path) + b"\0")

    def wrote(self, path: Path, size: int) -> None:
        """Note that this process has written a file; from time to time, make room."""
        self.use(path)
        self._written += size
        if self._written >= OFTEN:
            self._written = 0
            with suppress(OSError):  # perhaps the folder itself has gone
                self.make_room()

    def make_room(self, most_bytes: int = MOST_BYTES, most_files: int = MOST_FILES) -> Kept:
        """Remove the files used longest ago, until the others are within the limits, and say what is there."""
        now, used, kept = time.time(), self._used(), Kept()
        others = list[tuple[float, int, Path]]()
        for path, status in self._files():
            age, is_draft, is_used = now - status.st_mtime, DRAFT in path.name, self._name(path) in used
            if is_used or (is_draft and age < HOUR):
                kept.add(status.st_size, in_use=is_used)
            else:
                others.append((MONTH if is_draft else age, status.st_size, path))
        has_room = True
        for age, size, path in sorted(others):  # what was used last comes first
            has_room = has_room and age < MONTH and kept.size + size <= most_bytes and kept.files < most_files
            if has_room:
                kept.add(size)
            else:
                try:
                    path.unlink(missing_ok=True)
                    kept.removed += 1
                except OSError:  # it is another user's
                    kept.add(size)
        for folder in [Path(place) for version in self._versions() for place, _, _ in os.walk(version, topdown=False)]:
            with suppress(OSError):  # it is not empty
                folder.rmdir()
        return kept

    def give_way(self, size: int) -> bool:
        """Remove what was used longest ago, until there is room for a file on a full disk; False if everything is in use."""
        return self.make_room(max(0, self.kept().size - size)).removed > 0

    def kept(self) -> Kept:
        """What is there; nothing is removed."""
        used, kept = self._used(), Kept()
        for path, status in self._files():
            kept.add(status.st_size, in_use=self._name(path) in used)
        return kept

    def _name(self, path: Path) -> bytes:
        return os.fsencode(path.relative_to(self.path))

    def _versions(self) -> Iterator[Path]:
        return (version for version in self.path.glob(VERSIONS) if version.is_dir() and not version.is_symlink())

    def _files(self) -> Iterator[tuple[Path, os.stat_result]]:
        for version in self._versions():
            for folder, _, names in os.walk(version):
                for name in names:
                    with suppress(FileNotFoundError):  # another process has just removed it
                        path = Path(folder, name)
                        yield path, path.lstat()

    def _new_list(self) -> int:
        import fcntl  # not on Windows

        self._used()  # removes old lists, also where nothing is compiled any more
        path = self.path / PROCESSES.replace("*", secrets.token_hex(8))
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o600)
        fcntl.flock(file, fcntl.LOCK_EX)
        if not os.fstat(file).st_nlink:  # another process took it for that of one that has ended
            os.close(file)
            raise FileNotFoundError(path)
        return file

    def _used(self) -> set[bytes]:
        """The files that running processes use; the lists of processes that have ended are removed."""
        used = set[bytes]()
        for path in self.path.glob(PROCESSES):
            with suppress(OSError, ImportError), path.open("rb") as file:
                import fcntl  # not on Windows

                try:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    used.update(file.read().split(b"\0"))
                else:
                    path.unlink()
        return used
