"""Heuristics for Sane Sevens: leave on top what the next player cannot match, and keep cards that match each other."""

from __future__ import annotations

from sevenfold.games.sane_sevens.rules import DREW, FIRST_NUMBER, KEEP, NAMING, Position, rules
from sevenfold.kernel import Action, ActionSet, Card, CardSet, beyond_lowest, bit, count, has, left, lowest, without
from sevenfold.kernel import compiled
from sevenfold.mechanics.sevendeck import FOUR_JOKERS, SEVENDECK, matching, of_colour, of_number


@rules.answers
def policy(s: Position, legal: ActionSet) -> ActionSet:
    if s.phase == DREW:
        return without(legal, KEEP) or legal  # playing a card is better than any plan for it
    if s.phase != NAMING and not legal & SEVENDECK:
        return legal & FOUR_JOKERS or legal  # a joker avoids drawing
    return most_promising(s, legal if s.phase == NAMING else legal & SEVENDECK)  # otherwise jokers are kept


@compiled
def most_promising(s: Position, actions: ActionSet) -> ActionSet:
    """The most promising names, or cards to play."""
    hand, unseen = s.hands[s.turn] & SEVENDECK, unseen_by_mover(s)
    best, chosen, rest = -9.0, 0, actions
    while rest:
        action = lowest(rest)
        rest = beyond_lowest(rest)
        if s.phase == NAMING:
            value = promise(s, hand, unseen, asked_for(action))
        else:
            value = promise(s, without(hand, action), unseen, matching(action))
        if value > best:
            best, chosen = value, 0
        if value == best:
            chosen |= bit(action)
    return chosen


@compiled
def promise(s: Position, hand: CardSet, unseen: CardSet, wanted: CardSet) -> float:
    """The value of keeping this hand while these cards are asked for next.

    With one card left, or after a joker, being able to follow is good; before that, cards that can follow are better kept.
    """
    of_next = count(s.hands[left(s, s.turn)])
    stuck = chance_of_none(unseen, wanted, of_next)
    follow = chance_to_follow(hand, unseen & wanted, wanted, stuck)
    value = stuck * (3.0 if of_next == 1 else 1.0) / (s.players - 1) + connected(hand)
    return value + (follow if s.phase == NAMING or count(hand) == 1 else -follow / 2)


@compiled
def chance_of_none(unseen: CardSet, wanted: CardSet, size: int) -> float:
    """The chance that a hand of `size` unseen cards has none of those wanted."""
    chance, others, every = 1.0, count(unseen & ~wanted), count(unseen)
    for i in range(size):
        chance *= max(0, others - i) / max(1, every - i)
    return chance


@compiled
def chance_to_follow(hand: CardSet, fitting: CardSet, wanted: CardSet, stuck: float) -> float:
    """The chance that the hand can follow, if the next player is stuck or else plays any of the fitting cards."""
    answered, rest = 0, fitting
    while rest:
        answered += hand & followed_by(lowest(rest)) != 0
        rest = beyond_lowest(rest)
    return stuck * (hand & wanted != 0) + (1 - stuck) * answered / max(1, count(fitting))


@compiled
def connected(hand: CardSet) -> float:
    """The share of pairs in the hand that match, so that one can be played on the other later."""
    size, pairs, rest = count(hand), 0, hand
    while rest:
        pairs += count(matching(lowest(rest)) & hand) - 1
        rest = beyond_lowest(rest)
    return pairs / max(1, size * (size - 1))


@compiled
def asked_for(name: Action) -> CardSet:
    """The cards that a name asks for."""
    return of_colour(name) if name < FIRST_NUMBER else of_number(name - FIRST_NUMBER + 1)


@compiled
def followed_by(card: Card) -> CardSet:
    """The cards that match a card; a joker may ask for anything."""
    return SEVENDECK if has(FOUR_JOKERS, card) else matching(card)


@compiled
def unseen_by_mover(s: Position) -> CardSet:
    """The cards that the player to move does not see: those of the stock and of other hands."""
    pack = SEVENDECK | (FOUR_JOKERS if s.silly else 0)
    return pack & ~(s.hands[s.turn] | s.pile | bit(s.top))
