"""docs/pictures/bidding.svg: how the leader bids in an equilibrium of Little Truf: `python -m tools.docs.bidding_picture`."""

from __future__ import annotations

import sys
from collections import defaultdict
from html import escape
from pathlib import Path

from sevenfold.playing.game import Game
from sevenfold.registry import game_in, load_with
from sevenfold.solvers.equilibrium import Settings, Solver, Strategy

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "little_truf" / "little_truf.py"
PICTURE = ROOT / "docs" / "pictures" / "bidding.svg"
ITERATIONS = 3000  # full walks; the exploitability is below 0.01 then
SEEDS = 3000  # in which every hand comes with every turn-up
RANKS = "QKA"
NAMES, BAR, GAP, ROW, TOP = 150, 250, 24, 22, 56
COLOURS = ("#b8c4c6", "#4f9d96", "#0b4f4a")  # of the bids 0, 1, 2
STYLE = (
    "text{fill:#1d2326;font:12px system-ui,sans-serif}.quiet{fill:#566065}"
    "@media(prefers-color-scheme:dark){text{fill:#e8e6e1}.quiet{fill:#a5adb0}}"
)

Bids = dict[str, list[float]]  # the chance of each bid, by the hand


def bids(game: Game) -> Bids:
    """How likely the leader bids each number with each hand, averaged over the turn-ups that it may lie beside."""
    solver = Solver(game, Settings(sampling="full", variant="dcfr"))
    solver.run(iterations=ITERATIONS)
    strategy = Strategy(game, solver.table)
    found: dict[str, dict[int, dict[int, float]]] = defaultdict(dict)  # by hand and turn-up
    for seed in range(SEEDS):
        position = game.start(seed).position
        leader, turn_up = int(position[0].leader), int(position[0].turn_up)
        hand = [card for card in range(2 * len(RANKS)) if int(position[0].hands[leader]) >> card & 1]
        found[hand_in_words(hand, turn_up)].setdefault(turn_up, strategy.chances(position, leader))
    return {
        hand: [sum(chances.get(bid, 0.0) for chances in by_turn_up.values()) / len(by_turn_up) for bid in range(3)]
        for hand, by_turn_up in found.items()
    }


def hand_in_words(hand: list[int], turn_up: int) -> str:
    """A hand by what its cards are worth: "trump A, K" is the ace of trumps with a king of the other suit."""
    trump = turn_up // len(RANKS)
    trumps = [RANKS[card % len(RANKS)] for card in hand if card // len(RANKS) == trump]
    others = [RANKS[card % len(RANKS)] for card in hand if card // len(RANKS) != trump]
    named = [f"trump {rank}" for rank in sorted(trumps, key=RANKS.index, reverse=True)]
    return ", ".join([*named, *sorted(others, key=RANKS.index, reverse=True)])


def picture(with_hook: Bids, without: Bids) -> str:
    """Two columns of bars, with the hook and without it; a row for each hand, those that bid most at the top."""
    hands = sorted(with_hook, key=lambda hand: -sum(bid * chance for bid, chance in enumerate(without[hand])))
    width, height = NAMES + 2 * (BAR + GAP), TOP + ROW * len(hands) + 8
    parts = [
        f'<text class="quiet" x="{NAMES + at * (BAR + GAP)}" y="{TOP - 12}">{title}</text>'
        for at, title in enumerate(("With the hook", "Without it"))
    ]
    for bid, colour in enumerate(COLOURS):
        left = NAMES + 70 * bid
        parts.append(
            f'<rect x="{left}" y="8" width="14" height="14" fill="{colour}"/><text x="{left + 20}" y="20">bid {bid}</text>'
        )
    for row, hand in enumerate(hands):
        y = TOP + ROW * row
        parts.append(f'<text x="0" y="{y + 13}">{escape(hand)}</text>')
        for at, bids_of in enumerate((with_hook, without)):
            x = float(NAMES + at * (BAR + GAP))
            for chance, colour in zip(bids_of[hand], COLOURS, strict=True):
                if chance > 0.001:
                    parts.append(f'<rect x="{x:.1f}" y="{y}" width="{BAR * chance:.1f}" height="16" fill="{colour}"/>')
                x += BAR * chance
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" role="img">'
        f"<title>How likely the leader bids 0, 1 and 2 with each hand</title><style>{STYLE}</style>{''.join(parts)}</svg>\n"
    )


def main() -> int:
    """Draw the picture."""
    id = game_in(str(EXAMPLE))
    with_hook, without = (bids(load_with(id, {"hand_size": 2, "hook": hook})) for hook in (True, False))
    PICTURE.write_text(picture(with_hook, without), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
