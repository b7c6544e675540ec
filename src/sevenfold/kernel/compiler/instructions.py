"""Python functions that are a few instructions of the processor in compiled code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import types
from numba.extending import lower_builtin, type_callable


def instructions(function: Callable[..., Any], kind: Callable[..., Any]) -> Callable[[Callable[..., Any]], Any]:
    """Write instructions in place of each call of a function.

    An overload that calls an intrinsic does the same through two more functions, which Numba would compile, too.

    Args:
        function: The function, for compiled code that calls it.
        kind: Its signature in compiled code, from the types of its arguments.

    Returns:
        A decorator for what writes the instructions and returns the result, with Numba's arguments (context, builder,
        signature, args).
    """
    type_callable(function)(lambda context: kind)
    return lower_builtin(function, types.VarArg(types.Any))
