"""Mistakes of the ninth set, held out: written from the games and the docs, by somebody who read neither the code of `check` nor
the mistakes of earlier sets."""

from __future__ import annotations

from tools.games.mistakes.mistake import m

NINTH = {
    "beacons": (
        m("nobody is said to get the signal", "        s.receiver = action - TO\n", ""),
        m(
            "a signal wipes out those before",
            "s.ruled_out[s.receiver, place] |= WHOLE",
            "s.ruled_out[s.receiver, place] = WHOLE",
        ),
        m("a discarded card lies nowhere", "    s.discarded |= bit(card)  # BEACON-6\n", ""),
        m(
            "a signal is told as that of the player who gets it",
            "signalled(s, s.turn, s.receiver, saying, places)",
            "signalled(s, s.receiver, s.turn, saying, places)",
        ),
        m("the goal is misspelt", ">= s.goal else 0", ">= s.goals else 0"),
    ),
    "caravans": (
        m(
            "the top of a pile is looked for one too high",
            "return s.piles[colour, s.pile_size[colour] - 1]",
            "return s.piles[colour, s.pile_size[colour]]",
        ),
        m("a whole hand counts as shown", "return s.picked_up[holder]", "return s.hands[holder]"),
        m(
            "a card from the stock counts as seen by all",
            "        s.picked_up[s.turn] |= bit(card)\n    s.hands",
            "    s.picked_up[s.turn] |= bit(card)\n    s.hands",
        ),
        m(
            "a card is told to be taken from the next pile",
            "took(s, s.turn, card, action - PILE)",
            "took(s, s.turn, card, action)",
        ),
        m("the worth of a caravan is not compiled", "@compiled\ndef worth(", "def worth("),
    ),
    "gin_rummy": (
        m(
            "a list in a rule",
            "found, enough, hand = scratch(MELDS), 0, s.hands[s.turn]",
            "found, enough, hand = [0] * MELDS, 0, s.hands[s.turn]",
        ),
        m("too little room for melds", "melds = scratch(64)", "melds = scratch(8)"),
        m("nobody remembers which card was taken", "        s.picked[s.turn] |= s.just_taken\n", ""),
        m("the other hand is not laid open", "    lay_open(s, other, others)\n", ""),
        m("only the last card remains in the discard pile", "s.pile |= bit(s.top)", "s.pile = bit(s.top)"),
        m(
            "the difference is told and not counted",
            "return ahead + BONUS * (has_gin or undercuts)",
            "return BONUS * (has_gin or undercuts)",
        ),
    ),
    "go_fish": (
        m("the game has no end", "    end_game(s)  # FISH-7: no hand holds a card, and the stock is empty\n", ""),
        m("one may ask oneself", "return without(first(s.players), s.turn)  # FISH-2", "return first(s.players)  # FISH-2"),
        m("the second book replaces the first", "s.books[seat] |= book", "s.books[seat] = book"),
        m("cards that changed hands are forgotten", "    s.seen[taker] |= cards\n", ""),
        m(
            "a book and its rank stand in each other's place",
            "laid_book(s, seat, rank, book)",
            "laid_book(s, seat, book, rank)",
        ),
    ),
    "goofspiel": (
        m("an option compared with a word", "if s.ties != STAY:", 'if s.ties == "lost":'),
        m(
            "all are told what is chosen",
            'card=a_card(to="seat"), say="{seat} choose[s] {card}."',
            'card=a_card(), say="{seat} choose[s] {card}."',
        ),
        m("the game goes on after a tie for the last prize", "if s.stock == 0:", "if s.stock == 0 and s.prizes == 0:"),
        m("prizes never stay", "STAY = 0", "STAY = 2"),
        m("results beyond those declared", "results=(0, RANKS * (RANKS + 1) // 2)", "results=(0, RANKS)"),
    ),
    "hearts": (
        m("a field that tricks need is missing", '    taker = number(of="seat")  # of the last trick\n', ""),
        m(
            "a player with nothing but hearts may not lead",
            "if s.trick_size or s.broken or not s.hands[s.turn] & ~ALL_HEARTS else ~ALL_HEARTS",
            "if s.trick_size or s.broken else ~ALL_HEARTS",
        ),
        m("the cards chosen to pass are open", "passing = cards(SEATS, seen_by=OWNER)", "passing = cards(SEATS)"),
        m("what was passed in earlier deals is still deemed known", "s.given[giver] = cards", "s.given[giver] |= cards"),
        m("three cards passed are the whole hand", "s.hands[taker] |= s.passing[giver]", "s.hands[taker] = s.passing[giver]"),
        m("hearts are never broken", "    if has(ALL_HEARTS, card):\n        s.broken = 1  # HEARTS-6\n", ""),
    ),
    "klondike": (
        m("what lies on an ace is a card below it", "    if rank(top) == 0:\n        return 0\n", ""),
        m("progress once made is made for ever", "    s.progress = 0\n", ""),
        m("the last card of the talon stays behind it", "    s.talon[s.talon_size] = NONE\n", ""),
        m(
            "the card that was moved is told to be turned up",
            "uncovered(s, s.up[column, 0], column)",
            "uncovered(s, card, column)",
        ),
        m("the labels are not registered", "@rules.texts\ndef label(", "def label("),
    ),
    "kuhn_poker": (
        m("all see the third card", "stock = cards(seen_by=NOBODY)", "stock = cards()"),
        m("one answers one's own bet", "        s.phase = ANSWER\n        next_turn(s)\n", "        s.phase = ANSWER\n"),
        m("the loser gains as much", "gain = won if seat == winner else -won", "gain = won if seat == winner else won"),
        m("nobody remembers a check", "        s.checked = 1\n", ""),
        m("the deal is told without the size of the stock", "s.dealer, s.hands, count(s.stock))", "s.dealer, s.hands)"),
    ),
    "leduc_poker": (
        m("the card on the table stays in the stock", "s.board = draw_card(s)", "s.board = lowest(s.stock)"),
        m("an action instead of a set", "first(3) & ~bit(FOLD)", "first(3) & ~FOLD"),
        m(
            "how strong a hand is stands at its seat",
            'lines=[("In the pot", s.paid[seat])]',
            'lines=[("In the pot", s.paid[seat]), ("Strength", strength(s, seat))]',
        ),
        m("the card on the table is not told", "        turned(s, s.board)\n", ""),
        m("the seats do not go round", "return s.paid[left(s, s.turn)] -", "return s.paid[s.turn + 1] -"),
    ),
    "little_sevens": (
        m(
            "a draw does not show what is lacked",
            "        chose_to_draw(s, s.turn)\n        show_lack(s, s.turn, wanted(s))\n",
            "        chose_to_draw(s, s.turn)\n",
        ),
        m(
            "the new top goes under itself",
            "        s.pile |= bit(s.top)\n        s.top = action\n",
            "        s.top = action\n        s.pile |= bit(s.top)\n",
        ),
        m("one may draw from an empty stock", "(bit(DRAW) if s.stock else bit(PASS))", "bit(DRAW) | bit(PASS)"),
        m("the first seat's result is everybody's", "1.0 if s.hands[seat] == 0", "1.0 if s.hands[0] == 0"),
        m("an observer is not registered", "rules.observes(let_go, record_played)\n", ""),
        m("the card beneath is told to be played", "played(s, s.turn, action)", "played(s, s.turn, s.top)"),
    ),
    "little_truf": (
        m("the id of a rule is misspelt", '@rules.allows(BIDDING, "LITTLE-4"', '@rules.allows(BIDDING, "LITLE-4"'),
        m("the dealer's own bid is subtracted", "s.hand_size - s.bids[left(s, s.dealer)]", "s.hand_size - s.bids[s.dealer]"),
        m("nobody sees a hand", "hands = cards(SEATS, seen_by=OWNER)", "hands = cards(SEATS, seen_by=NOBODY)"),
        m("bids are not told", "    made_bid(s, s.turn, tricks)\n", ""),
        m("play begins after the first bid", "if s.turn == s.dealer:  # LITTLE-3", "if s.turn == s.leader:  # LITTLE-3"),
    ),
    "president": (
        m(
            "the round stands still at a seat that has passed",
            "            return\n        seat = left(s, seat)\n",
            "            return\n        seat = left(s, s.turn)\n",
        ),
        m("cards exchanged face up are forgotten", "    s.seen[taker] |= cards  # PRES-2: face up\n", ""),
        m("cards exchanged stay in the first hand too", "    s.hands[giver] &= ~cards\n", ""),
        m("the cards beaten are told as those laid", "laid(s, seat, s.chosen)", "laid(s, seat, s.to_beat)"),
        m("a sentence reads a field that there is not", 'OUT[out["how"]]', 'OUT[out["place"]]'),
        m(
            "a leader with no more of the rank is not asked",
            "    within_move=True,\n    always_asked=True,  # nobody learns whether the leader holds more of that rank\n",
            "    within_move=True,\n",
        ),
    ),
    "sevens_high": (
        m("the last card has no action", 'card_actions("lay", cards=range(49))', 'card_actions("lay", cards=range(48))'),
        m("the end is looked for in the stock", "if s.hands[0] == 0:", "if s.stock == 0:"),
        m(
            "the rounds of the seat to move are everybody's",
            "return s.rounds[seat]  # HIGH-4",
            "return s.rounds[s.turn]  # HIGH-4",
        ),
        m("a round is told to go to the next player", "took(s, taker)", "took(s, s.turn)"),
        m("a bracket is not closed", "{seat} take[s] the round.", "{seat} take[s the round."),
    ),
    "lanterns": (
        m("a hint has the number of a place", "HANG, HINT = 0, 10", "HANG, HINT = 0, 2"),
        m("all hear all hands at the deal", 'hands=by_seat("card", to=OTHERS)', 'hands=by_seat("card")'),
        m("the hint is kept for the one who gives it", "s.ruled_out[to, place] |=", "s.ruled_out[s.turn, place] |="),
        m("a hint does not tell which cards are low", "hinted(s, s.turn, to, low)", "hinted(s, s.turn, to, s.hints)"),
        m("hints are not used up", "    s.hints -= 1  # LAN-3\n", ""),
        m("rows instead of lanterns win", "if count(s.row) >= 12 else 0", "if s.rows >= 12 else 0"),
    ),
    "lots": (
        m("the score that all see counts secret orders", "score=s.purse[seat]", "score=int(standing(s, seat))"),
        m(
            "the next seat is looked for beside the bidder again and again",
            "s.turn = left(s, s.turn)  # LOTS-6",
            "s.turn = left(s, s.bidder)  # LOTS-6",
        ),
        m(
            "the last player to act is told to buy",
            "bought(s, s.bidder, s.lot, s.highest)",
            "bought(s, s.turn, s.lot, s.highest)",
        ),
        m("a lot that nobody wants lies nowhere", "        s.unsold |= bit(s.lot)  # LOTS-6\n", ""),
        m("passing has no effect", "        s.out[s.turn] = 1\n", ""),
        m("a name is not imported", "    draw_card,\n", ""),
    ),
    "partners_rummy": (
        m("the points are not registered", "@rules.answers\ndef points(", "def points("),
        m(
            "what a seat lacked it lacks after drawing too",
            "        note_lack(s, s.turn, 0)\n        drew(s, s.turn, drawn)\n",
            "        drew(s, s.turn, drawn)\n",
        ),
        m("the seat to move sees the stock", "stock = cards(seen_by=NOBODY)", "stock = cards(seen_by=OWNER)"),
        m("a seat instead of its side", "there = s.laid[s.turn % 2]", "there = s.laid[s.turn]"),
        m("a seat is told as its side", "laid_down(s, s.turn, down, s.turn % 2)", "laid_down(s, s.turn, down, s.turn)"),
        m("one's own cards are counted twice", "+ count(s.hands[partner])", "+ count(s.hands[seat])"),
    ),
    "stairs": (
        m(
            "the card above the top is turned up",
            "        s.down_size[column] -= 1\n        s.up[column] = s.down[column, s.down_size[column]]  # STAIRS-2\n",
            "        s.up[column] = s.down[column, s.down_size[column]]  # STAIRS-2\n        s.down_size[column] -= 1\n",
        ),
        m("the waste that is covered lies nowhere", "    s.gone |= bit(s.waste)\n", ""),
        m("a card that is turned up is not told", "        uncovered(s, s.up[column], column)\n", ""),
        m(
            "a column shows its cards face down",
            'look.column(f"column-{column}", [s.up[column]],',
            'look.column(f"column-{column}", [*s.down[column][: s.down_size[column]], s.up[column]],',
        ),
        m("the streak is not counted", "        s.streak += 1\n", ""),
        m("a zone is misspelt", '("card", "column-{column}", "waste")', '("card", "columns-{column}", "waste")'),
    ),
}
