"""What speaks for a move in Cooperative Dominoes."""

from __future__ import annotations

from collections.abc import Iterator

from sevenfold.cards import NONE
from sevenfold.devise import Reason, Trial, count
from sevenfold.games.cooperative_dominoes.grid import that_fit
from sevenfold.games.cooperative_dominoes.rules import PASS, rules


@rules.texts
def reasons(trial: Trial) -> Iterator[Reason]:
    s, after = trial.s, trial.after
    if trial.actions[0] == PASS:
        return
    placed = trial.first("place")
    held = 0
    for seat in range(s.players):
        held |= s.hands[seat]
    held &= after.hands[trial.seat] | sum(after.hands[seat] for seat in range(s.players) if seat != trial.seat)
    fitting = that_fit(after, held)
    if held and fitting == held:
        yield Reason(
            "leaves a place for every card in your hand" if s.players == 1 else "leaves a place for every card in all hands"
        )
    elif count(fitting):
        where = "your hand" if s.players == 1 else "all hands"
        yield Reason(f"leaves a place for {count(fitting)} of the {count(held)} cards in {where}")
    if placed and placed["covers"] == NONE and s.stacks:
        yield Reason("covers no card")
    if placed and placed["covers"] != NONE:
        yield Reason("opens places by covering a card")
