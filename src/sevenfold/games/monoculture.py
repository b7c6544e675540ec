"""Monoculture: attack hands of too much of a kind, and be the last one left. Three or four players, all cards open."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sevenfold.cards import NONE, SEVENDECK_PACK
from sevenfold.devise import (
    NOBODY, Look, Record, Rules, bit, card, card_actions, cards, compiled, count, draw, draw_card, each, end_game, first,
    has, left, lowest, maybe, named_actions, next_turn, number, one_action, without,
)  # fmt: skip
from sevenfold.words.sevendeck import SEVENDECK, colour_of, matching, number_of, of_colour, of_number

MOST_SEATS = 4
BY_SUIT, BY_NUMBER = 0, 1


class State(Record):
    hands = cards(MOST_SEATS)  # MONO-1: open
    stock = cards(seen_by=NOBODY)
    discards = cards()  # the discard pile without its top
    attack_card = card()  # the last one, on top of the discard pile; NONE before the first and after a reshuffle
    attacker = number()
    defender = number()
    left_in = number()  # the set of seats still in the game


rules = Rules(
    State,
    "monoculture",
    "Monoculture",
    pack=SEVENDECK_PACK,
    players=(3, 4),
    minutes=20,
    about="Wipe out what the others hold too much of, and be the last one left.",
)
CARD, TARGET, LOSS = 0, 1, 2
rules.phase(CARD, "attack", card_actions("attack with", "attacks with", cards=range(49)))
rules.phase(
    TARGET,
    "choose whom to attack",
    named_actions("hit", "hits", ["seat 0", "seat 1", "seat 2", "seat 3"], touch=lambda s, seat: ((f"hand-{seat}", -1),)),
    within_move=True,
)
rules.phase(
    LOSS,
    "choose what to discard",
    one_action(BY_SUIT, "lose suit", "Discard by suit", "discards by suit", key="s"),
    one_action(BY_NUMBER, "lose number", "Discard by number", "discards by number", key="n"),
    within_turn=True,
)


# -- deal -------------------------------------------------------------------------------------------------------------


@rules.answers
def start(s: State) -> None:
    s.stock = SEVENDECK
    for seat in range(s.players):
        s.hands[seat] = draw(s, 7)  # MONO-1
    s.left_in = first(s.players)
    s.attack_card = NONE
    s.turn = left(s, s.dealer)  # MONO-1
    s.phase = CARD


# -- the attack -------------------------------------------------------------------------------------------------------


@rules.allows(CARD, "MONO-2", "Attack with a card of your own.")
def own_cards(s: State) -> int:
    return s.hands[s.turn]  # MONO-2


@rules.plays(CARD)
def lay_attack(s: State, card: int) -> None:
    s.hands[s.turn] = without(s.hands[s.turn], card)
    s.discards |= maybe(s.attack_card)
    s.attack_card = card  # MONO-8
    s.phase = TARGET


@rules.allows(TARGET, "MONO-2", "Attack an opponent who is still in the game.")
def opponents(s: State) -> int:
    return without(s.left_in, s.turn)  # MONO-2


@rules.plays(TARGET)
def attack(s: State, defender: int) -> None:
    s.attacker = s.turn
    s.defender = defender
    by_suit, by_number = matches(s, BY_SUIT), matches(s, BY_NUMBER)
    if by_suit and by_number:
        s.turn = defender  # MONO-4
        s.phase = LOSS
    else:
        end_attack(s, by_suit | by_number)  # MONO-3, MONO-5


@compiled
def matches(s: State, way: int) -> int:
    """The defender's cards that match the attack card by suit or by number."""
    return s.hands[s.defender] & alike(s.attack_card, way)


@compiled
def alike(card: int, way: int) -> int:
    """All cards of a card's suit or number."""
    return of_colour(colour_of(card)) if way == BY_SUIT else of_number(number_of(card))


# -- the defender's choice ----------------------------------------------------------------------------------------------


@rules.allows(LOSS, "MONO-4", "Discard by suit or by number.")
def either(s: State) -> int:
    return bit(BY_SUIT) | bit(BY_NUMBER)  # MONO-4


@rules.plays(LOSS)
def choose_loss(s: State, way: int) -> None:
    end_attack(s, matches(s, way))  # MONO-4


# -- after the attack ---------------------------------------------------------------------------------------------------


@compiled
def end_attack(s: State, lost: int) -> None:
    """The defender loses these cards."""
    draws = 1 if lost else 2  # MONO-5, MONO-7
    s.hands[s.defender] &= ~lost  # MONO-3
    s.discards |= lost  # MONO-8
    if count(s.hands[s.defender]) == 1:
        s.hands[s.attacker] |= s.hands[s.defender]  # MONO-6
        s.hands[s.defender] = 0
        draws -= 1  # MONO-7
    if s.hands[s.defender] == 0:
        s.left_in = without(s.left_in, s.defender)  # MONO-6
    if count(s.left_in) == 1:
        end_game(s)  # MONO-9
    else:
        for _ in range(draws):
            draw_one(s)
        end_turn(s)


@compiled
def draw_one(s: State) -> None:
    if s.stock == 0:
        s.stock = s.discards | maybe(s.attack_card)  # MONO-8
        s.discards = 0
        s.attack_card = NONE
    if s.stock:
        s.hands[s.attacker] |= bit(draw_card(s))  # MONO-7


@compiled
def end_turn(s: State) -> None:
    s.phase = CARD
    s.turn = left(s, s.attacker)
    while not has(s.left_in, s.turn):
        next_turn(s)  # MONO-9


@rules.answers
def standing(s: State, seat: int) -> float:
    held = count(s.hands[seat])
    return 1.0 if s.left_in == bit(seat) else held / 64.0  # MONO-9; before the end, more cards are better


@rules.answers
def returns(s: State, seat: int) -> float:
    return 1.0 if s.left_in == bit(seat) else 0.0  # MONO-9


# -- words and view ---------------------------------------------------------------------------------------------------


def name(card: int) -> str:
    return SEVENDECK_PACK.cards[card].name


def way_of(s: State, card: int) -> str:
    """How a card of the defender matches while he has to choose."""
    if s.phase != LOSS:
        return ""
    return "suit" if has(matches(s, BY_SUIT), card) else "number" if has(matches(s, BY_NUMBER), card) else ""


@rules.words
def prompt(s: State) -> str:
    if s.phase == CARD:
        return "Attack: choose a card of yours, then whom it is for."
    if s.phase == TARGET:
        return f"Whom do you attack with {name(s.attack_card)}?"
    by_suit, by_number = count(matches(s, BY_SUIT)), count(matches(s, BY_NUMBER))
    return f"{name(s.attack_card).capitalize()} attacks you: discard by suit ({by_suit}) or by number ({by_number})."


@rules.words
def label(s: State, actions: list[int], names: list[str]) -> str:
    """An attack with its effect: "Attack Ada with red 5: 2 by suit or 1 by number"."""
    if s.phase != CARD:
        return ""
    card, defender = actions
    by_suit, by_number = (count(s.hands[defender] & alike(card, way)) for way in (BY_SUIT, BY_NUMBER))
    hit = " or ".join(f"{n} by {way}" for n, way in ((by_suit, "suit"), (by_number, "number")) if n)
    return f"Attack {names[defender]} with {name(card)}: {hit or 'no match'}"


@rules.words
def table(look: Look) -> None:
    s = look.s
    for seat in look.every_seat:
        held = s.hands[seat]
        look.seat(seat, lines=[("Cards", count(held))], out=not has(s.left_in, seat))
        mine = [look.up(card, note=way_of(s, card) if seat == s.defender else "") for card in each(held)]
        look.zone(f"hand-{seat}", "hand", f"{look.names[seat]}: hand", mine, owner=seat)
    look.stock(s.stock)
    under_attack = f"attacks {look.names[s.defender]}" if s.phase == LOSS else ""
    size = count(s.discards | maybe(s.attack_card))
    look.pile("discard", s.attack_card, size, "Discard pile", note=under_attack)


@rules.words
def tell(before: State, action: int, after: State) -> Iterator[dict[str, Any]]:
    if before.phase == CARD:
        return
    attack_card, defender = before.attack_card, after.defender
    if before.phase == TARGET:
        code = SEVENDECK_PACK.code(attack_card)
        yield {"event": "move", "seat": before.turn, "move": "attack", "card": code, "target": defender}
        lost = before.hands[defender] & matching(attack_card)
    else:
        yield {"event": "move", "seat": defender, "move": "wipe", "by": "suit" if action == BY_SUIT else "number"}
        lost = before.hands[defender] & alike(attack_card, action)
    if after.phase != LOSS:
        yield from tell_end(before, lost, after)


def tell_end(before: State, lost: int, after: State) -> Iterator[dict[str, Any]]:
    """What follows when the defender has lost these cards."""
    code, attacker, defender = SEVENDECK_PACK.code, after.attacker, after.defender
    rest, kept = before.hands[defender] & ~lost, before.hands[attacker]
    if count(rest) == 1:
        yield {"event": "give", "seat": defender, "to": attacker, "card": code(lowest(rest))}
        kept |= rest
    if count(rest) <= 1:
        yield {"event": "out", "seat": defender}
    if count(after.left_in) == 1:
        return
    drawn = after.hands[attacker] & ~kept
    for c in each(drawn & before.stock):
        yield {"event": "draw", "seat": attacker, "card": code(c)}
    if after.attack_card == NONE:  # it lay on the discard pile, of which all became the stock
        shuffled = before.discards | lost | bit(before.attack_card)
        yield {"event": "reshuffle", "cards": SEVENDECK_PACK.codes(shuffled)}
        for c in each(drawn & ~before.stock):
            yield {"event": "draw", "seat": attacker, "card": code(c)}
