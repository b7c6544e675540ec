"""Kuhn Poker: its rules, and the value of the game."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from kuhn_poker import rules
from scipy.optimize import linprog

import sevenfold
from sevenfold import Game, State

pytestmark = pytest.mark.usefixtures("sevenfold_interpreted")  # rules as plain Python: nothing is compiled for these tests

Plan = dict[tuple[str, str], str]  # what a player does with a card after what was done before


def started(cards: str, deals: int = 1) -> State:
    """A game in which seat 0 begins, with these cards for the seats."""
    return Game(rules, {"deals": deals}).at(hands=[f"{rank}S" for rank in cards], dealer=1, turn=0)


def held(state: State) -> str:
    """The ranks of both hands."""
    return "".join(code[0] for hand in state.position[0].hands for code in rules.pack.codes(hand))


def played(state: State, *moves: str) -> State:
    """The state after some moves."""
    after = state.copy()
    for move in moves:
        after.play(move)
    return after


def shown(state: State) -> list[str]:
    """The cards that everybody has seen."""
    return [event.fields["card"] for event in state.events(None) if event.kind == "show"]


def test_check_finds_nothing() -> None:
    assert sevenfold.check(rules, seconds=0.4, compiled=False).errors == []


@pytest.mark.parametrize(
    ("cards", "moves", "gain"),
    [
        ("KQ", "check check", 1),
        ("QK", "check check", -1),
        ("QK", "bet call", -2),
        ("QJ", "bet call", 2),
        ("JK", "bet fold", 1),
        ("KJ", "check bet fold", -1),
        ("KJ", "check bet call", 2),
    ],
)
def test_gains(cards: str, moves: str, gain: int) -> None:
    """The higher card, or the one who did not fold, gains what the other has paid (KUHN-3 to KUHN-6)."""
    after = played(started(cards), *moves.split())
    assert after.returns() == [gain, -gain]
    assert after.winners() == [0 if gain > 0 else 1]


def test_nobody_sees_the_other_card_unless_it_is_shown() -> None:
    state = started("QK", deals=10)
    assert shown(played(state, "bet", "fold")) == []
    assert shown(played(state, "check", "check")) == ["QS", "KS"]


def test_the_deal_passes_on() -> None:
    """The other player begins the next deal, and chips add up (KUHN-7)."""
    after = played(started("KQ", deals=10), "check", "check")
    assert after.turn == 1
    assert after.standing() == [1, -1]


def plans(first: str, then: str) -> list[Plan]:
    """All ways to play: for each card one of two actions at the first decision, and one of two at the second."""
    cards = [(card, decision) for decision in (first, then) for card in "JQK"]
    choices = product(*(("check", "bet") if decision in ("", "check") else ("fold", "call") for _, decision in cards))
    return [dict(zip(cards, chosen, strict=True)) for chosen in choices]


def result(state: State, mine: Plan, theirs: Plan) -> float:
    """What seat 0 gains if both follow their plans."""
    after, cards, done = state.copy(), held(state), list[str]()
    while not after.is_over:
        assert after.turn is not None
        plan = theirs if after.turn else mine
        done.append(plan[cards[after.turn], " ".join(done)])
        after.play(done[-1])
    return after.returns()[0]


def test_the_player_who_begins_loses_a_chip_in_eighteen_deals() -> None:
    """The value of the matrix of all plans, by linear programming."""
    mine, theirs = plans("", "check bet"), plans("check", "bet")
    deals = [started(a + b) for a, b in product("JQK", repeat=2) if a != b]
    gains = {}  # by deal and line of play, since most plans differ only for other cards
    lines = np.zeros((len(mine), len(theirs)))
    for state in deals:
        a, b = tuple(held(state))
        for i, one in enumerate(mine):
            for j, other in enumerate(theirs):
                key = (a, b, one[a, ""], one[a, "check bet"], other[b, "check"], other[b, "bet"])
                if key not in gains:
                    gains[key] = result(state, one, other)
                lines[i, j] += gains[key] / len(deals)
    rows, columns = lines.shape
    found = linprog(  # the most that seat 0 can be sure of: its chances for each plan, and the value
        [*np.zeros(rows), -1.0],
        A_ub=np.hstack([-lines.T, np.ones((columns, 1))]),
        b_ub=np.zeros(columns),
        A_eq=[[*np.ones(rows), 0.0]],
        b_eq=[1.0],
        bounds=[(0, 1)] * rows + [(None, None)],
    )
    assert -found.fun == pytest.approx(-1 / 18)
