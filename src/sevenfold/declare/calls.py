"""What a game's text functions call, read from their code: what they do in one position tells nothing of another."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any


def may_call(function: Callable[..., Any], method: str) -> bool:
    """Whether a function, or one that it uses by its name, calls a method of this name.

    Args:
        function: A plain Python function.
        method: The method's name; of what class it is cannot be told.
    """
    return any(method in code.co_names for code in _codes(function))


def may_pass(function: Callable[..., Any], keyword: str) -> bool:
    """Whether a function, or one that it uses by its name, passes a keyword argument of this name.

    Args:
        function: A plain Python function.
        keyword: The argument's name; to what it is passed cannot be told.
    """
    return any(isinstance(one, tuple) and keyword in one for code in _codes(function) for one in code.co_consts)


def _codes(function: Callable[..., Any]) -> Iterator[CodeType]:
    """The code of a function, and of each that it uses by its name."""
    seen: set[CodeType] = set()
    waiting = [(function.__code__, function.__globals__)] if isinstance(function, FunctionType) else []
    while waiting:
        code, names = waiting.pop()
        if code in seen:
            continue
        seen.add(code)
        yield code
        waiting += [(inner, names) for inner in code.co_consts if isinstance(inner, CodeType)]
        used = [names.get(name) for name in code.co_names]
        used += [getattr(one, name, None) for one in used if isinstance(one, ModuleType) for name in code.co_names]
        waiting += [(one.__code__, one.__globals__) for one in used if isinstance(one, FunctionType)]
