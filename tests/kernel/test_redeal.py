"""Re-dealing: everything a seat cannot know is dealt at random, and only the seat's knowledge decides how."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations
from math import comb, factorial, prod
from random import Random
from typing import Any

import numpy as np
import pytest
import scipy

import sevenfold
from helpers.hidden import all_that_is_seen, lines_so_far, twin_now
from helpers.random_games import random_game, random_points
from helpers.selection import every_combination
from helpers.worlds import (
    Event,
    Sane,
    Sevens,
    TooMany,
    World,
    arrangements,
    suitability_worlds,
    suitors_worlds,
    thoughts_worlds,
    truf_worlds,
)
from sevenfold.bots import bot, choose
from sevenfold.cards import NONE
from sevenfold.games.seven_and_seven.rules import progress
from sevenfold.games.seven_suitors.pack import SPECIALS, ZERO
from sevenfold.games.seven_suitors.special_cards import ways_to
from sevenfold.kernel.chance import source
from sevenfold.kernel.compiler.decorators import entry
from sevenfold.kernel.memory import restored
from sevenfold.kernel.play import apply, legal_and_turn, redeal
from sevenfold.kernel.sets import each
from sevenfold.kernel.types import Int64Array, Positions
from sevenfold.kernel.worlds import AT, GOT, MAY, META, PLACES, PLAN_SHAPE, SIZE, UNSEEN, arrange, prepare
from tools.games.combinations import combinations_of

WORLDS = 2000  # the most that are enumerated
MOST_LAID = 20_000  # ways to lay the hidden cards if nothing were known: beyond that the enumeration is not tried
POINTS = 15  # in all combinations of a game together
P = 0.001


# -- against enumeration ----------------------------------------------------------------------------------------------


@dataclass
class Case:
    """A seat in a state, and its possible worlds with their weights."""

    state: sevenfold.State
    seat: int
    weights: dict[World, int]

    def dealt(self, n: int, seed: int) -> Counter[World]:
        """How often each world is dealt in n times."""
        game, here = self.state.game, self.state.position
        dealt = restored(here.tobytes() * n, here.dtype)
        chance = source(seed)
        for i in range(n):
            redeal(dealt, i, self.seat, chance)
        hands = dealt["hands"][:, : game.players].copy()
        drawn = np.zeros(n, np.int64)
        stock = dealt["stock"] if "stock" in (here.dtype.names or ()) else drawn
        if "drawn" in (here.dtype.names or ()):
            at = dealt["drawn"]
            drawn[at != NONE] = 1 << at[at != NONE]
            if here[0].turn == self.seat:
                hands[:, self.seat] |= drawn
                drawn[:] = 0
        rows, counts = np.unique(np.column_stack([hands, stock, drawn]), axis=0, return_counts=True)
        return Counter(
            {tuple(frozenset(game.pack.codes(int(v))) for v in row): int(n) for row, n in zip(rows, counts, strict=True)}
        )


def chi_square(dealt: Counter[World], weights: dict[World, int]) -> float:
    """The p-value of the chi-square test."""
    n, total = dealt.total(), sum(weights.values())
    assert not dealt.keys() - weights.keys(), "an impossible world was dealt"
    sums = sum((dealt[world] - n * w / total) ** 2 / (n * w / total) for world, w in weights.items())
    return float(scipy.stats.chi2.sf(sums, len(weights) - 1))


def variation(dealt: Counter[World], weights: dict[World, int]) -> float:
    """The total variation distance between the worlds dealt and their weights."""
    n, total = dealt.total(), sum(weights.values())
    return sum(abs(dealt[world] / n - w / total) for world, w in weights.items()) / 2


def samples(weights: dict[World, int]) -> int:
    """The number of deals a test needs: five expected for the rarest world, twenty on average."""
    return max(1000, 20 * len(weights), min(20_000, 5 * sum(weights.values()) // min(weights.values())))


Worlds = Callable[[sevenfold.State, int, int], dict[World, int]]  # of a state, for a seat, and the most that are wanted
Policy = Callable[[sevenfold.State, Random], int]


def at_random(state: sevenfold.State, chance: Random) -> int:
    """Any legal action."""
    return chance.choice(list(each(state.legal_actions().members)))


def late_cases(
    games: Sequence[sevenfold.Game], n: int, seed: int, worlds: Worlds, most: int, *, policy: Policy = at_random,
    wanted: Callable[[sevenfold.State, int], bool] = lambda state, seat: True,
) -> Iterator[Case]:  # fmt: skip
    """States with few worlds, but more than one, each of another game."""
    chance = Random(seed)
    while n:
        state = chance.choice(games).start(chance.randrange(1 << 32))
        while not state.is_over:
            seat = chance.randrange(state.game.players)
            weights: dict[World, int] = {}
            if chance.random() < 0.5 and ways_to_lay(state, seat) <= MOST_LAID and wanted(state, seat):
                with suppress(TooMany):
                    weights = worlds(state, seat, most)
            if len(weights) > 1:
                n -= 1
                yield Case(state, seat, weights)
                break
            state.play(policy(state, chance))


def ways_to_lay(state: sevenfold.State, seat: int) -> int:
    """The number of ways in which hidden cards could lie if nothing were known about them."""
    s = state.position[0]
    sizes = [int(s.hands[holder]).bit_count() for holder in range(state.game.players) if holder != seat]
    sizes += [int(s.stock).bit_count()] if "stock" in s.dtype.names else []
    return factorial(sum(sizes)) // prod(map(factorial, sizes))


def events_so_far(state: sevenfold.State) -> list[Event]:
    """The events so far."""
    return [event for lines in lines_so_far(state) for event in lines]


def told(worlds: Callable[[Sequence[Event], int, int], dict[World, int]]) -> Worlds:
    """The worlds that follow from the events."""
    return lambda state, seat, most: worlds(events_so_far(state), seat, most)


TRICKS: dict[str, tuple[dict[str, Any], Worlds]] = {
    "seven_truf": ({}, told(truf_worlds)),
    **{f"suitability of {n}": ({"players": n}, told(suitability_worlds)) for n in (3, 4, 5)},  # two players see all
    **{f"second_thoughts of {n}": ({"players": n}, told(thoughts_worlds)) for n in (3, 4, 6)},
    **{
        f"seven_suitors, special cards {kind}": ({"special_cards": kind}, told(suitors_worlds))
        for kind in ("none", "shuffled", "one_each")
    },
}


def keep_specials(state: sevenfold.State, chance: Random) -> int:
    """Random play that keeps special cards for late, because knowledge about them matters more then."""
    actions = list(each(state.legal_actions().members))
    return chance.choice([action for action in actions if action < 56 or state.phase != "play"] or actions)


@pytest.mark.slow
@pytest.mark.parametrize("case", TRICKS)
def test_games_of_tricks(case: str) -> None:
    """Late in a deal exactly the possible worlds come, with the right frequencies: voids, passes and exchanges count."""
    options, worlds = TRICKS[case]
    name = case.split(maxsplit=1)[0].strip(",")
    games = [game for game in combinations_of(name) if options.items() <= game.options.items()]
    policy = keep_specials if name == "seven_suitors" else at_random
    voids = 0
    for i, late in enumerate(late_cases(games, 8, 21, worlds, WORLDS, policy=policy)):
        assert chi_square(late.dealt(samples(late.weights), i), late.weights) > P, late
        voids += any(map(int, late.state.position[0].lacks))
    assert voids > 2


def test_special_cards_in_so_many_ways() -> None:
    """With one special card each, arrangements are weighted by the exact number of ways in which they can arise."""

    def wanted(state: sevenfold.State, seat: int) -> bool:
        return bool(state.position[0].has_changed)

    games = [game for game in combinations_of("seven_suitors") if game.options["special_cards"] == "one_each"]
    different = 0
    for late in late_cases(games, 10, 24, told(suitors_worlds), WORLDS, policy=keep_specials, wanted=wanted):
        pack = late.state.game.pack
        s = late.state.position[0]
        ways = {}
        for world in late.weights:
            lies = [world[seat].union(pack.codes(int(s.played_specials[seat]))) for seat in range(4)]
            at = [next(seat for seat in range(4) if code in lies[seat]) for code in pack.codes(SPECIALS)]
            ways[world] = ways_there(late.state.position, late.seat, np.array(at))
        different += len(set(ways.values())) > 1
        total, all_ways = sum(late.weights.values()), sum(ways.values())
        assert all(weight * all_ways == ways[world] * total for world, weight in late.weights.items()), late
    assert different > 2


@entry
def ways_there(positions: Positions, seat: int, at: Int64Array) -> int:
    """`ways_to` of a position."""
    return ways_to(positions[0], seat, at, ZERO)


def test_truf_while_all_follow() -> None:
    """If no void was shown and the stock has cards left, each unseen card may be anywhere."""

    def wanted(state: sevenfold.State, seat: int) -> bool:
        return bool(state.position[0].stock) and not any(map(int, state.position[0].lacks))

    games = [sevenfold.load("seven_truf")]
    for i, late in enumerate(late_cases(games, 4, 22, told(truf_worlds), WORLDS, wanted=wanted)):
        assert len(set(late.weights.values())) == 1
        assert chi_square(late.dealt(samples(late.weights), i), late.weights) > P, late


def eager(state: sevenfold.State, chance: Random) -> int:
    """Seven and Seven: some random moves, the others towards a complete hand, so that known hands are nearly complete."""
    actions = list(each(state.legal_actions().members))
    s = state.position[0]
    held = int(s.hands[s.turn]) | sum(1 << int(card) for card in (s.drawn, s.picked) if card != NONE)
    if chance.random() < 0.3:
        return chance.choice(actions)
    if state.phase == "discard a card":
        return max(actions, key=lambda card: (progress(held & ~(1 << card)), chance.random()))
    now = progress(held)
    useful = [card for card in actions[:-1] if max(progress(held - (1 << c) | 1 << card) for c in each(held)) > now]
    return chance.choice(useful or actions[-1:])


# Points where much is known openly, and late ones with few cards left: the number of players, the seed of the deal and of what
# was played, how many actions, and the seat. In some of them a hand that is not complete now would have been earlier.
SEVENS: dict[str, tuple[Policy, list[tuple[int, int, int, int]]]] = {
    "eager": (eager, [(2, 21, 48, 0), (2, 51, 50, 0), (2, 153, 42, 0)]),
    "at random": (at_random, [(2, 36, 54, 0), (2, 93, 51, 1), (2, 96, 39, 1), (2, 135, 57, 1), (2, 348, 57, 1)]),
    "late": (at_random, [(3, 1001, 117, 0), (4, 1002, 171, 1), (3, 1003, 151, 2), (4, 1004, 105, 3), (3, 1006, 136, 0)]),
}


@pytest.mark.parametrize("played", SEVENS)
def test_seven_and_seven(played: str) -> None:
    """Worlds come with the right frequencies, given stocks drawn from, cards taken openly, and hands that would have won."""
    policy, points = SEVENS[played]
    for players, seed, actions, seat in points:
        chance = Random(seed)
        state = sevenfold.load("seven_and_seven", players=players).start(seed)
        while len(state.actions) < actions:
            state.play(policy(state, chance))
        weights = Sevens(events_so_far(state), seat, state.turn).worlds(WORLDS)
        assert len(weights) > 1
        late = Case(state, seat, weights)
        assert chi_square(late.dealt(samples(weights), seed), weights) > P, late


def sane_worlds(ambiguous: bool) -> Worlds:
    """Worlds of Sane Sevens in which some play of another seat has an ambiguous origin, or none has."""

    def worlds(state: sevenfold.State, seat: int, most: int) -> dict[World, int]:
        if state.phase == "name a suit or a number":
            return {}  # the joker is told with what it asks for
        seen = Sane(events_so_far(state), seat, state.turn)
        return seen.worlds(most) if (seen.is_ambiguous if ambiguous else seen.is_plain) else {}

    return worlds


@pytest.mark.parametrize("ambiguous", [False, True])
def test_sane_sevens(ambiguous: bool) -> None:
    """Worlds come with the right frequencies, even if it is not known when a played card was drawn."""
    for i, late in enumerate(late_cases(combinations_of("sane_sevens"), 8, 24, sane_worlds(ambiguous), 150)):
        assert chi_square(late.dealt(samples(late.weights), i), late.weights) > P, late


STOCKS = ("monoculture", "pyramid", "front_and_center", "chain_up", "cooperative_dominoes", "seven_solitaire")


@pytest.mark.parametrize("name", STOCKS)
def test_any_card_of_the_stock_may_be_the_next(name: str) -> None:
    """If only the stock is hidden, its contents are known, and each of its cards is equally likely to come next."""
    chance = Random(26)
    games = combinations_of(name)
    found = 0
    while found < 4:
        state = random_game(chance.choice(games), chance.randrange(1 << 32), actions=chance.randrange(1, 40))
        if state.is_over:
            continue
        action = at_random(state, chance)
        after = state.copy()
        after.play(action)
        stock = int(state.position[0].stock)
        n = (stock & ~int(after.position[0].stock)).bit_count()
        if not 0 < n < stock.bit_count() or comb(stock.bit_count(), n) > WORLDS:
            continue
        found += 1
        weights: dict[World, int] = {(frozenset(map(str, cards)),): 1 for cards in combinations(each(stock), n)}
        dealt: Counter[World] = Counter()
        redeals = source(found)
        for _ in range(20 * len(weights) + 200):
            position = restored(state.position.tobytes(), state.position.dtype)
            redeal(position, 0, chance.randrange(state.game.players), redeals)
            assert int(position[0].stock) == stock
            apply(position, 0, action)
            dealt[(frozenset(map(str, each(stock & ~int(position[0].stock)))),)] += 1
        assert chi_square(dealt, weights) > P, (state, action)


# -- dealing to places --------------------------------------------------------------------------------------------------


@entry
def deal_many(out: Any, sources: Any, unseen: int, places: int, size: Any, may: Any) -> None:
    """Deal out once for each row of out."""
    plan = np.zeros(PLAN_SHAPE, np.int64)
    plan[META, UNSEEN], plan[META, PLACES] = unseen, places
    for p in range(places):
        plan[SIZE, p], plan[MAY, p] = size[p], may[p]
        plan[AT, p] = p  # places apart from each other
    ways = prepare(plan)
    for i in range(len(out)):
        arrange(plan, ways, sources[0])
        for p in range(places):
            out[i, p] = plan[GOT, p]


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
    """Each way to deal cards to restricted places is equally likely."""
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
    """If there are too many ways to count, each is dealt about equally often, and nothing else is."""
    cards, sizes, may = band(14, 1)
    weights = enumerated(cards, sizes, may)
    dealt = as_worlds(deals(cards, sizes, may, 60_000, 1))
    assert dealt.keys() == weights.keys()
    assert variation(dealt, weights) < 0.2


def test_deal_out_always_finds_a_way() -> None:
    """For any cards, sizes and restrictions: each card is in one place, and each place is full and respects its restriction."""
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
    """Points of random games, each with the seat to move and another seat."""
    for state in random_points(game, chance, max(2, POINTS // len(combinations_of(game.id)))):
        for seat in {chance.randrange(game.players), *([state.turn] if state.turn is not None else [])}:
            yield state, seat


def with_position(state: sevenfold.State, position: Any) -> sevenfold.State:
    """A copy of the state with another position."""
    other = state.copy()
    other._position = position
    other._legal, other._turn = legal_and_turn(position, 0)
    return other


@every_combination
def test_a_redealt_state_keeps_what_the_seat_knows(game: sevenfold.Game) -> None:
    """The seat sees, knows and may do the same; every place holds as many cards as before, and no card is lost."""
    chance = Random(31)
    for state, seat in some_states(game, chance):
        seen = all_that_is_seen(state, seat)
        for number in range(3):
            dealt = state.redeal(seat, source(number))
            assert all_that_is_seen(with_position(state, dealt), seat) == seen
            assert cards_in(game, dealt) == cards_in(game, state.position)
            for name, declared in game.rules.position.fields.items():
                before, after = state.position[0][name], dealt[0][name]
                if declared.seen_by == "all":
                    assert np.array_equal(before, after), name
                elif declared.kind == "cards":
                    assert np.array_equal(np.bitwise_count(before), np.bitwise_count(after)), name
                elif declared.kind == "card":
                    assert np.array_equal(before == NONE, after == NONE), name


def cards_in(game: sevenfold.Game, position: Any) -> Counter[int]:
    """All cards, wherever they lie."""
    found: Counter[int] = Counter()
    for name, declared in game.rules.position.fields.items():
        for value in map(int, np.ravel(position[0][name])):
            if declared.kind == "cards":
                found.update(each(value))
            elif declared.kind == "card" and value != NONE:
                found[value] += 1
    return found


@every_combination
def test_a_redeal_depends_on_the_seats_knowledge_alone(game: sevenfold.Game) -> None:
    """From worlds that a seat cannot tell apart the same source deals the same bytes, and the random key is new."""
    chance = Random(32)
    for state, seat in some_states(game, chance):
        for number in range(3):
            dealt = state.redeal(seat, source(number))
            for twin in (with_position(state, state.redeal(seat, source(99))), twin_now(state, seat, chance)):
                assert twin.redeal(seat, source(number)).tobytes() == dealt.tobytes()
            other = state.redeal(seat, source(number + 10))
            assert len({int(position[0].chance) for position in (dealt, other, state.position)}) == 3


@pytest.mark.parametrize(
    ("name", "spec"), [*((name, "random") for name in sevenfold.game_names()), ("seven_truf", "search:20")]
)
def test_a_bot_plays_the_same_in_worlds_it_cannot_tell_apart(name: str, spec: str) -> None:
    """Bots get a re-dealt position: where hidden cards truly are does not influence their play."""
    chance = Random(33)
    for state in random_points(sevenfold.load(name), chance, 4):
        if state.turn is not None:
            twin = twin_now(state, state.turn, chance)
            twin.seed = state.seed
            assert choose(bot(spec), twin) == choose(bot(spec), state)
