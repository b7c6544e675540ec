"""What `sevenfold equilibrium` reports: how far the search is, and how far its strategy is from an equilibrium."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf
from threading import Event
from typing import TYPE_CHECKING, Any

from sevenfold._version import __version__
from sevenfold.errors import BadInput
from sevenfold.playing.explicit_chance import UncountableChance
from sevenfold.solvers.equilibrium import Exploitability, LowerBound, Solver, Strategy, exploitability, local_best_response
from sevenfold.solvers.equilibrium.local_best_response import check
from sevenfold.solvers.equilibrium.mccfr import ALWAYS, MEBIBYTE, MOST_WALKED
from sevenfold.solvers.equilibrium.tree import tree_of

__all__ = ["Measured", "as_json", "as_text", "check", "learning_bar", "measure"]

if TYPE_CHECKING:
    from rich.console import Console


@dataclass(frozen=True)
class Measured:
    """How far a strategy is from an equilibrium: exactly or, if the game is too large for that, at least.

    Attributes:
        exact: How far it is; None if the game cannot be enumerated.
        bound: A lower bound, if it cannot.
        why: Why not, as a sentence.
    """

    exact: Exploitability | None
    bound: LowerBound | None = None
    why: str = ""


def measure(solver: Solver, games: int, stop: Event | None = None) -> Measured:
    """How far a solver's average strategy is from an equilibrium.

    Args:
        solver: The solver.
        games: For a lower bound, how many games to play for each seat.
        stop: Ends the games once it is set.
    """
    strategy = Strategy(solver.game, solver.table)
    try:
        return Measured(exploitability(strategy, solver.tree or tree_of(solver.game, MOST_WALKED)))
    except (BadInput, UncountableChance) as error:
        return Measured(None, local_best_response(strategy, games, solver.settings.seed, stop), str(error))


def as_json(solver: Solver, seconds: float, measured: Measured) -> str:
    """The result as one JSON object."""
    return json.dumps(_data(solver, seconds, measured), indent=2)


def _data(solver: Solver, seconds: float, measured: Measured) -> dict[str, Any]:
    settings, exact, bound = solver.settings, measured.exact, measured.bound
    return {
        "version": __version__,
        "game": solver.game.id,
        "options": solver.game.options,
        "algorithm": settings.sampling,
        "variant": settings.variant,
        "walking": settings.walking,
        "seed": settings.seed,
        "jobs": settings.jobs,
        "iterations": solver.progress.iterations,
        "seconds": round(seconds, 3),
        "information_sets": solver.information_sets,
        "memory": solver.nbytes,
        "is_full": solver.is_full,
        "nodes": exact.nodes if exact else None,
        "values": exact.values if exact else None,
        "values_from_the_dealer": exact.by_place or None if exact else None,
        "exploitability": exact.exploitability if exact else None,
        "nash_conv": exact.nash_conv if exact else None,
        "nash_conv_at_least": bound.nash_conv if bound else None,
        "nash_conv_at_least_ci95": bound.nash_conv_ci95 if bound else None,
        "is_zero_sum": exact.is_zero_sum if exact else None,
        "has_perfect_recall": exact.has_perfect_recall if exact else None,
    }


def as_text(solver: Solver, seconds: float, measured: Measured, done: int) -> Iterator[str]:
    """The result in lines of text; done: the iterations of this run."""
    rate = f" ({done / seconds:,.0f} a second)" if seconds > 0 else ""
    yield (
        f"{solver.game.name}: {solver.progress.iterations:,} iterations in all, {done:,} of them in {seconds:.1f} s{rate};"
        f" {solver.information_sets:,} information sets, {solver.nbytes / MEBIBYTE:,.1f} MiB."
    )
    if not solver.progress.rounds:
        yield "Not even the first iterations were finished: --algorithm outcome takes larger games, --seconds gives more time."
    if solver.is_full:
        yield "The memory is full: information sets that were met later are played at random; --memory gives more."
    if measured.bound:
        bound, seats = measured.bound, solver.game.players
        yield f"{measured.why} Local best responses show how much there is to gain at least:"
        yield (
            f"Exploitability at least {bound.nash_conv / seats:.4f} ± {bound.nash_conv_ci95 / seats:.4f}"
            f" (NashConv {bound.nash_conv:.4f} ± {bound.nash_conv_ci95:.4f}), from {bound.games:,} games for each seat."
        )
    if measured.exact:
        yield from _exactly(measured.exact)


def _exactly(exact: Exploitability) -> Iterator[str]:
    yield (
        f"Exploitability {exact.exploitability:.5f} (NashConv {exact.nash_conv:.5f}), exactly: the game has"
        f" {exact.nodes:,} nodes and {exact.information_sets:,} information sets."
    )
    if exact.by_place:
        yield f"Value: {exact.by_place[0]:+.4f} for the dealer, and on from the left {_listed(exact.by_place[1:])}."
    else:
        yield f"Value, from seat 0 on: {_listed(exact.values)}."
    if not exact.is_zero_sum:
        yield "It is no game of two in which one wins what the other loses, so the strategy need not come near an equilibrium."
    if not exact.has_perfect_recall:
        yield "Seats forget what they saw or did in it, so a best response may gain more than was found."


def _listed(values: tuple[float, ...]) -> str:
    return ", ".join(f"{value:+.4f}" for value in values)


@contextmanager
def learning_bar(console: Console, iterations: int, seconds: float) -> Iterator[Callable[[Solver, float], None]]:
    """A progress bar on a terminal, of the iterations or, if they have no end, of the time; yields a function to call with the
    solver and the seconds since it was begun."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    is_counted = iterations < ALWAYS
    total = iterations if is_counted else seconds if seconds < inf else None
    told = TextColumn("{task.fields[done]:,} iterations, {task.fields[sets]:,} information sets")
    with Progress(
        BarColumn(), told, TimeRemainingColumn(), console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task("learning", total=total, done=0, sets=0)
        yield lambda solver, passed: bar.update(
            task,
            completed=solver.progress.iterations if is_counted else passed,
            done=solver.progress.iterations,
            sets=solver.information_sets,
        )
