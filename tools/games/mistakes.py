"""Mistakes of authors: each changes one place of a sound game. `check` must find them.

Half of them (FIRST) were written before anybody had looked at how `check` would find them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
TUTORIAL = ROOT / "docs/devise/tutorial.md"


@dataclass(frozen=True)
class Mistake:
    """One change of a game's text."""

    what: str
    old: str
    new: str

    def made_in(self, text: str) -> str:
        """The text of a game with this mistake."""
        assert text.count(self.old) == 1, f"{self.what}: {self.old!r} occurs {text.count(self.old)} times"
        return text.replace(self.old, self.new)


def sound(game: str) -> dict[str, str]:
    """The files of a sound game, by their names: the tutorial's, or an example's."""
    if game == "sevens_high":
        parts = re.findall(r"```python file=sevens_high.py\n(.*?)```", TUTORIAL.read_text(encoding="utf-8"), re.DOTALL)
        return {"sevens_high.py": "\n\n".join(parts)}
    folder = ROOT / "examples" / game
    return {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir() if path.suffix in (".py", ".md")}


def m(what: str, old: str, new: str) -> Mistake:
    """A mistake."""
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

SECOND = {
    "kuhn_poker": (
        m(
            "the other's card in a public number",
            "        s.hands[seat] = draw(s, 1)  # KUHN-2\n",
            "        s.hands[seat] = draw(s, 1)  # KUHN-2\n        s.checked = lowest(s.hands[seat])\n",
        ),
        m(
            "a bet that is not paid for",
            "        made_bet(s, s.turn)\n        s.paid[s.turn] += 1  # KUHN-3\n        s.phase = ANSWER\n",
            "        made_bet(s, s.turn)\n",
        ),
        m(
            "cards shown that are not",
            "    for seat in range(SEATS):\n        showed(s, seat, lowest(s.hands[seat]))\n",
            "    for seat in range(SEATS):\n        showed(s, seat, lowest(s.stock))\n",
        ),
        m("an answer to a bet is not told", "        called(s, s.turn)\n", ""),
        m("the deal is not counted", "    s.deal_number += 1\n", ""),
        m(
            "the stock is not gathered before a deal",
            "    s.stock = first(3)  # KUHN-1\n",
            "    if s.deal_number == 0:\n        s.stock = first(3)\n",
        ),
        m("the option is not read", "    if s.deal_number == s.deals:", "    if s.deal_number == 10:"),
        m(
            "the turn is not passed on",
            "        s.phase = ANSWER\n        next_turn(s)\n",
            "        s.phase = ANSWER\n        next_turn(s)\n        next_turn(s)\n        s.turn = NONE\n",
        ),
        m("labels that read alike", '"call", "Call"', '"call", "Fold"'),
        m("texts of actions that read alike", 'one_action(CALL, "call", "Call")', 'one_action(CALL, "fold", "Call")'),
        m(
            "the score of somebody else's card",
            'lines=[("In the pot", s.paid[seat])]',
            'lines=[("In the pot", 1 / s.paid[seat - 2 + seat])] if s.nothing else []',
        ),
        m("a hand in the score", "score=s.chips[seat], cards", "score=s.hands[seat], cards"),
    ),
    "caravans": (
        m("a card in two places", "    s.hands[s.turn] = without(s.hands[s.turn], card)\n    s.picked_up", "    s.picked_up"),
        m("a card lost", "        s.caravans[s.turn, colour] |= bit(card)  # CARAVAN-3\n", ""),
        m("the pile is never lower", "        s.pile_size[action - PILE] -= 1\n", ""),
        m(
            "one more than the top of a pile",
            "        s.piles[colour, s.pile_size[colour]] = card  # CARAVAN-3\n        s.pile_size[colour] += 1\n",
            "        s.pile_size[colour] += 1\n        s.piles[colour, s.pile_size[colour] + 1] = card\n",
        ),
        m("the drawn card is seen by all", 'card=a_card(to="seat")', "card=a_card()"),
        m(
            "the open card is seen by one alone",
            'took = event(\n    "take",\n    is_move=True,\n    seat=a_seat(),\n    card=a_card(),',
            'took = event(\n    "take",\n    is_move=True,\n    seat=a_seat(),\n    card=a_card(to="seat"),',
        ),
        m("the game goes on without a stock", "    if s.stock == 0:\n        end_game(s)  # CARAVAN-6\n", ""),
        m(
            "a rule that refuses nothing",
            "    return ~bit(PILE + colour_of(s.discarded)) if s.discarded != NONE else ~0  # CARAVAN-5",
            "    return ~0",
        ),
        m("a card goes to a place that there is not", '"hand-{seat}", "caravan-', '"hand-{seat}", "column-'),
        m("NONE as an index", "if s.discarded != NONE else ~0  # CARAVAN-5", "if s.stock else ~0"),
        m("a field that begins as a card", "    s.chosen = s.discarded = NONE\n", "    s.chosen = s.discarded = 0\n"),
        m("picked up, and said to be known for ever", "    s.picked_up[s.turn] = without(s.picked_up[s.turn], card)\n", ""),
        m("too few are dealt from", "WHOLE_PACK = first(50)", "WHOLE_PACK = first(52)"),
    ),
    "hearts": (
        m("the passed cards vanish", "        s.hands[taker] |= s.passing[giver]\n", ""),
        m("the passed cards stay", "        s.passing[giver] = 0\n", ""),
        m(
            "passing is seen by all",
            '    card=a_card(to="seat"),\n    say="{seat} choose[s]',
            '    card=a_card(),\n    say="{seat} choose[s]',
        ),
        m(
            "what is lacked is said of too many cards",
            "show_lack(s, s.turn, WHOLE_PACK & ~POINTS)  # HEARTS-5",
            "show_lack(s, s.turn, WHOLE_PACK)",
        ),
        m(
            "a hand is said to have what it has not",
            "    return s.hands[holder] & bit(CLUB_TWO) if",
            "    return bit(CLUB_TWO) if",
        ),
        m(
            "known cards of others without having passed them",
            "    return s.hands[holder] & s.given[seat]  # HEARTS-2",
            "    return s.hands[holder] & s.passing[seat] | s.given[seat]",
        ),
        m("no trick is taken", "        take_trick(s, winner)\n", ""),
        m(
            "tricks are kept from deal to deal",
            "            s.passing[seat] = s.taken[seat] = s.won[seat] = 0\n".replace("            ", "        "),
            "        s.passing[seat] = 0\n",
        ),
        m("the game has no end", "    if worst >= s.goal:", "    if worst >= 10 * s.goal + 10000:"),
        m(
            "nobody may play",
            "    return bit(CLUB_TWO) if has(s.hands[s.turn], CLUB_TWO) else EVERY  # HEARTS-3",
            "    return bit(CLUB_TWO)",
        ),
        m("the option compared with a word", "    if worst >= s.goal:", '    if worst >= s.goal or s.goal == "high":'),
        m(
            "a list in a rule",
            "    worst = 0\n    for seat in range(SEATS):\n        worst = max(worst, s.scores[seat])\n",
            "    worst = max([s.scores[seat] for seat in range(SEATS)] + sorted({0: 1}))\n",
        ),
        m("gifts are told to all", 'cards=some_cards(to="seat to", unseen="three cards")', "cards=some_cards()"),
    ),
}

MISTAKES = FIRST | SECOND
