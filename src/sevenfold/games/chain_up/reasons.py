"""What speaks for a move in Chain Up."""

from __future__ import annotations

from collections.abc import Iterator

from sevenfold.cards import NONE
from sevenfold.devise import Reason, Trial, beyond_lowest, count, lowest
from sevenfold.games.chain_up.coupling import PLAYED_ON, matched
from sevenfold.games.chain_up.rules import CLOSABLE, CLOSE, CLOSING, DISCARD, FROM_DISCARDS, PLAY, TAKE, open_chains, rules
from sevenfold.mechanics.chains import agree


@rules.texts
def reasons(trial: Trial) -> Iterator[Reason]:
    s, seat, action = trial.s, trial.seat, trial.actions[0]
    if s.phase == TAKE:
        if action == FROM_DISCARDS:
            yield Reason("fits on one of your chains for certain")
        elif s.top != NONE and matched(s, s.top) & open_chains(s, seat):
            yield Reason("leaves your chains open for a better card")
        return
    decides = s.phase == CLOSING or len(trial.actions) > 1
    if decides:
        yield Reason("closes a chain for good" if trial.actions[-1] == CLOSE else "keeps the chain open for more cards")
    if s.phase != PLAY:
        return
    if action == DISCARD:
        if not matched(s, s.taken) & open_chains(s, seat):
            yield Reason("fits on none of your open chains")
        else:
            yield Reason("keeps the ends of your chains as they are")
        return
    chain = lowest(PLAYED_ON[action])
    if beyond_lowest(PLAYED_ON[action]):
        yield Reason("joins two chains into one, so that one fewer is left to close")
    if not decides:
        size = count(trial.after.chains[seat, chain])
        lacks = "can be closed next" if size >= CLOSABLE - 1 else f"needs {CLOSABLE - size} more"
        yield Reason(f"makes a chain of {size}, which {lacks}")
        if agree(s.taken, s.target):
            yield Reason("ends it with a card that matches the target")
