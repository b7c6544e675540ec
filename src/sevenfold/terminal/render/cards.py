"""Cards as coloured codes: `7♣` if the encoding has the symbols, otherwise `7C`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rich.console import Console
from rich.text import Text


@dataclass(frozen=True)
class Ink:
    """How a suit looks: its symbol (empty: its letter is shown) and its colour, readable on dark and on light."""

    symbol: str
    colour: str


# For each kind of deck (`View.deck`), by suit letter.
INKS: dict[str, dict[str, Ink]] = {
    "french": {
        "S": Ink("♠", ""),
        "H": Ink("♥", "#e03c3c"),
        "D": Ink("♦", "#3d8fe8"),
        "C": Ink("♣", "#2b9a4b"),
    },
    "sevendeck": {
        "R": Ink("", "#e03c3c"),
        "O": Ink("", "#e8690c"),
        "Y": Ink("", "#b99000"),
        "G": Ink("", "#2b9a4b"),
        "B": Ink("", "#3d8fe8"),
        "I": Ink("", "#7b74e8"),
        "V": Ink("", "#b45ad0"),
    },
    "suitors": {
        "S": Ink("♠", ""),
        "M": Ink("☾", "#b45ad0"),
        "D": Ink("♦", "#3d8fe8"),
        "C": Ink("♣", "#2b9a4b"),
        "T": Ink("★", "#b99000"),
        "P": Ink("▲", "#e8690c"),
        "H": Ink("♥", "#e03c3c"),
    },
}
SYMBOLS = "♠♥♦♣☾★▲·▸–…½✓×▒"

_SHAPES = {
    "french": re.compile(r"(?P<rank>[AKQJT2-9])(?P<suit>[SHDC])"),
    "sevendeck": re.compile(r"(?P<suit>[ROYGBIV])(?P<rank>[1-7])"),
    "suitors": re.compile(r"(?P<suit>[SMDCTPH])(?P<rank>\d\d?[ab]?)"),
}
_OTHERS = re.compile(r"X[1-4]|ZERO|HALF|THIEF|FOURTEEN")


def has_symbols(console: Console) -> bool:
    """Whether the console's encoding has suit symbols."""
    try:
        SYMBOLS.encode(console.encoding)
    except (LookupError, UnicodeEncodeError):
        return False
    return True


def is_card(word: str, deck: str) -> bool:
    """Whether this is the code of a card of this kind of deck."""
    shape = _SHAPES.get(deck)
    return bool(_OTHERS.fullmatch(word) or (shape and shape.fullmatch(word)))


def card(code: str, deck: str, *, symbols: bool, style: str = "") -> Text:
    """A card's code in its suit's colour, with the suit's symbol if the terminal has symbols."""
    # Assembled: a style of the whole would colour what is appended too.
    found = _SHAPES[deck].fullmatch(code) if deck in _SHAPES else None
    if found is None:
        return Text.assemble((code, f"bold {style}" if _OTHERS.fullmatch(code) else style))
    ink = INKS[deck][found["suit"]]
    if symbols and ink.symbol:
        code = code.replace(found["suit"], ink.symbol, 1)
    return Text.assemble((code, f"{ink.colour or 'default'} {style}".strip()))


def suit(letter: str, deck: str, *, symbols: bool) -> Text:
    """A suit's symbol, or its letter, in its colour."""
    ink = INKS[deck][letter]
    return Text.assemble((ink.symbol if symbols and ink.symbol else letter, ink.colour or "default"))


def words(text: str, deck: str, style: str = "") -> Text:
    """A sentence with its card codes coloured; they stay as people type them."""
    made = Text()
    for part in re.split(r"(\W+)", text):
        made.append_text(card(part, deck, symbols=False, style=style) if is_card(part, deck) else Text(part, style))
    return made
