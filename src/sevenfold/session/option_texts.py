"""Describes the options of a game in a few words, for lists."""

from __future__ import annotations

from collections.abc import Mapping

from sevenfold.declare.options import Value
from sevenfold.errors import SevenfoldError
from sevenfold.registry import rules_of


def options_text(game: str, chosen: Mapping[str, Value]) -> str:
    """The options without the number of players: "first lead: left of the dealer"; by their ids if the game is gone."""
    try:
        known = rules_of(game).options
    except SevenfoldError:
        known = {}
    texts = []
    for name, value in chosen.items():
        if name == "players" or value is False:
            continue
        option = known.get(name)
        label = (option.label if option else name.replace("_", " ")).lower()
        words = option.label_of(value) if option else str(value).replace("_", " ")
        texts.append(label if value is True else f"{label}: {words}")
    return ", ".join(texts)
