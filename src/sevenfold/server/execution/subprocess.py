"""A Python process beside the server's."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

LONGEST_LINE = 1 << 22  # bytes


@asynccontextmanager
async def python(module: str, *arguments: str, **environment: str) -> AsyncIterator[asyncio.StreamReader]:
    """Run a module in a process of its own and read what it prints; it is ended with the block at the latest.

    The module calls `end_with_parent`.
    """
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", module, *arguments, stdin=PIPE, stdout=PIPE, stderr=DEVNULL,
        env=os.environ | environment, limit=LONGEST_LINE, start_new_session=True,  # Ctrl-C is for the server
    )  # fmt: skip
    assert process.stdout is not None
    try:
        yield process.stdout
    finally:
        if not process.stdout.at_eof():  # else it is ending, and two would wait for it at once
            with suppress(ProcessLookupError):
                process.kill()
        assert process.stdin is not None
        process.stdin.close()
        await process.wait()


def end_with_parent() -> None:
    """In the child: exit as soon as the parent is gone, for whatever reason; its end of our stdin closes then."""

    def wait() -> None:
        os.read(0, 1)  # not sys.stdin, whose lock the interpreter takes when it shuts down
        os._exit(0)

    threading.Thread(target=wait, daemon=True).start()
