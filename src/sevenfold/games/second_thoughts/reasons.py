"""What speaks for a move in Second Thoughts."""

from __future__ import annotations

from collections.abc import Iterator

from sevenfold.devise import Reason, Trial, bit, count, each, has
from sevenfold.games.second_thoughts.rules import BIDDING, CALLING, CALLS, SUIT, rules
from sevenfold.mechanics.sevendeck import colour_of, number_of, of_colour, of_number
from sevenfold.mechanics.trick_reasons import drawn_trumps, plural, trick_of, tricks_won


@rules.texts
def reasons(trial: Trial) -> Iterator[Reason]:
    s, seat, action = trial.s, trial.seat, trial.actions[0]
    suit_trumps, number_trumps = of_colour(colour_of(s.turn_up)), of_number(number_of(s.turn_up))
    if s.phase == BIDDING:
        if tricks_won(trial) >= action:
            yield Reason("is reached in {n} of {of} deals tried")
        return
    hand = s.hands[seat]
    if s.phase == CALLING:
        trumps, others = (suit_trumps, number_trumps) if action == SUIT else (number_trumps, suit_trumps)
        mine, instead = count(hand & trumps), count(hand & others)
        if mine > instead:
            yield Reason(f"gives you {mine} {plural(hand & trumps, 'trump')}, {CALLS[1 - action]} only {instead}")
        if (found := trick_of(trial)) and found[0]["seat"] == seat:
            yield Reason("wins you the trick", sure=False)
        return
    trumps = suit_trumps if s.follows == SUIT else number_trumps
    height = number_of if s.follows == SUIT else colour_of
    if found := trick_of(trial):
        trick, is_sure = found
        if trick["seat"] == seat:
            yield Reason("wins the trick", is_sure)
        if drawn_trumps(trial, trick, trumps):
            yield Reason("draws out trumps", sure=False)
    left = hand & ~bit(action)
    if left & trumps and not has(trumps, action):
        yield Reason(f"keeps your {plural(left & trumps, 'trump')}")
    if left and all(height(other) >= height(action) for other in each(left & ~trumps)) and not has(trumps, action):
        yield Reason("is one of the weakest of your cards")
