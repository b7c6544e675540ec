"""Monoculture: attack hands that hold too much of one kind, and be the last one left. Three or four players, all cards open."""

from __future__ import annotations

from sevenfold.cards import NONE, SEVENDECK_PACK
from sevenfold.devise import (
    NOBODY, Action, ActionSet, Card, CardSet, Fields, Rules, Seat, TableBuilder, a_card, a_choice, a_seat, bit, card,
    card_actions, cards, compiled, count, draw, draw_card, each, end_game, event, first, has, left, lowest, maybe,
    named_actions, next_turn, number, one_action, some_cards, without,
)  # fmt: skip
from sevenfold.mechanics.piles import OPEN_HANDS, dealing, reshuffled
from sevenfold.mechanics.sevendeck import SEVENDECK, colour_of, number_of, of_colour, of_number

MOST_SEATS = 4
BY_SUIT, BY_NUMBER = 0, 1
WAYS = ("suit", "number")


class Position(Fields):
    hands = cards(MOST_SEATS)  # MONO-1: open
    stock = cards(seen_by=NOBODY)
    discards = cards()  # the discard pile without its top
    attack_card = card()  # the last attack card, on top of the discard pile; NONE before the first and after a reshuffle
    attacker = number(of="seat")
    defender = number(of="seat")
    left_in = number(of="seats")  # the set of seats still in the game


rules = Rules(
    Position,
    "monoculture",
    "Monoculture",
    pack=SEVENDECK_PACK,
    players=(3, 4),
    minutes=20,
    results=(0, 1),
    about="Wipe out what the others hold too much of, and be the last one left.",
)
CARD, TARGET, LOSS = 0, 1, 2
rules.phase(CARD, "attack", card_actions("attack with", cards=range(49)))
rules.phase(
    TARGET,
    "choose whom to attack",
    named_actions("hit", ["seat 0", "seat 1", "seat 2", "seat 3"], touch=lambda s, seat: ((f"hand-{seat}", -1),)),
    within_move=True,
)
rules.phase(
    LOSS,
    "choose what to discard",
    one_action(BY_SUIT, "lose suit", "Discard by suit", key="s"),
    one_action(BY_NUMBER, "lose number", "Discard by number", key="n"),
    within_turn=True,
)

dealt = dealing(say="", hands=OPEN_HANDS)
laid = event("lay", seat=a_seat(), card=a_card(), line=False, goes=[("card", "hand-{seat}", "discard")])
attacked = event(
    "attack", is_move=True, seat=a_seat(), card=a_card(), target=a_seat(), shows="line",
    say="{seat} attack[s] {target} with {card}.",
)  # fmt: skip
chose = event("wipe", is_move=True, seat=a_seat(), by=a_choice(*WAYS), say="{seat} choose[s] to discard by {by}.")
lost = event(
    "lose", seat=a_seat(), cards=some_cards(), by=a_choice(*WAYS), line=False, shows="large",
    say="{seat} lose[s] {cards}, matched by {by}.", goes=[("cards", "hand-{seat}", "discard")],
)  # fmt: skip
missed = event(
    "miss",
    seat=a_seat(),
    target=a_seat(),
    line=False,
    shows="large",
    say="{seat} miss[es] {target} and heal[s]: no card matched, so one more is drawn.",
)
gave = event(
    "give", seat=a_seat(), to=a_seat(), card=a_card(), shows="line",
    say="{seat} give[s] [their|your] last card, {card}, to {to}.", goes=[("card", "hand-{seat}", "hand-{to}")],
)  # fmt: skip
drew_openly = event(  # all cards drawn from one stock
    "draw", seat=a_seat(), cards=some_cards(),
    line=lambda draw: [{"seat": draw["seat"], "card": card} for card in draw["cards"]],
    say="{seat} draw[s] {cards}.", goes=[("cards", "stock", "hand-{seat}")],
)  # fmt: skip
went_out = event("out", seat=a_seat(), shows="large", say="{seat} [is|are] out.")


# -- deal -------------------------------------------------------------------------------------------------------------


@rules.answers
def start(s: Position) -> None:
    s.stock = SEVENDECK
    for seat in range(s.players):
        s.hands[seat] = draw(s, 7)  # MONO-1
    s.left_in = first(s.players)
    s.attack_card = NONE
    s.turn = left(s, s.dealer)  # MONO-1
    s.phase = CARD
    dealt(s, 1, s.dealer, s.hands, count(s.stock))


# -- the attack -------------------------------------------------------------------------------------------------------


@rules.allows(CARD, "MONO-2", lambda s, card: f"You do not hold {SEVENDECK_PACK.the(card)}.")
def own_cards(s: Position) -> CardSet:
    return s.hands[s.turn]  # MONO-2


@rules.applies(CARD)
def lay_attack(s: Position, card: Card) -> None:
    laid(s, s.turn, card)
    s.hands[s.turn] = without(s.hands[s.turn], card)
    s.discards |= maybe(s.attack_card)
    s.attack_card = card  # MONO-8
    s.phase = TARGET


@rules.allows(TARGET, "MONO-2", "Attack an opponent who is still in the game.")
def opponents(s: Position) -> ActionSet:
    return without(s.left_in, s.turn)  # MONO-2


@rules.applies(TARGET)
def attack(s: Position, defender: Seat) -> None:
    attacked(s, s.turn, s.attack_card, defender)
    s.attacker = s.turn
    s.defender = defender
    by_suit, by_number = matches(s, BY_SUIT), matches(s, BY_NUMBER)
    if by_suit and by_number:
        s.turn = defender  # MONO-4
        s.phase = LOSS
    else:
        end_attack(s, by_suit | by_number, BY_SUIT if by_suit else BY_NUMBER)  # MONO-3, MONO-5


@compiled
def matches(s: Position, way: int) -> CardSet:
    """The defender's cards that match the attack card by suit or by number."""
    return s.hands[s.defender] & alike(s.attack_card, way)


@compiled
def alike(card: Card, way: int) -> CardSet:
    """All cards of a card's suit or number."""
    return of_colour(colour_of(card)) if way == BY_SUIT else of_number(number_of(card))


# -- the defender's choice ----------------------------------------------------------------------------------------------


@rules.allows(LOSS, "MONO-4", "Discard by suit or by number.")
def either(s: Position) -> ActionSet:
    return bit(BY_SUIT) | bit(BY_NUMBER)  # MONO-4


@rules.applies(LOSS)
def choose_loss(s: Position, way: Action) -> None:
    chose(s, s.defender, way)
    end_attack(s, matches(s, way), way)  # MONO-4


# -- after the attack ---------------------------------------------------------------------------------------------------


@compiled
def end_attack(s: Position, cards: CardSet, way: int) -> None:
    """End the attack: the defender loses these cards, which match by suit or by number, or none."""
    draws = 1  # MONO-7
    if cards:
        lost(s, s.defender, cards, way)
        s.hands[s.defender] &= ~cards  # MONO-3
        s.discards |= cards  # MONO-8
    else:
        missed(s, s.attacker, s.defender)
        draws = 2  # MONO-5
    if count(s.hands[s.defender]) == 1:
        gave(s, s.defender, s.attacker, lowest(s.hands[s.defender]))
        s.hands[s.attacker] |= s.hands[s.defender]  # MONO-6
        s.hands[s.defender] = 0
        draws -= 1  # MONO-7
    if s.hands[s.defender] == 0:
        went_out(s, s.defender)
        s.left_in = without(s.left_in, s.defender)  # MONO-6
    if count(s.left_in) == 1:
        end_game(s)  # MONO-9
    else:
        draw_cards(s, draws)
        end_turn(s)


@compiled
def draw_cards(s: Position, draws: int) -> None:
    drawn = 0  # cards drawn from one stock
    for _ in range(draws):
        if s.stock == 0:
            if drawn:
                drew_openly(s, s.attacker, drawn)
            drawn = 0
            restock(s)
        if s.stock:
            card = bit(draw_card(s))
            drawn |= card
            s.hands[s.attacker] |= card  # MONO-7
    if drawn:
        drew_openly(s, s.attacker, drawn)


@compiled
def restock(s: Position) -> None:
    s.stock = s.discards | maybe(s.attack_card)  # MONO-8
    if s.stock:
        reshuffled(s, s.stock)
    s.discards = 0
    s.attack_card = NONE


@compiled
def end_turn(s: Position) -> None:
    s.phase = CARD
    s.turn = left(s, s.attacker)
    while not has(s.left_in, s.turn):
        next_turn(s)  # MONO-9


@rules.answers
def standing(s: Position, seat: Seat) -> float:
    held = count(s.hands[seat])
    return 1.0 if s.left_in == bit(seat) else held / 64.0  # MONO-9; before the end, more cards are better


@rules.answers
def returns(s: Position, seat: Seat) -> float:
    return 1.0 if s.left_in == bit(seat) else 0.0  # MONO-9


# -- texts and view ---------------------------------------------------------------------------------------------------


@rules.texts
def prompt(s: Position) -> str:
    if s.phase == CARD:
        return "Attack: choose one of your cards, then whom to attack."
    attack_card = SEVENDECK_PACK.the(s.attack_card)
    if s.phase == TARGET:
        return f"Whom do you attack with {attack_card}?"
    by_suit, by_number = count(matches(s, BY_SUIT)), count(matches(s, BY_NUMBER))
    return f"{attack_card.capitalize()} attacks you: discard by suit ({by_suit}) or by number ({by_number})."


def attack_of(s: Position, actions: list[Action]) -> tuple[Card, Seat]:
    """The card and the defender of an attack; the card may be on the table already."""
    return (actions[0], actions[1]) if s.phase == CARD else (s.attack_card, actions[0])


@rules.texts
def label(s: Position, actions: list[Action], names: list[str]) -> str:
    """ "Attack Ada with the red 5"."""
    if s.phase == LOSS:
        return ""
    card, defender = attack_of(s, actions)
    return f"Attack {names[defender]} with {SEVENDECK_PACK.the(card)}"


@rules.texts
def effect(s: Position, actions: list[Action], names: list[str]) -> str:
    """What a defender would lose: "2 by suit or 1 by number". The defender sees which cards."""
    if s.phase == LOSS:
        return ", ".join(map(SEVENDECK_PACK.the, each(matches(s, actions[0]))))
    card, defender = attack_of(s, actions)
    held = [count(s.hands[defender] & alike(card, way)) for way in (BY_SUIT, BY_NUMBER)]
    return " or ".join(f"{n} by {way}" for n, way in zip(held, WAYS, strict=True) if n) or "no match"


@rules.texts
def outcome(s: Position, winners: list[Seat], names: list[str]) -> str:
    return "{winners} [is|are] the last with cards and win[s]."


@rules.texts
def table(table: TableBuilder) -> None:
    s = table.s
    for seat in table.every_seat:
        is_attacked = s.phase == LOSS and seat == s.defender
        table.seat(seat, cards=count(s.hands[seat]), out=not has(s.left_in, seat))
        faces = [table.up(card, note=way_of(s, card) if is_attacked else "") for card in each(s.hands[seat])]
        table.zone(f"hand-{seat}", "hand", "hand", "Hand", faces, owner=seat)
        if is_attacked:
            table.mark(f"hand-{seat}", matches(s, BY_SUIT) | matches(s, BY_NUMBER), "match")
    table.stock(s.stock)
    table.pile("discard", s.attack_card, count(s.discards | maybe(s.attack_card)), "Discard pile")
    if s.phase == LOSS:
        name = table.names[s.defender]
        target = "you" if name == "You" else name
        table.fact("attack", "Attack", f"{SEVENDECK_PACK.the(s.attack_card)} against {target}", card=s.attack_card)


def way_of(s: Position, card: Card) -> str:
    """How one of the defender's cards matches the attack card."""
    return next((WAYS[way] for way in (BY_SUIT, BY_NUMBER) if has(matches(s, way), card)), "")
