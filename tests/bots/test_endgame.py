"""The best plan for the last cards of a deal."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

import pytest

import sevenfold
from helpers.hidden import twin_now
from helpers.selection import games
from sevenfold.bots import bot, choose, recalling
from sevenfold.bots.heuristics import advice, mark_of
from sevenfold.bots.search import endgame, tree
from sevenfold.bots.search.endgame import FIRST, OF_TIME, plan, values_of_plans
from sevenfold.bots.search.tree import Tree
from sevenfold.bots.settings import Settings
from sevenfold.kernel.chance import source
from sevenfold.kernel.questions import deals_done
from sevenfold.kernel.sets import count
from sevenfold.kernel.types import Positions

TRICKS = ["seven_truf", "suitability", "second_thoughts"]


def with_cards(name: str, seed: int, cards: int) -> sevenfold.State:
    """A deal played by heuristics until a seat with a given number of cards has a choice."""
    state, player = sevenfold.load(name).start(seed), bot("thumb")
    while state.turn is None or not (len(state.legal_actions()) > 1 and held(state) == cards and state.phase == "play"):
        state.play(choose(player, state))
    return state


def held(state: sevenfold.State) -> int:
    """How many cards the seat to move holds."""
    return count(int(state.position[0].hands[state.turn]))


def tree_of(state: sevenfold.State, settings: Settings) -> Tree:
    """A search that has inferred what it can."""
    assert state.turn is not None
    chance = source(1)
    search = Tree(state.game, state.redeal(state.turn, chance), 100, chance, settings)
    search.infer(recalling(state, state.turn))
    return search


def in_worlds(state: sevenfold.State, search: Tree) -> list[sevenfold.State]:
    """The state as it would be in each of the worlds."""
    states = []
    for world in search.worlds:
        other = state.copy()
        for field, declared in state.game.rules.position.fields.items():
            if declared.kind in ("cards", "card"):
                other.position[0][field] = world[field]
        states.append(other)
    return states


def after(state: sevenfold.State, action: int, seat: int, deal: int) -> sevenfold.State:
    """What an action leads to: the others play on by rules of thumb until the seat has its turn, or the deal is over."""
    state = state.copy()
    state.play(action)
    while state.turn not in (None, seat) and deals_done(state.position[0]) == deal:
        good = advice(state.position, mark_of(state.game.id))[1]
        assert good & (good - 1) == 0, "what the others do is certain"
        state.play(good.bit_length() - 1)
    return state


def worth_of(states: list[sevenfold.State], seat: int, deal: int, begun: float) -> dict[int, float]:
    """What a seat gains above the average by each action, and the best ones after it, in states that it cannot tell apart."""
    found = {}
    for action in map(int, states[0].legal_actions()):
        total, alike = 0.0, dict[tuple[int, ...], list[sevenfold.State]]()
        for state in (after(one, action, seat, deal) for one in states):
            if state.turn is None or deals_done(state.position[0]) != deal:
                total += ahead(state, seat) - begun
            else:
                alike.setdefault(tuple(state.actions), []).append(state)
        found[action] = total + sum(max(worth_of(group, seat, deal, begun).values()) for group in alike.values())
    return found


def ahead(state: sevenfold.State, seat: int) -> float:
    """By how much a seat stands above the average."""
    points = state.standing()
    return points[seat] - sum(points) / len(points)


@pytest.mark.slow
@pytest.mark.parametrize("name", games(TRICKS))
def test_equal_to_plain_enumeration(name: str) -> None:
    """In worlds that fit what was done, plans are worth what trying all of them, without any art, says."""
    for seed in range(3):
        state = with_cards(name, seed, 3)
        assert state.turn is not None
        search = tree_of(state, Settings(relative=1, infer=0.8, worlds=20, exact=3))
        deal = int(deals_done(state.position[0]))
        plain = worth_of(in_worlds(state, search), state.turn, deal, ahead(state, state.turn))
        found = values_of_plans(search)
        assert found == pytest.approx({action: total / 20 for action, total in plain.items()})
        best = plan(search)
        assert best is not None
        assert best[1] == found[best[0]] == max(found.values())


@pytest.mark.parametrize("infer", [0.0, 0.95])
def test_no_hidden_card_has_a_part_in_it(infer: float) -> None:
    chance = Random(3)
    for name in TRICKS[:2]:
        for seed, cards in ((1, 3), (2, 4), (3, 5)):
            state = with_cards(name, seed, cards)
            assert state.turn is not None
            settings = Settings(relative=1, infer=infer, worlds=60, exact=5)
            twins = [twin_now(state, state.turn, chance) for _ in range(2)]
            found = [values_of_plans(tree_of(one, settings)) for one in (state, *twins)]
            assert found[0]
            assert found[1:] == [found[0]] * 2


def test_how_many_worlds_there_is_time_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few worlds show how long more of them would take; with time for too few, the tree thinks on."""
    state = with_cards("suitability", 4, 5)
    looked_at = list[int]()
    search = endgame.search

    def counted(thinking: Tree, worlds: Positions, decisions: int, most: int) -> tuple[dict[int, float], int]:
        looked_at.append(len(worlds))
        return search(thinking, worlds, decisions, most)

    monkeypatch.setattr(endgame, "search", counted)
    for until, expected in ((1000.0, [FIRST, 300]), (1 + 10 / OF_TIME, [FIRST, 10 * FIRST]), (1 + 4 / OF_TIME, [FIRST])):
        monkeypatch.setattr(endgame, "perf_counter", partial(next, iter((0.0, 1.0))))
        found = plan(tree_of(state, Settings(exact=5)), until)
        assert looked_at == expected
        assert (found is None) == (len(expected) == 1)
        looked_at.clear()


def test_a_search_too_wide_is_given_up() -> None:
    """With nearly all cards to come the steps run out, and the tree thinks on."""
    state = with_cards("suitability", 4, 12)
    assert plan(tree_of(state, Settings(infer=0.8, exact=16))) is None
    assert choose(bot("search:50:exact=16"), state) in state.legal_actions()


def test_only_few_cards_of_tricks() -> None:
    assert plan(tree_of(with_cards("suitability", 4, 6), Settings(exact=5))) is None
    assert plan(tree_of(with_cards("suitability", 4, 5), Settings(exact=5))) is not None
    assert plan(tree_of(sevenfold.load("monoculture").start(3), Settings(exact=16))) is None


@pytest.mark.parametrize("cards", [3, 8])
def test_tried_out_once_all_is_compiled(cards: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether a bot plans or grows a tree the first time, what both take has been called then, and so compiled."""
    called = set[str]()

    def noted(entry: Callable[..., object]) -> Callable[..., object]:
        def call(*given: object) -> object:
            called.add(entry.__name__)
            return entry(*given)

        return call

    for module, name in ((tree, "grow"), (endgame, "best_plan"), (endgame, "deal_worlds"), (endgame, "advice")):
        monkeypatch.setattr(module, name, noted(getattr(module, name)))
    choose(bot("search:20:exact=6"), with_cards("seven_truf", 4, cards))
    assert called == {"grow", "best_plan", "deal_worlds", "advice"}
