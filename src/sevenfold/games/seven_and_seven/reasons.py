"""What speaks for a move in Seven and Seven."""

from __future__ import annotations

from collections.abc import Iterator

from sevenfold.cards import NONE
from sevenfold.devise import Reason, Trial, bit
from sevenfold.games.seven_and_seven.rules import SIZE, STOCK, TAKE, one_of_eight, progress, rules


@rules.texts
def reasons(trial: Trial) -> Iterator[Reason]:
    s, seat, action = trial.s, trial.seat, trial.actions[0]
    if s.phase == TAKE:
        have = progress(s.hands[seat])
        if action != STOCK and progress(s.hands[seat] | bit(action)) > have:
            yield Reason(f"brings you to {have + 1} of the {SIZE} cards that you need")
        if action == STOCK and not any(
            top != NONE and progress(s.hands[seat] | bit(top)) > have for top in s.tops[: s.players]
        ):
            yield Reason("may bring a card that you need, and no discard pile shows one")
        return
    held = one_of_eight(s)
    most = progress(held)
    if progress(held & ~bit(action)) == min(most, SIZE):
        yield Reason(f"keeps {most if most < SIZE else 'all'} of the cards that you need")
    following = [event for event in trial.soon if event.kind.name == "take" and event["seat"] != seat]
    if following and all("card" not in event.kind.names or event["card"] != action for event in following):
        yield Reason("gives the others a card that they do not need", sure=False)
