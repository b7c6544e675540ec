"""Mistakes of the eighth set, spread evenly over all sound games, written before looking at how `check` would find them."""

from __future__ import annotations

from tools.games.mistakes.mistake import m

EIGHTH = {
    "sevens_high": (
        m(
            "the seat that laid is looked up after the turn passed",
            "    s.laid[s.turn] = card\n    next_turn(s)\n",
            "    next_turn(s)\n    s.laid[s.turn] = card\n",
        ),
        m("the round counts for the seat to move", "        s.rounds[taker] += 1\n", "        s.rounds[s.turn] += 1\n"),
        m("cards laid are not swept away", "    for seat in range(s.players):\n        s.laid[seat] = NONE\n", ""),
        m("a zone of cards named twice", 'label="Laid")', 'label="Laid", id="stock")'),
    ),
    "kuhn_poker": (
        m(
            "the chip that was called for is not paid",
            "        called(s, s.turn)\n        s.paid[s.turn] += 1  # KUHN-5\n",
            "        called(s, s.turn)\n",
        ),
        m("who folds wins", "        settle(s, left(s, s.turn))  # KUHN-5", "        settle(s, s.turn)  # KUHN-5"),
        m(
            "the card of the other is shown",
            "        showed(s, seat, lowest(s.hands[seat]))",
            "        showed(s, seat, lowest(s.hands[left(s, seat)]))",
        ),
        m("who has checked is kept from the deal before", "    s.checked = 0\n", ""),
    ),
    "leduc_poker": (
        m("the winner gains the own stake", "s.paid[left(s, winner)] if seat == winner", "s.paid[seat] if seat == winner"),
        m("the round begins without counting raises anew", "    s.raises = s.spoken = 0\n", "    s.spoken = 0\n"),
        m("a raise is told with another size", "        raised(s, s.turn, size)\n", "        raised(s, s.turn, due)\n"),
        m(
            "the card turned up stays in the stock",
            "        s.board = draw_card(s)  # LEDUC-6",
            "        s.board = lowest(s.stock)  # LEDUC-6",
        ),
    ),
    "goofspiel": (
        m(
            "bids are seen by all",
            'a_card(to="seat"), say="{seat} choose[s] {card}."',
            'a_card(), say="{seat} choose[s] {card}."',
        ),
        m(
            "the prize is given and stays",
            "        s.won[winner] |= s.prizes  # GOOF-4\n        s.prizes = 0\n",
            "        s.won[winner] |= s.prizes  # GOOF-4\n",
        ),
        m("an option is asked the wrong way about", "        if s.ties != STAY:", "        if s.ties == 2:"),
        m("the first seat wins no tie", "    winner, best = NONE, 0\n", "    winner, best = 0, value(s.bids[0])\n"),
    ),
    "little_sevens": (
        m(
            "a card is drawn and given to the next",
            "        s.hands[s.turn] |= bit(card)\n        show_card(s, s.turn, card)\n        next_turn(s)\n",
            "        next_turn(s)\n        s.hands[s.turn] |= bit(card)\n        show_card(s, s.turn, card)\n",
        ),
        m("the cards laid earlier are forgotten", "        s.pile |= bit(s.top)\n", ""),
        m("what is known of a card played stays", "        let_go(s, s.turn, action)\n", ""),
        m(
            "the lack is noted for the other",
            "        chose_to_draw(s, s.turn)\n        show_lack(s, s.turn, wanted(s))",
            "        chose_to_draw(s, s.turn)\n        show_lack(s, left(s, s.turn), wanted(s))",
        ),
    ),
    "little_truf": (
        m(
            "a bid of the other is compared",
            "bid, won = s.bids[seat], s.won[seat]",
            "bid, won = s.bids[seat], s.won[left(s, seat)]",
        ),
        m("the dealer bids first", "s.turn = s.leader = left(s, s.dealer)", "s.turn = s.leader = s.dealer"),
        m("bids begin at nought", "        s.bids[seat] = NONE\n", ""),
        m("trump is a card's rank", "suit(card) == suit(s.turn_up)", "suit(card) == s.turn_up"),
    ),
    "caravans": (
        m("no card goes back", "        s.discarded = card\n", "        s.discarded = colour\n"),
        m(
            "the pile is lower before its top is taken",
            "        took(s, s.turn, card, action - PILE)\n        s.pile_size[action - PILE] -= 1\n        s.piles[action - PILE, s.pile_size[action - PILE]] = NONE\n",
            "        took(s, s.turn, card, action - PILE)\n        s.piles[action - PILE, s.pile_size[action - PILE]] = NONE\n        s.pile_size[action - PILE] -= 1\n",
        ),
        m(
            "a drawn card is shown to all",
            'card=a_card(to="seat"),\n    say="{seat} draw[s]',
            'card=a_card(),\n    say="{seat} draw[s]',
        ),
        m(
            "the card that was drawn is thought seen",
            "        s.picked_up[s.turn] |= bit(card)\n    s.hands[s.turn] |= bit(card)\n",
            "    s.picked_up[s.turn] |= bit(card)\n    s.hands[s.turn] |= bit(card)\n",
        ),
    ),
    "hearts": (
        m(
            "cards passed go to one's own hand",
            "        s.hands[taker] |= s.passing[giver]\n",
            "        s.hands[giver] |= s.passing[giver]\n",
        ),
        m("hearts stay broken in the next deal", "    s.broken = s.trick_size = 0\n", "    s.trick_size = 0\n"),
        m("whoever has the most points wins", "    return -s.scores[seat]  #", "    return s.scores[seat]  #"),
        m(
            "a moon is worth nothing to anybody",
            "            earned(s, seat, OTHERS_MOON, 26)\n            return 26",
            "            earned(s, seat, OTHERS_MOON, 26)\n            return 0",
        ),
    ),
    "go_fish": (
        m("cards asked for are given and kept", "    s.hands[giver] &= ~cards\n", ""),
        m(
            "the next of the seat asked goes on",
            "give_turn(s, seat if goes_on else left(s, seat))",
            "give_turn(s, seat if goes_on else left(s, to))",
        ),
        m(
            "one may ask oneself for a card",
            "    return without(first(s.players), s.turn)  # FISH-2",
            "    return first(s.players)  # FISH-2",
        ),
        m(
            "books laid at once are not looked for",
            "    for seat in range(s.players):\n        lay_books(s, seat)  # FISH-5\n",
            "",
        ),
    ),
    "gin_rummy": (
        m("the card drawn is told to all", "        drew(s, s.turn, drawn)\n", "        took(s, s.turn, drawn)\n"),
        m("the top stays when it is taken", "        s.top = NONE\n    else:", "    else:"),
        m(
            "what was picked up is kept from the deal before",
            "        s.picked[seat] = s.deadwood[seat] = 0\n",
            "        s.deadwood[seat] = 0\n",
        ),
        m("the dealer never changes", "    s.dealer = left(s, s.dealer)  # GEN-1\n", ""),
    ),
    "president": (
        m("passes are kept in the next round", "    s.to_beat = s.passed = 0\n", "    s.to_beat = 0\n"),
        m(
            "cards that beat are looked for from rank nought",
            "rank_of(lowest(s.to_beat)) + 1, 13)",
            "rank_of(lowest(s.to_beat)), 13)",
        ),
        m(
            "the exchange goes the other way",
            "    hand_over(s, s.last, s.president, best)\n",
            "    hand_over(s, s.president, s.last, best)\n",
        ),
        m("what was laid is thought still held", "    s.seen[seat] &= ~s.chosen\n", "    s.seen[seat] |= s.chosen\n"),
    ),
    "klondike": (
        m(
            "red goes on red",
            "one_lower & ~RED if has(RED, top) else one_lower & RED",
            "one_lower & RED if has(RED, top) else one_lower & ~RED",
        ),
        m(
            "the card that moved stays in its column",
            "        lay(s, s.up[column, i], place)  # KLONDIKE-4\n        s.up[column, i] = NONE\n",
            "        lay(s, s.up[column, i], place)  # KLONDIKE-4\n",
        ),
        m(
            "the stock is drawn from one too high",
            "            s.stock_size -= 1\n            s.talon[s.talon_size] = s.stock[s.stock_size]\n            s.stock[s.stock_size] = NONE\n",
            "            s.talon[s.talon_size] = s.stock[s.stock_size]\n            s.stock[s.stock_size] = NONE\n            s.stock_size -= 1\n",
        ),
        m(
            "an option is read as its place",
            "    for _ in range(s.draws):  # KLONDIKE-7",
            "    for _ in range(1):  # KLONDIKE-7",
        ),
    ),
    "beacons": (
        m(
            "one's own hand is seen too",
            "hands = card(MOST_SEATS, MOST_PLACES, seen_by=OTHERS)",
            "hands = card(MOST_SEATS, MOST_PLACES)",
        ),
        m("what was ruled out stays with the new card", "    s.ruled_out[s.turn, place] = 0\n", ""),
        m(
            "the signal is given to oneself",
            "            s.ruled_out[s.receiver, place] |= WHOLE_PACK",
            "            s.ruled_out[s.turn, place] |= WHOLE_PACK",
        ),
        m("a mistake costs a signal", "        s.mistakes += 1\n    replace", "        s.signals -= 1\n    replace"),
    ),
    "lots": (
        m("a seat that passed stays out of later auctions", "    for seat in range(s.players):\n        s.out[seat] = 0\n", ""),
        m(
            "the price is paid by the seat to move",
            "        s.purse[s.bidder] -= s.highest  # LOTS-6\n",
            "        s.purse[s.turn] -= s.highest  # LOTS-6\n",
        ),
        m("the orders are seen by all", "orders = cards(SEATS, seen_by=OWNER)", "orders = cards(SEATS)"),
        m("a field is misspelt", "    points = s.purse[seat]  # LOTS-8", "    points = s.purses[seat]  # LOTS-8"),
    ),
    "partners_rummy": (
        m(
            "cards are laid for the seat, not its side",
            "    s.laid[s.turn % 2] |= down  # PR-3\n",
            "    s.laid[s.turn // 2] |= down  # PR-3\n",
        ),
        m("what all know of a card discarded stays", "    s.taken[s.turn] &= s.hands[s.turn]\n", ""),
        m(
            "a lack is kept after drawing",
            "        drawn = draw_card(s)  # PR-2\n        note_lack(s, s.turn, 0)\n",
            "        drawn = draw_card(s)  # PR-2\n",
        ),
        m(
            "partners count each for themselves",
            "    return for_laid - for_held\n",
            "    return for_laid - count(s.hands[seat])\n",
        ),
    ),
    "lanterns": (
        m("low and high are exchanged", "|= HIGH if is_low else LOW", "|= LOW if is_low else HIGH"),
        m("hints are never used up", "    s.hints -= 1  # LAN-3\n", ""),
        m("the card drawn is told to its owner", 'card=a_card(hidden_from="seat")', "card=a_card()"),
        m("a row goes on after its last", "            s.last = 0\n", ""),
    ),
    "stairs": (
        m("the wrong column is uncovered", "        uncover(s, column)\n    if", "        uncover(s, column - 1)\n    if"),
        m("the waste is not laid away", "    s.gone |= bit(s.waste)\n", ""),
        m("a move is not told", "        took(s, s.turn, action, column)\n", ""),
        m(
            "the text of the rules comes from another game",
            '"STAIRS-4", "The stock is used up."',
            '"STAIR-4", "The stock is used up."',
        ),
    ),
}
