"""Equilibria: values that are known, OpenSpiel's exploitability, checkpoints that continue exactly, memory, strategy files."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np
import pytest

import sevenfold
from helpers.guests.example_games import rules_of
from sevenfold.bots import bot
from sevenfold.errors import BadInput
from sevenfold.kernel.chance import source
from sevenfold.kernel.compiler.decorators import interpreting
from sevenfold.playing.explicit_chance import Node, root
from sevenfold.playing.game import Game
from sevenfold.solvers.equilibrium import (
    Settings,
    Solver,
    StoredStrategy,
    Strategy,
    exploitability,
    local_best_response,
    save,
)  # fmt: skip
from sevenfold.solvers.equilibrium.information_sets import SETS, VALUES, table_bytes
from sevenfold.solvers.equilibrium.tree import LEAF, PARENT, Tree, tree_of

KUHN = Game(rules_of("kuhn_poker"), {"deals": 1})
LEDUC = Game(rules_of("leduc_poker"), {"deals": 1})
SEVENS = Game(rules_of("little_sevens"), {"hand_size": 1})


@pytest.fixture(autouse=True)
def _interpreted(request: pytest.FixtureRequest) -> Iterator[None]:
    """Tests run interpreted, but for those that are marked `slow`."""
    if request.node.get_closest_marker("slow"):
        yield
        return
    with interpreting():
        yield


def solved(game: Game, iterations: int, **settings: Any) -> Solver:
    """A solver after so many iterations."""
    solver = Solver(game, Settings(**settings))
    solver.run(iterations=iterations)
    return solver


def average(solver: Solver) -> Strategy:
    """A solver's average strategy."""
    return Strategy(solver.game, solver.table)


def learnt(solver: Solver) -> tuple[bytes, bytes]:
    """All that a solver's table holds."""
    table = solver.table
    return table.sets[: table.counts[SETS]].tobytes(), table.values[: table.counts[VALUES]].tobytes()


# -- what is found ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("settings", "iterations", "most"),
    [
        ({"variant": "cfr"}, 15_000, 0.02),
        ({"variant": "cfr+"}, 15_000, 0.04),
        ({"variant": "linear"}, 15_000, 0.02),
        ({"variant": "dcfr"}, 15_000, 0.02),
        ({"jobs": 2}, 15_000, 0.02),
        ({"sampling": "full"}, 60, 0.03),
        ({"sampling": "full", "variant": "cfr+"}, 60, 0.01),
        ({"walking": "rules"}, 1_500, 0.06),
        ({"sampling": "outcome"}, 3_000, 0.15),
        ({"sampling": "outcome", "jobs": 3}, 3_000, 0.15),
    ],
    ids=str,
)
def test_the_value_of_kuhn_poker(settings: dict[str, Any], iterations: int, most: float) -> None:
    """By every method: at random the exploitability is 0.458, and in an equilibrium the first player loses 1/18."""
    found = exploitability(average(solved(KUHN, iterations, **settings)))
    assert found.is_zero_sum
    assert found.has_perfect_recall
    assert 0 <= found.exploitability < most
    assert found.by_place == pytest.approx((1 / 18, -1 / 18), abs=most)
    assert found.best[0] >= found.values[0] - 1e-9


def best_by_trying(node: Node, strategy: Strategy, seat: int, plan: dict[int, int]) -> float:
    """What a seat wins with a plan, an action for each of its information sets, against a strategy."""
    if node.is_over:
        return node.returns()[seat]
    if node.is_chance:
        return float(np.mean([best_by_trying(child, strategy, seat, plan) for child in node.children()]))
    assert node.turn is not None
    if node.turn == seat:
        return best_by_trying(node.child(plan[information(node, seat)]), strategy, seat, plan)
    chances = strategy.chances(node.position, node.turn)
    return sum(likely * best_by_trying(node.child(action), strategy, seat, plan) for action, likely in chances.items())


def information(node: Node, seat: int) -> int:
    """What a seat knows, as a number."""
    s: Any = node.position[0]
    return hash((int(s.heard), int(s.heard_alone[seat])))


def decisions(node: Node, seat: int) -> Iterator[Node]:
    """All decisions of a seat."""
    if not node.is_over:
        if node.turn == seat:
            yield node
        for child in node.children():
            yield from decisions(child, seat)


def test_best_responses_are_those_found_by_trying_every_plan() -> None:
    """In Kuhn Poker with one dealer, against a strategy that is half learnt."""
    strategy = average(solved(KUHN, 60))
    best = np.zeros((2, 2))
    for dealer, seat in product(range(2), range(2)):
        dealt = root(KUHN).child(dealer)
        sets = sorted({information(node, seat) for node in decisions(dealt, seat)})
        plans = [dict(zip(sets, actions, strict=True)) for actions in product((0, 1), repeat=len(sets))]
        best[dealer, seat] = max(best_by_trying(dealt, strategy, seat, plan) for plan in plans)
    assert exploitability(strategy).best == pytest.approx(best.mean(axis=0))


def kids_of(tree: Tree) -> list[list[int]]:
    """The nodes after each node of a tree."""
    kids: list[list[int]] = [[] for _ in tree.nodes]
    for i in range(1, len(tree.nodes)):
        kids[tree.nodes[i, PARENT]].append(i)
    return kids


def test_the_tree_is_the_one_that_explicit_chance_has() -> None:
    """In a game that also draws after the deal: every node and every result after one first card."""
    tree = tree_of(SEVENS)
    kids, compared = kids_of(tree), 0

    def compare(node: Node, i: int) -> None:
        nonlocal compared
        compared += 1
        choices = node.choices()
        assert len(choices) == len(kids[i])
        if node.is_over:
            assert list(tree.results[tree.nodes[i, LEAF]]) == node.returns()
        for choice, kid in zip(choices, kids[i], strict=True):
            compare(node.child(choice), kid)

    for dealer in range(2):
        first = root(SEVENS).child(dealer)
        compare(first.child(3), kids[kids[0][dealer]][3])
    assert compared > 4000
    assert exploitability(Strategy(SEVENS), tree).values == pytest.approx((0.5, 0.5))  # neither seat is better


def test_leduc_poker_has_its_information_sets() -> None:
    """936, and what is known of the strategy that plays at random."""
    found = exploitability(Strategy(LEDUC))
    assert found.information_sets == 936
    assert found.values == pytest.approx((-0.078125, 0.078125))
    assert found.nash_conv == pytest.approx(4.747222222222222)
    assert found.by_place == ()


@pytest.mark.slow
def test_leduc_poker_is_solved() -> None:
    """Near the known value, −0.0856; both ways of walking, and both kinds of sampling."""
    tree = tree_of(LEDUC)
    for settings, iterations, most in (
        ({"jobs": 2}, 2_000_000, 0.02),
        ({"walking": "rules"}, 300_000, 0.05),
        ({"sampling": "outcome"}, 1_000_000, 0.5),
        ({"sampling": "full", "variant": "cfr+"}, 1000, 0.001),
    ):
        found = exploitability(average(solved(LEDUC, iterations, **settings)), tree)
        assert found.exploitability < most
        assert found.values[0] == pytest.approx(-0.0856, abs=most)


def test_openspiel_computes_the_same_exploitability() -> None:
    """Our half-learnt strategy of Leduc Poker, written as a policy of OpenSpiel's game."""
    pyspiel = pytest.importorskip("pyspiel")
    from benchmarks.solvers.equilibria import as_policy

    theirs = pyspiel.load_game("leduc_poker")
    solver = solved(LEDUC, 2000)
    strategy = average(solver)
    policy = as_policy(strategy)
    assert len(policy) == 936
    found = exploitability(strategy, solver.tree)
    assert found.exploitability == pytest.approx(pyspiel.exploitability(theirs, pyspiel.TabularPolicy(policy)))


@pytest.mark.parametrize("iterations", [0, 300])
def test_a_local_best_response_gains_no_more_than_the_best(iterations: int) -> None:
    """And something, where there is much to gain."""
    strategy = average(solved(KUHN, iterations)) if iterations else Strategy(KUHN)
    exact, found = exploitability(strategy), local_best_response(strategy, games=800)
    for gain, half, best, value in zip(found.gains, found.ci95, exact.best, exact.values, strict=True):
        assert gain - 1.5 * half <= best - value
    assert found.nash_conv_ci95 < 0.2
    if not iterations:
        assert found.nash_conv - found.nash_conv_ci95 > 0.3


# -- how it is found ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "settings",
    [{}, {"sampling": "full", "variant": "dcfr"}, {"jobs": 2, "variant": "dcfr"}, {"sampling": "outcome", "jobs": 2}],
    ids=str,
)
def test_a_checkpoint_continues_exactly(settings: dict[str, Any], tmp_path: Path) -> None:
    """What a run does that was written to a file and read again is, bit for bit, what a run does that was not."""
    whole = solved(KUHN, 900, seed=3, **settings)
    half = solved(KUHN, 300, seed=3, **settings)
    save(half, tmp_path / "kuhn")
    resumed = StoredStrategy(tmp_path / "kuhn").solver(KUHN)
    assert resumed.settings == half.settings
    resumed.run(iterations=900)
    assert resumed.progress == whole.progress
    assert learnt(resumed) == learnt(whole)
    is_drawn = settings.get("sampling") != "full"
    assert (learnt(solved(KUHN, 900, seed=4, **settings)) != learnt(whole)) is is_drawn


def test_an_interrupted_round_leaves_no_trace() -> None:
    """A stop within a round drops it; going on then is as if nothing had been."""
    stop, solver = Event(), Solver(KUHN, Settings(walking="rules"))
    solver.run(iterations=100)
    before = learnt(solver)

    class Stopping(Event):
        """Is set when it is asked the third time: within a round."""

        asked = 0

        def is_set(self) -> bool:
            self.asked += 1
            return self.asked > 1

    solver.run(iterations=10_000, stop=Stopping())
    assert learnt(solver) == before
    stop.set()
    solver.run(iterations=10_000, stop=stop)
    assert learnt(solver) == before
    solver.run(iterations=400)
    assert learnt(solver) == learnt(solved(KUHN, 400, walking="rules"))


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_memory_is_known(jobs: int) -> None:
    """It is a function of the information sets and their actions, also while the tables grow."""
    solver = Solver(sevenfold.load("sane_sevens"), Settings(sampling="outcome", jobs=jobs))
    sizes = set()

    def look(solver: Solver) -> None:
        sets, values = solver.information_sets, int(solver.table.counts[VALUES])
        assert solver.nbytes == (jobs + 1) * table_bytes(sets, values)
        arrays = [(table.slots, table.sets, table.values) for table in (solver.table, *(w.table for w in solver._workers))]
        assert solver.nbytes == sum(array.nbytes for three in arrays for array in three)
        assert solver.nbytes <= (jobs + 1) * max(4 * (40 * sets + 16 * values), table_bytes(0, 0))
        sizes.add(solver.nbytes)

    solver.run(iterations=120, progress=look)
    assert len(sizes) > 1
    assert not solver.is_full


def test_full_tables_grow_no_more() -> None:
    """With little memory they fill up, and what finds no room is played at random."""
    memory = 2 * table_bytes(0, 0)
    solver = Solver(sevenfold.load("sane_sevens"), Settings(sampling="outcome", memory=memory))
    solver.run(iterations=120)
    assert solver.is_full
    assert solver.nbytes <= memory
    solver.run(iterations=400)
    assert solver.nbytes == memory
    assert solver.progress.iterations >= 400
    assert solver.information_sets == len(solver.table.sets) or solver.table.counts[VALUES] > len(solver.table.values) - 63


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"sampling": "none"}, "one of external, outcome, full, not 'none'"),
        ({"variant": "best"}, "one of cfr, cfr\\+, linear, dcfr, not 'best'"),
        ({"walking": "north"}, "one of auto, tree, rules, not 'north'"),
        ({"walking": "tree", "sampling": "outcome"}, "Outcome sampling plays by the rules"),
        ({"sampling": "full", "jobs": 2}, "by one thread"),
        ({"sampling": "full", "walking": "rules"}, "by one thread"),
        ({"jobs": 0}, "from 1 to 64, not 0"),
        ({"seed": -1}, "from 0 to 2\\^64 - 1, not -1"),
        ({"memory": 1000}, "need at least"),
    ],
    ids=str,
)
def test_wrong_settings(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        Settings(**wrong)


def test_what_cannot_be_solved() -> None:
    with pytest.raises(BadInput, match="Pyramid is for one player"):
        Solver(sevenfold.load("pyramid"), Settings())
    with pytest.raises(BadInput, match="at least 1, not 0"):
        Solver(KUHN, Settings()).run(iterations=0)
    with pytest.raises(BadInput, match="more than 0 seconds"):
        Solver(KUHN, Settings()).run(seconds=0)
    with pytest.raises(BadInput, match="more than 100 nodes"):
        tree_of(KUHN, 100)
    assert len(tree_of(KUHN, 117).nodes) == 117
    with pytest.raises(BadInput, match="at least 2 games"):
        local_best_response(Strategy(KUHN), games=1)


def test_a_game_that_is_too_deep_for_external_sampling(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sevenfold.solvers.equilibrium.external_sampling.DEEPEST", 2)
    solver = Solver(KUHN, Settings(walking="rules"))
    with pytest.raises(BadInput, match="outcome sampling takes longer games"):
        solver.run(iterations=100)


# -- strategies -----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A strategy of Kuhn Poker."""
    path = tmp_path_factory.mktemp("strategies") / "kuhn.strategy"
    with interpreting():
        save(solved(KUHN, 3000), path)
    return path


def test_a_strategy_is_a_bot(stored: Path) -> None:
    """It plays each action as often as the strategy says."""
    player, state = bot(f"strategy:{stored}"), KUHN.start(2)
    assert player.spec == f"strategy:{stored}"
    chances = StoredStrategy(stored).strategy(KUHN).chances(state.position, int(state.position[0].turn))
    assert 0.02 < chances[1] < 0.98
    found = Counter(player.choose(KUHN, state.redeal(state.turn or 0, source(i)), source(i, 1)) for i in range(600))
    assert found[1] / 600 == pytest.approx(chances[1], abs=0.08)


def test_a_strategy_uses_only_what_its_seat_knows(stored: Path) -> None:
    """Whatever the others hold, the chances are the same; with another card of its own they are not."""
    strategy, by_hand = StoredStrategy(stored).strategy(KUHN), dict[tuple[int, int], set[tuple[float, ...]]]()
    for seed in range(40):
        state = KUHN.start(seed)
        seat = int(state.position[0].turn)
        for i in range(5):
            chances = strategy.chances(state.redeal(seat, source(i)), seat)
            by_hand.setdefault((seat, int(state.position[0].hands[seat])), set()).add(tuple(chances.values()))
    assert {len(chances) for chances in by_hand.values()} == {1}
    assert len(by_hand) == 6
    assert len(set.union(*by_hand.values())) > 3


def test_strategies_of_something_else_are_refused(stored: Path, tmp_path: Path) -> None:
    """Another game, another option, other rules: by name."""
    of_kuhn = StoredStrategy(stored)
    with pytest.raises(BadInput, match="holds a strategy for kuhn_poker, not for leduc_poker"):
        of_kuhn.strategy(LEDUC)
    with pytest.raises(BadInput, match="for deals=1, not for deals=10"):
        of_kuhn.strategy(Game(KUHN.rules, {"deals": 10}))
    of_kuhn.header["rules"] = "0123456789abcdef"
    with pytest.raises(BadInput, match="under other rules of Kuhn Poker"):
        of_kuhn.solver(KUHN)
    player = bot(f"strategy:{stored}")
    with pytest.raises(BadInput, match="not for seven_truf"):
        player.choose(sevenfold.load("seven_truf"), sevenfold.load("seven_truf").start(1).position, source(1))
    with pytest.raises(BadInput, match="takes a file"):
        bot("strategy")
    with pytest.raises(BadInput, match="cannot be read: No such file"):
        bot(f"strategy:{tmp_path / 'none'}")


def altered(path: Path, **changes: Any) -> bytes:
    """A strategy file with other arrays, or with another header."""
    from io import BytesIO

    content = BytesIO()
    with np.load(path) as arrays:
        kept = {name: arrays[name] for name in arrays.files}
    header = json.loads(kept["header"].tobytes()) | changes.pop("header", {})
    kept["header"] = np.frombuffer(json.dumps(header).encode(), np.uint8)
    np.savez(content, allow_pickle=False, **(kept | changes))
    return content.getvalue()


def test_damaged_files_are_refused(stored: Path, tmp_path: Path) -> None:
    """Cut short, of another kind, or with arrays that do not fit each other."""
    whole, path = stored.read_bytes(), tmp_path / "damaged"
    path.write_bytes(altered(stored))
    StoredStrategy(path)
    with np.load(stored) as arrays:
        sets, values = arrays["sets"], arrays["values"]
    shifted = sets.copy()
    shifted[3, 2] += 1
    for content in (
        b"",
        b"a text",
        whole[: len(whole) // 2],
        altered(stored, header={"strategy": 99}),
        altered(stored, header={"settings": {"jobs": -1}}),
        altered(stored, header={"progress": {"chances": []}}),
        altered(stored, sets=sets[:-1]),
        altered(stored, sets=shifted),
        altered(stored, sets=sets.astype(float)),
        altered(stored, values=values[:-1]),
        altered(stored, values=-values - 1),
        altered(stored, values=values * np.nan),
        altered(stored, sets=np.repeat(sets[:1], 2, axis=0), values=values[:4]),
    ):
        path.write_bytes(content)
        with pytest.raises(BadInput, match="does not hold a strategy"):
            StoredStrategy(path)


def test_rounds_do_not_depend_on_how_a_run_is_divided() -> None:
    """Ten short runs are one long one."""
    one, many = solved(KUHN, 500), Solver(KUHN, replace(Settings(), seed=0))
    for iterations in range(50, 501, 50):
        many.run(iterations=iterations)
    assert learnt(one) == learnt(many)
    assert 500 <= one.progress.iterations < 600
