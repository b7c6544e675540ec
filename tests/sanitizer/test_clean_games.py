"""Nothing is wrong with the built-in games and the tutorial's, as far as checked play sees; and it needs no compiler."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import sevenfold
from helpers.guests.small_game import made
from sevenfold import sanitizer
from sevenfold.checking import checked_play
from sevenfold.checking.subject import Subject
from sevenfold.playing.game import Game

TUTORIAL = Path(__file__).resolve().parents[2] / "docs" / "devise" / "tutorial.md"
SECONDS = 1.0  # for each game
FEW = """
import sys, sevenfold
from sevenfold import sanitizer
game = sevenfold.load("seven_truf")
assert list(sanitizer.play(game.rules, game.options, [1], 1)) == []
print("numba" in sys.modules)
"""


@pytest.mark.long  # test_our_games.py runs every stage on each game
@pytest.mark.parametrize("name", sevenfold.game_names())
def test_our_games_are_clean(name: str) -> None:
    subject = Subject(sevenfold.load(name).rules, seconds=SECONDS)
    assert list(checked_play.find(subject)) == []
    assert subject.counted["games"] >= len(subject.games)
    assert min(subject.counted["positions"], subject.counted["views"]) > 50


def test_the_game_of_the_tutorial_is_clean(tmp_path: Path) -> None:
    text = "\n".join(re.findall(r"```python file=sevens_high.py\n(.*?)```", TUTORIAL.read_text(), re.DOTALL))
    with made(tmp_path, text) as rules:
        for players in (2, 3, 4):
            tally = sanitizer.Tally()
            assert list(sanitizer.play(rules, Game(rules, {"players": players}).options, range(10), 60, tally=tally)) == []
            assert tally.ended == 10


def test_no_compiler_is_loaded() -> None:
    done = subprocess.run([sys.executable, "-c", FEW], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
