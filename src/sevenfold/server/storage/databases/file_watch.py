"""`FileWatch`: notices when the database file is replaced while it is open."""

from __future__ import annotations

import os
from pathlib import Path

from sevenfold.protocol.errors import Refused

MAGIC = b"SQLite format 3\0"
RESTART = "Nothing more is stored; moves made before that are. Put the file back and start the table again."


class FileWatch:
    """Identifies the files of a database by device and inode.

    The file stays open as long as the database: closing it earlier would release SQLite's lock.
    """

    def __init__(self, path: Path, file: int) -> None:
        self._path, self._file = str(path), file
        self._log = f"{path}-wal"
        self._sizes: dict[str, tuple[int, int, int]] = {}  # device, inode and size when last seen

    def check(self) -> None:
        """Refused if a file has been deleted, replaced, overwritten or truncated."""
        self._check_file(self._path)
        self._check_file(self._log)
        if os.name == "posix" and os.pread(self._file, len(MAGIC), 0) != MAGIC:
            raise Refused("storage", f"The database {Path(self._path).name} has been overwritten. {RESTART}")

    def close(self) -> None:
        """Stop watching; calling it again has no effect."""
        if self._file >= 0:
            os.close(self._file)
        self._file = -1

    def _check_file(self, path: str) -> None:
        known = self._sizes.get(path)
        try:
            status = os.stat(path)  # noqa: PTH116 - this is done for every move, and a Path takes twice as long
        except FileNotFoundError:
            if known is None and path == self._log:
                return  # nothing has been written yet
            raise Refused("storage", f"The file {Path(path).name} has been deleted. {RESTART}") from None
        except OSError as error:
            raise Refused("storage", f"The file {Path(path).name} cannot be reached ({error.strerror}). {RESTART}") from error
        if known and (status.st_dev, status.st_ino) != known[:2]:
            raise Refused("storage", f"The file {Path(path).name} has been replaced by another. {RESTART}")
        if known and status.st_size < known[2]:
            raise Refused("storage", f"The file {Path(path).name} has been cut off. {RESTART}")
        self._sizes[path] = status.st_dev, status.st_ino, status.st_size
