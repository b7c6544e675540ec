"""What was learnt by self-play: small nets that say how likely a seat is to win, by what it sees.

A game of which something was learnt has a file of its name in this folder, with a function `choose`, and with one that weighs
every action: `play_out`, where the whole deal can be played by what was learnt, or `weigh`, where nets say it at once, whose
`ERRORS` it has. Beside it are the weights of its nets for each number of players; `tools/learn/run.py` has learnt them.
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
from sevenfold.bots.paired_playouts import MOST_ACTIONS
from sevenfold.kernel.types import Action, ActionSet, Positions, Reals

from .network import Shape, Weights

if TYPE_CHECKING:
    from sevenfold.playing.game import Game

PLAYED_OUT = ("front_and_center",)  # of these a file has `play_out`: the whole deal is played by what was learnt
LEARNT = {"seven_and_seven": (2, 3, 4), "front_and_center": (1,)}  # the games, and for how many players


def is_learnt(game: Game) -> bool:
    """Was something learnt of this game, for so many players?"""
    return game.players in LEARNT.get(game.id, ())


def choice(game: Game, dealt: Positions) -> tuple[Action, float]:
    """(The best action in dealt[0], a listening position, as it was learnt; how likely the seat to move is to win then)."""
    nets, mark = weights_of(game.id, game.players), mark_of(game.id)
    action, value = _file(game).choose(_with_two_to_try(dealt), nets, mark)
    return int(action), float(value)


def weigh(game: Game, dealt: Positions) -> dict[Action, float]:
    """How likely the seat to move in dealt[0], a listening position, is to win after each action, if nets say it at once."""
    found: dict[Action, float] = _file(game).weigh(_with_two_to_try(dealt), weights_of(game.id, game.players), mark_of(game.id))
    return found


def errors(game: Game) -> tuple[float, float]:
    """Of what `weigh` finds: the standard error of a chance to win, and that of how it compares with another's."""
    found: tuple[float, float] = _file(game).ERRORS
    return found


def is_played_out(game: Game) -> bool:
    """Can a deal of this game be played to its end by what was learnt?"""
    return is_learnt(game) and game.id in PLAYED_OUT


def play_out(game: Game, dealt: Positions, actions: ActionSet, first: int, times: int) -> Reals:
    """The results of actions in dealt[0], each played on to the end of the deal as it was learnt: [times, MOST_ACTIONS].

    1.0 if the deal is won, else 0.0; in the orders of the stock from number `first` on, which have nothing to do with its own.
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
    """An array whose type changes with the files of this folder and the game's rules of thumb, see `heuristics.mark_of`."""
    digest = hashlib.sha256(repr(heuristics.mark_of(id).dtype).encode())
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    made: Positions = np.zeros(1, [(f"learnt_{digest.hexdigest()[:12]}", np.int64)])
    return made


def shape_of(game: Game) -> Shape:
    """The nets of a game."""
    shape: Shape = _file(game).shape_of(game.players)
    return shape


def file_of(id: str, players: int) -> Path:
    """Where the weights of a game's nets for so many players are kept."""
    return Path(__file__).with_name(f"{id}_{players}.npz")


@cache
def weights_of(id: str, players: int) -> Weights:
    """The nets of a game for so many players, one a row."""
    return read_weights(file_of(id, players))


def read_weights(path: Path) -> Weights:
    """The nets that are kept in a file."""
    with np.load(path) as kept:
        found: Weights = kept["nets"].astype(np.float32)
    return found


def keep_weights(path: Path, nets: Weights) -> None:
    """Write down nets, in half of their size: it makes no difference to play that could be seen."""
    np.savez_compressed(path, nets=nets.astype(np.float16))
