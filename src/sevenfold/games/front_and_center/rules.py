"""Front and Center: four chains grow from the sides to the target in the middle. For one player."""

from __future__ import annotations

from collections.abc import Sequence

from sevenfold.cards import NONE, SEVENDECK_PACK
from sevenfold.devise import (
    NOBODY, Action, ActionSet, Card, Place, Rules, Seat, Step, TableBuilder, a_card, a_number, a_seat, bit, card, cards,
    compiled, count, draw_card, end_game, event, first, listed, number, one_action, place_actions,
)  # fmt: skip
from sevenfold.mechanics.chains import ChainFields, agree, beneath, cards_below, discard, take_discard
from sevenfold.mechanics.piles import chose_to_turn, laying_aside, laying_out, turning
from sevenfold.mechanics.sevendeck import SEVENDECK

SIDES = ("North", "East", "South", "West")
CHAIN_NAMES = tuple(f"the {side.lower()} chain" for side in SIDES)
ARMS: tuple[Place, ...] = ("north", "east", "south", "west")
CHAINS = first(4)  # all of them, as a set
FULL = 6  # cards of a closed chain, counting its base but not the target


class Position(ChainFields):
    stock = cards(seen_by=NOBODY)
    target = card()
    chains = cards(4)
    ends = number(4, of="card")  # of each chain the card that the next one must match
    discards = cards()
    top = number(of="card")  # of the discard pile; NONE: the pile is empty
    under = number(49, of="card")  # what each card of a chain or of the discard pile lies on: see `chains`
    turned = card()  # NONE once it has been played or discarded
    added = number(most=1)  # 1 right after a card was added to a chain


rules = Rules(
    Position,
    "front_and_center",
    "Front and Center",
    pack=SEVENDECK_PACK,
    players=1,
    minutes=10,
    results=(0, 1),
    about="Grow four chains from the sides to the target in the middle.",
)
NEXT, TURNED = 0, 1
# In both phases the actions 0-3 add a card to that chain.
TURN = 4
DISCARD = 4


def onto(chain: int) -> tuple[str, int]:
    """The place to lay a card that is added to a chain."""
    return (f"chain-{chain}", -1)


rules.phase(
    NEXT,
    "turn a card",
    *(
        one_action(
            chain,
            f"take {side}",
            f"Take the top of the discard pile for {CHAIN_NAMES[chain]}",
            touch=lambda s, chain: (("discard", 0), onto(chain)),
        )
        for chain, side in enumerate(SIDES)
    ),
    one_action(TURN, "turn", "Turn a card", touch=lambda s, action: (("stock", 0),)),
)
rules.phase(
    TURNED,
    "play the card or discard it",
    place_actions("play", SIDES, touch=lambda s, chain: (("turned", 0), onto(chain))),
    one_action(DISCARD, "discard", "Discard it", touch=lambda s, action: (("turned", 0), ("discard", -1))),
)

dealt = laying_out(target=a_card(), bases=listed())
turned = turning("turned")
played = event(
    "play", is_move=True, seat=a_seat(), card=a_card(), chain=a_number(),
    say=lambda play: f"{{seat}} play[s] {{card}} on {CHAIN_NAMES[play['chain']]}.", goes=[("card", "turned", "chain-{chain}")],
)  # fmt: skip
took = event(
    "take", is_move=True, seat=a_seat(), card=a_card(), chain=a_number(),
    say=lambda take: f"{{seat}} take[s] {{card}} from the discard pile for {CHAIN_NAMES[take['chain']]}.",
    goes=[("card", "discard", "chain-{chain}")],
)  # fmt: skip
laid_aside = laying_aside("turned")
chain_closed = event(
    "close", chain=a_number(), line=False, say=lambda close: f"{CHAIN_NAMES[close['chain']].capitalize()} is closed."
)


# -- deal -------------------------------------------------------------------------------------------------------------


@rules.answers
def start(s: Position) -> None:
    s.stock = SEVENDECK
    s.target = draw_card(s)  # FRONT-1
    for chain in range(4):
        base = draw_card(s)  # FRONT-1
        s.under[base] = NONE
        s.chains[chain] = bit(base)
        s.ends[chain] = base
    s.top = s.turned = NONE
    s.phase = NEXT
    dealt(s, s.dealer, s.players, count(s.stock), s.target, s.ends)


# -- which chains a card may be added to --------------------------------------------------------------------------------


@compiled
def matched(s: Position, card: Card) -> int:
    """The chains, closed ones included, whose last card matches."""
    found = 0
    for chain in range(4):
        if agree(card, s.ends[chain]):
            found |= bit(chain)  # FRONT-2
    return found


@compiled
def with_room(s: Position, card: Card) -> int:
    """The open chains, except those that the card would close without matching the target."""
    longest = FULL - 1 if agree(card, s.target) else FULL - 2  # FRONT-5
    found = 0
    for chain in range(4):
        if count(s.chains[chain]) <= longest:
            found |= bit(chain)
    return found


# -- the next card ------------------------------------------------------------------------------------------------------


@rules.allows(NEXT, "FRONT-3", "The stock is used up.")
def while_there_is_a_stock(s: Position) -> ActionSet:
    return CHAINS | bit(TURN) if s.stock else CHAINS  # FRONT-3


@rules.allows(NEXT, "FRONT-4", lambda s, action: cannot_take(s))
def after_adding(s: Position) -> ActionSet:
    return CHAINS | bit(TURN) if s.added and s.top != NONE else bit(TURN)  # FRONT-4


@rules.allows(NEXT, "FRONT-2", lambda s, chain: does_not_match(s, s.top, chain))
def discard_matches(s: Position) -> ActionSet:
    return bit(TURN) | (matched(s, s.top) if s.top != NONE else 0)  # FRONT-2


@rules.allows(NEXT, "FRONT-5", lambda s, chain: no_room(s, s.top, chain))
def discard_finds_room(s: Position) -> ActionSet:
    return bit(TURN) | (with_room(s, s.top) if s.top != NONE else 0)  # FRONT-5


@rules.applies(NEXT)
def turn_or_take(s: Position, action: Action) -> None:
    if action == TURN:
        chose_to_turn(s, s.turn)
        s.turned = draw_card(s)  # FRONT-3
        turned(s, s.turn, s.turned)
        s.phase = TURNED
    else:
        took(s, s.turn, s.top, action)
        add(s, take_discard(s), action)  # FRONT-4
        go_on(s)


# -- with the turned card -----------------------------------------------------------------------------------------------


@rules.allows(TURNED, "FRONT-2", lambda s, chain: does_not_match(s, s.turned, chain))
def turned_matches(s: Position) -> ActionSet:
    return bit(DISCARD) | matched(s, s.turned)  # FRONT-2, FRONT-3


@rules.allows(TURNED, "FRONT-5", lambda s, chain: no_room(s, s.turned, chain))
def turned_finds_room(s: Position) -> ActionSet:
    return bit(DISCARD) | with_room(s, s.turned)  # FRONT-5


@rules.applies(TURNED)
def play_or_discard(s: Position, action: Action) -> None:
    if action == DISCARD:
        laid_aside(s, s.turn, s.turned)
        discard(s, s.turned)  # FRONT-3
        s.added = 0
    else:
        played(s, s.turn, s.turned, action)
        add(s, s.turned, action)  # FRONT-3
    s.turned = NONE
    go_on(s)


@compiled
def add(s: Position, card: Card, chain: int) -> None:
    s.under[card] = s.ends[chain]
    s.ends[chain] = card
    s.chains[chain] |= bit(card)
    s.added = 1  # FRONT-4
    if count(s.chains[chain]) == FULL:  # FRONT-2
        chain_closed(s, chain)


# -- the end ------------------------------------------------------------------------------------------------------------


@compiled
def go_on(s: Position) -> None:
    s.phase = NEXT
    if closed(s) == 4 or (s.stock == 0 and not can_take(s)):  # FRONT-6
        end_game(s)


@compiled
def can_take(s: Position) -> bool:
    return after_adding(s) & discard_matches(s) & discard_finds_room(s) & CHAINS != 0  # FRONT-4


@compiled
def closed(s: Position) -> int:
    """How many chains are closed."""
    found = 0
    for chain in range(4):
        found += count(s.chains[chain]) == FULL  # FRONT-2
    return found


@rules.answers
def standing(s: Position, seat: Seat) -> float:
    return 1.0 if closed(s) == 4 else 0.0  # FRONT-6


# -- texts and view -----------------------------------------------------------------------------------------------------


def the(card: Card) -> str:
    return SEVENDECK_PACK.the(card)


def cannot_take(s: Position) -> str:
    if s.added:
        return "The discard pile is empty."
    return "You may take from the discard pile only right after adding a card to a chain."


def does_not_match(s: Position, card: Card, chain: int) -> str:
    last = f"{the(s.ends[chain])}, the last card of {CHAIN_NAMES[chain]}"
    return f"{the(card).capitalize()} shares neither number nor suit with {last}."


def no_room(s: Position, card: Card, chain: int) -> str:
    if count(s.chains[chain]) == FULL:
        return f"{CHAIN_NAMES[chain].capitalize()} is closed."
    return f"The sixth card of a chain must match the target, {the(s.target)}, too."


@rules.texts
def prompt(s: Position) -> str:
    if s.phase == TURNED:
        if matched(s, s.turned) & with_room(s, s.turned):
            return f"Play {the(s.turned)} on a chain, or discard it."
        return f"{the(s.turned).capitalize()} fits on no chain: discard it."
    if not can_take(s):
        return "Turn a card."
    if not s.stock:
        return f"No card is left to turn: take {the(s.top)} for a chain."
    return f"Turn a card, or first take {the(s.top)} for a chain."


@rules.texts
def label(s: Position, actions: Sequence[Action], names: Sequence[str]) -> str:
    action = actions[0]
    if s.phase == TURNED:
        return f"Discard {the(s.turned)}" if action == DISCARD else f"Play {the(s.turned)} on {CHAIN_NAMES[action]}"
    return "Turn a card" if action == TURN else f"Take {the(s.top)} from the discard pile for {CHAIN_NAMES[action]}"


@rules.texts
def effect(s: Position, actions: Sequence[Action], names: Sequence[str]) -> str:
    chain = actions[0]
    return "closes the chain" if chain < 4 and count(s.chains[chain]) == FULL - 1 else ""


@rules.texts
def table(table: TableBuilder) -> None:
    s = table.s
    table.seat(0)
    table.stock(s.stock)
    table.zone("turned", "row", "drawn", "Card turned", [table.up(s.turned)])
    table.pile("discard", s.top, count(s.discards), "Discard pile", beneath=beneath(s.under, s.top))
    table.zone("target", "row", "target", "Target", [table.up(s.target)], place="centre")
    table.fact("target", "Target", card=s.target)
    for chain, (side, arm) in enumerate(zip(SIDES, ARMS, strict=True)):
        base, *others = cards_below(s.under, s.ends[chain])
        faces = [table.up(base, note="base"), *(table.up(card) for card in others)]
        table.zone(f"chain-{chain}", "chain", "chain", side, faces, note="closed" if len(faces) == FULL else "", place=arm)
    table.track("closed", "Chains closed", closed(s), 4, steps=[step(s, chain) for chain in range(4)])


def step(s: Position, chain: int) -> Step:
    """The progress of a chain."""
    size = count(s.chains[chain])
    if size == FULL:
        return Step(f"{SIDES[chain]}: closed", None, "closed")
    return Step(f"{SIDES[chain]}: {size} of {FULL} cards", None, "half" if size > 1 else "none")


@rules.texts
def outcome(s: Position, winners: Sequence[Seat], names: Sequence[str]) -> str:
    if closed(s) == 4:
        return "All four chains are closed: won."
    return f"The stock is used up: lost, with {closed(s)} of 4 chains closed."
