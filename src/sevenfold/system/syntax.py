"""Syntax trees, which some Pythons do not always make."""

from __future__ import annotations

import ast
from contextlib import suppress

TRIES = 5  # at a syntax tree


def parsed(source: str | bytes) -> ast.Module:
    """The syntax tree of a module; as `ast.parse`, but tried again where that stumbles.

    Pythons up to 3.11.9 fail now and then where another thread makes a tree, or one could not be made before: "AST constructor
    recursion depth mismatch".
    """
    for _ in range(TRIES - 1):
        with suppress(SystemError):
            return ast.parse(source)
    return ast.parse(source)
