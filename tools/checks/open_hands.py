"""Compare the open-hands solver with plain minimax and max^n.

    python -m tools.checks.open_hands [--positions N] [--seed S] [--nodes N]

The positions are ends of random deals of every trick game, with random options, and beginnings of deals (bids, passes,
roles, privileges) with small hands. The plain search has no table, no pruning and no ordering; it applies each action in turn.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import sevenfold
from sevenfold.kernel.memory import copied
from sevenfold.kernel.play import apply, legal_and_turn
from sevenfold.kernel.questions import deals_done, standing
from sevenfold.kernel.sets import count, each
from sevenfold.kernel.types import Positions
from sevenfold.mechanics.tricks import cards_in_trick
from sevenfold.playing.game import Game, State
from sevenfold.solvers.open_hands import OpenHands, solve

GAMES = ("seven_suitors", "suitability", "second_thoughts", "seven_truf")
MOST_NODES = 4000  # of a plain search; larger positions are skipped
Values = tuple[float, ...]


class TooLarge(Exception):
    """The plain search would take too long."""


class Plain:
    """The plain search."""

    def __init__(self, state: State, sides: list[int], *, most: int = MOST_NODES) -> None:
        self.deal = deals_done(state.position[0])
        self.players, self.sides, self.left = state.game.players, sides, most

    def values(self, positions: Positions, legal: int, turn: int) -> Values:
        """Every seat's standing at the end: by minimax on the difference of the sides, or by max^n if there are no sides."""
        self.left -= 1
        if self.left < 0:
            raise TooLarge
        s = positions[0]
        if turn < 0 or deals_done(s) != self.deal:
            return tuple(float(standing(s, seat)) for seat in range(self.players))
        found: list[Values] = []
        for action in each(legal):
            after = copied(positions)
            found.append(self.values(after, *apply(after, 0, action)))
        if not self.sides:
            return max(found, key=lambda values: values[turn])  # the first of equal ones
        return max(found, key=lambda values: self.difference(values, self.sides[turn]))

    def difference(self, values: Values, side: int) -> float:
        """By how much one side's standing is above the other's."""
        return values[self.sides.index(side)] - values[self.sides.index(1 - side)]


class Paranoid(Plain):
    """One seat against all others."""

    def difference(self, values: Values, side: int) -> float:
        """Only that seat's standing counts."""
        own = values[self.sides.index(0)]
        return own if side == 0 else -own


def plain_values(state: State, most: int = MOST_NODES) -> list[tuple[float, float]]:
    """The value and the guaranteed value of each legal action, by plain search; TooLarge if that takes too long."""
    assert state.turn is not None
    found = []
    sides = sides_here(state.game)
    alone = [int(seat != state.turn) for seat in range(state.game.players)]
    for action in state.legal_actions():
        after = copied(state.position)
        legal, turn = apply(after, 0, int(action))
        plain = Plain(state, sides, most=most)
        values = plain.values(after, legal, turn)
        if sides:
            value = plain.difference(values, sides[state.turn])
            found.append((value, value))
        else:
            found.append((values[state.turn], Paranoid(state, alone, most=most).values(after, legal, turn)[state.turn]))
    return found


def sides_here(game: Game) -> list[int]:
    """The two sides of a game, or None if everybody plays alone."""
    if game.players == 2:
        return [0, 1]
    return [0, 1, 0, 1] if game.id == "seven_suitors" or game.options.get("partnership") else []


# -- positions ------------------------------------------------------------------------------------------------------------


def all_options(name: str) -> list[dict[str, Any]]:
    """Every legal combination of a game's options."""
    rules = sevenfold.load(name).rules
    values = [option.values for option in rules.options.values()]
    combined = [dict(zip(rules.options, chosen, strict=True)) for chosen in product(*values)]
    return [chosen for chosen in combined if not any(conflict.forbids(chosen) for conflict in rules.conflicts())]


def small_positions(seed: int, n: int) -> Iterator[State]:
    """Positions of every game and option in turn, each near the end of a deal or at its beginning with small hands."""
    chance = Random(seed)
    games = [sevenfold.load(name, **chosen) for name in GAMES for chosen in all_options(name)]
    chance.shuffle(games)
    for i in range(n):
        game = games[i % len(games)]
        yield early(game, chance) if chance.random() < 0.25 else late(game, chance)


def played_on(state: State, chance: Random, least: int, deal: int) -> None:
    """Play at random until the seat to move holds few cards, in a later deal if the game has one."""
    while True:
        s = state.position[0]
        if deals_done(s) >= deal and state.phase in ("play", "take a seven with the thief", "say what the trick follows"):
            if count(int(s.hands[s.turn])) <= least:
                return
        state.play(chance.choice(list(state.legal_actions())))


def late(game: Game, chance: Random) -> State:
    """A position near the end of a deal."""
    while True:
        state = game.start(chance.randrange(1 << 32))
        try:
            played_on(state, chance, chance.choice((1, 2, 3, 3, 4)), chance.randrange(4))
            for _ in range(chance.randrange(5)):
                state.play(chance.choice(list(state.legal_actions())))
        except IndexError:  # the game ended earlier
            continue
        if not state.is_over:
            return state


def early(game: Game, chance: Random) -> State:
    """A position before the first trick of a deal, or in it, with hands cut small."""
    if game.id == "seven_suitors":
        return last_pass(game, chance)
    state = game.start(chance.randrange(1 << 32))
    for _ in range(chance.randrange(game.players)):
        state.play(chance.choice(list(state.legal_actions())))
    size, trick = chance.choice((1, 2)), cards_in_trick(state.position[0])
    cut(state, [size - (card >= 0) for card in trick], chance)
    return state


def last_pass(game: Game, chance: Random) -> State:
    """The dealer chooses the last of two cards to pass; the others hold only the cards they are passed.

    Seat 0 is not the dealer, so that the deal is over when the others have no cards, and the first leader has a card.
    """
    while True:
        state = game.start(chance.randrange(1 << 32))
        s = state.position[0]
        while s.turn != s.dealer or s.passed < 2:
            state.play(chance.choice(list(state.legal_actions())))
        dealer = int(s.dealer)
        if dealer != 0 and not any(s.hands[seat] & 1 for seat in range(4) if seat != dealer):
            cut(state, [2 * (seat == dealer) for seat in range(4)], chance)
            return state


def cut(state: State, sizes: list[int], chance: Random) -> None:
    """Leave a given number of cards in every hand, the first card of the pack among them if the hand has it."""
    s = state.position[0]
    for seat, size in enumerate(sizes):
        cards = list(each(int(s.hands[seat])))
        chance.shuffle(cards)
        s.hands[seat] = sum(1 << card for card in sorted(cards, key=bool)[:size])
    state._legal, state._turn = legal_and_turn(state.position, 0)


# -- comparing ------------------------------------------------------------------------------------------------------------


def differences(state: State, expected: list[tuple[float, float]], found: OpenHands) -> list[str]:
    """What is wrong with a solved position."""
    wrong = []
    for (value, sure), each_action in zip(expected, found.actions, strict=True):
        if (each_action.value, each_action.sure) != (value, sure):
            wrong.append(f"{each_action.action}: {each_action.value}, {each_action.sure} where it is {value}, {sure}")
        assert each_action.line is not None
        after = state.copy()
        for action in each_action.line:
            after.play(action)
        if tuple(after.standing()) != each_action.standing:
            wrong.append(f"{each_action.action}: the line comes to {after.standing()}, not {each_action.standing}")
    return wrong


def compared(positions: Iterator[State], most: int = MOST_NODES) -> Iterator[tuple[State, list[str]]]:
    """Each position that is small enough, with what is wrong with its solution."""
    for state in positions:
        try:
            expected = plain_values(state, most)
        except TooLarge:
            continue
        yield state, differences(state, expected, solve(state))


def main() -> None:
    """Compare positions, and print how many were solved correctly."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nodes", type=int, default=MOST_NODES, help="of a plain search; larger positions are left out")
    arguments = parser.parse_args()
    counts = dict.fromkeys(GAMES, 0)
    faults = 0
    for state, wrong in compared(small_positions(arguments.seed, 10 * arguments.positions), arguments.nodes):
        counts[state.game.id] += 1
        if wrong:
            faults += 1
            print(state.game, state.seed, state.actions, *wrong, sep="\n  ", flush=True)
        done = sum(counts.values())
        if done % 250 == 0 or done == arguments.positions:
            print(f"{done} positions, {faults} not alike: {counts}", flush=True)
        if done == arguments.positions:
            break


if __name__ == "__main__":
    main()
