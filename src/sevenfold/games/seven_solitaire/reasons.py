"""What speaks for a move in Seven Solitaire."""

from __future__ import annotations

from collections.abc import Iterator

from sevenfold.devise import Reason, Trial
from sevenfold.games.seven_solitaire.rules import HIGH, PARTNERS, SEVEN, of_values, rules, value, values_in


@rules.texts
def reasons(trial: Trial) -> Iterator[Reason]:
    s, card = trial.s, trial.actions[0]
    turned = sum(event.kind.name == "draw" for event in trial.now)
    if trial.first("clear"):
        yield Reason("fills the reserve, so that it is cleared")
    if turned == 2:
        yield Reason("brings two new cards")
    if value(card) == SEVEN:
        yield Reason("removes a seven, which needs no partner")
    kept = trial.after.tableau & s.tableau
    if value(card) > SEVEN and kept & of_values(PARTNERS[values_in(kept) & ~HIGH & 63]):
        yield Reason("keeps a pair that makes seven for later")
