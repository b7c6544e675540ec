"""Rollouts: the position in which a simulation starts, the play below the tree, and each seat's gain at its end."""

from __future__ import annotations

from typing import Any

from sevenfold.kernel.chance import below, fraction, next_bits, pick, seeded
from sevenfold.kernel.compiler.decorators import compiled
from sevenfold.kernel.fields import Fields
from sevenfold.kernel.questions import OVER, apply_action, deals_done, heuristic_value, legal_actions, policy, standing
from sevenfold.kernel.redeal import redeal_unseen
from sevenfold.kernel.types import Plan, Positions, Reals, Seat, Source

# The indices of `how`, the array of a search's `Settings`; from OTHERS on one for each seat.
EXPLORE, HEURISTICS, PREFER, CAP, RELATIVE, EVENLY, OTHERS = 0, 1, 2, 3, 4, 5, 6


@compiled
def deal_world(
    root: Positions, ears: Positions, seat: Seat, plan: Plan, ways: Reals, worlds: Positions, source: Source
) -> None:
    """Put a world into ears[0]: one of those inferred if there are any, else the root re-dealt."""
    if len(worlds):
        ears[0] = worlds[below(source, len(worlds))]
        ears[0].chance = seeded(next_bits(source))
    else:
        ears[0] = root[0]
        redeal_unseen(ears[0], seat, plan, ways, source)


@compiled
def roll_out(s: Fields, seat: Seat, deal: int, how: Reals, source: Source) -> None:
    """Play on to the end of the deal, or until the rollout reaches its cap; seat: the one that thinks."""
    steps = 0
    while s.phase != OVER and deals_done(s) == deal and (how[CAP] == 0 or steps < how[CAP]):
        legal = legal_actions(s)
        share = how[OTHERS + s.turn] if how[OTHERS + s.turn] > 0 and s.turn != seat else how[HEURISTICS]
        if share > 0 and fraction(source) < share:
            legal = policy(s, legal)
        apply_action(s, pick(source, legal))
        steps += 1


@compiled
def weigh(root: Fields, s: Fields, deal: int, how: Reals, gained: Any) -> None:
    """Compute each seat's gain since the root, above the average of all where `how` says so."""
    ended = s.phase == OVER or deals_done(s) != deal
    average = 0.0
    for player in range(s.players):
        gained[player] = (standing(s, player) if ended else heuristic_value(s, player)) - standing(root, player)
        average += gained[player] / s.players
    if how[RELATIVE]:
        for player in range(s.players):
            gained[player] -= average
