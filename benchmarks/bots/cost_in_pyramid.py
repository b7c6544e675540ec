"""What a bot's choices cost in Pyramid, compared with the best play, which is computed exactly.

    python -m benchmarks.bots.cost_in_pyramid [--left N] [--bots BOT,BOT …] [--coach]

`club` plays deals until N cards that are not sevens are left in the stock. There, until the next such card is turned, every
legal action is computed in all orders of the stock (`solvers/unknown_stock.py`). Where the choice matters, each bot chooses,
and pays by how much a win is less likely after its choice than after the best one. All bots choose in the same positions. With
--coach the coach's estimate of every action is compared with the exact value instead.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from time import thread_time

import sevenfold
from sevenfold.bots import Bot, bot, choose
from sevenfold.coaching import advise
from sevenfold.errors import BadInput
from sevenfold.kernel.chance import source
from sevenfold.kernel.sets import count
from sevenfold.lab.duplicate import Estimate, estimate
from sevenfold.playing.game import State
from sevenfold.solvers.unknown_stock import chances, that_matter

MOST_LEFT = 11  # with more hardly a choice can be worked out
MOST = 6_000_000  # positions of a choice; where that does not suffice, it is left out
ADVICE_FROM = 10  # with fewer left the coach works it out themselves
ROUNDED = 1e-8  # what is worked out, in advice
AS_GOOD, WORSE = 0.002, 0.03  # of a win: what should not be called a mistake, and what should
BOTS = ("search:40000:thumb=0.9", "search:40000:graph=4")


def choices(left: int, seed: int) -> Iterator[tuple[State, dict[int, float]]]:
    """Choices that matter with `left` cards in the stock, and how likely a win is after each action; deals from a seed on."""
    game, player = sevenfold.load("pyramid"), bot("club")
    while True:
        state = game.start(seed)
        seed += 1
        while not state.is_over:
            cards = count(int(that_matter(state.position[0])))
            if cards < left:
                break
            if cards == left and len(state.legal_actions()) > 1:
                known = chances(game, state.redeal(0, source(1)), left, positions=MOST)
                if known and max(known.values()) - min(known.values()) > 1e-9:
                    yield state, known
            state.play(choose(player, state))


def measure(bots: Sequence[Bot], left: int, wanted: int, seed: int) -> list[tuple[Estimate, float]]:
    """For each bot, the cost of a choice, and its processor time in milliseconds."""
    costs, seconds = [list[float]() for _ in bots], [0.0 for _ in bots]
    for state, known in choices(left, seed):
        for i, player in enumerate(bots):
            began = thread_time()
            action = choose(player, state)
            seconds[i] += thread_time() - began
            costs[i].append(max(known.values()) - known[action])
        if len(costs[0]) == wanted:
            break
    return [(estimate(cost), 1000 * spent / wanted) for cost, spent in zip(costs, seconds, strict=True)]


def measure_coach(left: int, wanted: int, seed: int) -> Iterator[str]:
    """How accurate the coach's advice is: a line for each figure."""
    costs = list[float]()
    worths_right, costs_right, wrongly, missed = (list[bool]() for _ in range(4))
    for state, known in choices(left, seed):
        advice, top = advise(state), max(known.values())
        best = advice.best.action
        costs.append(top - known[best])
        for one in advice.actions:
            worths_right.append(abs(one.gain - known[one.action]) <= one.ci95 + ROUNDED)
            if one.action == best:
                continue
            cost = advice.cost(one.action)
            costs_right.append(abs(cost.points - (known[best] - known[one.action])) <= cost.ci95 + ROUNDED)
            if top - known[one.action] < AS_GOOD:
                wrongly.append(cost.is_mistake)
            if top - known[one.action] > WORSE:
                missed.append(not cost.is_mistake)
        if len(costs) == wanted:
            break
    mean = estimate(costs)
    yield f"what the coach calls best costs {100 * mean.mean:.3f} ± {100 * mean.ci95:.3f} % of a win"
    for what, seen in (
        ("of what actions are worth within the intervals", worths_right),
        ("of what they cost beside that", costs_right),
        (f"of those that cost less than {AS_GOOD:.1%} of a win called a mistake", wrongly),
        (f"of those that cost more than {WORSE:.0%} not called one", missed),
    ):
        yield f"{sum(seen) / max(1, len(seen)):.0%} {what} ({len(seen)})"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--bots", default=",".join(BOTS), metavar="A,B", help="(%(default)s)")
    parser.add_argument("--left", type=int, default=9, metavar="N", help="cards in the stock that are no sevens (9)")
    parser.add_argument("--choices", type=int, default=150, metavar="N", help="how many are looked at (150)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="of the first deal")
    parser.add_argument("--coach", action="store_true", help="ask the coach, not bots")
    asked = parser.parse_args(arguments)
    if not 1 <= asked.left <= MOST_LEFT or asked.choices < 2 or asked.seed < 0:
        parser.error(f"It takes 1 to {MOST_LEFT} cards left, at least 2 choices, and a seed from 0 on.")
    if asked.coach and asked.left < ADVICE_FROM:
        parser.error(f"With fewer than {ADVICE_FROM} cards left the coach works out what is best: try --left {ADVICE_FROM}.")
    if asked.coach:
        print(*measure_coach(asked.left, asked.choices, asked.seed), sep="\n")
        return 0
    try:
        bots = [bot(spec) for spec in asked.bots.split(",")]
    except BadInput as error:
        parser.error(str(error))
    start = sevenfold.load("pyramid").start(0)
    for player in bots:
        choose(player, start)  # compiles
    for spec, (cost, spent) in zip(asked.bots.split(","), measure(bots, asked.left, asked.choices, asked.seed), strict=True):
        print(f"{spec}: a choice costs {100 * cost.mean:.3f} ± {100 * cost.ci95:.3f} % of a win, {spent:.0f} ms")
    return 0


if __name__ == "__main__":
    sys.exit(main())
