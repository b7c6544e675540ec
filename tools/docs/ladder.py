"""docs/lab/ladder.md: the levels of play held against each other in every game for several: `python -m tools.docs.ladder`.

python -m tools.docs.ladder --deals 16 --keep FOLDER      the runs are kept in FOLDER; run again to resume
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import sevenfold
from sevenfold.bots.levels import SPECS, spec_of
from sevenfold.commands.runs import carried_out
from sevenfold.console import console_of
from sevenfold.errors import INTERRUPTED, SevenfoldError
from sevenfold.lab.duplicate import Extent
from sevenfold.lab.ladder import Ladder, Pair, Plan, ladder_of
from sevenfold.lab.reports import points, rating, share
from sevenfold.lab.studies import RunFolder
from sevenfold.lab.studies.backends import backend_named
from sevenfold.system.cores import cores

DOCS = Path(__file__).resolve().parents[2] / "docs" / "lab" / "ladder.md"
BOTS = ["expert", "club", "search:1000", "beginner", "thumb", "random"]
SEED = 1_000_000  # far from the deals with which settings were chosen
SEED_OF_STEPS = 99_000_000  # so is this


@dataclass(frozen=True)
class Step:
    """Two bots, mostly neighbours on the ladder, which only more deals or whole games tell apart."""

    one: str
    other: str
    deals: int
    whole: Extent


STEPS = {
    "seven_suitors": (Step("expert", "club", 20, "game"), Step("club", "beginner", 20, "game")),
    "seven_and_seven": (
        Step("expert", "club", 40, "game"), Step("club", "beginner", 60, "game"), Step("expert", "thumb", 2000, "game"),
    ),
    "monoculture": (Step("club", "beginner", 60, "game"), Step("thumb", "beginner", 200, "game")),
    "sane_sevens": (
        Step("expert", "club", 2000, "game"), Step("club", "beginner", 2000, "game"), Step("beginner", "random", 2000, "game"),
        Step("thumb", "beginner", 2000, "game"),
    ),
    "chain_up": (
        Step("club", "beginner", 150, "game"), Step("thumb", "beginner", 60, "game"),
        Step("expert", "search:1000", 200, "game"), Step("expert", "thumb", 400, "game"),
    ),
    "seven_truf": (Step("expert", "club", 12, "game"), Step("club", "beginner", 12, "game")),
}  # fmt: skip
PLAYED: dict[Extent, str] = {"deal": "one deal", "game": "the whole game"}
HEAD = """# The ladder

How strong the levels are, compared with the rules of thumb, a plain search with random rollouts (`search:1000`) and random
play. Every pair plays in duplicate: the same deals in every seating, so that the luck of the cards cancels out. This page is
written by

    python -m tools.docs.ladder --deals {deals} --keep FOLDER

and `sevenfold ladder GAME` plays any other ladder. Options are the defaults, deals those of the seeds from {seed}. Of games
of several deals one deal is played (of 7-Truf the seventh, with random play before it), and the seats with most points in it
count as its winners; whole games of `expert` against `search:1000` are in [bots-tricks.md](bots-tricks.md). Points are how far,
in the game's own points (its `standing`), a seat of the first bot ended above one of the second; wins are the first one's
share, 50 % for equals. ± is half of a 95 % interval over deals.

So few deals do not tell all neighbours apart. Where they do not, a second table has more of them, or whole games, of other
deals (seeds from {seed_of_steps}); ratings are from the first table alone.

Ratings follow the Bradley–Terry model: 400 points more are ten wins to one, 0 is the average of the six bots. They are found by
maximum likelihood, each pair given one extra deal of which each wins half, and their intervals by resampling the deals
(`src/sevenfold/lab/rating.py`).
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the ladders and write the page."""
    several = [name for name in sevenfold.game_names() if sevenfold.load(name).players > 1]
    parser = argparse.ArgumentParser(description="Play every game's ladder, and write docs/lab/ladder.md.")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(several)}; all without one")
    parser.add_argument("--deals", type=int, default=200, metavar="N", help="deals that every two bots play (200)")
    parser.add_argument("--keep", type=Path, required=True, metavar="FOLDER", help="where the runs are kept")
    parser.add_argument("--page", type=Path, default=DOCS, metavar="FILE", help="what to write (docs/lab/ladder.md)")
    parser.add_argument("--jobs", type=int, default=cores(), metavar="J", help="threads or processes; one a core")
    parser.add_argument("--on", default="threads", metavar="WHERE", help="threads, local (processes), ray, ray://HOST")
    asked = parser.parse_args(arguments)
    asked.keep.mkdir(parents=True, exist_ok=True)
    lines = [HEAD.format(deals=asked.deals, seed=SEED, seed_of_steps=SEED_OF_STEPS)]
    try:
        for name in asked.games or several:
            game = sevenfold.load(name)
            plans = [Plan(game, list(BOTS), asked.deals, SEED)]
            plans += [Plan(game, [step.one, step.other], step.deals, SEED_OF_STEPS, step.whole) for step in STEPS.get(name, ())]
            found = []
            for plan in plans:
                found.append(_ladder(plan, asked.jobs, asked.on, asked.keep))
                if found[-1].stopped:
                    return INTERRUPTED
            lines += [*_section(found[0]), *_steps(found[1:])]
    except SevenfoldError as error:
        parser.error(str(error))
    asked.page.write_text("\n".join(lines) + "\n")
    return 0


def _ladder(plan: Plan, jobs: int, on: str, keep: Path) -> Ladder:
    study = plan.study()
    run = keep / "-".join([plan.game.id, *(() if plan.bots == BOTS else plan.bots)])
    with closing(RunFolder(run, study)) as folder:
        return ladder_of(carried_out(study, folder, backend_named(on, jobs), console_of(stderr=True)))


def _section(found: Ladder) -> Iterator[str]:
    """The section about one game."""
    game = sevenfold.load(found.game)
    options = ", ".join(f"{name}={value}" for name, value in found.options.items())
    yield f"## {game.name}\n"
    played = f"{PLAYED[found.extent]}, {found.deals} deals"
    yield f"{game.players} players{f' ({options})' if options else ''}, {played}. The levels here:"
    yield ", ".join(f"{bot} is `{spec_of(bot, game)}`" for bot in BOTS if bot in SPECS) + ".\n"
    yield "| bot | rating |"
    yield "|---|---|"
    for one in found.ratings:
        yield f"| {one.bot} | {rating(one.rating, one.ci95)} |"
    yield "\n| bot | against | games | points ahead | share of the wins |"
    yield "|---|---|---|---|---|"
    yield from map(_row, found.pairs)
    equal = [f"{pair.one} and {pair.other}" for pair in found.pairs if abs(pair.wins.mean - 0.5) <= pair.wins.ci95]
    yield f"\nNot apart by their wins: {', '.join(equal)}.\n" if equal else "\nEvery two are apart by their wins.\n"


def _steps(found: Sequence[Ladder]) -> Iterator[str]:
    """The lines about the neighbours that played more deals."""
    if found:
        yield "| neighbours | against | games | points ahead | share of the wins | of each |"
        yield "|---|---|---|---|---|---|"
        for one in found:
            yield f"{_row(one.pairs[0])} {PLAYED[one.extent]} |"
        yield ""


def _row(pair: Pair) -> str:
    return f"| {pair.one} | {pair.other} | {pair.games} | {points(pair.points)} | {share(pair.wins)} |"


if __name__ == "__main__":
    sys.exit(main())
