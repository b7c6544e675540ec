"""Small networks, trained by self-play, that estimate a seat's chance to win from what it sees.

Each game with networks has a module of its name here, with a function `choose` and one that evaluates every action: `play_out`,
where networks play the deal to its end, or `weigh`, where they give a value at once, with the standard `ERRORS` of that. The
weights for each number of players are beside it; `tools/learn/run.py` trains them.
"""

from __future__ import annotations

import hashlib
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np

from sevenfold.bots import heuristics
from sevenfold.bots.search.paired_playouts import MOST_ACTIONS
from sevenfold.kernel.types import Action, ActionSet, Positions, Reals

from .network import Shape, Weights

if TYPE_CHECKING:
    from sevenfold.playing.game import Game

PLAYED_OUT = ("front_and_center",)  # games whose module has `play_out`
LEARNT = {"seven_and_seven": (2, 3, 4), "front_and_center": (1,)}  # the games, and the numbers of players


def is_learnt(game: Game) -> bool:
    """Whether there are networks for this game with its number of players."""
    return game.players in LEARNT.get(game.id, ())


def choice(game: Game, dealt: Positions) -> tuple[Action, float]:
    """The best action in dealt[0], a listening position, by the networks, and the chance to win after it."""
    nets, mark = weights_of(game.id, game.players), mark_of(game.id)
    action, value = _file(game).choose(_with_two_to_try(dealt), nets, mark)
    return int(action), float(value)


def weigh(game: Game, dealt: Positions) -> dict[Action, float]:
    """The mover's chance to win after each action in dealt[0], a listening position, where networks give it at once."""
    found: dict[Action, float] = _file(game).weigh(_with_two_to_try(dealt), weights_of(game.id, game.players), mark_of(game.id))
    return found


def errors(game: Game) -> tuple[float, float]:
    """The standard errors of what `weigh` returns: of a chance to win, and of a difference between two of them."""
    found: tuple[float, float] = _file(game).ERRORS
    return found


def is_played_out(game: Game) -> bool:
    """Whether networks can play a deal of this game to its end."""
    return is_learnt(game) and game.id in PLAYED_OUT


def play_out(game: Game, dealt: Positions, actions: ActionSet, first: int, times: int) -> Reals:
    """The results of actions in dealt[0] when the networks play the deal to its end: [order of the stock, action].

    1.0 for a win, else 0.0. The orders of the stock are numbers `first` to `first + times - 1`, unrelated to its true order.
    """
    gains, nets = np.zeros((times, MOST_ACTIONS)), weights_of(game.id, game.players)
    _file(game).play_out(_with_two_to_try(dealt), actions, first, gains, nets, mark_of(game.id))
    return gains


def _file(game: Game) -> ModuleType:
    return import_module(f"{__name__}.{game.id}")


def _with_two_to_try(dealt: Positions) -> Positions:
    positions: Positions = np.zeros(3, dealt.dtype)
    positions[0] = dealt[0]
    return positions


@cache
def mark_of(id: str) -> Positions:
    """An array whose type changes with the files of this folder and the game's heuristics, see `heuristics.mark_of`."""
    digest = hashlib.sha256(repr(heuristics.mark_of(id).dtype).encode())
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    made: Positions = np.zeros(1, [(f"learnt_{digest.hexdigest()[:12]}", np.int64)])
    return made


def shape_of(game: Game) -> Shape:
    """The shape of a game's networks."""
    shape: Shape = _file(game).shape_of(game.players)
    return shape


def file_of(id: str, players: int) -> Path:
    """The file of the weights of a game's networks for this number of players."""
    return Path(__file__).with_name(f"{id}_{players}.npz")


@cache
def weights_of(id: str, players: int) -> Weights:
    """The networks of a game for this number of players, one per row."""
    return read_weights(file_of(id, players))


def read_weights(path: Path) -> Weights:
    """Read networks from a file."""
    with np.load(path) as kept:
        found: Weights = kept["nets"].astype(np.float32)
    return found


def keep_weights(path: Path, nets: Weights) -> None:
    """Write networks to a file, in half precision: no difference in play could be measured."""
    np.savez_compressed(path, nets=nets.astype(np.float16))
