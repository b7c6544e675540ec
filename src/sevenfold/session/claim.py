"""Claiming the rest of a deal: whether the player to move may, what a bot does, and how a claim is played out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter

from sevenfold.bots import Bot, choose
from sevenfold.errors import BadInput
from sevenfold.playing.game import State
from sevenfold.solvers.claims import NOT_CERTAIN, Claim, claim_of, spared, why_not

from .game_log import GameLog


def find_claim(state: State, seat: int, secret: bytes) -> Claim:
    """What a seat may claim by what it knows.

    Raises:
        BadInput: It is not the seat's turn, nothing can be claimed here, or the rest is not certain.
    """
    if not state.is_over and state.turn != seat:
        raise BadInput("It is not your turn.")
    if why := why_not(state):
        raise BadInput(why)
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


def play_out(log: GameLog, claim: Claim) -> Iterator[None]:
    """Play the actions of a claim, one for each step of the iterator; the log holds them as one move of the claimant's."""
    log.claim(log.state.action_count + len(claim.line))
    for action in claim.line:
        log.play(action)
        yield
