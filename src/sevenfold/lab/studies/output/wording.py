"""Figures, games and durations in words."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

from sevenfold.declare.options import show_value
from sevenfold.errors import BadInput, quoted

MOST_PLACES = 4  # decimals
ENDINGS = {2: "nd", 3: "rd"}  # of numbers that say which one; nobody sits at the 22nd place
SECONDS = {"s": 1, "sec": 1, "m": 60, "min": 60, "h": 3600, "d": 86400}
UNITS = {"points": "", "moves": "", "number": "", "share": " %"}


def value_of(figure: Mapping[str, Any]) -> str:
    """A figure's value, with as many digits as its interval justifies."""
    return "–" if figure["value"] is None else f"{_shown(figure, figure['value'])}{UNITS[figure['unit']]}"


def interval_of(figure: Mapping[str, Any]) -> str:
    """A figure's interval."""
    if figure["low"] is None or figure["high"] is None:
        return "–"
    return f"{_shown(figure, figure['low'])} to {_shown(figure, figure['high'])}{UNITS[figure['unit']]}"


def half_of(one: Mapping[str, Any]) -> str:
    """Half the width of an interval that is too wide: "±1.2 %"; "unknown" if there is none."""
    if one["half"] is None:
        return "unknown"
    return f"±{100 * one['half']:.2g} %" if one["unit"] == "share" else f"±{one['half']:.2g}"


def unreached_of(one: Mapping[str, Any], games: Sequence[Mapping[str, Any]]) -> str:
    """An interval that is too wide, of one of the games of the results: what it is about, and how wide it is."""
    game = next(game for game in games if (game["name"], game["options"]) == (one["game"], one["options"]))
    figure = called({"name": one["figure"], "place": one["place"]}, game["players"])
    return f"{title_of(game)}: “{figure}” is {half_of(one)} after {one['deals']:,} deals"


def _shown(figure: Mapping[str, Any], value: float) -> str:
    scale, half = (100 if figure["unit"] == "share" else 1), None
    if figure["low"] is not None and figure["high"] is not None:
        half = scale * (figure["high"] - figure["low"]) / 2
    if half == 0 and value == int(value):
        return f"{scale * value:,.0f}"
    places = 1 if not half else max(0, min(MOST_PLACES, 1 - math.floor(math.log10(half))))
    text = f"{scale * value:,.{places}f}"
    return text.removeprefix("-") if not text.strip("-0.,") else text  # no -0.0


def place_of(place: int | None, players: int) -> str:
    """A seat by its place after the dealer's left; empty for None."""
    if place is None:
        return ""
    if place == players - 1:
        return "dealer"
    return "left of the dealer" if place == 0 else f"{place + 1}{ENDINGS.get(place + 1, 'th')} from the dealer"


def called(figure: Mapping[str, Any], players: int) -> str:
    """A figure's name, with the seat that it is about."""
    place = place_of(figure["place"], players)
    return f"{figure['name']}, {place}" if place else str(figure["name"])


def title_of(game: Mapping[str, Any]) -> str:
    """A game with its options, unless they are the usual ones."""
    options = options_of(game)
    return str(game["name"]) if options == "as usual" else f"{game['name']} ({options})"


def options_of(game: Mapping[str, Any]) -> str:
    """The options of a game that are not the usual ones; "as usual" if all are."""
    usual = game["usual"]
    return ", ".join(f"{name}={show_value(x)}" for name, x in game["options"].items() if x != usual.get(name)) or "as usual"


def duration_of(text: str) -> float:
    """The seconds of a duration such as 30s, 10m or 2h.

    Raises:
        BadInput: It is none.
    """
    found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([a-z]*)\s*", text)
    unit = SECONDS.get(found[2] or "s") if found else None
    if found is None or unit is None or not float(found[1]):
        raise BadInput(f"A budget is a time such as 30s, 10m or 2h, not {quoted(text)}.")
    return float(found[1]) * unit


def in_words(seconds: float) -> str:
    """A duration: "40 s", "12 min", "3.5 h"."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:,.1f} h"


def precision_of(text: str) -> float:
    """The half-width of an interval that is wanted: ±0.5%, 0.5% or 0.005.

    Raises:
        BadInput: It is none, or not between 0 and 100 %.
    """
    found = re.fullmatch(r"\s*(?:±|\+/?-)?\s*(\d*\.?\d+)\s*(%?)\s*", text)
    value = float(found[1]) / (100 if found[2] else 1) if found else 0.0
    if not 0 < value < 1:
        raise BadInput(f"An interval is wanted as ±0.5%, 0.5% or 0.005, above 0 and below 100%; not {quoted(text)}.")
    return value
