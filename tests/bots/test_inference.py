"""What a search infers from what the others did."""

from __future__ import annotations

from itertools import permutations
from random import Random

import numpy as np
import pytest

import sevenfold
from helpers.hidden import twin_now
from helpers.random_games import random_points
from helpers.selection import games
from sevenfold.bots import bot, choose, recalling
from sevenfold.bots.heuristics import advice, mark_of
from sevenfold.bots.search.endgame import values_of_plans
from sevenfold.bots.search.history import DealHistory, history_of
from sevenfold.bots.search.inference import SHARES, beliefs_after, lay_back, likelihood, prior_belief, weigh_again, who_see
from sevenfold.bots.search.rollout import OTHERS
from sevenfold.bots.search.tree import Tree
from sevenfold.bots.settings import Settings
from sevenfold.games.sane_sevens.rules import DRAW, KEEP
from sevenfold.kernel.chance import source
from sevenfold.kernel.memory import copied
from sevenfold.kernel.play import plan_redeals
from sevenfold.kernel.sets import each, maybe
from sevenfold.kernel.types import Positions
from sevenfold.kernel.worlds import APART, AT, GOT, META, PART, PLACES, PLAN_SHAPE

SHARE = 0.8
EXPECTED = float(prior_belief(SHARE) @ np.array(SHARES))  # of a seat of which nothing is known


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


def likelihoods(state: sevenfold.State, history: DealHistory, at: int, cards: list[int]) -> dict[int, float]:
    """By card: how likely one bid would be if the bidder held this one card."""
    found, position = {}, copied(history.positions[at : at + 1])
    for card in cards:
        position[0].hands[int(position[0].turn)] = 1 << card
        legal, good = advice(position, mark_of(state.game.id))
        found[card] = (1 - EXPECTED) / legal.bit_count() + EXPECTED * (good >> int(history.actions[at]) & 1) / good.bit_count()
    return found


def test_worlds_are_as_likely_as_the_bids_make_them() -> None:
    """Each holds one card, and three have bid: what the worlds hold, against every one of the 20,000 possible deals."""
    state = by_thumb(sevenfold.load("seven_truf"), 5, 3)
    seat = state.turn
    assert seat is not None
    unseen = [card for card in range(32) if card != state.position[0].turn_up and not state.position[0].hands[seat] >> card & 1]
    history = history_of(state, seat)
    assert [int(then.turn) for then in history.positions] == [(seat - 1 - i) % 4 for i in range(3)]
    bids = [likelihoods(state, history, at, unseen) for at in range(3)]
    exact = dict.fromkeys(unseen, 0.0)
    for one, two, three in permutations(unseen, 3):
        exact[one] += bids[0][one] * bids[1][two] * bids[2][three]
    worlds = tree_of(state, 10_000).worlds
    held = [int(world.hands[(seat - 1) % 4]).bit_length() - 1 for world in worlds]
    total, spread = sum(exact.values()), max(exact.values()) / min(exact.values())
    assert spread > 2, "what was bid says something"
    for card in unseen:
        assert held.count(card) / len(worlds) == pytest.approx(exact[card] / total, abs=0.012)


def test_worlds_are_as_likely_as_plays_and_cards_kept_make_them() -> None:
    """One opponent who has played a card and then kept one: each hand of many re-deals, whichever of its cards was kept."""
    state = by_thumb(sevenfold.load("sane_sevens"), 13, 5)
    played, (draw, keep), viewer = state.actions[1], state.actions[3:], state.turn
    assert viewer == 0
    assert (draw, keep) == (DRAW, KEEP)
    history, mark = history_of(state, viewer), mark_of(state.game.id)
    assert list(history.actions) == [keep, draw, played]
    kept, drew, chose = (copied(history.positions[i : i + 1]) for i in range(3))

    def times(position: Positions, action: int) -> float:
        legal, good = advice(position, mark)
        return (good >> action & 1) * legal.bit_count() / good.bit_count()

    shares, at_first, exact = np.array(SHARES), prior_belief(SHARE), np.zeros(49)
    redealt = [int(state.redeal(viewer, source(number))[0].hands[1]) for number in range(2000)]
    for hand in redealt:
        ways = []
        for card in each(hand):
            drew[0].hands[1] = kept[0].hands[1] = hand & ~(1 << card)
            kept[0].drawn, chose[0].hands[1] = card, hand & ~(1 << card) | 1 << played
            if advice(drew, mark)[0] >> DRAW & 1:  # else they would have had to play
                likely = 1 - shares + shares * times(kept, keep)
                ways.append(float(at_first @ (likely * (1 - shares + shares * times(chose, played)))))
        exact[list(each(hand))] += np.mean(ways)
    exact *= hand.bit_count() / exact.sum()
    before, held = (
        np.array([np.mean([hand >> card & 1 for hand in hands]) for card in range(49)])
        for hands in (redealt, [int(world.hands[1]) for world in tree_of(state, 4000).worlds])
    )
    assert np.abs(exact - before).max() > 0.06, "what was done says something"
    assert held == pytest.approx(exact, abs=0.04)


@pytest.mark.parametrize("players", [2, 3])
def test_the_past_of_hands_that_draw_is_what_it_was(players: int) -> None:
    """The parts of a hand, and the cards that have left it since, determine all earlier hands."""
    game, compared = sevenfold.load("sane_sevens", players=players), list[int]()
    for seed in (1, 3, 5, 8):
        state = by_thumb(game, seed, 21)
        assert state.turn is not None
        seat, course = state.turn, [*reversed(list(state.earlier_positions()))]
        got = [[int(course[0][0].hands[holder])] for holder in range(players)]
        for action, then in zip(state.actions, course, strict=True):
            if action == KEEP:
                got[int(then[0].turn)].append(1 << int(then[0].drawn))
        plan, history = np.zeros(PLAN_SHAPE, np.int64), history_of(state, seat)
        plan[META, APART] = 1
        plan_redeals(copied(state.position), 0, seat, plan)
        for p in range(plan[META, PLACES]):
            seen_by = int(who_see(state.position[0], plan[AT, p] >> 1))
            plan[GOT, p] = got[seen_by.bit_length() - 1][plan[PART, p]] if seen_by else 0
        beliefs = beliefs_after(history, state.position, SHARE, mark_of(game.id))
        of_others = [then[0] for then in reversed(course) if int(then[0].turn) != seat]
        assert len(history.actions) == len(of_others)
        for i, then in enumerate(of_others):
            found = copied(history.positions[i : i + 1])[0]
            lay_back(found, state.position[0], plan, beliefs, i)
            for field in ("hands", "drawn", "top", "pile", "phase", "turn"):
                assert np.array_equal(found[field], then[field]), (seed, i, field)
            assert int(found.stock) & ~maybe(int(then.drawn)) == int(then.stock)
            compared.append(sum(len(of_one) for of_one in got))
    assert len(compared) > 40
    assert max(compared) > players + 3, "hands have several parts"


@pytest.mark.parametrize("name", games(["seven_truf", "suitability", "second_thoughts", "sane_sevens"]))
def test_worlds_agree_with_what_the_seat_knows(name: str) -> None:
    """They lie as some re-deal may, and no card that the seat does not see has a part in them."""
    game, chance = sevenfold.load(name), Random(3)
    for actions in (9, 17, 24):
        state = by_thumb(game, 11, actions)
        assert state.turn is not None
        seen = state.redacted(state.turn).tobytes()
        worlds = tree_of(state, 30).worlds
        for world in worlds:
            other = state.copy()
            for field, declared in game.rules.position.fields.items():
                if declared.kind in ("cards", "card"):
                    other.position[0][field] = world[field]
            assert other.redacted(state.turn).tobytes() == seen
        assert len(worlds) == 30
        assert tree_of(twin_now(state, state.turn, chance), 30).worlds.tobytes() == worlds.tobytes()


@pytest.mark.parametrize("name", sevenfold.game_names())
def test_the_past_is_the_same_however_hidden_cards_lie(name: str) -> None:
    game, chance = sevenfold.load(name), Random(3)
    for state in random_points(game, chance, 8):
        if state.turn is not None:
            twin = twin_now(state, state.turn, chance)
            mine, theirs = history_of(state, state.turn), history_of(twin, state.turn)
            assert mine.positions.tobytes() == theirs.positions.tobytes()
            assert mine.parts.tobytes() == theirs.parts.tobytes()
            assert list(mine.actions) == list(theirs.actions)
            for (end, history), (other_end, other_past) in zip(mine.done, theirs.done, strict=True):
                assert end.tobytes() == other_end.tobytes()
                assert history.positions.tobytes() == other_past.positions.tobytes()


def test_the_past_holds_no_card_that_is_still_hidden() -> None:
    game = sevenfold.load("suitability")
    state = by_thumb(game, 4, 20)
    assert state.turn is not None
    others = [seat for seat in range(4) if seat != state.turn]
    hidden = int(np.bitwise_or.reduce(state.position[0].hands[others]))
    history = history_of(state, state.turn)
    assert len(history.actions) > 8
    for then in history.positions:
        assert not int(np.bitwise_or.reduce(then.hands)) & hidden
        assert int(then.chance) == 0


@pytest.mark.parametrize("name", games(["seven_truf", "suitability", "second_thoughts"]))
def test_what_share_of_their_choices_others_make_by_rules_of_thumb_is_learnt(name: str) -> None:
    """From finished deals and from this one: players who follow heuristics are told apart from those who do not."""
    game, players = sevenfold.load(name), [bot(spec) for spec in ("thumb", "thumb", "beginner", "random")]
    state = game.start(4)
    while state.position[0].deal_number < (8 if name == "seven_truf" else 2) or state.turn != 0:
        assert state.turn is not None
        state.play(choose(players[state.turn], state))
    history = history_of(state, 0)
    shares = beliefs_after(history, state.position, SHARE, mark_of(name)).shares @ np.array(SHARES)
    assert len(history.done) == state.position[0].deal_number
    assert shares[1] > EXPECTED
    assert shares[1] > 0.85 > shares[2] > shares[3]
    assert shares[3] < 0.5
    tree = tree_of(state, 100)
    assert tree.shares[1] > 0.85 > max(tree.shares[2:4])
    assert list(tree.how[OTHERS : OTHERS + 4]) == list(tree.shares[:4] * tree.settings.others)


def test_choices_of_who_does_not_see_a_swap_are_as_likely_as_before() -> None:
    """So only those of the others are weighed anew; a world of another arrangement is as likely either way."""
    for name in ("seven_truf", "suitability"):
        state = by_thumb(sevenfold.load(name), 11, 30)
        seat = state.turn
        assert seat is not None
        (one, plan), (two, _) = ((tree.root, tree.plan) for tree in (tree_of(state, 1, number) for number in (1, 2)))
        beliefs = beliefs_after(history_of(state, seat), one, SHARE, mark_of(name))
        likelihood(one[0], plan, beliefs)
        changed = [other for other in range(4) if one[0].hands[other] != two[0].hands[other]]
        weigh_again(two[0], plan, beliefs, sum(1 << other for other in changed))
        in_part = beliefs.now.copy()
        likelihood(two[0], plan, beliefs)
        assert changed
        assert in_part.tobytes() == beliefs.now.tobytes()


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
        assert bool(values_of_plans(tree)) == is_planned


def test_little_time_leaves_fewer_worlds() -> None:
    state = by_thumb(sevenfold.load("suitability"), 4, 20)
    tree = tree_of(state, 10)
    assert len(tree.worlds) == 10
    assert state.turn is not None
    tree = Tree(state.game, state.redeal(state.turn, source(1)), 100, source(1), Settings(infer=SHARE, worlds=5000))
    tree.infer(recalling(state, state.turn), 0.0)
    assert 0 < len(tree.worlds) < 5000
