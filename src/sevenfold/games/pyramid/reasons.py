"""What speaks for a move in Pyramid."""

from __future__ import annotations

from collections.abc import Iterator

from sevenfold.devise import Reason, Trial, count, has
from sevenfold.games.pyramid.rules import CARD, SEVENS, TURN, from_top, loose_sevens, paired, rules


@rules.texts
def reasons(trial: Trial) -> Iterator[Reason]:
    s, after = trial.s, trial.after
    if s.phase == CARD and trial.actions[0] == TURN:
        can_discard = (loose_sevens(s) | paired(s)) and not s.must_turn
        yield Reason("keeps what can be discarded for a better moment" if can_discard else "brings a new card")
        return
    bared = count(after.uncovered & after.tableau & ~s.uncovered)
    if bared:
        yield Reason(f"uncovers {bared} {'card' if bared == 1 else 'cards'} of the pyramid")
    if s.phase == CARD and has(SEVENS, trial.actions[0]):
        yield Reason("removes a 7, which is good for nothing else")
    gone = count(s.tableau) - count(after.tableau)
    if gone > 1:
        yield Reason("takes both cards from the pyramid")
    if after.pile_size < s.pile_size and after.pile_size and paired(after) & (1 << from_top(after, 0)):
        yield Reason("brings up a card of the working pile that can be used")
