"""Replacing the cards that a seat does not see: re-dealing them at random, or redacting them.

`redeal_unseen` replaces the true arrangement of the unseen cards by a random one. Every arrangement that agrees with what the
seat knows is equally likely, unless the game answers `comes_about`. Unseen cards go to places: a hidden hand (or a part of it
about which more is known), a stock, a card set aside. A place has a size and a set of cards that it may hold. The work that
all re-deals of a position share is done once, in a plan (`worlds`).
"""

from __future__ import annotations

import numpy as np

from .chance import next_bits, seeded
from .compiler.decorators import compiled
from .fields import OTHERS_SEE, PARTNERS_SEE, Fields
from .memory import as_int64
from .questions import (
    came_from,
    comes_about,
    hidden_places,
    known,
    lacked,
    lacked_at,
    lacked_in,
    lies_in,
    not_in_stock,
    once_held,
    part_size,
    parts,
    possible,
    private_words,
    redealt,
    shown,
)
from .sets import beyond_lowest, count, lowest, maybe
from .types import Plan, Reals, Seat, Source
from .worlds import AT, DEPARTED, GOT, MAY, META, PART, PLACES, SIZE, SURE, UNSEEN, arrange, prepare

MOST_TRIES = 1000  # attempts to find a possible arrangement
NOBODYS = -1
EVERY = ~0


@compiled
def plan_redeal(s: Fields, seat: Seat, plan: Plan) -> Reals:
    """Write a plan of the cards whose places a seat cannot know in a listening position, and remove what only others know.

    `redeal_unseen` then deals the hidden cards in this position or a copy of it, given the plan and the table that this
    returns. The plan must be all zeros before the call.
    """
    lift_unseen(s, seat, plan, True)
    return prepare(plan)


@compiled
def redeal_unseen(s: Fields, seat: Seat, plan: Plan, ways: Reals, source: Source) -> None:
    """Replace what a seat cannot know by a random arrangement that agrees with what it knows, and reseed the position's chance.

    Draws from `source` only. The plan says which cards are hidden, not where they lie.
    """
    for _ in range(MOST_TRIES):
        arrange(plan, ways, source)
        put_back(s, plan)
        redealt(s, seat, source)
        if possible(s) and comes_about(s, seat, source):
            break
    s.chance = seeded(next_bits(source))


@compiled
def redact(s: Fields, seat: Seat, plan: Plan) -> None:
    """Hide the cards that a seat (NONE: a spectator) does not see, by laying them into the hidden places in numerical order.

    Counts stay right and every card lies in one place, so views and legal actions can be computed from the result. It does
    not depend on where the hidden cards were.
    """
    lift_unseen(s, seat, plan, False)
    unseen = plan[META, UNSEEN]
    for p in range(plan[META, PLACES]):
        plan[GOT, p] = 0
        for _ in range(plan[SIZE, p]):
            plan[GOT, p] |= unseen & -unseen
            unseen = beyond_lowest(unseen)
    put_back(s, plan)
    s.chance = np.uint64(0)


@compiled
def lift_unseen(s: Fields, seat: Seat, plan: Plan, by_parts: bool) -> None:
    """Write the cards that a seat does not see and their places into the plan, and clear what only others know.

    by_parts: each part of a hand is a separate place, and cards that have left a hidden hand (`once_held`) are dealt again
    with the others, because they restrict what else may be in its parts.
    """
    w = as_int64(s)
    unseen, departed, places, nobodys = 0, 0, 0, 0
    for holder in range(s.players):
        if by_parts and holder != seat:
            departed |= once_held(s, holder)
    for start, length, per_seat, sight, is_set in hidden_places(s):
        for i in range(length):
            holder = i // per_seat if per_seat > 0 else (s.turn if per_seat < 0 else NOBODYS)
            here = w[start + i] if is_set else maybe(w[start + i])
            at = nobodys  # the number of a place that nobody sees
            nobodys += per_seat == 0
            if sees(s, seat, holder, sight) or (here == 0 and (departed == 0 or per_seat <= 0)):
                continue
            in_hand = is_set and per_seat > 0
            sure = 0
            if in_hand:
                sure = here & shown(s, holder)
                if seat >= 0:
                    sure |= here & known(s, seat, holder)
            elif is_set and per_seat == 0:
                sure = here & lies_in(s, seat, at)
            rest = count(here & ~sure)
            pieces = parts(s, holder) if in_hand and by_parts else 1
            for part in range(pieces):
                room = part_size(s, holder, part) if pieces > 1 else rest
                holds = EVERY
                if in_hand and by_parts:
                    if pieces == 1:
                        room += count(once_held(s, holder))
                    holds = ~lacked(s, holder, part) & ~departed | came_from(s, holder, part)
                elif by_parts and per_seat <= 0:
                    holds = ~not_in_stock(s) & ~departed
                    if per_seat == 0:
                        holds &= ~lacked_in(s, at)
                elif by_parts and not is_set:
                    holds = ~lacked_at(s, holder, i % per_seat)
                if room > 0:
                    plan[SIZE, places], plan[MAY, places] = room, holds
                    plan[AT, places], plan[SURE, places], plan[PART, places] = 2 * (start + i) + is_set, sure, part
                    places += 1
            unseen |= here & ~sure
    for start, length, per_seat, sight in private_words(s):
        for i in range(length):
            holder = i // per_seat if per_seat > 0 else (s.turn if per_seat < 0 else NOBODYS)
            if not sees(s, seat, holder, sight):
                w[start + i] = 0
    plan[META, UNSEEN], plan[META, PLACES], plan[META, DEPARTED] = unseen | departed, places, departed


@compiled
def sees(s: Fields, seat: Seat, holder: Seat, sight: int) -> bool:
    """Whether a seat (NONE: a spectator) sees what is a holder's (NONE: nobody's) and seen by its owner, partners or others."""
    if seat == NOBODYS or holder == NOBODYS:
        return False
    if sight == OTHERS_SEE:
        return seat != holder
    return seat == holder or (sight == PARTNERS_SEE and 2 * abs(seat - holder) == s.players)


@compiled
def put_back(s: Fields, plan: Plan) -> None:
    """Write the cards dealt by a plan into the position."""
    w = as_int64(s)
    for p in range(plan[META, PLACES]):
        if plan[AT, p] & 1:
            w[plan[AT, p] >> 1] = plan[SURE, p]
    for p in range(plan[META, PLACES]):
        word = plan[AT, p] >> 1
        if plan[AT, p] & 1:
            w[word] |= plan[GOT, p] & ~plan[META, DEPARTED]
        else:
            w[word] = lowest(plan[GOT, p])
