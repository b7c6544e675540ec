"""Rule pages: one Markdown file beside each game's own, every rule a paragraph that begins with its id in bold."""

from __future__ import annotations

import re
import sys
from inspect import cleandoc
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sevenfold.declare.rules import Rules


def page(rules: Rules) -> str:
    """The rule page of a game, as Markdown: what its file says of itself where there is no page beside it."""
    module = sys.modules[rules.position.__module__]
    path = Path(str(module.__file__)).with_suffix(".md")
    return path.read_text(encoding="utf-8") if path.is_file() else cleandoc(module.__doc__ or "")


def paragraph(text: str, rule: str) -> str:
    """The paragraph of a rule's id, empty where the page has none."""
    found = re.search(rf"^\*\*{re.escape(rule)}\*\*.*?(?=\n\s*\n|\Z)", text, re.MULTILINE | re.DOTALL)
    return found[0] if found else ""
