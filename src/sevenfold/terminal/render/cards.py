"""Cards as coloured codes: `7♣` if the encoding has the symbols, otherwise `7C`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

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
    "french": re.compile(r"(?P<rank>[AKQJT2-9])(?P<suit>[SHDC])[ab]?"),
    "sevendeck": re.compile(r"(?P<suit>[ROYGBIV])(?P<rank>[1-7])[ab]?"),
    "suitors": re.compile(r"(?P<suit>[SMDCTPH])(?P<rank>\d\d?[ab]?)"),
}
_OWN = {  # for a pack of one's own, whose deck says "letter|shape|colour;…"
    "spade": "♠", "heart": "♥", "diamond": "♦", "club": "♣", "moon": "☾", "star": "★", "pyramid": "▲",
}  # fmt: skip
_COLOURS = {
    "red": "#e03c3c", "orange": "#e8690c", "yellow": "#b99000", "green": "#2b9a4b", "blue": "#3d8fe8", "indigo": "#7b74e8",
    "violet": "#b45ad0",
}  # fmt: skip
_OTHERS = re.compile(r"X[1-4]|ZERO|HALF|THIEF|FOURTEEN")


def has_symbols(console: Console) -> bool:
    """Whether the console's encoding has suit symbols."""
    try:
        SYMBOLS.encode(console.encoding)
    except (LookupError, UnicodeEncodeError):
        return False
    return True


@cache
def inks_of(deck: str) -> Mapping[str, Ink]:
    """How each suit of a deck looks, by its letter; empty for a deck without suits."""
    if deck in INKS:
        return INKS[deck]
    looks = (look.split("|") for look in deck.split(";") if look.count("|") == 2)
    return {letter: Ink(_OWN.get(shape, ""), _COLOURS.get(colour, "")) for letter, shape, colour in looks}


@cache
def _pattern(deck: str) -> re.Pattern[str] | None:
    """What the code of a card with a suit looks like; None for a deck without suits."""
    letters = "|".join(map(re.escape, inks_of(deck)))
    return _SHAPES.get(deck) or (re.compile(rf"(?P<suit>{letters})(?P<rank>\w+)") if letters else None)


def is_card(word: str, deck: str) -> bool:
    """Whether this is the code of a card of this kind of deck."""
    shape = _pattern(deck)
    return bool(_OTHERS.fullmatch(word) or (shape and shape.fullmatch(word)))


def card(code: str, deck: str, *, symbols: bool, style: str = "") -> Text:
    """A card's code in its suit's colour, with the suit's symbol if the terminal has symbols."""
    # Assembled: a style of the whole would colour what is appended too.
    pattern = _pattern(deck)
    found = pattern.fullmatch(code) if pattern else None
    if found is None:
        return Text.assemble((code, f"bold {style}" if _OTHERS.fullmatch(code) else style))
    ink = inks_of(deck)[found["suit"]]
    if symbols and ink.symbol:
        code = code.replace(found["suit"], ink.symbol, 1)
    return Text.assemble((code, f"{ink.colour or 'default'} {style}".strip()))


def suit(letter: str, deck: str, *, symbols: bool) -> Text:
    """A suit's symbol, or its letter, in its colour."""
    ink = inks_of(deck).get(letter, Ink("", ""))
    return Text.assemble((ink.symbol if symbols and ink.symbol else letter, ink.colour or "default"))


def words(text: str, deck: str, style: str = "") -> Text:
    """A sentence with its card codes coloured; they stay as people type them."""
    made = Text()
    for part in re.split(r"(\W+)", text):
        made.append_text(card(part, deck, symbols=False, style=style) if is_card(part, deck) else Text(part, style))
    return made
