"""What type checkers and `help` tell authors of rules."""

from __future__ import annotations

import pydoc
import subprocess
import sys
from pathlib import Path

import pytest

from sevenfold.kernel import pick
from sevenfold.mechanics.tricks import lay, made_bid

ROOT = Path(__file__).resolve().parents[2]
RULE = """
from sevenfold.games.seven_truf.rules import Position

def rule(s: Position) -> int:
    return {}
"""


@pytest.mark.parametrize(
    ("expression", "fault"),
    [
        ("s.hands[s.turn]", ""),
        ("s.hand[s.turn]", 'has no attribute "hand"'),
        ("s.hands", "Incompatible return value type"),
        ("s.turn_up[0]", "not indexable"),
        ("s.no_such_option", 'has no attribute "no_such_option"'),
    ],
)
def test_a_misspelt_field_is_an_error_of_types(expression: str, fault: str, tmp_path: Path) -> None:
    """mypy knows the fields of a position and what each holds."""
    file = tmp_path / "rule.py"
    file.write_text(RULE.format(expression))
    command = [sys.executable, "-m", "mypy", "--config-file", str(ROOT / "pyproject.toml"), str(file)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode == 0) == (not fault), done.stdout
    assert fault in done.stdout


def test_help_shows_what_a_word_takes() -> None:
    """`help` of a compiled function, or of an event, shows its parameters and its docstring."""
    assert "pick(s: 'Source', members: 'int') -> 'int'" in pydoc.plain(pydoc.render_doc(pick))
    assert "A random member of a set" in pydoc.plain(pydoc.render_doc(pick))
    assert "lay(s" in pydoc.plain(pydoc.render_doc(lay))
    assert "(s, seat, bid)" in pydoc.plain(pydoc.render_doc(made_bid))
