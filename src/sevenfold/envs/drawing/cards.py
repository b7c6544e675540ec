"""Cards as pictures, drawn as the page draws them (web/src/card)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from sevenfold.view.description import Fact

from .ink import FINER, Ink, colour, looks, width_of

RATIO = 1.4  # the height of a card by its width
SIZE = 100  # of a card as it is drawn, before it is made smaller
BADGES = {"trump": (154, 106, 0, 255), "penalty": (179, 38, 30, 255), "reverse": (59, 91, 219, 255)}
SPECIALS = {"ZERO": "0", "HALF": "½", "THIEF": "T", "FOURTEEN": "14"}
RAINBOW = ("red", "orange", "yellow", "green", "blue", "indigo", "violet")


@dataclass(frozen=True)
class Look:
    """How a card looks; `web/src/card/packs.ts` decides the same."""

    index: str
    shape: str = ""  # the name of a symbol, or an SVG path
    colour: str = "black"
    is_court: bool = False  # the symbol shows the rank too
    tier: int = 0  # how many of seven bars are filled
    special: str = ""


def suits_of(deck: str) -> dict[str, tuple[str, str]]:
    """The symbol and the colour of each suit of a deck, by its letter."""
    if deck in looks()["decks"]:
        return {letter: (shape, colour) for letter, (shape, colour) in looks()["decks"][deck].items()}
    found = {}
    for one in deck.split(";"):
        letter, *rest = one.split("|")
        if letter and len(rest) == 2:
            found[letter] = (rest[0], rest[1])
    return found


def parts_of(deck: str, code: str) -> tuple[str, str]:
    """The letter of the suit and the rank in a card's code."""
    if "|" in deck:
        letters = [letter for letter in suits_of(deck) if code.startswith(letter)]
        letter = max(letters, key=len, default=code[:1])
        return letter, code[len(letter) :]
    if deck == "french":
        return code[-1:], code[:-1]
    return code[:1], re.sub(r"[ab]$", "", code[1:])


def look_of(deck: str, code: str) -> Look:
    """How a card looks; one that no deck has is a plain card with its code."""
    if code in SPECIALS:
        return Look(SPECIALS[code], shape="thief" if code == "THIEF" else "", special=code.lower())
    if re.fullmatch(r"X\d", code):
        return Look("★", special="joker")
    letter, rank = parts_of(deck, code)
    suits = suits_of(deck)
    if letter not in suits:
        return Look(code)
    shape, tint = suits[letter]
    tier = "SMDCTPH".index(letter) + 1 if deck == "suitors" else 0
    return Look("10" if rank == "T" else rank, shape, tint, rank != "" and rank in "JQK", tier)


def badge_of(facts: tuple[Fact, ...], deck: str, code: str) -> str:
    """The badge of a card, from the facts in force; "" if it has none."""
    letter, rank = parts_of(deck, code)
    for fact in facts:
        if fact.badge and (fact.suit, fact.number) != (None, None):
            if fact.suit in (None, letter) and (fact.number is None or str(fact.number) == rank):
                return fact.badge
    return ""


@lru_cache(maxsize=1024)
def card_image(deck: str, code: str | None, width: int, badge: str = "") -> Image.Image:
    """A card, twice as large as shown; code None: its back."""
    ink = Ink(SIZE, SIZE * RATIO, finer=4)
    _draw(ink, deck, code)
    if badge:
        ink.dot(84, 16, 15, colour("surface"))
        ink.dot(84, 16, 13.5, BADGES[badge])
    return ink.image.resize((width * FINER, round(width * RATIO) * FINER), Image.Resampling.LANCZOS, reducing_gap=2.0)


def _draw(ink: Ink, deck: str, code: str | None) -> None:
    ink.box(0.75, 0.75, 98.5, 138.5, radius=8, fill=colour("card"), line=colour("card-edge"), thick=1.5)
    if code is None:
        ink.box(6, 6, 88, 128, radius=4.5, fill=colour("back"))
        ink.box(10.5, 10.5, 79, 119, radius=2.5, line=colour("back-line"), thick=1.6)
        for path in looks()["back"]:
            ink.strokes(path, 50, 70, 100, colour("back-line"), 1.6)
        return
    look = look_of(deck, code)
    main = colour(f"{look.colour}-ink")
    if look.is_court:
        ink.box(5.5, 5.5, 89, 129, radius=5, line=colour(look.colour, 0.55), thick=1.2)
    if look.special == "joker":
        joker = looks()["joker"]
        ink.shape(joker["index"], 21, 24, 100, main)
        for tint, path in zip(RAINBOW, joker["wedge"], strict=True):
            ink.shape(path, 50, 80, 100, colour(tint))
        ink.shape(joker["edge"], 50, 80, 100, colour("card"))
        ink.shape(joker["star"], 50, 80, 100, main)
        return
    if look.special == "thief":
        _symbol(ink, look, 23, 23, 32)
        _symbol(ink, look, 50, 82, 74)
        return
    ink.text(21, 36, look.index, _fitting(look.index, 34, 33), main, anchor="ms", bold=True)
    if look.special:
        ink.box(16, 52, 68, 68, radius=34, line=main, thick=3)
        ink.text(50, 102, look.index, _fitting(look.index, 46, 44), main, anchor="ms", bold=True)
    elif look.shape:
        _symbol(ink, look, 21, 53, 24, small=True)
        _symbol(ink, look, 56, 87 if look.tier else 91, 76 if look.is_court else 62 if look.tier else 68)
        if look.is_court:
            ink.text(56, 98 if look.shape == "heart" else 104, look.index, 34, colour("card"), anchor="ms", bold=True)
    for i in range(7 if look.tier else 0):
        ink.box(12 + i * 11, 125, 9, 6, radius=2, fill=colour(look.colour if i < look.tier else "card-edge"))


def _fitting(text: str, size: float, width: float) -> float:
    """The size of a text that is no wider than it may be."""
    return min(size, size * width / max(1.0, width_of(text, size)))


def _symbol(ink: Ink, look: Look, x: float, y: float, size: float, *, small: bool = False) -> None:
    symbol(ink, look.shape, look.colour, x, y, size, small=small)


def symbol(ink: Ink, shape: str, tint: str, x: float, y: float, size: float, *, small: bool = False) -> None:
    """A symbol around a point.

    Args:
        ink: Where to.
        shape: Its name, or an SVG path.
        tint: Its colour.
        x: The point.
        y: The point.
        size: The side of its box.
        small: Whether only its outline is filled, without light and shade.
    """
    tones = {"main": colour(tint), "light": (255, 255, 255, 97), "dark": (0, 0, 0, 51)}
    layers = looks()["shapes"].get(shape, [["main", shape]])
    for tone, path in layers[:1] if small else layers:
        if tone == "line":
            ink.strokes(path, x, y, size, (255, 255, 255, 140), 3.5 * size / 100)
        else:
            ink.shape(path, x, y, size, tones[tone])
