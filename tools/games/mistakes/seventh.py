"""Mistakes of the seventh set, written before looking at how `check` would find them."""

from __future__ import annotations

from tools.games.mistakes.mistake import m

SEVENTH = {
    "klondike": (
        m(
            "the waste is not lower once its top is taken",
            "    s.waste_size -= 1\n    s.talon_size -= 1\n",
            "    s.talon_size -= 1\n",
        ),
        m("a card turned up lies face down, too", "        s.down[column, s.down_size[column]] = NONE\n", ""),
        m("a card turned up is not counted", "        s.up_size[column] = 1\n        s.progress", "        s.progress"),
        m("the waste is turned over and stays", "    s.waste_size = 0  # KLONDIKE-7\n", ""),
        m("the top of the waste is shown twice", "range(s.waste_size - 2, -1, -1)", "range(s.waste_size - 1, -1, -1)"),
        m(
            "the stock looks empty once the waste is turned over",
            "size = s.stock_size + s.talon_size - s.waste_size",
            "size = s.stock_size",
        ),
        m("the column turned up is told wrongly", "s.up[column, 0], column)", "s.up[column, 0], place)"),
        m("a card too many face down", "            if i < column:", "            if i <= column:"),
        m("the game ends one card early", "    if s.most == 52:\n", "    if s.most == 51:\n"),
    ),
    "beacons": (
        m(
            "a signal says the contrary",
            "WHOLE_PACK & ~meant if is_meant else meant",
            "meant if is_meant else WHOLE_PACK & ~meant",
        ),
        m("the places of what is known are swapped", "return s.ruled_out[holder, place]", "return s.ruled_out[place, holder]"),
        m(
            "a label names the card that its holder does not see",
            'your {ORDINALS[action % DISCARD]} card"',
            '{rules.pack.the(s.hands[s.turn, action % DISCARD])}"',
        ),
        m(
            "the pile does not show a card that failed",
            "        s.discarded_last = card\n        s.mistakes",
            "        s.mistakes",
        ),
        m(
            "the card lit is not told to who lights it",
            'lit = event(\n    "light",\n    is_move=True,\n    seat=a_seat(),\n    card=a_card(),',
            'lit = event(\n    "light",\n    is_move=True,\n    seat=a_seat(),\n    card=a_card(hidden_from="seat"),',
        ),
        m("one turn too few at the end", "s.turns_left = s.players + 1", "s.turns_left = s.players"),
        m("the game goes on when all are lit", " or count(s.lit) == HIGHEST * len(COLOURS) or", " or"),
    ),
    "lots": (
        m("the highest bid stays for the next lot", "    s.highest = 0\n", ""),
        m("who bought last still bids", "    s.highest = 0\n    s.bidder = NONE\n", "    s.highest = 0\n"),
        m("the score shows what secret orders are worth", "score=s.purse[seat], lines", "score=standing(s, seat), lines"),
        m(
            "orders are not shown at the end",
            "        for seat in range(s.players):\n            showed(s, seat, s.orders[seat])  # LOTS-7\n",
            "",
        ),
        m("the last coin cannot be bid", "first(s.purse[s.turn] + 1)", "first(s.purse[s.turn])"),
        m("who has passed is asked again", "        while s.out[s.turn]:", "        if s.out[s.turn]:"),
    ),
    "lanterns": (
        m("one may hint to oneself", "without(first(s.players), s.turn) << HINT", "first(s.players) << HINT"),
        m("a hint says the contrary", "HIGH if is_low else LOW", "LOW if is_low else HIGH"),
        m("a new row does not begin", "            s.last = 0\n", ""),
        m("a card dropped lies nowhere", "        s.away |= bit(one)  # LAN-4\n", ""),
        m(
            "cards are drawn from an empty stock",
            "    if s.stock:\n        new = draw_card(s)\n        s.hands[s.turn, place] = new  # LAN-2\n        drew(s, s.turn, new, place)\n",
            "    new = draw_card(s)\n    s.hands[s.turn, place] = new  # LAN-2\n    drew(s, s.turn, new, place)\n",
        ),
    ),
    "goofspiel": (
        m("the lowest card is worth nothing", "    return c % RANKS + 1\n", "    return c % RANKS\n"),
        m("a bid stays in the hand", "        s.hands[seat] = without(s.hands[seat], bid)  # GOOF-4\n", ""),
        m("a prize taken is won again", "# GOOF-4\n        s.prizes = 0\n", "# GOOF-4\n"),
        m("choices are open to all", "choices = number(SEATS, seen_by=OWNER, most", "choices = number(SEATS, most"),
        m("suits are as long as the cards used", "first(s.ranks) << suit * RANKS", "first(s.ranks) << suit * s.ranks"),
    ),
    "leduc_poker": (
        m(
            "a raise does not pass the turn",
            "        s.raises += 1\n        next_turn(s)\n        return",
            "        s.raises += 1\n        return",
        ),
        m("a check of the first round counts in the second", "    s.raises = s.spoken = 0\n", "    s.raises = 0\n"),
        m("a pair only with spades", "if rank == s.board % 3 else", "if rank == s.board else"),
        m("the chips of earlier deals are lost", "s.chips[seat] += gain", "s.chips[seat] = gain"),
        m("what a hand is worth is shown to all", '[("In the pot", s.paid[seat])]', '[("Strength", strength(s, seat))]'),
    ),
    "gin_rummy": (
        m(
            "the card taken from the pile is told to one",
            '"take", is_move=True, seat=a_seat(), card=a_card(), say',
            '"take", is_move=True, seat=a_seat(), card=a_card(to="seat"), say',
        ),
        m("an offer taken leaves the other offer", "    s.offers = NONE\n    if action", "    if action"),
        m("25 for gin are not told", "        earned(s, seat, GIN, BONUS)  # GIN-10\n", "        pass\n"),
        m("the discard to take is not on the table", '(("discard", 0),)', '(("pile", 0),)'),
        m("melds stay for the next deal", "    for i in range(MELDS):\n        s.melds[i] = 0\n    s.offers", "    s.offers"),
    ),
    "sevens_high": (
        m("cards laid stay for the next round", "    for seat in range(s.players):\n        s.laid[seat] = NONE\n", ""),
    ),
    "little_truf": (m("nobody is said to lead", "s.turn = s.leader = left(s, s.dealer)", "s.turn = left(s, s.dealer)"),),
    "kuhn_poker": (m("who calls does not pay", "        s.paid[s.turn] += 1  # KUHN-5\n", ""),),
}
