"""A small game in a file, for tests of games that are not installed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sevenfold import game_files, registry
from sevenfold.server.lobby import catalogue, rule_pages

GAME = '''"""Countdown: take one or two; who takes the last wins."""

from sevenfold.cards import SEVENDECK_PACK
from sevenfold.devise import (
    Fields, Rules, a_number, a_seat, bit, compiled, end_game, event, next_turn, number, number_actions,
)


class Position(Fields):
    left = number()
    taken = number(2)


rules = Rules(Position, "countdown", "Countdown", pack=SEVENDECK_PACK, players=2, minutes=1, about="Take one or two.")
rules.phase(0, "take", number_actions("take", range(3)))
took = event("take", is_move=True, seat=a_seat(), number=a_number(), say="{seat} take[s] {number}.")


@rules.answers
def start(s):
    s.left = 5
    s.turn = 0


@rules.allows(0, "COUNT-1", "Take one or two, and no more than there are.")
def offered(s):
    return bit(1) | bit(2) if s.left > 1 else bit(1)


@rules.applies(0)
def take(s, action):
    took(s, s.turn, action)
    s.left -= action
    if s.left == 0:
        s.taken[s.turn] = 1
        end_game(s)
    else:
        next_turn(s)


@rules.answers
def standing(s, seat):
    return s.taken[seat]


@rules.texts
def table(look):
    for seat in look.every_seat:
        look.seat(seat, score=look.s.taken[seat])


@rules.texts
def prompt(s):
    return f"Take one or two of {s.left}."
'''


@contextmanager
def forgetting() -> Iterator[None]:
    """Forget the games that are loaded from files inside the block."""
    before = set(game_files.entry_points())
    try:
        yield
    finally:
        for id in set(game_files.entry_points()) - before:
            game_files.forget(id)
            registry._broken.pop(id, None)
        for function in (registry._rules_or_fault, catalogue._catalogue, rule_pages.rule_page):
            function.cache_clear()
