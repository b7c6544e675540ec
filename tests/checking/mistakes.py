"""Mistakes of authors: each changes one place of a sound game. `check` must find them.

Half of them (FIRST) were written before anybody had looked at how `check` would find them.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Mistake:
    """One change of a game's text."""

    what: str
    old: str
    new: str


def m(what: str, old: str, new: str) -> Mistake:
    return Mistake(what, old, new)


FIRST = {
    "sevens_high": (
        m("the card stays in the hand", "    s.hands[s.turn] = without(s.hands[s.turn], card)\n", ""),
        m(
            "the cards laid are never taken away",
            "        s.laid[seat] = NONE\n    if",
            "        s.laid[seat] = s.laid[seat]\n    if",
        ),
        m("the stock is open to all", "cards(seen_by=NOBODY)", "cards()"),
        m("the hands are open to all", "cards(4, seen_by=OWNER)", "cards(4)"),
        m("a turn beyond the seats", "    next_turn(s)\n", "    s.turn = s.turn + 1\n"),
        m("a first turn beyond the seats", "left(s, s.dealer)  # HIGH-2", "s.dealer + 1  # HIGH-2"),
        m("the game never ends", "if s.hands[0] == 0:", "if s.hands[0] == 1:"),
        m(
            "seats that do not play are asked",
            "for seat in range(s.players):\n        value",
            "for seat in range(4):\n        value",
        ),
        m("a fraction as a number", "s.laid[seat] % 7 + 1", "s.laid[seat] / 7 + 1"),
        m("an event's values in another order", "laid(s, s.turn, card)", "laid(s, card, s.turn)"),
        m("a sentence names a field that there is not", "lay[s] {card}.", "lay[s] {crad}."),
        m("a card goes from a place that there is not", '"hand-{seat}", "trick"', '"hand-{player}", "trick"'),
        m("a function of the rules is not compiled", "@compiled\ndef take_round", "def take_round"),
        m("more cards drawn than there are", "HIGH_CARDS = 7  # HIGH-1", "HIGH_CARDS = 17  # HIGH-1"),
        m("a deal that nobody is told", "    dealt(s, 1, s.dealer, s.hands, count(s.stock))\n", ""),
        m("a move that nobody is told", "    laid(s, s.turn, card)\n", ""),
        m("a round that nobody is told", "        took(s, taker)\n", ""),
        m("a text reads a field that there is not", "score=s.rounds[seat], cards", "score=s.points[seat], cards"),
        m("no prompt", 'return "Lay a card."', "return None"),
        m(
            "actions that the phase does not have",
            "    return s.hands[s.turn]  # HIGH-2",
            "    return s.hands[s.turn] | 1 << 55",
        ),
        m(
            "a rule that allows changes the game",
            "    return s.hands[s.turn]  # HIGH-2",
            "    s.rounds[s.turn] += 1\n    return s.hands[s.turn]",
        ),
        m(
            "a point for nobody",
            "        took(s, taker)\n        s.rounds[taker] += 1\n",
            "        took(s, taker)\n    s.rounds[taker] += 1\n",
        ),
        m("a field named like an array's method", "    rounds = number(4)", "    round = number(4)\n    rounds = number(4)"),
        m("cards that are no actions", "cards=range(49)", "cards=range(40)"),
        m("nobody ever wins alone", "    return s.rounds[seat]  # HIGH-4", "    return s.rounds[0]"),
        m("a result that is no number", "    return s.rounds[seat]  # HIGH-4", "    return s.rounds[seat] / s.turns"),
        m("the game goes on after its end", "        end_game(s)  # HIGH-4", "        end_game(s)\n        next_turn(s)"),
        m("a phase that there is not", "    s.phase = LAY\n", "    s.phase = LAY + 1\n"),
        m(
            "Python's chance",
            "            best, taker = value, seat  # HIGH-3",
            "            best, taker = value, random.randrange(s.players)",
        ),
        m(
            "a hidden card told to all",
            "    s.turn = left(s, s.dealer)  # HIGH-2",
            "    s.turn = left(s, s.dealer)\n    laid(s, 0, lowest(s.hands[0]))",
        ),
        m(
            "a turn that depends on hidden cards",
            "    s.turn = left(s, s.dealer)  # HIGH-2",
            "    s.turn = count(s.hands[0] & 127) % s.players",
        ),
        m(
            "the whole stock is turned over to one hand",
            "        s.hands[seat] = draw(s, HIGH_CARDS)  # HIGH-1",
            "        s.hands[seat] = s.stock",
        ),
        m("a missing seat in a hand", "    return s.hands[s.turn]  # HIGH-2", "    return s.hands[s.turn + 1]"),
        m("a place that there is not", "look.stock(s.stock)", 'look.zone("stock", "heap", "stock", "Stock", [])'),
    ),
}
