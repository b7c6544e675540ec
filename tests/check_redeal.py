"""Re-dealing: what a seat cannot know is dealt anew as chance would have it, and as nothing but its knowledge decides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
import pytest
from combinations import all_combinations, combinations_of, label
from hidden import events_so_far, twin_now
from random_games import random_points
from scipy.stats import chi2
from test_secrecy import all_that_is_seen
from worlds import Sane, TooMany, World, arrangements, truf_worlds

import sevenfold
from sevenfold.bots import bot, choose
from sevenfold.cards import NONE
from sevenfold.engine.bits import each
from sevenfold.engine.chance import source
from sevenfold.engine.compiled import entry
from sevenfold.engine.memory import restored, scratch
from sevenfold.engine.play import look_up, redeal
from sevenfold.engine.redeal import deal_out

WORLDS = 2000  # the most that are enumerated
POINTS = 15  # in all combinations of a game together
P = 0.001

every_combination = pytest.mark.parametrize("game", all_combinations(), ids=label)


# -- against enumeration ----------------------------------------------------------------------------------------------


@dataclass
class Case:
    """A seat in a state, and the worlds that it must think possible, with their weights."""

    state: sevenfold.State
    seat: int
    weights: dict[World, int]

    def dealt(self, n: int, seed: int) -> Counter[World]:
        """How often each world is dealt in n times."""
        game, raw = self.state.game, self.state.states
        states = restored(raw.tobytes() * n, raw.dtype)
        chance = source(seed)
        for i in range(n):
            redeal(states, i, self.seat, chance)
        hands = states["hands"][:, : game.players].copy()
        drawn = np.zeros(n, np.int64)
        if "drawn" in raw.dtype.names:
            at = states["drawn"]
            drawn[at != NONE] = 1 << at[at != NONE]
            if raw[0].turn == self.seat:
                hands[:, self.seat] |= drawn
                drawn[:] = 0
        rows, counts = np.unique(np.column_stack([hands, states["stock"], drawn]), axis=0, return_counts=True)
        return Counter(
            {tuple(frozenset(game.pack.codes(int(v))) for v in row): int(n) for row, n in zip(rows, counts, strict=True)}
        )


def chi_square(dealt: Counter[World], weights: dict[World, int]) -> float:
    """The probability of a difference as large as this by chance."""
    n, total = dealt.total(), sum(weights.values())
    assert not dealt.keys() - weights.keys(), "an impossible world was dealt"
    sums = sum((dealt[world] - n * w / total) ** 2 / (n * w / total) for world, w in weights.items())
    return float(chi2.sf(sums, len(weights) - 1))


def variation(dealt: Counter[World], weights: dict[World, int]) -> float:
    """The total variation distance of what was dealt from what should be."""
    n, total = dealt.total(), sum(weights.values())
    return sum(abs(dealt[world] / n - w / total) for world, w in weights.items()) / 2


def samples(weights: dict[World, int]) -> int:
    """How many deals a test needs: five of the rarest world, twenty of the average one."""
    return max(1000, 20 * len(weights), min(60_000, 5 * sum(weights.values()) // min(weights.values())))


def truf_cases(n: int, wanted: Callable[[sevenfold.State], bool]) -> Iterator[Case]:
    """States of 7-Truf with few worlds."""
    chance = Random(21)
    while n:
        for state in random_points(sevenfold.load("seven_truf"), chance, 30):
            seat = chance.randrange(4)
            if state.is_over or not wanted(state):
                continue
            try:
                weights = truf_worlds(events_so_far(state, len(state.actions)), seat, WORLDS)
            except TooMany:
                continue
            if n and len(weights) > 1:
                n -= 1
                yield Case(state.copy(), seat, weights)


@pytest.mark.parametrize("stock", [False, True], ids=["all dealt", "a stock"])
@pytest.mark.parametrize("void", [False, True], ids=["no void shown", "voids shown"])
def test_truf(stock: bool, void: bool) -> None:
    """7-Truf, late in a deal: all worlds that the cards played leave are dealt alike, and no other."""

    def wanted(state: sevenfold.State) -> bool:
        s = state.states[0]
        return bool(s.stock) == stock and any(map(int, s.lacks)) == void

    for i, case in enumerate(truf_cases(8, wanted)):
        assert chi_square(case.dealt(samples(case.weights), i), case.weights) > P, case


def sane_cases(n: int, most: int, *, ambiguous: bool) -> Iterator[Case]:
    """States of Sane Sevens with few worlds, in which some play of others has an ambiguous origin, or none has."""
    chance = Random(22)
    games = combinations_of("sane_sevens")
    while n:
        game = games[chance.randrange(len(games))]
        for state in random_points(game, chance, 12):
            seat = chance.randrange(game.players)
            if state.is_over:
                continue
            seen = Sane(events_so_far(state, len(state.actions)), seat, state.turn)
            if seen.is_ambiguous != ambiguous:
                continue
            try:
                weights = seen.worlds(most)
            except TooMany:
                continue
            if n and len(weights) > 1:
                n -= 1
                yield Case(state.copy(), seat, weights)


def test_sane_sevens() -> None:
    """Sane Sevens, where it is clear when each card played was got: worlds come as often as chance would have it."""
    for i, case in enumerate(sane_cases(16, WORLDS, ambiguous=False)):
        assert chi_square(case.dealt(samples(case.weights), i), case.weights) > P, case


def test_sane_sevens_where_it_is_approximate() -> None:
    """Elsewhere no impossible world is dealt, every possible one is, and their frequencies are not far off."""
    distances = []
    for i, case in enumerate(sane_cases(16, 60, ambiguous=True)):
        dealt = case.dealt(20_000, i)
        assert dealt.keys() == case.weights.keys()
        distances.append(variation(dealt, case.weights))
    print(f"total variation distance: mean {np.mean(distances):.3f}, largest {max(distances):.3f}")
    assert np.mean(distances) < 0.1
    assert max(distances) < 0.3


# -- dealing to places --------------------------------------------------------------------------------------------------


@entry
def deal_many(out: Any, sources: Any, unseen: int, places: int, size: Any, may: Any) -> None:
    """Deal out once for each row of out."""
    for i in range(len(out)):
        held = scratch(64)
        for p in range(places):
            held[p] = may[p]
        deal_out(sources[0], unseen, places, size, held)
        for p in range(places):
            out[i, p] = held[p]


def deals(cards: int, sizes: Sequence[int], may: Sequence[int], n: int, seed: int) -> Any:
    """n deals of the cards 0, 1, 2 … to places, a row each."""
    out = np.zeros((n, len(sizes)), np.int64)
    deal_many(out, source(seed), (1 << cards) - 1, len(sizes), np.array(sizes, np.int64), np.array(may, np.int64))
    return out


def enumerated(cards: int, sizes: Sequence[int], may: Sequence[int]) -> dict[World, int]:
    """All ways to deal them."""
    sets = [frozenset(str(card) for card in range(cards) if m >> card & 1) for m in may]
    return dict.fromkeys(arrangements(frozenset(map(str, range(cards))), sizes, sets, WORLDS), 1)


def as_worlds(rows: Any) -> Counter[World]:
    """How often each deal came."""
    found, counts = np.unique(rows, axis=0, return_counts=True)
    return Counter(
        {tuple(frozenset(str(c) for c in each(int(v))) for v in row): int(n) for row, n in zip(found, counts, strict=True)}
    )


ALL = -1
EXACT = {
    "no restriction": (7, [3, 2, 2], [ALL, ALL, ALL]),
    "one place restricted": (8, [3, 3, 2], [0b00001111, ALL, ALL]),
    "apart": (7, [2, 2, 3], [0b0001111, 0b1110000, ALL]),
    "nested": (9, [2, 2, 2, 3], [0b000000111, 0b000011111, 0b001111111, ALL]),
    "overlapping": (8, [3, 3, 2], [0b00111111, 0b11111100, 0b11100111]),
    "overlapping and tight": (6, [2, 2, 2], [0b001111, 0b111100, 0b110011]),
    "single cards": (6, [1, 1, 1, 1, 2], [0b000011, 0b000110, 0b001100, 0b011000, ALL]),
    "only one way": (4, [1, 1, 2], [0b0001, 0b0011, ALL]),
}


@pytest.mark.parametrize("case", EXACT)
def test_deal_out(case: str) -> None:
    """Each way to deal cards to places that may not hold all of them is equally likely."""
    cards, sizes, may = EXACT[case]
    weights = enumerated(cards, sizes, may)
    dealt = as_worlds(deals(cards, sizes, may, max(2000, 30 * len(weights)), 1))
    if len(weights) == 1:
        assert dealt.keys() == weights.keys()
    else:
        assert chi_square(dealt, weights) > P


def band(n: int, reach: int) -> tuple[int, list[int], list[int]]:
    """n places of one card, each of which may hold the cards next to its own: too many to count by a table."""
    return n, [1] * n, [sum(1 << c for c in range(n) if abs(c - p) <= reach) for p in range(n)]


def test_deal_out_by_swaps() -> None:
    """Where the ways are too many to be counted, each is dealt, none that is not, and about equally often."""
    cards, sizes, may = band(14, 1)
    weights = enumerated(cards, sizes, may)
    dealt = as_worlds(deals(cards, sizes, may, 60_000, 1))
    assert dealt.keys() == weights.keys()
    assert variation(dealt, weights) < 0.15


def test_deal_out_always_finds_a_way() -> None:
    """Whatever cards, sizes and restrictions: each card lies in one place, each place is full and holds what it may."""
    chance = Random(3)
    for _ in range(300):
        sizes = [chance.randrange(1, 7) for _ in range(chance.randrange(1, 14))]
        cards = sum(sizes)
        if cards > 60:
            continue
        order = chance.sample(range(cards), cards)
        truth = [sum(1 << order.pop() for _ in range(size)) for size in sizes]
        density = chance.random()
        may = [held | sum((chance.random() < density) << card for card in range(cards)) for held in truth]
        rows = deals(cards, sizes, may, 20, chance.randrange(1 << 32))
        for row in rows.tolist():
            assert [held.bit_count() for held in row] == sizes
            assert not any(held & ~m for held, m in zip(row, may, strict=True))
            assert sum(row) == (1 << cards) - 1


# -- every game ---------------------------------------------------------------------------------------------------------


def some_states(game: sevenfold.Game, chance: Random) -> Iterator[tuple[sevenfold.State, int]]:
    """Points of random games, each with who moves and another seat."""
    for state in random_points(game, chance, max(2, POINTS // len(combinations_of(game.id)))):
        for seat in {chance.randrange(game.players), *([state.turn] if state.turn is not None else [])}:
            yield state, seat


def as_state(state: sevenfold.State, raw: Any) -> sevenfold.State:
    """The state with another raw one in its place."""
    other = state.copy()
    other.states = raw
    other._legal, other._turn = look_up(raw, 0)
    return other


@every_combination
def test_a_redealt_state_keeps_what_the_seat_knows(game: sevenfold.Game) -> None:
    """The seat sees, knows and may do the same; every place holds as many cards, and each card lies where one lay."""
    chance = Random(31)
    for state, seat in some_states(game, chance):
        for number in range(3):
            dealt = state.redeal(seat, source(number))
            assert all_that_is_seen(as_state(state, dealt), seat) == all_that_is_seen(state, seat)
            assert cards_in(game, dealt) == cards_in(game, state.states)
            for name, declared in game.rules.record.fields.items():
                before, after = state.states[0][name], dealt[0][name]
                if declared.seen_by == "all":
                    assert np.array_equal(before, after), name
                elif declared.kind == "cards":
                    assert np.array_equal(np.bitwise_count(before), np.bitwise_count(after)), name
                elif declared.kind == "card":
                    assert np.array_equal(before == NONE, after == NONE), name


def cards_in(game: sevenfold.Game, raw: Any) -> Counter[int]:
    """All cards, wherever they lie."""
    found: Counter[int] = Counter()
    for name, declared in game.rules.record.fields.items():
        for value in map(int, np.ravel(raw[0][name])):
            if declared.kind == "cards":
                found.update(each(value))
            elif declared.kind == "card" and value != NONE:
                found[value] += 1
    return found


@every_combination
def test_a_redeal_depends_on_the_seats_knowledge_alone(game: sevenfold.Game) -> None:
    """From worlds that a seat cannot tell apart the same source deals the same bytes, and the chance to come is new."""
    chance = Random(32)
    for state, seat in some_states(game, chance):
        for number in range(3):
            dealt = state.redeal(seat, source(number))
            for twin in (as_state(state, state.redeal(seat, source(99))), twin_now(state, seat, chance)):
                assert twin.redeal(seat, source(number)).tobytes() == dealt.tobytes()
            other = state.redeal(seat, source(number + 10))
            assert len({int(raw[0].chance) for raw in (dealt, other, state.states)}) == 3


@pytest.mark.parametrize(("name", "spec"), [*((name, "random") for name in sevenfold.names()), ("seven_truf", "search:20")])
def test_a_bot_plays_the_same_in_worlds_it_cannot_tell_apart(name: str, spec: str) -> None:
    """Bots are asked with a re-dealt state: what hidden cards truly are has no part in what they play."""
    chance = Random(33)
    for state in random_points(sevenfold.load(name), chance, 4):
        if state.turn is not None:
            twin = twin_now(state, state.turn, chance)
            twin.seed = state.seed
            assert choose(bot(spec), twin) == choose(bot(spec), state)
