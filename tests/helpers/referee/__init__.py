"""A referee who has only the rulebook and docs/study/transcripts.md: checks every step of a transcript.

    python -m tests.helpers.referee FILE...

One module for each game: its OPTIONS, its PLAYERS where these are not an option, and `play`, which reads a game's events off a
`Table` in the order of the rules and returns the winners. Nothing in this folder imports anything from sevenfold.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module

from .common import Event, OutOfTurns, Refused, Table

NAMES = (
    "seven_suitors", "suitability", "second_thoughts", "seven_and_seven", "monoculture", "pyramid", "sane_sevens",
    "front_and_center", "chain_up", "cooperative_dominoes", "seven_truf", "seven_solitaire",
)  # fmt: skip
GAMES = {name: import_module(f".{name}", __name__) for name in NAMES}

__all__ = ["GAMES", "Refused", "check", "check_game"]


def check(text: str) -> int:
    """How many games a transcript tells, all by the rules; Refused names the first line that breaks them."""
    games = list(_games(text.splitlines()))
    for game in games:
        check_game(game)
    return len(games)


def _games(lines: Iterable[str]) -> Iterator[list[tuple[int, Event]]]:
    events: list[tuple[int, Event]] = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            event = json.loads(line)
        except ValueError:
            raise Refused(number, "this is not JSON.") from None
        if not isinstance(event, dict) or not (events or event.get("event") == "game"):
            raise Refused(number, "the first line of a game is due, of the event game.")
        if events and event.get("event") == "game":
            yield events
            events = []
        events.append((number, event))
    if events:
        yield events


def is_seed(value: object) -> bool:
    """Is it a seed as transcripts have it?"""
    if isinstance(value, str):
        return re.fullmatch("[0-9a-f]{64}", value) is not None
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 64


def check_game(events: Sequence[tuple[int, Event]]) -> None:
    """Check one game, of which each event has the number of its line."""
    t = Table(events, 0, {}, 0, 0)
    first = t.next("game")
    t.check(t.get(first, "format", int) == 1, "the format must be 1.")
    rules = GAMES[t.choice(first, "game", GAMES)]
    t.options, t.players = t.get(first, "options", dict), t.get(first, "players", int)
    t.check(set(t.options) == set(rules.OPTIONS), f"the options of the game are {list(rules.OPTIONS)}.")
    for name, values in rules.OPTIONS.items():
        t.choice(t.options, name, values)
    players = t.options.get("players") or rules.PLAYERS
    t.check(t.players == players, f"the game has {players} players.")
    t.check(is_seed(first.get("seed")), "a seed is a number from 0 to 2^64 - 1, or 64 hexadecimal digits.")
    t.dealer, t.limit = t.get(first, "dealer", int), t.get(first, "limit", int)
    t.check(0 <= t.dealer < t.players, "the dealer must be a seat.")  # GEN-1
    t.check(t.limit > 0, "the limit must be a number of turns.")
    try:
        winners = rules.play(t)
        truncated = False
    except OutOfTurns:
        winners, truncated = [], True
    t.end(winners, truncated=truncated)
