"""Extracts of games in the docs: `python -m tools.docs.extracts` writes them anew from the games' files.

A fenced block after the line "<!-- from examples/hearts/hearts.py: choose, pass_on -->" holds these functions, classes or
variables of that file, in that order, with the decorators of functions and without anything else.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = (ROOT / "docs/devise/cookbook.md",)
BLOCK = re.compile(r"^<!-- from ([\w./]+): ([\w, ]+) -->\n```python\n.*?^```$", re.MULTILINE | re.DOTALL)


def extract(path: Path, names: list[str]) -> str:
    """The source of top-level names of a file; KeyError if one is not there."""
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    found: dict[str, str] = {}
    for node in ast.parse(text).body:
        first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", []))])
        for name in _names(node):
            found.setdefault(name, "\n".join(lines[first - 1 : node.end_lineno]))
    missing = [name for name in names if name not in found]
    if missing:
        raise KeyError(f"{path.relative_to(ROOT)} has no {', '.join(missing)}")
    return "\n\n\n".join(dict.fromkeys(found[name] for name in names))


def _names(node: ast.stmt) -> list[str]:
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return [node.name]
    if isinstance(node, ast.Assign):
        return [one.id for target in node.targets for one in ast.walk(target) if isinstance(one, ast.Name)]
    return []


def renewed(page: str) -> str:
    """A page with its extracts as the files have them now."""

    def block(found: re.Match[str]) -> str:
        names = [name.strip() for name in found[2].split(",")]
        return f"<!-- from {found[1]}: {found[2]} -->\n```python\n{extract(ROOT / found[1], names)}\n```"

    return BLOCK.sub(block, page)


if __name__ == "__main__":
    for path in PAGES:
        path.write_text(renewed(path.read_text(encoding="utf-8")), encoding="utf-8")
