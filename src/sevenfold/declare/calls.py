"""What a game's text functions call, read from their code: what they do in one position tells nothing of another."""

from __future__ import annotations

from collections.abc import Callable
from types import CodeType, FunctionType, ModuleType
from typing import Any


def may_call(function: Callable[..., Any], method: str) -> bool:
    """Whether a function, or one that it uses by its name, calls a method of this name.

    Args:
        function: A plain Python function.
        method: The method's name; of what class it is cannot be told.
    """
    seen: set[CodeType] = set()
    waiting = [(function.__code__, function.__globals__)] if isinstance(function, FunctionType) else []
    while waiting:
        code, names = waiting.pop()
        if code in seen:
            continue
        seen.add(code)
        if method in code.co_names:
            return True
        waiting += [(inner, names) for inner in code.co_consts if isinstance(inner, CodeType)]
        used = [names.get(name) for name in code.co_names]
        used += [getattr(one, name, None) for one in used if isinstance(one, ModuleType) for name in code.co_names]
        waiting += [(one.__code__, one.__globals__) for one in used if isinstance(one, FunctionType)]
    return False
