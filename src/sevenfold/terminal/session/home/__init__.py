"""A server's home in the terminal, as its page has one: what there is to go on with, to join, and anew every day."""

from .listing import NOTHING, Entry, Home, Section, Wish, read_home
from .openings import open_wish
from .puzzles import ServerPuzzle, puzzles_from

__all__ = ["NOTHING", "Entry", "Home", "Section", "ServerPuzzle", "Wish", "open_wish", "puzzles_from", "read_home"]
