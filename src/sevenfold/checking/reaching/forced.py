"""Games in which nobody has a choice any more long before the end, as where something that was reached is not set back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import median

from sevenfold.findings import Finding

LONG, SHARE = 10, 0.5  # decisions at the end of most games, and their share of all, of which each allows one action only
FEW = 10  # games, before anything is said


@dataclass
class Forced:
    """How long before its end each game allowed a choice for the last time."""

    made: int = 0  # decisions in the present game
    last: int = 0  # the latest of them that allowed a choice
    ends: list[tuple[int, int]] = field(default_factory=list)  # of each game: the decisions after its last choice, and all

    def begin(self) -> None:
        """Begin a game."""
        self.made = self.last = 0

    def note(self, allowed: int) -> None:
        """Note a decision and how many actions it allows."""
        self.made += 1
        if allowed > 1:
            self.last = self.made

    def end(self) -> None:
        """Note the end of a game."""
        if self.made:
            self.ends.append((self.made - self.last, self.made))

    def findings(self, in_games: str, file: str, line: int) -> Iterator[Finding]:
        """What is to be said of most games; the file and line are those of the rules."""
        if len(self.ends) < FEW:
            return
        long, all_made = median(last for last, _ in self.ends), median(made for _, made in self.ends)
        if long >= LONG and median(last / made for last, made in self.ends) >= SHARE:
            yield Finding(
                "choices-end",
                f"In half of the games the last {long:.0f} decisions of {all_made:.0f} allowed"
                f" one action only ({in_games}):"
                " is a number, a card or a set to be set back where a round begins, on which restrictions depend?",
                "warning",
                file,
                line,
            )
