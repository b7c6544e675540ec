"""Front and Center: four chains grow from the sides to the target in the middle. For one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sevenfold.cards import NONE, SEVENDECK_PACK
from sevenfold.devise import (
    NOBODY, Face, Look, Place, Record, Rules, bit, card, cards, compiled, count, draw_card, end_game, first, number,
    one_action, place_actions,
)  # fmt: skip
from sevenfold.words.chains import agree, cards_below, discard, take_discard
from sevenfold.words.sevendeck import SEVENDECK

SIDES = ("North", "East", "South", "West")
ARMS: tuple[Place, ...] = ("north", "east", "south", "west")
CHAINS = first(4)  # all of them, as a set
FULL = 6  # cards of a closed chain, its base counted and the target not


class State(Record):
    stock = cards(seen_by=NOBODY)
    target = card()
    chains = cards(4)
    ends = number(4)  # of each chain the card that the next one must match
    discards = cards()
    top = number()  # of the discard pile; NONE: the pile is empty
    under = number(49)  # what each card of a chain or of the discard pile lies on: see `chains`
    turned = card()  # NONE once it has been played or discarded
    added = number()  # 1 right after a card was added to a chain


rules = Rules(
    State,
    "front_and_center",
    "Front and Center",
    pack=SEVENDECK_PACK,
    players=1,
    minutes=10,
    about="Grow four chains from the sides to the target in the middle.",
)
NEXT, TURNED = 0, 1
# In both phases the actions 0-3 add a card to that chain.
TURN = 4
DISCARD = 4


def onto(chain: int) -> tuple[str, int]:
    """Where a card is laid that is added to a chain."""
    return (f"chain-{chain}", -1)


rules.phase(
    NEXT,
    "turn a card",
    *(
        one_action(
            chain,
            f"take {side}",
            f"Take the top of the discard pile for {side}",
            f"takes the top of the discard pile for {side}",
            touch=lambda s, chain: (("discard", 0), onto(chain)),
        )
        for chain, side in enumerate(SIDES)
    ),
    one_action(TURN, "turn", "Turn a card", "turns a card", touch=lambda s, action: (("stock", 0),)),
)
rules.phase(
    TURNED,
    "play the card or discard it",
    place_actions("play", "plays", SIDES, touch=lambda s, chain: (("turned", 0), onto(chain))),
    one_action(DISCARD, "discard", "Discard it", "discards it", touch=lambda s, action: (("turned", 0), ("discard", -1))),
)


# -- deal -------------------------------------------------------------------------------------------------------------


@rules.answers
def start(s: State) -> None:
    s.stock = SEVENDECK
    s.target = draw_card(s)  # FRONT-1
    for chain in range(4):
        base = draw_card(s)  # FRONT-1
        s.under[base] = NONE
        s.chains[chain] = bit(base)
        s.ends[chain] = base
    s.top = s.turned = NONE
    s.phase = NEXT


# -- which chains a card may be added to --------------------------------------------------------------------------------


@compiled
def matched(s: State, card: int) -> int:
    """The chains whose last card matches, closed ones too."""
    found = 0
    for chain in range(4):
        if agree(card, s.ends[chain]):
            found |= bit(chain)  # FRONT-2
    return found


@compiled
def with_room(s: State, card: int) -> int:
    """The chains that are open, and of those the card would close only if it matches the target."""
    longest = FULL - 1 if agree(card, s.target) else FULL - 2  # FRONT-5
    found = 0
    for chain in range(4):
        if count(s.chains[chain]) <= longest:
            found |= bit(chain)
    return found


# -- the next card ------------------------------------------------------------------------------------------------------


@rules.allows(NEXT, "FRONT-3", "The stock is used up.")
def while_there_is_a_stock(s: State) -> int:
    return CHAINS | bit(TURN) if s.stock else CHAINS  # FRONT-3


@rules.allows(NEXT, "FRONT-4", lambda s, action: cannot_take(s))
def after_adding(s: State) -> int:
    return CHAINS | bit(TURN) if s.added and s.top != NONE else bit(TURN)  # FRONT-4


@rules.allows(NEXT, "FRONT-2", lambda s, chain: does_not_match(s, s.top, chain))
def discard_matches(s: State) -> int:
    return bit(TURN) | (matched(s, s.top) if s.top != NONE else 0)  # FRONT-2


@rules.allows(NEXT, "FRONT-5", lambda s, chain: no_room(s, s.top, chain))
def discard_finds_room(s: State) -> int:
    return bit(TURN) | (with_room(s, s.top) if s.top != NONE else 0)  # FRONT-5


@rules.plays(NEXT)
def turn_or_take(s: State, action: int) -> None:
    if action == TURN:
        s.turned = draw_card(s)  # FRONT-3
        s.phase = TURNED
    else:
        add(s, take_discard(s), action)  # FRONT-4
        go_on(s)


# -- with the turned card -----------------------------------------------------------------------------------------------


@rules.allows(TURNED, "FRONT-2", lambda s, chain: does_not_match(s, s.turned, chain))
def turned_matches(s: State) -> int:
    return bit(DISCARD) | matched(s, s.turned)  # FRONT-2, FRONT-3


@rules.allows(TURNED, "FRONT-5", lambda s, chain: no_room(s, s.turned, chain))
def turned_finds_room(s: State) -> int:
    return bit(DISCARD) | with_room(s, s.turned)  # FRONT-5


@rules.plays(TURNED)
def play_or_discard(s: State, action: int) -> None:
    if action == DISCARD:
        discard(s, s.turned)  # FRONT-3
        s.added = 0
    else:
        add(s, s.turned, action)  # FRONT-3
    s.turned = NONE
    go_on(s)


@compiled
def add(s: State, card: int, chain: int) -> None:
    s.under[card] = s.ends[chain]
    s.ends[chain] = card
    s.chains[chain] |= bit(card)
    s.added = 1  # FRONT-4


# -- the end ------------------------------------------------------------------------------------------------------------


@compiled
def go_on(s: State) -> None:
    s.phase = NEXT
    if closed(s) == 4 or (s.stock == 0 and not can_take(s)):  # FRONT-6
        end_game(s)


@compiled
def can_take(s: State) -> bool:
    return after_adding(s) & discard_matches(s) & discard_finds_room(s) & CHAINS != 0  # FRONT-4


@compiled
def closed(s: State) -> int:
    """How many chains are closed."""
    found = 0
    for chain in range(4):
        found += count(s.chains[chain]) == FULL  # FRONT-2
    return found


@rules.answers
def standing(s: State, seat: int) -> float:
    return 1.0 if closed(s) == 4 else 0.0  # FRONT-6


# -- words and view -----------------------------------------------------------------------------------------------------


def name(card: int) -> str:
    return SEVENDECK_PACK.cards[card].name


def cannot_take(s: State) -> str:
    if s.added:
        return "The discard pile is empty."
    return "You may take from the discard pile only right after adding a card to a chain."


def does_not_match(s: State, card: int, chain: int) -> str:
    end = name(s.ends[chain])
    return f"{name(card).capitalize()} shares neither number nor suit with {end}, the last card of {SIDES[chain]}."


def no_room(s: State, card: int, chain: int) -> str:
    if count(s.chains[chain]) == FULL:
        return f"{SIDES[chain]} is closed."
    return f"The sixth card of a chain must match the target, {name(s.target)}, too."


@rules.words
def prompt(s: State) -> str:
    if s.phase == TURNED:
        if matched(s, s.turned) & with_room(s, s.turned):
            return f"Play {name(s.turned)} on a chain, or discard it."
        return f"{name(s.turned).capitalize()} fits on no chain: discard it."
    if not can_take(s):
        return "Turn a card."
    if not s.stock:
        return f"No card is left to turn: take {name(s.top)} for a chain."
    return f"Turn a card, or first take {name(s.top)} for a chain."


@rules.words
def table(look: Look) -> None:
    s = look.s
    look.seat(0, lines=[("Closed", f"{closed(s)} of 4")])
    look.stock(s.stock)
    look.zone("turned", "row", "Turned", [look.up(s.turned)])
    look.pile("discard", s.top, count(s.discards), "Discard pile")
    look.zone("target", "row", "Target", [look.up(s.target)], place="centre")
    for chain, (side, arm) in enumerate(zip(SIDES, ARMS, strict=True)):
        faces: list[Face] = [look.up(card) for card in cards_below(s.under, s.ends[chain])]
        look.zone(f"chain-{chain}", "chain", side, faces, note="closed" if len(faces) == FULL else "", place=arm)


@rules.words
def outcome(s: State, winners: list[int], names: list[str]) -> str:
    return (
        "All four chains are closed: won."
        if closed(s) == 4
        else f"The stock is used up: lost, with {closed(s)} of 4 chains closed."
    )


@rules.words
def deal_table(s: State) -> dict[str, Any]:
    code = SEVENDECK_PACK.code
    return {"target": code(s.target), "bases": [code(base) for base in s.ends]}


@rules.words
def tell(before: State, action: int, after: State) -> Iterator[dict[str, Any]]:
    code = SEVENDECK_PACK.code
    move: dict[str, Any] = {"event": "move", "seat": 0}
    if before.phase == TURNED and action == DISCARD:
        yield {**move, "move": "discard", "card": code(before.turned)}
    elif before.phase == TURNED:
        yield {**move, "move": "play", "card": code(before.turned), "chain": action}
    elif action == TURN:
        yield {**move, "move": "turn"}
        yield {"event": "draw", "seat": 0, "card": code(after.turned)}
    else:
        yield {**move, "move": "take", "card": code(before.top), "chain": action}
