"""What speaks for a move in Front and Center."""

from __future__ import annotations

from collections.abc import Iterator

from sevenfold.devise import Reason, Trial, count
from sevenfold.games.front_and_center.rules import DISCARD, FULL, SIDES, TURNED, can_take, matched, rules, with_room
from sevenfold.mechanics.chains import agree


@rules.texts
def reasons(trial: Trial) -> Iterator[Reason]:
    s, after, chain = trial.s, trial.after, trial.actions[0]
    if chain >= len(SIDES):
        if s.phase == TURNED and chain == DISCARD:
            fits = matched(s, s.turned) & with_room(s, s.turned)
            yield Reason("keeps room in the chains for better cards" if fits else "fits on no chain")
        elif can_take(s):
            yield Reason("leaves room in the chains for better cards")
        return
    card, size = after.ends[chain], count(after.chains[chain])
    if size == FULL:
        yield Reason(f"closes {SIDES[chain]}")
    if size < FULL and can_take(after):
        yield Reason("lets you take from the discard pile as well")
    if size == FULL - 1:
        yield Reason(f"leaves {SIDES[chain]} one card short of the target")
    elif size < FULL and agree(card, s.target):
        yield Reason("keeps an end that matches the target")
    elif size < FULL:
        yield Reason(f"lengthens {SIDES[chain]} to {size} of {FULL} cards")
