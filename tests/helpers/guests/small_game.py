"""A small game as text, in which tests make one mistake each, and how such a text becomes rules."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module, invalidate_caches
from itertools import count
from pathlib import Path

from sevenfold.declare.rules import Rules

SMALL = '''"""Lay one card each; the highest number takes the round, and its winner draws."""

from sevenfold.cards import NONE, SEVENDECK_PACK
from sevenfold.devise import (
    NOBODY, OWNER, Fields, Rules, a_card, a_choice, a_number, a_seat, bit, by_seat, card, card_actions, cards, compiled, count,
    draw, draw_card, each, end_game, event, first, has, left, lowest, next_turn, number, one_action, option, pick, recorded,
    scratch, without,
)
from sevenfold.mechanics.piles import dealing

NUMBERS = (1, 2, 3, 4, 5, 6, 7)


class Position(Fields):
    bonus: int
    hands = cards(4, seen_by=OWNER)
    stock = cards(seen_by=NOBODY)
    pile = cards()
    laid = card(4)
    rounds = number(4)
    best = card()
    taken = recorded()
    grid = number(2, 3)


rules = Rules(
    Position, "small", "Small", pack=SEVENDECK_PACK, players=(2, 3), minutes=3, about="Lay cards.",
    options={"bonus": option((1, 2), "What a round counts.")},
)
LAY, GO_ON = 0, 1
rules.phase(LAY, "lay a card", card_actions("lay", cards=range(49)))
rules.phase(GO_ON, "go on", one_action(0, "draw", "Draw a card"), one_action(1, "stop", "Draw nothing"), within_turn=True)

dealt = dealing(say="")
laid = event("lay", is_move=True, seat=a_seat(), card=a_card(), say="{seat} lay[s] {card}.")
took = event("round", seat=a_seat(), by=a_choice("number", "colour"), say="{seat} take[s] the round.")
told = event("tell", cards=by_seat("card"), say="")


@rules.answers
def start(s):
    s.stock = first(49)
    for seat in range(s.players):
        s.hands[seat] = draw(s, 5)
        s.laid[seat] = NONE
    s.best = NONE
    s.phase = LAY
    s.turn = left(s, s.dealer)
    dealt(s, 1, s.dealer, s.hands, count(s.stock))


def refusal(s, action):
    return f"You do not hold {rules.pack.the(action)}."


@rules.allows(LAY, "SMALL-1", refusal)
def held(s):
    return s.hands[s.turn]


@rules.applies(LAY)
def lay(s, card):
    laid(s, s.turn, card)
    s.hands[s.turn] = without(s.hands[s.turn], card)
    s.laid[s.turn] = card
    s.taken |= bit(card)
    next_turn(s)
    if s.laid[s.turn] != NONE:
        take_round(s)


@compiled
def value_of(card):
    return NUMBERS[card % 7]


@compiled
def take_round(s):
    best, taker = 0, 0
    for seat in range(s.players):
        value = value_of(s.laid[seat])
        if value > best:
            best, taker = value, seat
    s.best = s.laid[taker]
    took(s, taker, 0)
    s.rounds[taker] += s.bonus
    s.grid[1, 0] += 1
    for seat in range(s.players):
        s.pile |= bit(s.laid[seat])
        s.laid[seat] = NONE
    s.turn = taker
    if s.stock:
        s.phase = GO_ON
    elif is_somebody_out(s):
        end_game(s)


@rules.allows(GO_ON, "SMALL-2", "Choose one.")
def either(s):
    return bit(0) | bit(1)


@rules.applies(GO_ON)
def go_on(s, action):
    if action == 0:
        s.hands[s.turn] |= bit(draw_card(s))
    s.phase = LAY
    if is_somebody_out(s):
        end_game(s)


@compiled
def is_somebody_out(s):
    for seat in range(s.players):
        if s.hands[seat] == 0:
            return True
    return False


@rules.answers
def standing(s, seat):
    return s.rounds[seat]


@rules.texts
def table(look):
    s = look.s
    for seat in look.every_seat:
        look.seat(seat, score=s.rounds[seat], cards=count(s.hands[seat]), lines=[("Laid", count(s.taken))])
        look.hand(seat)
    look.fact("rounds", "Rounds", number=s.grid[1, 0])
    look.trick(left(s, s.dealer), s.laid, label="Laid")
    look.stock(s.stock)


@rules.texts
def prompt(s):
    return "Lay a card." if s.phase == LAY else "Go on."
'''

_numbers = count()


def changed(*changes: tuple[str, str], text: str = SMALL) -> str:
    """The text with each change (old, new) made, which must fit."""
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


def line_of(part: str, text: str) -> int:
    """The number of the only line that contains this."""
    found = [number for number, line in enumerate(text.splitlines(), 1) if part in line]
    assert len(found) == 1, (part, found)
    return found[0]


@contextmanager
def made(folder: Path, text: str) -> Iterator[Rules]:
    """The rules that a text declares, in a module of its own."""
    name = f"small_{next(_numbers)}"
    (folder / f"{name}.py").write_text(text)
    sys.path.insert(0, str(folder))
    invalidate_caches()
    try:
        rules: Rules = import_module(name).rules
        yield rules.assemble()
    finally:
        sys.path.remove(str(folder))
        sys.modules.pop(name, None)
