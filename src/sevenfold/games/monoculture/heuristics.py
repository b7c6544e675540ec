"""Heuristics for Monoculture: keep a hand that no single attack wipes out, and attack the player with most cards."""

from __future__ import annotations

from math import sqrt

from sevenfold.cards import NONE
from sevenfold.games.monoculture.rules import BY_NUMBER, BY_SUIT, CARD, LOSS, Position, alike, matches, rules
from sevenfold.kernel import Action, ActionSet, Card, CardSet, Seat, beyond_lowest, bit, count, lowest, without
from sevenfold.kernel import compiled

# Tuned by play against random players and against these heuristics themselves, like the numbers further down:
SAFE, SAFE_OF_TWO = (
    3.0,
    0.4,
)  # the extra weight of cards that survive the next attack; with two players left attacking matters more


@rules.answers
def policy(s: Position, legal: ActionSet) -> ActionSet:
    best, chosen, rest = -1e9, 0, legal
    while rest:
        action = lowest(rest)
        rest = beyond_lowest(rest)
        value = value_of(s, action)
        if value > best:
            best, chosen = value, 0
        if value == best:
            chosen |= bit(action)
    return chosen


@compiled
def value_of(s: Position, action: Action) -> float:
    """The value of an action for the player to move: an attack card has the value of its best target."""
    if s.phase == LOSS:
        return keeping(s, s.hands[s.turn] & ~matches(s, action), 0, NONE, 0)
    if s.phase != CARD:
        return hit(s, s.attack_card, action)
    best, targets = -1e9, without(s.left_in, s.turn)
    while targets:
        best = max(best, hit(s, action, lowest(targets)))
        targets = beyond_lowest(targets)
    return best


@compiled
def keeping(s: Position, hand: CardSet, draws: int, target: Seat, its: CardSet) -> float:
    """The value of keeping a hand and drawing cards, when `target`, just attacked, has the cards `its` left."""
    weight = SAFE if count(s.left_in) > 2 else SAFE_OF_TWO
    return life(count(hand) + draws) + weight * life(safe(s, hand, target, its) + draws)


@compiled
def hit(s: Position, card: Card, target: Seat) -> float:
    """The value of an attack: the hand kept and the target's loss; more against large hands, less for knocking out."""
    kept = kept_by(s.hands[target], card)
    draws = 2 if kept == s.hands[target] else 1
    theirs = life(count(s.hands[target])) - life(count(kept)) + 0.22 * count(s.hands[target])
    return keeping(s, without(s.hands[s.turn], card), draws, target, kept) + theirs - 0.33 * (count(kept) < 2)


@compiled
def life(cards: float) -> float:
    """The value of holding this many cards: with fewer than two a player is out, and the first ones count most."""
    return 0.0 if cards < 2 else sqrt(cards - 1) - 0.22 * cards


@compiled
def safe(s: Position, hand: CardSet, target: Seat, its: CardSet) -> float:
    """How many cards of the mover's hand survive an attack: the mean of the worst and the average attacker."""
    least, every, attackers, others = 99.0, 0.0, 0, without(s.left_in, s.turn)
    while others:
        other = lowest(others)
        others = beyond_lowest(others)
        attacks = its if other == target else s.hands[other]
        if count(attacks) > 1:
            left = outlasting(hand, attacks)
            attackers += 1
            every += left
            least = min(least, left)
    return (every / attackers + least) / 2 if attackers else float(count(hand))


@compiled
def outlasting(hand: CardSet, attacks: CardSet) -> float:
    """How many cards of a hand survive an attack with one of these cards: mostly the worst case."""
    worst, every, rest = count(hand), 0, attacks
    while rest:
        kept = count(kept_by(hand, lowest(rest)))
        rest = beyond_lowest(rest)
        worst = min(worst, kept)
        every += kept
    return 0.8 * worst + 0.2 * every / count(attacks)


@compiled
def kept_by(hand: CardSet, card: Card) -> CardSet:
    """The cards that a hand keeps when attacked with a card."""
    by_suit, by_number = hand & ~alike(card, BY_SUIT), hand & ~alike(card, BY_NUMBER)
    if by_suit == hand or by_number == hand:
        return by_suit & by_number
    return by_suit if count(by_suit) >= count(by_number) else by_number
