"""What speaks for a move in 7-Truf."""

from __future__ import annotations

from collections.abc import Iterator

from sevenfold.cards import NONE, PIQUET32
from sevenfold.devise import Reason, Trial
from sevenfold.games.seven_truf.rules import BIDDING, of_suit, rank, rules, suit
from sevenfold.mechanics.trick_reasons import drawn_trumps, keeping, trick_of, tricks_won


@rules.texts
def reasons(trial: Trial) -> Iterator[Reason]:
    s, seat = trial.s, trial.seat
    if s.phase == BIDDING:
        if tricks_won(trial) == trial.actions[0]:
            yield Reason("is exactly what you take in {n} of {of} deals tried")
        return
    trump = suit(s.turn_up) if s.turn_up != NONE else NONE
    lacking = s.bids[seat] - s.won[seat]
    if found := trick_of(trial):
        trick, is_sure = found
        if trick["seat"] == seat:
            if lacking > 0:
                yield Reason(
                    f"wins {'the trick' if lacking == 1 else f'one of the {lacking} tricks'} that your bid lacks", is_sure
                )
            elif lacking < 0:
                yield Reason("wins the trick", is_sure)
        elif lacking == 0:
            yield Reason("leaves the trick to somebody else, since you have what you bid", is_sure)
        if lacking > 0 and trump != NONE and drawn_trumps(trial, trick, of_suit(trump)):
            yield Reason("draws out trumps", sure=False)
    if lacking > 0:
        yield from keeping(trial, PIQUET32, suit, of_suit, trump, rank)
    elif (
        (own := s.hands[seat] & of_suit(suit(trial.actions[0])))
        and rank(trial.actions[0]) == rank(max_of(own))
        and own & (own - 1)
    ):
        yield Reason(f"gets rid of your highest {PIQUET32.suits[suit(trial.actions[0])].one}")


def max_of(cards: int) -> int:
    """The highest card of one suit."""
    return cards.bit_length() - 1
