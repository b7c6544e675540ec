"""Labels of the seats on the screen: initials on the seat's colour, a name, marks."""

from __future__ import annotations

from dataclasses import dataclass

from rich.text import Text

from sevenfold.player_names import initials

COLOURS = ("#1d5fa8", "#a8324a", "#2b7a3d", "#7a4fb0", "#9a5b00", "#0f7373")  # by seat; white is readable on them


@dataclass(frozen=True)
class SeatLabel:
    """The person or bot at a seat."""

    name: str  # their own, also where the reader is "You"; empty: nobody yet
    colour: int
    marks: str = ""  # "bot", "away, a bot plays", "2:31"

    @property
    def initials(self) -> str:
        """The first letters of the first two words of the name."""
        return initials(self.name)


def face(sitter: SeatLabel) -> Text:
    """The initials on the seat's colour."""
    letters = Text(f" {sitter.initials}")
    letters.truncate(3, pad=True)
    return Text.assemble((letters.plain, f"bold #ffffff on {COLOURS[sitter.colour % len(COLOURS)]}"))
