"""Games whose stock is short: what happens once it is used up, to which whole games may hardly ever come."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from random import Random
from typing import Any

from sevenfold.declare.rules import Rules
from sevenfold.kernel.fields import NOBODY
from sevenfold.kernel.memory import copied
from sevenfold.kernel.questions import policy
from sevenfold.kernel.sets import each
from sevenfold.kernel.types import Action
from sevenfold.playing.game import ArrangedState, Game, State

MOST_LEFT = 3  # cards of a stock
MOST_BEFORE = 24  # actions before cards are taken out of it
MOST_ACTIONS = 400


def stocks_of(rules: Rules) -> list[str]:
    """The fields that hold cards which nobody sees, as one set."""
    fields = rules.position.fields.items()
    return [name for name, field in fields if field.kind == "cards" and field.seen_by == NOBODY and not field.shape]


def short_game(game: Game, seed: int) -> Iterator[State]:
    """A game, decision by decision, whose actions are chosen at random, by its own policy, or as this game likes some best.

    Soon most cards are taken out of its stock, so that it may come to situations to which a whole game may not come; only
    decisions after that are given.
    """
    chance = Random(seed)
    liking: dict[Action, float] = defaultdict(chance.random)
    state: State = game.start(seed)
    before = chance.randrange(MOST_BEFORE)
    for number in range(MOST_ACTIONS):
        if number == before:
            state = _shortened(state, chance)
        if state.is_over or not state.legal_actions():
            return
        if number >= before:
            yield state
        legal, how = state.legal_actions().members, chance.random()
        actions = list(each(legal))
        if how < 1 / 3:
            actions = list(each(int(policy(state.position[0], legal)) & legal)) or actions
        state.play(max(actions, key=liking.__getitem__) if how > 2 / 3 else chance.choice(actions))


def _shortened(state: State, chance: Random) -> State:
    """The same with at most a few cards in each stock."""
    positions = copied(state.position)
    s: Any = positions[0]
    for name in stocks_of(state.game.rules):
        cards = list(each(int(s[name])))
        kept = chance.sample(cards, min(len(cards), chance.randint(0, MOST_LEFT)))
        s[name] = sum(1 << card for card in kept)
    return ArrangedState(state.game, positions, state.seed)
