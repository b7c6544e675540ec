"""Puzzles: positions from simulated games in which one move is clearly right, given what its player knows.

`make_puzzles` makes them, `merged` puts those of several searches together, `puzzle_at` says whether a position is one, and
`shipped` are those that come with the package.
"""

from .finding import find_in_game, puzzle_at
from .making import make_puzzles, merged, source_game, source_games
from .puzzle import QUESTIONS, WRONG, BadPuzzle, Kind, Puzzle, read_lines, shipped, shipped_with

__all__ = [
    "QUESTIONS", "WRONG", "BadPuzzle", "Kind", "Puzzle", "find_in_game", "make_puzzles", "merged", "puzzle_at", "read_lines",
    "shipped", "shipped_with", "source_game", "source_games",
]  # fmt: skip
