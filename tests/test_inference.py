"""What a search infers from what the others did."""

from __future__ import annotations

from itertools import permutations
from random import Random

import numpy as np
import pytest

import sevenfold
from helpers.hidden import twin_now
from helpers.random_games import random_points
from helpers.rotation import games_in_turn, in_turn_of
from sevenfold.bots import bot, choose, recalling
from sevenfold.bots.endings import worth_of_plans
from sevenfold.bots.inference import SHARES, believed_at_first, habits_of, likelihood, weigh_again
from sevenfold.bots.past import Past, past_of
from sevenfold.bots.rollout import OTHERS
from sevenfold.bots.settings import Settings
from sevenfold.bots.thumb import advice, mark_of
from sevenfold.bots.tree import Tree
from sevenfold.kernel.chance import source
from sevenfold.kernel.memory import copied

SHARE = 0.8
EXPECTED = float(believed_at_first(SHARE) @ np.array(SHARES))  # of a seat of which nothing is known


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
        found[card] = (1 - EXPECTED) / legal.bit_count() + EXPECTED * (good >> int(past.actions[at]) & 1) / good.bit_count()
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


@pytest.mark.parametrize("name", games_in_turn(["seven_truf", "suitability", "second_thoughts"]))
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
            for (end, past), (other_end, other_past) in zip(mine.done, theirs.done, strict=True):
                assert end.tobytes() == other_end.tobytes()
                assert past.positions.tobytes() == other_past.positions.tobytes()


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


@pytest.mark.parametrize("name", games_in_turn(["seven_truf", "suitability", "second_thoughts"]))
def test_what_share_of_their_choices_others_make_by_rules_of_thumb_is_learnt(name: str) -> None:
    """In the deals that are done, and in this one: whoever plays by them is told from who does not."""
    game, players = sevenfold.load(name), [bot(spec) for spec in ("thumb", "thumb", "beginner", "random")]
    state = game.start(4)
    while state.position[0].deal_number < (8 if name == "seven_truf" else 2) or state.turn != 0:
        assert state.turn is not None
        state.play(choose(players[state.turn], state))
    past = past_of(state, 0)
    shares = habits_of(past, state.position, SHARE, mark_of(name)).shares @ np.array(SHARES)
    assert len(past.done) == state.position[0].deal_number
    assert shares[1] > EXPECTED
    assert shares[1] > 0.85 > shares[2] > shares[3]
    assert shares[3] < 0.5
    tree = tree_of(state, 100)
    assert tree.shares[1] > 0.85 > max(tree.shares[2:4])
    assert list(tree.how[OTHERS : OTHERS + 4]) == list(tree.shares[:4] * tree.settings.others)


def test_choices_of_who_does_not_see_a_swap_are_as_likely_as_before() -> None:
    """So only those of the others are weighed anew; a world of another arrangement is as likely either way."""
    for name in games_in_turn(["seven_truf", "suitability"]):
        state = by_thumb(sevenfold.load(name), 11, 30)
        seat = state.turn
        assert seat is not None
        one, two = (tree_of(state, 1, number).root for number in (1, 2))
        habits = habits_of(past_of(state, seat), one, SHARE, mark_of(name))
        likelihood(one[0], habits)
        changed = [other for other in range(4) if one[0].hands[other] != two[0].hands[other]]
        weigh_again(two[0], habits, sum(1 << other for other in changed))
        in_part = habits.now.copy()
        likelihood(two[0], habits)
        assert changed
        assert in_part.tobytes() == habits.now.tobytes()


@in_turn_of("suitability")
def test_no_plan_among_players_who_go_by_other_rules() -> None:
    """A plan takes the others to play by rules of thumb; where they were seen not to, the tree thinks."""
    state, players = sevenfold.load("suitability").start(4), [bot(spec) for spec in ("thumb", "random", "random", "random")]
    while state.position[0].deal_number < 2 or state.turn != 0 or len(state.legal_actions()) == 1:
        assert state.turn is not None
        state.play(choose(players[state.turn], state))
    while int(state.position[0].hands[0]).bit_count() > 4 or state.turn != 0:
        assert state.turn is not None
        state.play(choose(players[state.turn], state))
    settings, chance = Settings(infer=SHARE, exact=5), source(1)
    for recall, is_planned in ((recalling(state, 0), False), (None, True)):
        tree = Tree(state.game, state.redeal(0, chance), 100, chance, settings)
        tree.infer(recall)
        assert bool(worth_of_plans(tree)) == is_planned


@in_turn_of("suitability")
def test_little_time_leaves_fewer_worlds() -> None:
    state = by_thumb(sevenfold.load("suitability"), 4, 20)
    tree = tree_of(state, 10)
    assert len(tree.worlds) == 10
    assert state.turn is not None
    tree = Tree(state.game, state.redeal(state.turn, source(1)), 100, source(1), Settings(infer=SHARE, worlds=5000))
    tree.infer(recalling(state, state.turn), 0.0)
    assert 0 < len(tree.worlds) < 5000
