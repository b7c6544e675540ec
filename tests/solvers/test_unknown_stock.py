"""Patience with an unknown order of the stock: exact values, and values from a graph of positions."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import islice
from random import Random
from time import perf_counter

import numpy as np
import pytest
from rich.console import Console

import sevenfold
from helpers.selection import pyramids
from sevenfold.bots import bot, choose
from sevenfold.bots.engines.base import Decision, Estimate
from sevenfold.bots.engines.graph import APART, GRAPHS, GraphEngine
from sevenfold.bots.heuristics import advice, mark_of
from sevenfold.bots.search import graph
from sevenfold.bots.search.graph import EDGES, NODES, GraphSearch
from sevenfold.bots.search.hindsight import GLANCE, Hindsight, is_seen_to_be_won, new_hindsight
from sevenfold.bots.search_bot import SearchBot
from sevenfold.bots.settings import Settings
from sevenfold.coaching import advise
from sevenfold.coaching.advice import WORKED_OUT
from sevenfold.coaching.choices import choice_of
from sevenfold.coaching.report import advice_table
from sevenfold.coaching.text import costs, expected, reason
from sevenfold.games.pyramid.rules import TURN
from sevenfold.kernel.chance import SOURCE, below, seeded, settled_draws, source
from sevenfold.kernel.questions import move_begins
from sevenfold.kernel.sets import count
from sevenfold.mechanics.sevendeck import of_number
from sevenfold.solvers.patience import solve
from sevenfold.solvers.patience_search import hopeless
from sevenfold.solvers.statistics import Z95
from sevenfold.solvers.unknown_stock import begun, chances, is_fit

each_pyramid = pytest.mark.parametrize("options", pyramids())
SETTINGS = Settings(graph=4, exact=9)


def nearly_out(options: dict[str, object], seed: int, left: int) -> Iterator[sevenfold.State]:
    """States of one deal with `left` cards in the stock, played by heuristics and some random moves."""
    state, player = sevenfold.load("pyramid", **options).start(seed), bot("thumb:0.2")
    while not state.is_over:
        if count(int(state.position[0].stock)) == left and len(state.legal_actions()) > 1:
            yield state.copy()
        state.play(choose(player, state))


def known(state: sevenfold.State, most: int = 9) -> dict[int, float]:
    """The exact chances of a state whose stock has an unknown order."""
    return chances(state.game, state.redeal(0, source(1)), most)


def at_a_turn(state: sevenfold.State) -> bool:
    """Whether a move begins here (and it is not the second card of a pair that is chosen)."""
    return bool(move_begins(state.position[0]))


def undecided(left: int, first: int = 0) -> Iterator[sevenfold.State]:
    """States of the usual game in which the choice matters."""
    for seed in range(first, first + 500):
        for state in nearly_out({}, seed, left):
            values = known(state).values()
            if max(values) > min(values):
                yield state


def plainly(state: sevenfold.State, seen: dict[bytes, float]) -> float:
    """The chance to win with best play, by brute force: every legal action, and every card that may come.

    seen: positions reached before.
    """
    if state.is_over:
        return float(bool(state.winners()))
    same = state.position.copy()
    same["chance"] = same["turns"] = 0
    if (key := same.tobytes()) not in seen:
        seen[key] = max(after(state, action, seen) for action in state.legal_actions())
    return seen[key]


def after(state: sevenfold.State, action: int, seen: dict[bytes, float]) -> float:
    """The chance to win with best play after an action: the average over the cards it may draw."""
    stock, found = count(int(state.position[0].stock)), []
    for i in range(stock or 1):
        other = state.copy()
        other.position[0]["chance"] = settled_draws(stock)[stock, i] if stock else 0
        other.play(action)
        if count(int(other.position[0].stock)) == stock:
            return plainly(other, seen)
        found.append(plainly(other, seen))
    return sum(found) / len(found)


def test_draws_are_settled() -> None:
    words, tried = settled_draws(9), np.zeros(1, SOURCE)
    for n in range(1, 10):
        for i in range(n):
            tried["chance"] = words[n, i]
            assert below(tried[0], n) == i


@each_pyramid
def test_the_best_play_is_found(options: dict[str, object]) -> None:
    """Each legal action has the value that brute force finds over every order of the stock."""
    left = 3 if options["one_discard"] else 2  # more would take minutes
    tried = open_ones = 0
    for seed in range(400):
        for state in nearly_out(options, seed, left):
            found, seen = known(state), dict[bytes, float]()
            assert found.keys() == set(state.legal_actions())
            if len(found) > 2:
                continue
            for action, chance in found.items():
                assert chance == pytest.approx(after(state, action, seen), abs=1e-12)
            tried += 1
            open_ones += any(0 < chance < 1 for chance in found.values())
        if tried > 5 and open_ones > 0:
            return
    raise AssertionError(f"{tried} positions were tried, of {open_ones} the end was open")


def test_it_does_not_know_the_order_of_the_stock() -> None:
    """The values do not depend on the next card, and are the average over all cards that may come."""
    state = next(undecided(6))
    first = known(state)
    for seed in range(5):
        state.position[0]["chance"] = seeded(np.uint64(seed))
        assert known(state) == first
        assert chances(state.game, state.position, 9) == first


def test_it_finds_nothing_where_that_takes_too_long() -> None:
    state = next(undecided(7))
    matter = count(int(state.position[0].stock) & ~of_number(7))
    assert known(state, matter)
    assert known(state, matter - 1) == {}
    assert chances(state.game, state.position, 9, perf_counter()) == {}
    assert chances(state.game, state.position, 9, positions=5) == {}


def test_other_games_are_not_worked_out() -> None:
    game = sevenfold.load("front_and_center")
    assert not is_fit(game)
    assert chances(game, game.start(1).position, 9) == {}
    assert choose(bot("search:50:graph=4:exact=9"), game.start(1)) in game.start(1).legal_actions()


def test_a_bot_plays_the_best() -> None:
    """Of equally good actions an advised one."""
    player = SearchBot("50:exact=9")
    states = undecided(6)
    for _ in range(10):
        state = next(states)
        found, good = known(state), advice(state.position, mark_of("pyramid"))[1]
        action = choose(player, state)
        equals = [other for other, chance in found.items() if chance > max(found.values()) - 1e-9]
        assert action in equals
        assert good >> action & 1 or not any(good >> other & 1 for other in equals)


def thought_of(state: sevenfold.State, walks: int) -> GraphSearch:
    """A graph of positions, grown."""
    thought = GraphSearch(state.game, state.redeal(0, source(1)), walks, source(2), SETTINGS)
    thought.grow(walks)
    return thought


@each_pyramid
def test_a_graph_comes_near_the_best_play(options: dict[str, object]) -> None:
    """With few cards left it knows how likely a win is after its preferred action."""
    tried = 0
    for seed in range(200):
        for state in nearly_out(options, seed, 5):
            found, thought = known(state), thought_of(state, 2000)
            assert found[thought.best()] >= max(found.values()) - 0.03
            assert thought.values()[thought.best()] == pytest.approx(found[thought.best()], abs=0.06)
            tried += 1
        if tried > 15:
            return
    raise AssertionError(f"only {tried} positions were tried")


def test_a_graph_says_the_same_again() -> None:
    """The result depends on the random source, not on the clock or the order of the stock."""
    state = sevenfold.load("pyramid").start(11)
    first = thought_of(state, 2000)
    state.position[0]["chance"] = seeded(np.uint64(99))
    again = thought_of(state, 2000)
    assert first.visits() == again.visits()
    assert first.values() == again.values()
    assert sum(first.visits().values()) == 2000


def test_a_full_graph_grows_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graph, "MOST_WALKS", 50)
    state = sevenfold.load("pyramid").start(11)
    thought = thought_of(state, 100_000)
    tried = sum(thought.visits().values())
    thought.grow(1)
    assert sum(thought.visits().values()) == tried < 100_000
    assert thought.is_settled(100_000)
    assert 0 < thought.graph.used[NODES] < len(thought.graph.keys)
    assert thought.graph.used[EDGES] <= len(thought.graph.edges)
    assert thought.best() in state.legal_actions()


def in_hindsight(state: sevenfold.State) -> Hindsight:
    """Ready to look back from a state, its own order of the stock known."""
    mark_of("pyramid")
    hindsight = new_hindsight(state.game.rules.dtype)
    hindsight.stack[0] = begun(state.game, state.position)[0]
    return hindsight


@each_pyramid
def test_hindsight_sees_what_the_solver_finds(options: dict[str, object]) -> None:
    """Wins that it sees are real; if it saw everything, what it does not see cannot be won."""
    won, lost = 0, 0
    for seed in range(300):
        for state in nearly_out(options, seed, 6):
            if not at_a_turn(state) or hopeless(state.position[0]):
                continue
            found, seen = solve(state), is_seen_to_be_won(in_hindsight(state))
            if seen or found.states < GLANCE // 4:  # it tries things in another order
                assert seen == (found.outcome == "solved")
            won, lost = won + seen, lost + (not seen)
        if min(won, lost) > 2:
            break
    assert won > 0  # with one discard a turn few deals are, and most positions are known to be lost
    assert lost > 0


def test_hindsight_is_near_what_the_best_play_wins() -> None:
    """Knowing the order wins more often, but not much; and not every win is seen."""
    far = list[float]()
    for state in undecided(8):
        found = known(state)
        thought = GraphSearch(state.game, state.redeal(0, source(1)), 100, source(2), Settings(graph=100))
        thought.grow(1)
        thought.grow(len(thought.visits()) - 1)  # each action once, so that hindsight alone says what it is worth
        far += [seen - found[action] for action, seen in thought.values().items() if action != TURN]
        if len(far) > 60:
            break
    assert np.std(far) < 0.1
    assert abs(np.mean(far)) < 0.06


def test_a_hint_says_how_likely_a_win_is() -> None:
    state = next(undecided(6))
    found, player = known(state), bot("expert")
    hint = choice_of(player, state.game, state.redeal(0, source(1)), source(2))
    assert hint.action == choose(player, state)
    likely = f"{100 * max(found.values()):.0f} %"
    assert hint.expected == f"a win in {likely} of the orders that the stock may have, if the best is played"
    state = sevenfold.load("pyramid").start(11)
    hint = choice_of(player, state.game, state.redeal(0, source(1)), source(2))
    assert hint.action in state.legal_actions()
    assert "% of the orders that the stock may have, as far as was thought ahead" in hint.expected
    assert choice_of(player, state.game, state.redeal(0, source(1)), source(2)) == hint


def test_a_graph_turns_what_does_not_matter() -> None:
    """With nothing but sevens left in the stock there is still something to turn."""
    for seed in range(300):
        for state in nearly_out({}, seed, 1):
            if int(state.position[0].stock) & of_number(7):
                assert choose(bot("search:20:graph=4"), state) in state.legal_actions()
                return
    raise AssertionError("no seven came last")


def by_graphs(state: sevenfold.State, simulations: int) -> dict[int, Estimate]:
    """What the coach's graphs find, however few cards are left."""
    decision = Decision(state.game, state.redeal(0, source(1)), source(2))
    return GraphEngine(Settings(graph=4), 0).evaluate(decision, simulations).estimates


@each_pyramid
def test_the_coach_tries_every_action_in_several_graphs(options: dict[str, object]) -> None:
    """Equally often, whether they suffice or not, and within a move too."""
    chance, within = Random(1), 0
    game = sevenfold.load("pyramid", **options)
    for seed in range(3):
        state = game.start(seed)
        for _ in range(6):
            advice = advise(state, simulations=600)
            assert {one.action for one in advice.actions} == set(state.legal_actions())
            samples = [one.samples for one in advice.actions]
            walk = 4 * GRAPHS  # each looks at four orders of the stock
            assert max(samples) - min(samples) <= walk
            assert walk <= min(samples)
            assert 600 - walk < sum(samples) == advice.samples <= max(600, walk * len(samples))
            assert all(one.ci95 > one.cost_ci95 >= Z95 * APART for one in advice.actions)
            assert advice.engine == "search:40000:graph=4"
            assert advise(state, simulations=600) == advice
            within += not at_a_turn(state)
            state.play(chance.choice(list(state.legal_actions())))
    assert within > 0


def test_the_coach_comes_near_the_best_play() -> None:
    """With eight cards left, true values are mostly within the intervals, and equally good moves are rarely called mistakes."""
    lost, worths, beside, as_good = list[float](), list[bool](), list[bool](), list[bool]()
    for state in islice(undecided(8), 20):
        true, found = known(state), by_graphs(state, 8_000)
        best = max(sorted(found), key=lambda action: found[action].gain)
        lost.append(max(true.values()) - true[best])
        for action, one in found.items():
            worths.append(abs(one.gain - true[action]) <= one.ci95)
            if action != best:
                cost, half = found[best].gain - one.gain, math.hypot(found[best].cost_ci95, one.cost_ci95)
                beside.append(abs(cost - true[best] + true[action]) <= half)
                if max(true.values()) - true[action] < 0.002:
                    as_good.append(cost <= half)
    assert np.mean(lost) < 0.01
    assert np.mean(worths) > 0.8
    assert np.mean(beside) > 0.75
    assert len(as_good) > 10
    assert np.mean(as_good) > 0.85


def test_the_coach_ends_in_time() -> None:
    state = sevenfold.load("pyramid").start(11)
    advise(state, simulations=1)
    began = perf_counter()
    advice = advise(state, simulations=1_000_000, seconds=0.2)
    assert perf_counter() - began < 5
    assert 0 < advice.samples < 1_000_000


def test_the_coach_works_the_last_cards_out() -> None:
    """Values are exact, and any worse action is a mistake, however little it costs."""
    state = next(undecided(6))
    found, advice = known(state), advise(state, simulations=10)
    assert {one.action: one.gain for one in advice.actions} == pytest.approx(found, abs=1e-8)
    assert (advice.samples, advice.engine) == (0, WORKED_OUT)
    assert all(one.ci95 == one.samples == 0 for one in advice.actions)
    worst = advice.actions[-1]
    cost = advice.cost(worst.action)
    assert cost.is_mistake
    assert costs(advice.scale, cost) == f"{100 * (max(found.values()) - min(found.values())):.1f} % of the wins"
    assert expected(advice, worst).endswith("% of the orders that the stock may have, if the best is played")
    hint = choice_of(bot("expert"), state.game, state.redeal(0, source(1)), source(2))
    assert hint.action in [one.action for one in advice.as_good]
    console = Console(width=160)
    with console.capture() as shown:
        console.print(advice_table(advice, reason(state, advice), worst.action))
    printed = shown.get()
    assert f"{WORKED_OUT}; nothing was sampled" in printed
    assert "±" not in printed


def test_the_coach_says_where_nothing_matters_any_more() -> None:
    for seed in range(50):
        for state in nearly_out({}, seed, 3):
            if set(known(state).values()) == {0.0}:
                assert "It makes no difference" in reason(state, advise(state))
                return
    raise AssertionError("no deal was lost with three cards left")
