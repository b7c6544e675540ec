"""Why a move is advised: a fact that its player knows, from the game's own text or from the rules of tricks.

Where the game says nothing certain, the reason is how the move was found.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sevenfold.kernel.memory import copied
from sevenfold.kernel.play import apply
from sevenfold.mechanics.tricks import winner_so_far
from sevenfold.view.position_reader import read_stored

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sevenfold.bots.engines.base import Method
    from sevenfold.kernel.types import Positions
    from sevenfold.playing.game import State
    from sevenfold.view.description import Move

TRICK_FIELDS = {"trick", "trick_size", "leader", "taker", "deal_number"}
BY_METHOD: dict[Method, str] = {
    "samples": "it did best of the {n} moves in deals like this one",
    "plan": "it did best of the {n} moves in deals like this one",
    "best play": "no other of the {n} moves wins more of the orders that the stock may have",
    "graph": "it wins most of the orders of the stock that were looked at",
    "networks": "among {n} moves it won most often where the game was learnt by self-play",
}


def reason_of(state: State, dealt: Positions, move: Move, names: Sequence[str], n: int, method: Method | None) -> str:
    """Why to make a move, as a clause that follows a colon; empty if nothing is to be said.

    Args:
        state: The game; it is not changed.
        dealt: The position re-dealt for the player, before the move. Only what the player knows is read from it.
        move: The move.
        names: What the player calls the seats.
        n: How many moves there are.
        method: How the bot found the move; None if it did not think ahead.
    """
    why = state.game.rules.plain.get("why")
    said = str(why(read_stored(dealt.tobytes(), dealt.dtype), move.actions, names)) if why else ""
    said = said or _of_trick(state, dealt, move)
    if not said and method is not None:
        return BY_METHOD[method].format(n=n)
    return f"it {said}" if said else ""


def _of_trick(state: State, dealt: Positions, move: Move) -> str:
    """What a card does in the trick, for which no other hand has to be known."""
    if not TRICK_FIELDS.issubset(dealt.dtype.names or ()) or len(move.actions) != 1:
        return ""
    before, seat = dealt[0], int(dealt[0]["turn"])
    size = int(before["trick_size"])
    is_card = state.describe(move.actions[0]).text.startswith("play ")
    if not is_card or size == 0:
        return ""
    after = copied(dealt)
    apply(after, 0, move.actions[0])
    if int(after[0]["deal_number"]) != int(before["deal_number"]):  # the next deal has begun
        return ""
    if size + 1 == state.game.players:
        return "takes the trick" if int(after[0]["taker"]) == seat else "leaves the trick to another player"
    is_highest = winner_so_far(after[0]) == seat
    return "is the highest card of the trick so far" if is_highest else "does not beat the highest card of the trick"
