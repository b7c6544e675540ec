"""Mistakes of authors: each changes one place of a sound game. `check` must find them."""

from __future__ import annotations

from tools.games.mistakes.earlier import FIFTH, FIRST, FOURTH, SECOND, SIXTH, THIRD
from tools.games.mistakes.eighth import EIGHTH
from tools.games.mistakes.mistake import Mistake, sound
from tools.games.mistakes.ninth import NINTH
from tools.games.mistakes.seventh import SEVENTH
from tools.games.mistakes.tenth import TENTH

__all__ = ["MISTAKES", "SETS", "Mistake", "sound"]

SETS = (FIRST, SECOND, THIRD, FOURTH, FIFTH, SIXTH, SEVENTH, EIGHTH, NINTH, TENTH)
MISTAKES = {
    game: tuple(m for one in SETS for m in one.get(game, ())) for game in dict.fromkeys(game for one in SETS for game in one)
}
