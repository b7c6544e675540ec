"""Learn a game by playing it: `python -m tools.learn.run GAME --players N`; it takes seven to 25 minutes.

The results are the networks in `sevenfold/bots/networks`, by which the expert chooses. How they learn is described in
`training.py` and in the file of each game.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from sevenfold.bots import networks
from sevenfold.errors import INTERRUPTED
from tools.learn.front_and_center import FrontAndCenter
from tools.learn.seven_and_seven import SevenAndSeven
from tools.learn.training import BATCH, Learner

COURSES: dict[str, type[Learner]] = {course.GAME: course for course in (SevenAndSeven, FrontAndCenter)}
OFTEN = 625  # steps between two trials


def main(arguments: Sequence[str] | None = None) -> int:
    """Learn, print progress from time to time, and save the weights."""
    parser = argparse.ArgumentParser(description="Learn to play a game, by playing.")
    parser.add_argument("game", metavar="GAME", choices=COURSES, help=f"one of {', '.join(COURSES)}")
    parser.add_argument("--players", type=int, metavar="N", help="how many play (the fewest that it is learnt for)")
    parser.add_argument("--games", type=int, metavar="N", help="how many are learnt from (as the package's weights were)")
    parser.add_argument("--deals", type=int, default=2000, metavar="N", help="in which it is tried each time (2000)")
    parser.add_argument("--seed", type=int, default=100_000_000, metavar="S", help="of the first game")
    parser.add_argument("--out", type=Path, metavar="FILE", help="for the weights (those of the package)")
    asked = parser.parse_args(arguments)
    course = COURSES[asked.game]
    players = min(course.GAMES) if asked.players is None else asked.players
    if players not in course.GAMES:
        parser.error(f"It is learnt for {' or '.join(map(str, course.GAMES))}, not for {players}.")
    games = course.GAMES[players] if asked.games is None else asked.games
    out = asked.out or networks.file_of(asked.game, players)
    if games < BATCH or asked.deals < 1:
        parser.error(f"At least {BATCH} games are learnt from, and 1 deal is needed to try it.")
    learner = course(asked.seed, games, players)
    try:
        while learner.played < games:
            learner.batch()
            if learner.played % (BATCH * OFTEN) == 0 or learner.played >= games:
                print(learner.said_of(asked.deals), flush=True)
                networks.keep_weights(out, learner.average)  # whatever ends it
    except KeyboardInterrupt:
        networks.keep_weights(out, learner.average)
        print(f"Interrupted. {out} has what was learnt in {learner.played} games.")
        return INTERRUPTED
    except OSError as error:
        parser.error(f"{out} cannot be written: {error.strerror or error}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
