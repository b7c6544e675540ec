"""Information states: they are equal exactly when a seat cannot tell two histories apart."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np

import sevenfold
from helpers.hidden import lines_so_far, twin_since, unseen
from helpers.random_games import LIMIT, random_game
from helpers.selection import every_combination
from sevenfold.kernel.events import RawEvent
from sevenfold.kernel.fields import MOST_SEATS
from tools.games.combinations import combinations_of

POINTS = 24  # in all combinations of a game together
FORKS = 8  # in each combination
COUNTING = {"chance", "limit", "turns", "heard", "heard_alone"}


def points(game: sevenfold.Game, chance: Random) -> Iterator[tuple[sevenfold.State, int | None]]:
    """Points of random games, each with a viewer."""
    for _ in range(-(-POINTS // len(combinations_of(game.id)))):
        state = random_game(game, chance.randrange(1 << 32), limit=LIMIT)
        for _ in range(chance.randrange(state.action_count)):
            state.undo()
        yield state, chance.choice([None, *range(game.players)])


@every_combination
def test_what_cannot_be_seen_makes_no_difference(game: sevenfold.Game) -> None:
    """Exchanging cards that a seat has never seen, throughout the game, does not change its information."""
    chance = Random(11)
    for state, viewer in points(game, chance):
        dealt = max(made for made, said in state.event_log() if said.kind.name == "deal")
        twin, _ = twin_since(state, dealt, viewer, chance)
        assert twin.events(viewer) == state.events(viewer)
        assert twin.information(viewer) == state.information(viewer)


def seen(state: sevenfold.State, viewer: int | None) -> dict[str, bytes]:
    """What a seat sees of a position, apart from its counters."""
    position = state.redacted(viewer)
    return {name: position[name].tobytes() for name in (position.dtype.names or ())[1:] if name not in COUNTING}


@every_combination
def test_what_can_be_seen_makes_a_difference(game: sevenfold.Game) -> None:
    """Two actions that leave a seat with different views give it different information states and hashes."""
    chance = Random(12)
    compared = 0
    for state in forks(game, chance):
        for viewer in {None, state.turn, chance.randrange(game.players)}:
            after: list[tuple[dict[str, bytes], tuple[str, int]]] = []
            for action in chance.sample(list(state.legal_actions()), 2):
                other = state.copy()
                other.play(action)
                after.append((seen(other, viewer), other.information(viewer)))
            (table, learnt), (other_table, other_learnt) = after
            if table != other_table:
                compared += 1
                differing = [name for name in table if table[name] != other_table[name]]
                assert learnt[0] != other_learnt[0], differing
                assert learnt[1] != other_learnt[1], differing
    assert compared


def forks(game: sevenfold.Game, chance: Random) -> Iterator[sevenfold.State]:
    """Points of a random game at which there is a choice: the same state, undone step by step."""
    state = random_game(game, chance.randrange(1 << 32), limit=LIMIT)
    state.event_log()  # told once, so that copies need not tell it again
    found = 0
    while state.action_count and found < FORKS:
        for _ in range(min(state.action_count, 1 + chance.randrange(1 + state.action_count // 8))):
            state.undo()
        if len(state.legal_actions()) > 1:
            found += 1
            yield state


@every_combination
def test_a_card_that_comes_to_light_is_told(game: sevenfold.Game) -> None:
    """A card that an action makes visible to a seat is in an event that the seat gets with that action."""
    chance = Random(13)
    for state, viewer in points(game, chance):
        lines = lines_so_far(state)
        if state.action_count == 0:
            continue
        earlier = [event for told in lines[:-1] for event in told]
        before = unseen(game, state.position_at(state.action_count - 1), viewer, earlier).cards
        now = unseen(game, state.position, viewer, [*earlier, *lines[-1]]).cards
        told = repr([event.fields for event in state.events(viewer) if event.made == state.action_count])
        for card in before - now:
            assert f"{game.pack.code(card)!r}" in told


# -- compiled ---------------------------------------------------------------------------------------------------------


class Ears:
    """The fields for observed events of a listening position, without the rest."""

    dtype, trace_address = np.dtype([("heard", np.uint64)]), 0

    def __init__(self, seats: int) -> None:
        self.heard: Any = np.uint64(0)
        self.heard_alone: list[Any] = [np.uint64(0)] * seats

    def observe(self, said: RawEvent) -> None:
        """Observe an event."""
        said.kind.function(self, *(np.array(value) if isinstance(value, tuple) else value for value in said.values))


@every_combination
def test_compiled_rules_hear_the_same(game: sevenfold.Game) -> None:
    """The compiled position of a state has observed the same events as interpreted code computes from the transcript."""
    state = random_game(game, 14, limit=150)
    ears = Ears(MOST_SEATS)
    for _, said in state.event_log():
        ears.observe(said)
    s = state.position[0]
    assert s.heard == ears.heard != 0
    assert list(s.heard_alone) == ears.heard_alone
    assert state.information(None)[1] == int(ears.heard)
