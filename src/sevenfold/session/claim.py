"""Claiming the rest of a deal: whether the player to move may, what a bot does, and how a claim is carried out."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from sevenfold.bots import Bot, choose
from sevenfold.errors import BadInput
from sevenfold.playing.game import State
from sevenfold.solvers.claims import NOT_CERTAIN, Claim, check, claim_of, spared

from .game_log import GameLog


def find_claim(state: State, seat: int, secret: bytes) -> Claim:
    """What a seat may claim by what it knows.

    Raises:
        BadInput: The game is over, it is a game for one, it is not the seat's turn, or the rest is not certain.
    """
    check(state)
    if state.turn != seat:
        raise BadInput("It is not your turn.")
    found = claim_of(state.copy(), secret)
    if found is None:
        raise BadInput(NOT_CERTAIN)
    return found


def claim_or_choose(bot: Bot, state: State, secret: bytes | None, *, may_claim: bool) -> Callable[[float | None], int | Claim]:
    """What a bot does in a state, given a number of seconds or None: it claims the rest, or chooses an action.

    Whether it looks for a claim, and for how long at most, does not depend on the cards.
    """

    def decided(seconds: float | None) -> int | Claim:
        began = perf_counter()
        claim = spared(state, secret or b"") if may_claim else None
        left = None if seconds is None else seconds - (perf_counter() - began)
        return claim or choose(bot, state, secret, seconds=left)

    return decided


def carry_out(log: GameLog, claim: Claim) -> None:
    """Play the actions of a claim, which the log holds as one move of the claimant's."""
    log.claim(log.state.action_count + len(claim.line))
    for action in claim.line:
        log.play(action)
