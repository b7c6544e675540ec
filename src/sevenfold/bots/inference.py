"""What the others did says what they may hold: re-dealt positions, as likely as the rules of thumb make what was done in them.

Each earlier choice of another seat is looked at again, with the cards that a re-deal gives it and those it has shown
since. A seat is taken to choose by the rules of thumb (`advised`) in a share of its choices, and else at random; a re-deal is
as likely as all that was done. Worlds are drawn from a batch of re-deals in proportion to that, and then changed by swaps of
two unseen cards, each kept or undone so that worlds stay as likely as they are (Metropolis).

No rule is known here. As far back as hidden cards have only been laid open, never moved from one hidden place to another, how
things lay earlier follows from how they lie now and what everybody saw; what was before that is left alone.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from sevenfold.kernel.chance import fraction, pick
from sevenfold.kernel.compiled import compiled, entry
from sevenfold.kernel.fields import Fields
from sevenfold.kernel.memory import words
from sevenfold.kernel.questions import LAYOUTS, advised, comes_about, deals_done, hidden_places, legal_actions, possible
from sevenfold.kernel.redeal import put_back, redeal_unseen
from sevenfold.kernel.sets import bit, count, has, maybe
from sevenfold.kernel.types import Action, Plan, Positions, Reals, Seat, Source, Sources, Words
from sevenfold.kernel.worlds import GOT, MAY, META, PLACES, PLAN_SHAPE, UNSEEN, pick_place

from .settings import Settings

if TYPE_CHECKING:
    from sevenfold.playing.game import State

BATCH = 100  # re-deals that worlds are drawn from, as many worlds
SWAPS = 20  # tried in each world


# -- what was done ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Past:
    """What the other seats did in this deal, as far as a seat can tell how it lay: the latest first.

    Of the hidden places, the positions hold only the cards that have left them since.
    """

    positions: Positions
    actions: Words


Recall: TypeAlias = Callable[[], Past]  # finds out what was done, for a bot that asks


def past_of(state: State, seat: Seat) -> Past:
    """What a seat may know of how this deal went so far."""
    dtype = state.game.rules.dtype
    size, layout = dtype.itemsize // 8, LAYOUTS[dtype]
    assert dtype.fields is not None
    sets = [at for first, length, _, is_set in layout.places for at in range(first, first + length) if is_set]
    single = [at for first, length, _, is_set in layout.places for at in range(first, first + length) if not is_set]
    forgotten = [int(dtype.fields["chance"][1]) // 8, *single]
    forgotten += [at for first, length, _ in layout.private for at in range(first, first + length)]
    deal, later = deals_done(state.position[0]), state.position.view(np.int64)[:size]
    gone = np.zeros(len(sets), np.int64)
    positions, actions = list[Words](), list[Action]()
    for action, then in zip(reversed(state.actions), state.earlier(), strict=True):
        before = then.view(np.int64)[:size]
        went = before[sets] & ~_all_of(later, sets, single)
        if deals_done(then[0]) != deal or (_counts(before[sets]) - _counts(later[sets]) != _counts(went)).any():
            break
        gone, later = gone | went, before
        if then[0]["turn"] != seat:
            known = before.copy()
            known[sets], known[forgotten] = gone, 0
            positions.append(known)
            actions.append(action)
    kept = np.array(positions, np.int64).reshape(-1).view(dtype) if positions else np.zeros(0, dtype)
    return Past(kept, np.array(actions, np.int64))


def _all_of(w: Words, sets: Sequence[int], single: Sequence[int]) -> int:
    """All cards in hidden places."""
    found = int(np.bitwise_or.reduce(w[sets]))
    for card in w[single]:
        found |= maybe(int(card))
    return found


def _counts(sets: Words) -> Words:
    return np.array([count(int(cards)) for cards in sets], np.int64)


# -- how likely it was --------------------------------------------------------------------------------------------------


def inferred(
    root: Positions, seat: Seat, plan: Plan, ways: Reals, past: Past, settings: Settings, chance: Sources, mark: Positions,
    seconds: float = math.inf,
) -> Positions:  # fmt: skip
    """As many worlds as the settings say, or as can be found in that time; none if there is nothing to infer from."""
    until, found = perf_counter() + seconds, 0
    is_vain = not len(past.actions) or plan[META, UNSEEN] == 0
    worlds: Positions = np.zeros(0 if is_vain else settings.worlds, root.dtype)
    drafts: Positions = np.zeros(BATCH, root.dtype)
    trial: Positions = np.zeros(1, past.positions.dtype)
    lays: Words = np.zeros((BATCH, PLAN_SHAPE[1]), np.int64)
    while True:  # once at least, so that it is compiled when a bot is tried out
        batch = worlds[found : found + BATCH]
        likely = infer(
            root, seat, plan, ways, past.positions, past.actions, settings.infer, batch, drafts, trial, lays, chance, mark
        )
        found += len(batch)
        if not likely:
            return worlds[: found - len(batch)]
        if found >= len(worlds) or perf_counter() >= until:
            return worlds[:found]


@entry
def infer(
    root: Positions, seat: Seat, plan: Plan, ways: Reals, past: Positions, actions: Words, share: float, worlds: Positions,
    drafts: Positions, trial: Positions, lays: Words, sources: Sources, _mark: Positions,
) -> bool:  # fmt: skip
    """Fill the worlds, of which there are no more than drafts; False if nothing that was done fits any of the re-deals.

    drafts, lays (how a draft's unseen cards are dealt to the plan's places), trial: room to work in.
    """
    source, n, total = sources[0], len(worlds), 0.0
    sums = np.empty(n)
    for k in range(n):
        drafts[k] = root[0]
        redeal_unseen(drafts[k], seat, plan, ways, source)
        for p in range(plan[META, PLACES]):
            lays[k, p] = plan[GOT, p]
        total += likelihood(drafts[k], past, actions, share, trial)
        sums[k] = total
    if not total > 0:
        return False
    k = 0
    for i in range(n):
        while sums[k] <= total * (i + 0.5) / n:
            k += 1
        worlds[i] = drafts[k]
        for p in range(plan[META, PLACES]):
            plan[GOT, p] = lays[k, p]
        now = likelihood(worlds[i], past, actions, share, trial)
        for _ in range(SWAPS):
            now = swapped(worlds[i], seat, plan, now, past, actions, share, trial, source)
    return True


@compiled
def swapped(
    world: Fields, seat: Seat, plan: Plan, now: float, past: Positions, actions: Words, share: float, trial: Positions,
    source: Source,
) -> float:  # fmt: skip
    """Swap two unseen cards where they may lie so, and it stays likely enough; how likely the world is then."""
    one, other = pick_place(source, plan), pick_place(source, plan)
    a, b = pick(source, plan[GOT, one]), pick(source, plan[GOT, other])
    if one == other or not has(plan[MAY, other], a) or not has(plan[MAY, one], b):
        return now
    both = bit(a) | bit(b)
    plan[GOT, one] ^= both
    plan[GOT, other] ^= both
    put_back(world, plan)
    then = likelihood(world, past, actions, share, trial) if possible(world) and comes_about(world, seat, source) else 0.0
    if then > 0 and fraction(source) * now <= then:
        return then
    plan[GOT, one] ^= both
    plan[GOT, other] ^= both
    put_back(world, plan)
    return now


@compiled
def likelihood(world: Fields, past: Positions, actions: Words, share: float, trial: Positions) -> float:
    """How likely all that was done would be in this world, as a multiple of how likely it is at random."""
    found = 1.0
    for i in range(len(past)):
        trial[0] = past[i]
        lay_back(trial[0], world)
        found *= likelihood_of(trial[0], actions[i], share)
    return found


@compiled
def lay_back(s: Fields, world: Fields) -> None:
    """Put what lies in the world's hidden places back into an earlier position."""
    w, now = words(s), words(world)
    for first, length, _, is_set in hidden_places(s):
        for at in range(first, first + length):
            w[at] = w[at] | now[at] if is_set else now[at]


@compiled
def likelihood_of(s: Fields, action: Action, share: float) -> float:
    """The same of one choice."""
    legal = legal_actions(s)
    if not has(legal, action):
        return 0.0
    if legal == bit(action):
        return 1.0
    good = advised(s, legal)
    return 1 - share + (share * count(legal) / count(good) if has(good, action) else 0.0)
