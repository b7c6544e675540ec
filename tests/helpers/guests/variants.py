"""Games made of the source of others by exchanging some of their text: each a module of its own, loaded from a folder."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from itertools import count
from pathlib import Path

from sevenfold.declare.rules import Rules
from sevenfold.findings import Finding

TUTORIAL = Path(__file__).parents[3] / "docs" / "devise" / "tutorial.md"
_numbers = count(1)


def source_of(name: str) -> str:
    """The source of a game of ours, or of the tutorial's."""
    if name == "sevens_high":
        parts = re.findall(r"```\w+ file=sevens_high\.py\n(.*?)```", TUTORIAL.read_text(encoding="utf-8"), re.DOTALL)
        return "\n\n".join(parts)
    file = import_module(f"sevenfold.games.{name}.rules").__file__
    assert file is not None
    return Path(file).read_text(encoding="utf-8")


def game_from(source: str, folder: Path) -> Rules:
    """The rules in a file of this text."""
    name = f"variant_{next(_numbers)}"
    path = folder / f"{name}.py"
    path.write_text(source, encoding="utf-8")
    spec = spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    rules: Rules = module.rules
    return rules.assemble()


def variant(name: str, folder: Path, *exchanges: tuple[str, str], end: str = "") -> Rules:
    """A game with some of its text exchanged, each piece of which must be there, and more at its end."""
    source = source_of(name)
    for old, new in exchanges:
        assert old in source, old
        source = source.replace(old, new)
    return game_from(source + end, folder)


def found_first(findings: Iterable[Finding], code: str) -> Finding:
    """The first finding with this code; what is found after it is not looked for."""
    others: list[Finding] = []
    for finding in findings:
        if finding.code == code:
            return finding
        others.append(finding)
    raise AssertionError(f"not found: {code}; found: {others}")
