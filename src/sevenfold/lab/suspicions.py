"""What looks wrong in the results of a simulation: nobody wins, all share, all games are cut, one seat is far off.

They are warnings: a game may be meant so, and random play may not get far enough to show what it is like.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from sevenfold.playing.game import Game

    from .estimates import Simulation

ENOUGH = 20  # games before anything is said
ENOUGH_FOR_ONE = 1000  # in a game that one person, or all together, may rarely win
FAR = 0.5  # by which part of a fair share a seat must be off, with its whole interval


class Suspicion(NamedTuple):
    """What looks wrong: its code in the docs, and a sentence for the author."""

    code: str
    sentence: str


def suspicions(done: Simulation, game: Game) -> list[Suspicion]:
    """What looks wrong in the results of a simulation."""
    return list(_suspicions(done, game))


def _suspicions(done: Simulation, game: Game) -> Iterator[Suspicion]:
    n, together = done.games, game.rules.cooperative or game.players == 1
    if n < ENOUGH:
        return
    if done.truncated == n:
        yield Suspicion(
            "all-cut-by-the-limit",
            f"All {n:,} games were ended by the limit of {done.limit:,} turns, so nobody could win: either no rule ends the"
            " game, or bots like these never bring it about.",
        )
        return
    if done.won == 0 and n >= (ENOUGH_FOR_ONE if together else ENOUGH):
        yield Suspicion(
            "nobody-wins",
            f"Nobody won any of the {n:,} games: those win whose result is best (for one player, and where all win or lose"
            " together: if it is above 0), unless the game answers `winners`.",
        )
    if done.won and done.shared == done.won and not together:
        yield Suspicion(
            "always-shared",
            f"The win was shared by all, or by players who are not partners, in each of the {done.won:,} games that were won:"
            " the results must tell the players apart.",
        )
    if len(set(done.bots)) == 1 and not together:
        yield from _seats(done)


def _seats(done: Simulation) -> Iterator[Suspicion]:
    """Seats that win far more or far less often than the average of all, although equal bots play at all."""
    shares = [(win.share or 0.0, win.ci95 or 0.0) for win in done.wins]
    fair = sum(share for share, _ in shares) / len(shares)
    for seat, (share, half) in enumerate(shares):
        if share + half < (1 - FAR) * fair or share - half > (1 + FAR) * fair:
            yield Suspicion(
                "seat-far-off",
                f"Seat {seat} won {100 * share:.1f} ± {100 * half:.1f} % of {done.games:,} games between equal bots, where"
                f" {100 * fair:.1f} % would be fair: look at how the turn, the deal and the results treat it (`dealer` is drawn"
                " at random for each game).",
            )
