"""The end of tasks and loops that hold connections."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

ROUNDS = 10  # of a loop, in which a connection that has just come in gets its task, and the task begins


async def settle() -> None:
    """Let connections that have just come in get their tasks: one that is cancelled before it begins closes nothing.

    Counted in rounds of the loop: on a slow machine a time may pass without any.
    """
    for _ in range(ROUNDS):
        await asyncio.sleep(0)


async def cancel_all(tasks: Sequence[asyncio.Task[Any]]) -> None:
    """Cancel tasks and wait for them: a second cancellation, as when the loop ends, would leave their connections open."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def abort_all(loop: asyncio.AbstractEventLoop) -> None:
    """End the connections of a loop that are still open, also one whose task has not begun, or still has something to send."""
    for one in list(getattr(loop, "_transports", {}).values()):
        one.abort()


def close_all(loop: asyncio.AbstractEventLoop) -> None:
    """Close what a loop that has ended still holds: connections that had something to send to somebody who no longer reads.

    Raises:
        AssertionError: One was open and not being closed: unnamed, it would be found by whatever runs later.
    """
    there: list[Any] = list(getattr(loop, "_transports", {}).values())
    left = [one for one in there if not one.is_closing()]
    assert not left, f"left open: {[(one, one.get_extra_info('peername'), one.get_protocol()) for one in left]}"
    for one in there:
        if one._sock is not None:
            one._sock.close()
            one._sock = None
