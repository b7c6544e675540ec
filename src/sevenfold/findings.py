"""`Finding`: one thing that is wrong with a game, as its author is told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Severity = Literal["error", "warning", "note"]


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong with a game.

    Attributes:
        code: What kind of thing it is, as the docs list it: "index-none".
        sentence: What is wrong, and what is right or allowed, in one or two sentences for the author.
        severity: An error makes `check` fail; a warning may be meant so; a note tells what a check did not get to see.
        file: The name of the author's file; empty if no line is at fault.
        line: The line, counted from 1; 0 if there is none.
        options: The options of the game in which it happened; empty if it does not depend on a game.
        seed: The seed of that game; None if it does not depend on one.
        moves: The moves that led to it, as texts of actions.
    """

    code: str
    sentence: str
    severity: Severity = "error"
    file: str = ""
    line: int = 0
    options: Mapping[str, object] = field(default_factory=dict)
    seed: int | None = None
    moves: tuple[str, ...] = ()

    @property
    def where(self) -> str:
        """The place in the author's file, as in "whist.py:12"; empty if there is none."""
        return f"{self.file}:{self.line}" if self.line else self.file

    def __str__(self) -> str:
        return f"{self.where}: {self.sentence}" if self.file else self.sentence
