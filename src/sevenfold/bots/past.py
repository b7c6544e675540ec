"""What the other seats did, and how the cards lay then, as far as a seat can tell.

No rule is known here. As far back as hidden cards have only been laid open, never moved from one hidden place to another, how
things lay earlier in a deal follows from how they lie now and what everybody saw; what was before that is left alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby, islice
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from sevenfold.cards import NONE
from sevenfold.kernel.chance import source
from sevenfold.kernel.memory import copied
from sevenfold.kernel.play import redeal
from sevenfold.kernel.questions import LAYOUTS, deals_done
from sevenfold.kernel.types import Action, Positions, Seat, Words

if TYPE_CHECKING:
    from sevenfold.playing.game import State


@dataclass(frozen=True)
class Past:
    """What the other seats did in a deal, as far as a seat can tell how it lay: the latest first.

    Of the hidden places, the positions hold only the cards that have left them since.
    """

    positions: Positions
    actions: Words
    done: tuple[tuple[Positions, Past], ...] = ()  # the deals before it: how each may have lain at its end, and its past


Recall: TypeAlias = Callable[[], Past]  # finds out what was done, for a bot that asks


def past_of(state: State, seat: Seat, since: int = 0) -> Past:
    """What a seat may know of how this deal went so far, and of those that are done; since: after so many actions."""
    dtype, now, done = state.game.rules.dtype, state.position, list[tuple[Positions, Past]]()
    latest = _past_of_deal(dtype, seat, now, [])
    steps = zip(reversed(state.actions), state.earlier(), strict=True)
    for deal, group in groupby(islice(steps, len(state.actions) - since), lambda step: deals_done(step[1][0])):
        made = list(group)
        if deal == deals_done(now[0]):
            latest = _past_of_deal(dtype, seat, now, made)
        else:
            end = copied(made[0][1])
            past = _past_of_deal(dtype, seat, end, made)
            redeal(end, 0, seat, source(0))
            done.append((end, past))
    return Past(latest.positions, latest.actions, tuple(done))


def _past_of_deal(dtype: np.dtype[np.record], seat: Seat, now: Positions, made: Sequence[tuple[Action, Positions]]) -> Past:
    """What was done in one deal until it lay as now; made: the actions and the positions before them, the latest first."""
    assert dtype.fields is not None
    layout, size = LAYOUTS[dtype], dtype.itemsize // 8
    sets = [at for first, length, _, is_set in layout.places for at in range(first, first + length) if is_set]
    single = [at for first, length, _, is_set in layout.places for at in range(first, first + length) if not is_set]
    lay = np.array([position.view(np.int64)[:size] for position in (now, *(then for _, then in made))])
    in_sets, cards = lay[:, sets], lay[:, single]
    alone = np.where(cards == NONE, 0, np.int64(1) << np.maximum(cards, 0))
    hidden = np.bitwise_or.reduce(in_sets, axis=1) | np.bitwise_or.reduce(alone, axis=1)
    went = in_sets[1:] & ~hidden[:-1, None]
    counts = np.bitwise_count(in_sets.view(np.uint64)).astype(int)
    is_told = (counts[1:] - counts[:-1] == np.bitwise_count(went.view(np.uint64))).all(axis=1)
    told = len(made) if is_told.all() else int(is_told.argmin())
    known, actions = lay[1 : told + 1], np.array([action for action, _ in made[:told]], np.int64)
    known[:, [int(dtype.fields["chance"][1]) // 8, *single]] = 0
    for first, length, _ in layout.private:
        known[:, first : first + length] = 0
    known[:, sets] = np.bitwise_or.accumulate(went[:told], axis=0)
    of_others = known[:, int(dtype.fields["turn"][1]) // 8] != seat
    return Past(known[of_others].reshape(-1).view(dtype), actions[of_others])
