"""Games of another package as text: the tutorial's, changed, loaded from a file of its own."""

from __future__ import annotations

import re
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from sevenfold.declare.rules import Rules

PAGE = Path(__file__).parents[3] / "docs" / "devise" / "tutorial.md"
SEVENS_HIGH = "\n\n".join(re.findall(r"```python file=sevens_high.py\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL))


def changed(*changes: tuple[str, str], text: str = SEVENS_HIGH) -> str:
    """A game's text with some parts replaced, each of which must occur in it exactly once."""
    for before, after in changes:
        assert text.count(before) == 1, before
        text = text.replace(before, after)
    return text


def line_of(text: str, part: str) -> int:
    """The number of the line, from 1, in which a part of the text begins."""
    return text[: text.index(part)].count("\n") + 1


def guest(folder: Path, text: str, name: str = "sevens_high") -> Rules:
    """The rules in a text, written into a folder as NAME.py and imported from there."""
    path = folder / f"{name}.py"
    path.write_text(text, encoding="utf-8")
    module_name = f"{name}_{abs(hash((str(folder), text))):x}"
    spec = spec_from_file_location(module_name, path)
    assert spec
    assert spec.loader
    module = sys.modules[module_name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    rules = module.rules
    assert isinstance(rules, Rules)
    return rules.assemble()
