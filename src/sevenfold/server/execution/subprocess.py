"""Run a Python module in a child process that ends with the server."""

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
    """Run a module in a child process and yield its output; the process is killed at the end of the block.

    The module must call `end_with_parent`.
    """
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", module, *arguments, stdin=PIPE, stdout=PIPE, stderr=DEVNULL,
        env=os.environ | environment, limit=LONGEST_LINE, start_new_session=True,  # Ctrl-C is for the server
    )  # fmt: skip
    assert process.stdout is not None
    try:
        yield process.stdout
    finally:
        if not process.stdout.at_eof():  # at the end of its output it ends by itself
            with suppress(ProcessLookupError):
                process.kill()
        assert process.stdin is not None
        process.stdin.close()
        await process.wait()


def end_with_parent() -> None:
    """In the child: exit as soon as the parent has ended for any reason, which closes our stdin."""

    def wait() -> None:
        os.read(0, 1)  # not sys.stdin, whose lock the interpreter takes when it shuts down
        os._exit(0)

    threading.Thread(target=wait, daemon=True).start()
