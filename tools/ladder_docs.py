"""docs/ladder.md: the levels of play held against each other in every game for several: `python tools/ladder_docs.py`.

    python tools/ladder_docs.py --deals 200 --keep FOLDER      gone on with, when asked again with the same folder
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import sevenfold
from sevenfold.bots.levels import SPECS, spec_of
from sevenfold.console import console_of, cores, progress_bar, until_interrupted
from sevenfold.errors import INTERRUPTED, SevenfoldError
from sevenfold.lab.kept_deals import Kept
from sevenfold.lab.ladder import Ladder, Plan, climb
from sevenfold.lab.reporting import points, rating, share

DOCS = Path(__file__).parent.parent / "docs" / "ladder.md"
BOTS = ["expert", "club", "search:1000", "beginner", "thumb", "random"]
SEED = 1_000_000  # far from the deals that settings were chosen with
HEAD = """# The ladder

How strong the levels of play are, beside the rules of thumb, a plain search with random rollouts (`search:1000`) and random
play: every two of them in duplicate play, the same deals in every seating, so that the luck of the cards cancels out. This
page is written by

    python tools/ladder_docs.py --deals {deals}

and `sevenfold ladder GAME` plays any other ladder. Options are the usual ones, deals those of the seeds from {seed} on. Of
games of several deals one deal is played (of 7-Truf the seventh, the ones before it at random), and the seats with most points
in it count as its winners; whole games of `expert` against `search:1000` are in [bots-tricks.md](bots-tricks.md). Points are by
how much of the game's own points (its `standing`) a seat of the first bot ended above one of the second; wins are the first
one's share, 50 % for equals. ± is the half of a 95 % interval over deals.

Ratings are Bradley and Terry's: 400 points more are ten wins to one, 0 is the average of the six bots. They are found by
maximum likelihood, each pair given one deal more of which each wins half, and their intervals by drawing the deals again
(`src/sevenfold/lab/rating.py`).
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the ladders and write the page."""
    several = [name for name in sevenfold.names() if sevenfold.load(name).players > 1]
    parser = argparse.ArgumentParser(description="Play every game's ladder, and write docs/ladder.md.")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(several)}; all without one")
    parser.add_argument("--deals", type=int, default=200, metavar="N", help="deals that every two bots play (200)")
    parser.add_argument("--keep", type=Path, required=True, metavar="FOLDER", help="where finished deals are kept")
    parser.add_argument("--page", type=Path, default=DOCS, metavar="FILE", help="what to write (docs/ladder.md)")
    parser.add_argument("--jobs", type=int, default=cores(), metavar="J", help="threads; one a core")
    asked = parser.parse_args(arguments)
    asked.keep.mkdir(parents=True, exist_ok=True)
    found = []
    try:
        for name in asked.games or several:
            found.append(_ladder(name, asked.deals, asked.jobs, asked.keep / f"{name}.jsonl"))
            if found[-1].stopped:
                return INTERRUPTED
    except SevenfoldError as error:
        parser.error(str(error))
    head = HEAD.format(deals=asked.deals, seed=SEED)
    asked.page.write_text("\n".join([head, *(line for one in found for line in _section(one))]) + "\n")
    return 0


def _ladder(name: str, deals: int, jobs: int, file: Path) -> Ladder:
    plan = Plan(sevenfold.load(name), list(BOTS), deals, SEED)
    total = deals * len(BOTS) * (len(BOTS) - 1) // 2
    with (
        closing(Kept(file, plan.settings())) as kept,
        until_interrupted() as stop,
        progress_bar(console_of(stderr=True), total, f"deals of {plan.game.name}") as advance,
    ):
        return climb(plan, jobs=jobs, kept=kept, progress=advance, stop=stop)


def _section(found: Ladder) -> Iterator[str]:
    """What is said of one game."""
    game = sevenfold.load(found.game)
    options = ", ".join(f"{name}={value}" for name, value in found.options.items())
    played = "one deal" if found.extent == "deal" else "the whole game"
    yield f"## {game.name}\n"
    yield f"{game.players} players{f' ({options})' if options else ''}, {played}, {found.deals} deals. The levels here:"
    yield ", ".join(f"{bot} is `{spec_of(bot, game)}`" for bot in BOTS if bot in SPECS) + ".\n"
    yield "| bot | rating |"
    yield "|---|---|"
    for one in found.ratings:
        yield f"| {one.bot} | {rating(one.rating, one.ci95)} |"
    yield "\n| bot | against | games | points ahead | share of the wins |"
    yield "|---|---|---|---|---|"
    for pair in found.pairs:
        yield f"| {pair.one} | {pair.other} | {pair.games} | {points(pair.points)} | {share(pair.wins)} |"
    equal = [f"{pair.one} and {pair.other}" for pair in found.pairs if abs(pair.wins.mean - 0.5) <= pair.wins.ci95]
    yield f"\nNot apart by their wins: {', '.join(equal)}.\n" if equal else "\nEvery two are apart by their wins.\n"


if __name__ == "__main__":
    sys.exit(main())
