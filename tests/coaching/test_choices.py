"""A hint is the expert's move."""

from __future__ import annotations

from random import Random

import pytest

import sevenfold
from helpers.random_games import random_points
from helpers.selection import games
from sevenfold.bots import EXPERT, bot, choose, recalling
from sevenfold.bots.levels import spec_of
from sevenfold.bots.search_bot import SearchBot
from sevenfold.coaching import choice_of
from sevenfold.kernel.chance import source
from sevenfold.kernel.sets import count

BUDGET = 150  # iterations, in place of the expert's thousands


def expert_in(game: sevenfold.Game) -> SearchBot:
    """The expert with a small budget."""
    _, _, *settings = spec_of(EXPERT, game).split(":")
    made = bot(":".join(["search", str(BUDGET), *settings]))
    assert isinstance(made, SearchBot)
    return made


def both(player: SearchBot, state: sevenfold.State) -> tuple[int, int]:
    """(The bot's action, the hint), by the same chance."""
    assert state.turn is not None
    found = []
    for ask in (player.choose, lambda *given, **named: choice_of(player, *given, **named).action):
        dealt, recall = state.redeal(state.turn, source(1)), recalling(state, state.turn)
        found.append(int(ask(state.game, dealt, source(2), recall=recall)))
    return found[0], found[1]


def test_in_the_last_cards_the_hint_is_the_best_plan() -> None:
    """7-Truf: where the expert plans the last tricks, the hint does too, and says so."""
    game, planned, compared = sevenfold.load("seven_truf"), 0, 0
    player, heuristic = expert_in(game), bot("thumb")
    state = game.start(4)
    while compared < 14:
        assert state.turn is not None, "the game has enough decisions"
        few = state.phase == "play" and count(int(state.position[0].hands[state.turn])) <= 4
        if few and len(state.legal_actions()) > 1:
            action, hint = both(player, state)
            assert action == hint
            compared += 1
            told = choice_of(player, game, state.redeal(state.turn, source(1)), source(2), recall=recalling(state, state.turn))
            planned += "by the best plan in" in told.expected
        state.play(choose(heuristic, state))
    assert planned > 7


@pytest.mark.parametrize("name", games())
def test_the_hint_is_the_experts_move(name: str) -> None:
    game = sevenfold.load(name)
    for state in random_points(game, Random(3), 30):
        if state.turn is not None and len(state.legal_actions()) > 1:
            action, hint = both(expert_in(game), state)
            assert action == hint
            assert hint in state.legal_actions()
            return
    raise AssertionError("no decision was found")
