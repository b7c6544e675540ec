"""The games in C as sides of a race."""

from __future__ import annotations

from benchmarks.limit import Limit, NoCompiler
from benchmarks.speed.race import Missing, Side, Work


def limit(game: str, pdep: bool = False) -> Side:
    """A game in hand-written C (see `limit/`)."""

    def prepare() -> Work:
        made = Limit(pdep)
        try:
            made.program  # noqa: B018  compiles it
        except NoCompiler as reason:
            raise Missing(str(reason)) from reason

        def work(games: int) -> tuple[float, float]:
            played = made.play(game, 1, games)
            return played.actions, played.seconds

        return work

    name = f"C {game}" + (", with pdep" if pdep else "")
    return Side(name, "moves/s", prepare, "gcc -O3 -march=native, the same games", least=100)
