"""What a search infers from what the others did."""

from __future__ import annotations

from itertools import permutations
from random import Random

import numpy as np
import pytest

import sevenfold
from helpers.hidden import twin_now
from helpers.random_games import random_points
from sevenfold.bots import bot, choose, recalling
from sevenfold.bots.inference import Past, past_of
from sevenfold.bots.settings import Settings
from sevenfold.bots.thumb import advice, mark_of
from sevenfold.bots.tree import Tree
from sevenfold.kernel.chance import source
from sevenfold.kernel.memory import copied

SHARE = 0.8


def tree_of(state: sevenfold.State, worlds: int, number: int = 1) -> Tree:
    """A search that has inferred what it can."""
    assert state.turn is not None
    chance = source(number)
    tree = Tree(state.game, state.redeal(state.turn, chance), 100, chance, Settings(infer=SHARE, worlds=worlds))
    tree.infer(recalling(state, state.turn))
    return tree


def by_thumb(game: sevenfold.Game, seed: int, actions: int) -> sevenfold.State:
    """A game of players by rules of thumb, so far."""
    state, player = game.start(seed), bot("thumb")
    for _ in range(actions):
        state.play(choose(player, state))
    return state


def likelihoods(state: sevenfold.State, past: Past, at: int, cards: list[int]) -> dict[int, float]:
    """By card: how likely one bid would be if the bidder held this one card."""
    found, position = {}, copied(past.positions[at : at + 1])
    for card in cards:
        position[0].hands[int(position[0].turn)] = 1 << card
        legal, good = advice(position, mark_of(state.game.id))
        found[card] = (1 - SHARE) / legal.bit_count() + SHARE * (good >> int(past.actions[at]) & 1) / good.bit_count()
    return found


def test_worlds_are_as_likely_as_the_bids_make_them() -> None:
    """Each holds one card, and three have bid: what the worlds hold, against every one of the 20,000 possible deals."""
    state = by_thumb(sevenfold.load("seven_truf"), 5, 3)
    seat = state.turn
    assert seat is not None
    unseen = [card for card in range(32) if card != state.position[0].turn_up and not state.position[0].hands[seat] >> card & 1]
    past = past_of(state, seat)
    assert [int(then.turn) for then in past.positions] == [(seat - 1 - i) % 4 for i in range(3)]
    bids = [likelihoods(state, past, at, unseen) for at in range(3)]
    exact = dict.fromkeys(unseen, 0.0)
    for one, two, three in permutations(unseen, 3):
        exact[one] += bids[0][one] * bids[1][two] * bids[2][three]
    worlds = tree_of(state, 10_000).worlds
    held = [int(world.hands[(seat - 1) % 4]).bit_length() - 1 for world in worlds]
    total, spread = sum(exact.values()), max(exact.values()) / min(exact.values())
    assert spread > 2, "what was bid says something"
    for card in unseen:
        assert held.count(card) / len(worlds) == pytest.approx(exact[card] / total, abs=0.012)


@pytest.mark.parametrize("name", ["seven_truf", "suitability", "second_thoughts"])
def test_worlds_agree_with_what_the_seat_knows(name: str) -> None:
    """They lie as some re-deal may, and no card that the seat does not see has a part in them."""
    game, chance = sevenfold.load(name), Random(3)
    for actions in (9, 17, 24):
        state = by_thumb(game, 11, actions)
        assert state.turn is not None
        seen = state.seen_by(state.turn).tobytes()
        worlds = tree_of(state, 30).worlds
        for world in worlds:
            other = state.copy()
            for field, declared in game.rules.position.fields.items():
                if declared.kind in ("cards", "card"):
                    other.position[0][field] = world[field]
            assert other.seen_by(state.turn).tobytes() == seen
        assert len(worlds) == 30
        assert tree_of(twin_now(state, state.turn, chance), 30).worlds.tobytes() == worlds.tobytes()


@pytest.mark.parametrize("name", sevenfold.names())
def test_the_past_is_the_same_however_hidden_cards_lie(name: str) -> None:
    game, chance = sevenfold.load(name), Random(3)
    for state in random_points(game, chance, 8):
        if state.turn is not None:
            twin = twin_now(state, state.turn, chance)
            mine, theirs = past_of(state, state.turn), past_of(twin, state.turn)
            assert mine.positions.tobytes() == theirs.positions.tobytes()
            assert list(mine.actions) == list(theirs.actions)


def test_the_past_holds_no_card_that_is_still_hidden() -> None:
    game = sevenfold.load("suitability")
    state = by_thumb(game, 4, 20)
    assert state.turn is not None
    hidden = int(np.bitwise_or.reduce(state.position[0].hands))
    past = past_of(state, state.turn)
    assert len(past.actions) > 8
    for then in past.positions:
        assert not int(np.bitwise_or.reduce(then.hands)) & hidden
        assert int(then.chance) == 0


def test_little_time_leaves_fewer_worlds() -> None:
    state = by_thumb(sevenfold.load("suitability"), 4, 20)
    tree = tree_of(state, 10)
    assert len(tree.worlds) == 10
    assert state.turn is not None
    tree = Tree(state.game, state.redeal(state.turn, source(1)), 100, source(1), Settings(infer=SHARE, worlds=5000))
    tree.infer(recalling(state, state.turn), 0.0)
    assert 0 < len(tree.worlds) < 5000
