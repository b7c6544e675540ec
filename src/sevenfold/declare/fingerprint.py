"""The fingerprint of a game's rules: what stored games and records are compared with, to see whether the rules have changed.

It is a hash of the syntax trees of everything that decides how a game goes on. What only people read does not count: comments,
docstrings, annotations, functions of texts, formatted strings, and every string with a space in it; nor what
declarations say about the values of fields and results, nor what only observations ask for.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path

from sevenfold.cards import Pack
from sevenfold.system.syntax import parsed

CHANCE = ("sevenfold.kernel.chance", "sevenfold.kernel.chacha")  # what a seed gives
SHARED = ("sevenfold.mechanics", "sevenfold.games")  # packages from which a game may take rules
ONLY_ADVICE = ("heuristics", "reasons")  # modules that decide nothing
FOR_OBSERVERS = ("lacked_everywhere",)  # answers that only observations ask for, and that follow from others
LEFT_OUT = (ast.Import, ast.ImportFrom)
DECLARATIONS = ("number", "card", "cards", "recorded", "Rules")
ABOUT_VALUES = ("of", "least", "most", "by_seat", "derived", "results")  # arguments of declarations that no rule depends on
ONLY_FOR_READERS = ("annotation", "returns", "ctx", "type_comment", "type_ignores", "kind", "type_params")


def fingerprint(module: str, pack: Pack) -> str:
    """The fingerprint of the rules in a module, as 16 hexadecimal digits; empty if their source cannot be read.

    Args:
        module: The module that declares the game's position. It has been imported.
        pack: The game's cards.
    """
    digest = sha256(repr([(card.code, card.suit, card.rank) for card in pack.cards]).encode())
    try:
        for tree in _trees(module):
            _add(tree, digest.update)
    except (OSError, SyntaxError, UnicodeDecodeError):
        return ""
    return digest.hexdigest()[:16]


def _trees(module: str) -> Iterator[ast.Module]:
    """The syntax trees of a module, of what it imports of its own package and of the shared mechanics, and of chance."""
    package = module if hasattr(sys.modules[module], "__path__") else module.rpartition(".")[0]
    own = tuple(f"{name}." for name in (package, *SHARED) if name)
    found = dict[str, ast.Module]()
    waiting = [module, *CHANCE]
    while waiting:
        name = waiting.pop()
        path = getattr(sys.modules.get(name), "__file__", None)
        if name in found or path is None:
            continue
        found[name] = parsed(Path(path).read_bytes())
        if name not in CHANCE:
            imported = _imported(found[name], name)
            waiting += [other for other in imported if other.startswith(own) and other.rpartition(".")[2] not in ONLY_ADVICE]
    if module not in found:
        raise OSError(f"{module} has no file.")
    return (found[name] for name in sorted(found))


def _imported(tree: ast.Module, module: str) -> Iterator[str]:
    """The full names of everything that a module imports: of modules, and of what is in them."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            package = module.split(".")[: -node.level] if node.level else []
            source = ".".join(filter(None, [*package, node.module]))
            yield source
            yield from (f"{source}.{alias.name}" for alias in node.names)


def _add(node: object, update: Callable[[bytes], object]) -> None:
    """Add a node of a syntax tree, in a form that is the same in every version of Python."""
    if isinstance(node, list):
        for one in node:
            _add(one, update)
    elif isinstance(node, ast.JoinedStr):
        update(b"text;")
    elif isinstance(node, ast.AST):
        if isinstance(node, LEFT_OUT) or _is_for_observers(node) or _is_for_readers(node):
            return
        update(f"{type(node).__name__}(".encode())
        for name in node._fields:
            value = getattr(node, name, None)
            if name == "keywords" and isinstance(node, ast.Call):
                value = _arguments(node)
            if name not in ONLY_FOR_READERS and value is not None and value != []:
                update(f"{name}=".encode())
                _add(value, update)
        update(b")")
    else:
        update(b"text;" if isinstance(node, str) and " " in node else f"{node!r};".encode())


def _arguments(call: ast.Call) -> list[ast.keyword]:
    """The arguments by name of a call that may decide something."""
    if not (isinstance(call.func, ast.Name) and call.func.id in DECLARATIONS):
        return call.keywords
    return [argument for argument in call.keywords if argument.arg not in ABOUT_VALUES]


def _is_for_observers(node: ast.AST) -> bool:
    """Whether a node is such an answer, or its name where a game declares it."""
    name = node.name if isinstance(node, ast.FunctionDef) else node.id if isinstance(node, ast.Name) else ""
    return name in FOR_OBSERVERS


def _is_for_readers(node: ast.AST) -> bool:
    """Whether a statement is a docstring, a function that makes texts, or of chance as it never is in a game that is played."""
    if isinstance(node, ast.If) and isinstance(node.test, ast.Call) and isinstance(node.test.func, ast.Name):
        return node.test.func.id == "is_scripted"
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    decorators = node.decorator_list if isinstance(node, ast.FunctionDef) else []
    return any(isinstance(one, ast.Attribute) and one.attr == "texts" for one in decorators)
