"""Certain results agree with brute force, which shares only the rules with the solver."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

import sevenfold
from helpers.hidden import twin_now
from helpers.selection import games
from sevenfold.errors import BadInput
from sevenfold.kernel.chance import source
from sevenfold.kernel.memory import copied
from sevenfold.kernel.play import apply, legal_and_turn
from sevenfold.kernel.questions import deals_done, returns, standing, tally
from sevenfold.kernel.sets import each
from sevenfold.kernel.types import Positions
from sevenfold.solvers import certain
from sevenfold.solvers.certain import Certain, Proof, certain_for, certain_in, line_to
from sevenfold.solvers.certain_search import END, IS_OVER, RESULTS, TALLIES, prove
from sevenfold.solvers.claims import claim_of

TRICKS = ["seven_truf", "suitability", "second_thoughts", "seven_suitors"]
WORLDS = 5
End = tuple[float, ...]

each_game = pytest.mark.parametrize("name", games(TRICKS))


def late_points(name: str, cards: int, seed: int) -> Iterator[sevenfold.State]:
    """Points of random games at which all hands together hold at most `cards` cards, before the deal's end."""
    game, chance = sevenfold.load(name), Random(seed)
    while True:
        state = game.start(chance.randrange(1 << 32))
        while not state.is_over:
            held = sum(int(hand).bit_count() for hand in state.position[0].hands)
            if 2 < held <= cards and state.phase not in ("bid", "pass"):
                yield state
            state.play(chance.choice(list(state.legal_actions())))


# -- the plain search -------------------------------------------------------------------------------------------------


def after(position: Positions, action: int) -> Positions:
    made = copied(position)
    apply(made, 0, action)
    return made


def end_of(position: Positions, deal: int) -> End | None:
    """The result of a deal; None before its end."""
    s = position[0]
    if s.turn >= 0 and deals_done(s) == deal:
        return None
    end = [0.0] * END
    for seat in range(int(s.players)):
        end[seat] = float(standing(s, seat))
        end[RESULTS + seat] = float(returns(s, seat)) if s.turn < 0 else 0.0
        end[TALLIES + seat] = float(tally(s, seat))
    end[IS_OVER] = float(s.turn < 0)
    return tuple(end)


def ends_of(position: Positions, deal: int) -> set[End]:
    """The results of all lines."""
    end = end_of(position, deal)
    if end is not None:
        return {end}
    return set.union(*(ends_of(after(position, action), deal) for action in each(legal_and_turn(position, 0)[0])))


def is_forced(worlds: list[Positions], seat: int, deal: int, wanted: End) -> bool:
    """Whether the seat can force this end in all worlds, which it cannot tell apart."""
    ends = [end_of(world, deal) for world in worlds]
    if any(end not in (None, wanted) for end in ends):
        return False
    going = [world for world, end in zip(worlds, ends, strict=True) if end is None]
    if not going:
        return True
    legal, turn = legal_and_turn(going[0], 0)
    if turn == seat:
        return any(is_forced_in_all([after(world, action) for world in going], seat, deal, wanted) for action in each(legal))
    return is_forced_in_all(
        [after(world, action) for world in going for action in each(legal_and_turn(world, 0)[0])], seat, deal, wanted
    )


def is_forced_in_all(worlds: list[Positions], seat: int, deal: int, wanted: End) -> bool:
    """The same, if what the seat has seen tells some of them apart."""
    alike: defaultdict[tuple[int, ...], list[Positions]] = defaultdict(list)
    for world in worlds:
        alike[int(world[0].heard), int(world[0].heard_alone[seat]), int(world[0].turn)].append(world)
    return all(is_forced(group, seat, deal, wanted) for group in alike.values())


def plainly(worlds: list[Positions], seat: int) -> Certain | None:
    """What is certain, by brute force."""
    deal = int(deals_done(worlds[0][0]))
    found = [ends_of(world, deal) for world in worlds]
    best = max(end[seat] for end in found[0])
    if any(end[seat] > best for ends in found for end in ends):
        return None
    settled = len(set.union(*found)) == 1
    forced = [end for end in found[0] if end[seat] == best and is_forced(worlds, seat, deal, end)]
    if len(forced) != 1:
        return None
    return Certain(seat, settled, forced[0][: int(worlds[0][0].players)], forced[0])


# -- the tests ----------------------------------------------------------------------------------------------------------


def found_in(state: sevenfold.State, worlds: list[Positions], seat: int) -> Certain | None:
    proof = Proof(state, seat)
    return proof.result() if all(proof.add_world(world) for world in worlds) else None


def worlds_of(state: sevenfold.State, seat: int, n: int) -> list[Positions]:
    return [state.redeal(seat, source(state.seed, state.action_count, world)) for world in range(n)]


@pytest.mark.slow
@each_game
def test_it_is_what_trying_everything_finds(name: str) -> None:
    """For the seat to move, by what it knows and with all cards known; some is forced, some settled, some neither."""
    kinds = set()
    for state in islice(late_points(name, 9, 1), 150):
        assert state.turn is not None
        for worlds in (worlds_of(state, state.turn, WORLDS), [state.position]):
            wanted = plainly(worlds, state.turn)
            assert found_in(state, worlds, state.turn) == wanted
            kinds.add(wanted and wanted.is_settled)
    assert kinds == {None, False, True}


@each_game
def test_compiled_and_interpreted_agree(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    points = [state.copy() for state in islice(late_points(name, 6, 2), 0, 40, 4)]
    compiled = [found_in(state, worlds_of(state, state.turn or 0, 3), state.turn or 0) for state in points]
    monkeypatch.setattr(certain, "prove", prove.function)  # type: ignore[attr-defined]  # mypy takes an Entry for its function
    assert [found_in(state, worlds_of(state, state.turn or 0, 3), state.turn or 0) for state in points] == compiled
    assert any(compiled)


@each_game
def test_hidden_cards_decide_nothing(name: str) -> None:
    """What the others truly hold, swapped, changes nothing of what is certain for a seat."""
    chance, compared = Random(3), 0
    for state in islice(late_points(name, 12, 3), 0, 120, 3):
        assert state.turn is not None
        found = certain_for(state, state.turn, source(1), worlds=40)
        twin = twin_now(state, state.turn, chance)
        assert certain_for(twin, state.turn, source(1), worlds=40) == found
        compared += found is not None
    assert compared > 3


@each_game
def test_the_line_leads_to_the_end(name: str) -> None:
    """The line is legal and ends with exactly the certain result; looking does not change the state."""
    played = 0
    for state in islice(late_points(name, 12, 4), 0, 200, 2):
        assert state.turn is not None
        made, found = state.action_count, certain_for(state, state.turn, source(2))
        line = line_to(state, found) if found else None
        assert state.action_count == made
        if found and line:
            going = state.copy()
            for action in line:
                assert end_of(going.position, int(deals_done(state.position[0]))) is None
                going.play(action)
            assert end_of(going.position, int(deals_done(state.position[0]))) == found.end
            played += 1
    assert played > 5


def test_where_it_would_have_to_guess_nothing_is_certain() -> None:
    """An end that is forced in each of two worlds, but by different ways of playing, is not certain in both."""
    for state in late_points("seven_truf", 9, 5):
        assert state.turn is not None
        worlds = worlds_of(state, state.turn, WORLDS)
        each_alone = [found_in(state, [world], state.turn) for world in worlds]
        ends = {found.end if found else None for found in each_alone}
        if len(ends) == 1 and None not in ends and found_in(state, worlds, state.turn) is None:
            assert plainly(worlds, state.turn) is None
            return


def test_a_budget_is_kept() -> None:
    """Out of positions, or of time, nothing is certain; nor is it far from the end."""
    state = next(late_points("seven_truf", 6, 6))
    while certain_in(state, state.turn or 0) is None:
        state = next(late_points("seven_truf", 6, state.action_count))
    assert certain_in(state, state.turn or 0, budget=1) is None
    assert certain_for(state, state.turn or 0, source(1), seconds=0) is None
    start = sevenfold.load("seven_truf").start(1)
    assert certain_for(start, start.turn or 0, source(1)) is None


def test_what_is_not_claimed() -> None:
    alone = sevenfold.load("seven_solitaire").start(1)
    with pytest.raises(BadInput, match="for one"):
        claim_of(alone, b"")
    over = sevenfold.load("seven_suitors").start(1, limit=1)
    while not over.is_over:
        over.play(next(iter(over.legal_actions())))
    with pytest.raises(BadInput, match="over"):
        claim_of(over, b"")
