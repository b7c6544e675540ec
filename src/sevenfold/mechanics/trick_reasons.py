"""Reasons for playing a card to a trick, for texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sevenfold.cards import NONE, Pack
from sevenfold.declare.reasons import Reason, Trial
from sevenfold.kernel.events import RawEvent
from sevenfold.kernel.sets import bit, count, each, has
from sevenfold.kernel.types import Card, CardSet, Suit


def trick_of(trial: Trial) -> tuple[RawEvent, bool] | None:
    """The event that ends the current trick, and whether the move itself ends it; None if the trials do not get there."""
    if found := trial.first("trick"):
        return found, True
    found = trial.first("trick", soon=True)
    return (found, False) if found else None


def keeping(
    trial: Trial,
    pack: Pack,
    suits: Callable[[Card], Suit],
    of_suit: Callable[[Suit], CardSet],
    trump: Suit,
    rank: Callable[[Card], int],
) -> Iterator[Reason]:
    """What playing a card leaves in the hand: trumps, higher cards of its suit, or none of its suit.

    Args:
        trial: The trial.
        pack: The cards.
        suits: The suit of a card.
        of_suit: The cards of a suit.
        trump: The trump suit; NONE if there is none.
        rank: How high a card is in its suit.
    """
    card = trial.actions[0]
    suit = suits(card)
    hand = trial.s.hands[trial.seat] & ~bit(card)
    same, trumps = hand & of_suit(suit), hand & of_suit(trump) if trump != NONE else 0
    if trumps and suit != trump:
        yield Reason(f"keeps your {plural(trumps, 'trump')}")
    if same and all(rank(other) > rank(card) for other in each(same)):
        yield Reason(f"keeps your higher {pack.suits[suit].name}")
    if trumps and suit != trump and not same:
        yield Reason(f"leaves you without {pack.suits[suit].name}, so that you can trump them")


def plural(cards: CardSet, noun: str) -> str:
    """The noun for these cards: "trump" for one, "trumps" for several."""
    return noun if count(cards) == 1 else f"{noun}s"


def drawn_trumps(trial: Trial, trick: RawEvent, trumps: CardSet) -> int:
    """How many trumps the others play to a trick to which the seat led a trump."""
    if trial.s.trick_size or not has(trumps, trial.actions[0]):
        return 0
    return sum(card != NONE and has(trumps, card) for seat, card in enumerate(trick["cards"]) if seat != trial.seat)


def tricks_won(trial: Trial) -> int:
    """The number of tricks that the seat takes from now to the end of the deal."""
    return sum(event.kind.name == "trick" and event["seat"] == trial.seat for event in trial.later)
