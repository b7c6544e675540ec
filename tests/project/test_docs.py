"""Examples in the documentation are executed: those of every module, and those of README and docs/."""

from __future__ import annotations

import doctest
import re
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest

import sevenfold

ROOT = Path(__file__).resolve().parents[2]
MODULES = ["sevenfold", *(module.name for module in walk_packages(sevenfold.__path__, "sevenfold."))]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("name", [name for name in MODULES if not name.endswith("__main__")])
def test_module(name: str) -> None:
    """The examples in a module's docstrings give what they say."""
    assert doctest.testmod(import_module(name)).failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_page(page: Path) -> None:
    """The examples of a page give what they say, one after the other."""
    examples = "\n".join(block for block in BLOCK.findall(page.read_text(encoding="utf-8")) if ">>>" in block)
    found = doctest.DocTestParser().get_doctest(examples, {}, page.name, str(page), 0)
    assert doctest.DocTestRunner().run(found).failed == 0
