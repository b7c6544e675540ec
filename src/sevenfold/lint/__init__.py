"""Reading a game's file before anything of it runs: mistakes that can be seen in its text."""

from .reading import read

__all__ = ["read"]
