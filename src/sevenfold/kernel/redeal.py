"""What a seat does not see: re-dealing it at random, or redacting it.

`redeal_unseen` puts a random arrangement of the unseen cards in place of the true one: every arrangement that agrees
with what the seat knows is equally likely, unless a game says that some come about in fewer ways. Unseen cards go to
places: a hidden hand (or a part of one about which more is known), a stock, a card set aside. A place has a size and a set
of cards that it may hold. What is the same for every re-deal of a position is found once, as a plan (`worlds`).
"""

from __future__ import annotations

import numpy as np

from .chance import next_bits, seeded
from .compiler.decorators import compiled
from .fields import Fields
from .memory import as_int64
from .questions import (
    came_from,
    comes_about,
    hidden_places,
    known,
    lacked,
    not_in_stock,
    once_held,
    part_size,
    parts,
    possible,
    private_words,
    shown,
)
from .sets import beyond_lowest, count, lowest, maybe
from .types import Plan, Reals, Seat, Source
from .worlds import AT, GHOSTS, GOT, MAY, META, PART, PLACES, SIZE, SURE, UNSEEN, arrange, prepare

MOST_TRIES = 1000  # to find an arrangement that the game calls possible
NOBODYS = -1
EVERY = ~0


@compiled
def plan_redeal(s: Fields, seat: Seat, plan: Plan) -> Reals:
    """Find out what seat cannot know of a listening position, and forget what only others know of it.

    The hidden cards are then dealt by `redeal_unseen`, in this position or a copy of it; it needs the plan, which begins as
    zeros, and the table that is returned.
    """
    lift_unseen(s, seat, plan, True)
    return prepare(plan)


@compiled
def redeal_unseen(s: Fields, seat: Seat, plan: Plan, ways: Reals, source: Source) -> None:
    """Replace what seat cannot know with a random arrangement that it thinks possible, and the generator with a new one.

    Draws from `source` alone. The plan holds only which cards are hidden, not where each lies.
    """
    for _ in range(MOST_TRIES):
        arrange(plan, ways, source)
        put_back(s, plan)
        if possible(s) and comes_about(s, seat, source):
            break
    s.chance = seeded(next_bits(source))


@compiled
def redact(s: Fields, seat: Seat, plan: Plan) -> None:
    """Take out what seat (NONE: a spectator) cannot see: the unseen cards are laid into the hidden places in numerical order.

    Every count stays right and every card is in one place, so views and legal actions can be made from what is left;
    nothing in it depends on where hidden cards truly are.
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
    """Pick up every card that seat does not see and forget what only others know: the plan's cards and places.

    by_parts: hands of several parts are several places, each with what it may hold; and cards that were once held in a
    hidden hand are picked up with the others, for they say what else may have been there.
    """
    w = as_int64(s)
    unseen, ghosts, places = 0, 0, 0
    for holder in range(s.players):
        if by_parts and holder != seat:
            ghosts |= once_held(s, holder)
    for start, length, per_seat, is_set in hidden_places(s):
        for i in range(length):
            holder = i // per_seat if per_seat > 0 else (s.turn if per_seat < 0 else NOBODYS)
            here = w[start + i] if is_set else maybe(w[start + i])
            if (holder == seat and holder != NOBODYS) or (here == 0 and (ghosts == 0 or per_seat <= 0)):
                continue
            in_hand = is_set and per_seat > 0
            sure = 0
            if in_hand:
                sure = here & shown(s, holder)
                if seat >= 0:
                    sure |= here & known(s, seat, holder)
            rest = count(here & ~sure)
            pieces = parts(s, holder) if in_hand and by_parts else 1
            for part in range(pieces):
                room = part_size(s, holder, part) if pieces > 1 else rest
                holds = EVERY
                if in_hand and by_parts:
                    if pieces == 1:
                        room += count(once_held(s, holder))
                    holds = ~lacked(s, holder, part) & ~ghosts | came_from(s, holder, part)
                elif by_parts and per_seat <= 0:
                    holds = ~not_in_stock(s) & ~ghosts
                if room > 0:
                    plan[SIZE, places], plan[MAY, places] = room, holds
                    plan[AT, places], plan[SURE, places], plan[PART, places] = 2 * (start + i) + is_set, sure, part
                    places += 1
            unseen |= here & ~sure
    for start, length, per_seat in private_words(s):
        for i in range(length):
            holder = i // per_seat if per_seat > 0 else (s.turn if per_seat < 0 else NOBODYS)
            if holder != seat or holder == NOBODYS:
                w[start + i] = 0
    plan[META, UNSEEN], plan[META, PLACES], plan[META, GHOSTS] = unseen | ghosts, places, ghosts


@compiled
def put_back(s: Fields, plan: Plan) -> None:
    """Put the cards into the position's places."""
    w = as_int64(s)
    for p in range(plan[META, PLACES]):
        if plan[AT, p] & 1:
            w[plan[AT, p] >> 1] = plan[SURE, p]
    for p in range(plan[META, PLACES]):
        word = plan[AT, p] >> 1
        if plan[AT, p] & 1:
            w[word] |= plan[GOT, p] & ~plan[META, GHOSTS]
        else:
            w[word] = lowest(plan[GOT, p])
