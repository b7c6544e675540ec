"""What players touch for an action, as a game answers it in checked play."""

from __future__ import annotations

from collections.abc import Callable
from operator import index
from typing import Any

from sevenfold.declare.actions import Touch
from sevenfold.errors import quoted
from sevenfold.kernel.types import Action

from .faults import RuleFault


def checked_touch(touch: Callable[[Any, Action], Any], own: Touch) -> Touch:
    """A game's `touch` that says so if it returns something else than a list of cards and places.

    Args:
        touch: What is called.
        own: The author's function, of which that is a copy.
    """

    def touched(s: Any, action: Action) -> Any:
        found = touch(s, action)
        if not isinstance(found, list | tuple) or not all(map(_is_target, found)):
            one = [found] if _is_target(found) else [("stock", -1)]
            raise RuleFault(
                "touch-value",
                f"touch returns {quoted(found)} for action {action}; it returns a list of what is touched, in order: cards, and"
                f" zones with a place in them (-1: the whole zone), such as {one}.",
                own,
            )
        return found

    return touched


def _is_target(value: object) -> bool:
    """Whether it is a card, or a zone with a place in it."""
    if isinstance(value, tuple):
        return len(value) == 2 and isinstance(value[0], str) and (_is_square(value[1]) or _is_number(value[1]))
    return _is_number(value)


def _is_square(value: object) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and all(map(_is_number, value))


def _is_number(value: object) -> bool:
    try:
        index(value)  # type: ignore[arg-type]  # whether it has one is asked here
    except TypeError:
        return False
    return True
