"""How strong the copies of an agent are that `train.py` kept, and a picture of it.

python examples/learning/curve.py agent.npz --bots random,search:100,thumb --deals 50 --picture curve.svg

Each copy plays each bot in duplicate, as `sevenfold ladder` does. The package of the bot must be installed.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import sevenfold
from sevenfold.lab.ladder import Plan, play_ladder

COLOURS = ["#0f766e", "#b45309", "#6d28d9", "#be123c"]
MARKERS = "osD^"


def copies(agent: Path) -> dict[int, Path]:
    """The copies beside an agent's file that have learnt something, by the number of decisions that they have learnt from.

    The copy from before any learning is left out: between two that play at random, some games hardly ever end.
    """
    found = {path.suffixes[-2][1:]: path for path in agent.parent.glob(f"{agent.stem}.*.npz")}
    return {int(decisions): path for decisions, path in sorted(found.items(), key=lambda one: int(one[0])) if decisions != "0"}


def measured(agent: Path, game: sevenfold.Game, bots: list[str], deals: int, seed: int) -> list[dict[str, Any]]:
    """The share of wins of each copy against each bot."""
    found = []
    for decisions, path in copies(agent).items():
        for bot in bots:
            pair = play_ladder(Plan(game, [f"learnt:{path}", bot], deals=deals, seed=seed)).pairs[0]
            wins = pair.wins
            found.append({"decisions": decisions, "bot": bot, "games": pair.games, "share": wins.mean, "ci95": wins.ci95})
            print(json.dumps(found[-1]), flush=True)
    return found


def draw(points: list[dict[str, Any]], title: str, picture: Path) -> None:
    """The curves, as SVG on a white ground, which can be read on a dark page too."""
    import matplotlib as mpl  # only who draws needs it

    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = title  # the same picture each time
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(7, 3.6))
    for i, bot in enumerate(dict.fromkeys(point["bot"] for point in points)):
        own = [point for point in points if point["bot"] == bot]
        axes.errorbar(
            [point["decisions"] / 1e6 for point in own], [100 * point["share"] for point in own],
            yerr=[100 * point["ci95"] for point in own],
            color=COLOURS[i % 4], marker=MARKERS[i % 4], capsize=3, label=f"against {bot}",
        )  # fmt: skip
    axes.axhline(50, color="#6b7280", linewidth=1, linestyle="--")
    axes.set(xlabel="decisions learnt from, millions", ylabel="wins, %, with 95 % intervals", ylim=(0, 103), title=title)
    axes.grid(alpha=0.3)
    axes.legend(loc="center right")
    figure.savefig(picture, bbox_inches="tight", facecolor="white", metadata={"Date": None})


def main(arguments: list[str]) -> None:
    """Measure, print each figure, draw."""
    parser = argparse.ArgumentParser(description="Measure the copies of an agent that were kept while it learnt.")
    parser.add_argument("agent", type=Path)
    parser.add_argument("--game", default="seven_and_seven")
    parser.add_argument("--option", "-o", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--bots", default="random,search:100,thumb")
    parser.add_argument("--deals", type=int, default=50)
    parser.add_argument("--seed", type=int, default=500_000, help="of the first deal")
    parser.add_argument("--picture", type=Path, required=True)
    given = parser.parse_args(arguments)
    game = sevenfold.load(given.game, **dict(option.split("=", 1) for option in given.option))
    points = measured(given.agent, game, given.bots.split(","), given.deals, given.seed)
    draw(points, f"{game.name}, {game.players} players: {2 * given.deals} games a point", given.picture)


if __name__ == "__main__":
    main(sys.argv[1:])
