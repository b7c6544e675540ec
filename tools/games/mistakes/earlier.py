"""Mistakes of the first six sets. Those of all sets but SECOND were written before anybody had looked at how `check` would find them."""

from __future__ import annotations

from tools.games.mistakes.mistake import m

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

THIRD = {
    "go_fish": (
        m("the cards given stay with the giver", "    s.hands[giver] &= ~cards\n", ""),
        m("a card fished is told to all", "    drew(s, seat, card)\n    book", "    drew_openly(s, seat, card)\n    book"),
        m("a card that all know is told to one", "drew_openly(s, seat, card)  # FISH-4", "drew(s, seat, card)  # FISH-4"),
        m("one may ask oneself", "without(first(s.players), s.turn)  # FISH-2", "first(s.players)"),
        m("any card may be shown", "    return s.hands[s.turn]  # FISH-2", "    return WHOLE_PACK"),
        m("what is lacked is said of the wrong seat", "    lack(s, to, of_rank(rank))", "    lack(s, seat, of_rank(rank))"),
        m(
            "the parts of a hand do not make the hand",
            "    keep(s, seat, bit(card), WHOLE_PACK & ~book if completes else of_rank(rank))",
            "    keep(s, seat, 0, of_rank(rank))",
        ),
        m("books go to the next seat", "s.books[seat] |= book", "s.books[left(s, seat)] |= book"),
        m("the cards of a book stay in the hand", "            s.hands[seat] &= ~book\n", ""),
        m("hands are said to be shown", "    return s.hands[holder] & s.seen[holder]", "    return s.hands[holder]"),
        m("the last rank is forgotten", "for rank in range(13):\n        book", "for rank in range(12):\n        book"),
        m("a loop without an end", "    for _ in range(s.players):\n", "    while True:\n"),
        m("the id of another rule", '(ASK, "FISH-2", "Ask', '(ASK, "FISH-12", "Ask'),
        m("a book is told of without its rank", "down the four {rank}.", "down the four {ranks}."),
        m("the fewest books win", "    return count(s.books[seat]) // 4", "    return -count(s.books[seat]) // 4"),
        m("the turn never passes on", "seat if goes_on else left(s, seat)", "seat"),
    ),
    "gin_rummy": (
        m("the card taken lies on the pile, too", "        s.top = NONE\n    else:", "    else:"),
        m("the card drawn lies nowhere", "        s.hands[s.turn] |= bit(drawn)  # GIN-3\n", ""),
        m("a discard is not told", "    discarded(s, s.turn, action)\n", ""),
        m("the card just taken may be discarded", "    return ~s.just_taken  # GIN-4", "    return ~0"),
        m("nobody can knock", "<= 2 * MOST_TO_KNOCK:", "< 0:"),
        m("the goal is not that of the option", "best_total(s) >= s.goal:", "best_total(s) >= 40:"),
        m("the stock is drawn to the end and on", "count(s.stock) == LAST_OF_STOCK", "count(s.stock) == NONE"),
        m("the open card is declared hidden", "    top = card()\n", "    top = card(seen_by=NOBODY)\n"),
        m("deadwood of hidden hands", "if table.sees(seat) and count(held) == HAND else", "if count(held) == HAND else"),
        m("offers are not counted", "        s.offers -= 1  # GIN-2\n", ""),
        m("runs go round the corner", "if low % 13 + size <= 13 and", "if low % 13 + size <= 14 and"),
        m("a bot's rule allows nothing", "return bit(TAKE) if wants else without(legal, TAKE) or legal", "return 0"),
        m(
            "knocking goes on with the same turn",
            "    lay_open(s, other, others)\n    score(s)\n",
            "    lay_open(s, other, others)\n",
        ),
    ),
    "president": (
        m("cards laid stay in the hand", "    s.hands[seat] &= ~s.chosen\n", ""),
        m("cards beaten vanish", "    s.beaten |= s.to_beat\n    s.to_beat, s.chosen", "    s.to_beat, s.chosen"),
        m("who has passed is not kept", "        s.passed |= bit(s.turn)  # PRES-6\n", ""),
        m(
            "the best cards go the wrong way",
            "hand_over(s, s.last, s.president, best)",
            "hand_over(s, s.president, s.last, best)",
        ),
        m("who was last is not kept", "    s.last = last\n", ""),
        m("the leader may pass", "    return ~0 if s.to_beat else ~bit(PASS)  # PRES-4", "    return ~0"),
        m("one card too many is dealt", "(51 + s.players - dealt_before)", "(52 + s.players - dealt_before)"),
        m("who has no cards is asked", "if s.hands[seat] and not has(s.passed, seat):", "if not has(s.passed, seat):"),
        m("points for those who were faster", "slower = s.players - s.place[seat]", "slower = s.place[seat] - 1"),
        m("a field of another name in a text", "lines=place, badges", "lines=[('Place', s.places[seat])], badges"),
        m("a tie in the sentence of a card", "{seat} give[s] {to} {card} in return.", "{seat} give[s] {to} {cards} in return."),
        m(
            "the exchange says too much of what is lacked",
            "            if count(best) < EXCHANGED:\n                s.lacks",
            "            if at:\n                s.lacks",
        ),
        m(
            "a new round without its turn",
            "    s.phase, s.turn = LAY, seat\n\n\n@compiled\ndef still_in",
            "    s.phase = LAY\n\n\n@compiled\ndef still_in",
        ),
    ),
    "klondike": (
        m("the waste keeps its size", "    s.talon_size -= 1\n    for i", "    for i"),
        m(
            "one column takes no cards",
            "    for column in range(COLUMNS):\n        if has(fitting",
            "    for column in range(COLUMNS - 1):\n        if has(fitting",
        ),
        m("a card turned stays in the stock", "            s.stock[s.stock_size] = NONE\n", ""),
        m("a card uncovered is not told", "        uncovered(s, s.up[column, 0], column)\n", ""),
        m("giving up is not told", "        gave_up(s, s.turn)\n", ""),
        m("the face-down stock is open", "stock = card(IN_STOCK, seen_by=NOBODY)", "stock = card(IN_STOCK)"),
        m("a phase that is never left", "    s.chosen = NONE\n    s.phase = CARD\n", "    s.chosen = NONE\n"),
        m("cards moved stay in their column", "        s.up[column, i] = NONE\n", ""),
        m(
            "the card below is turned up",
            "= s.down[column, s.down_size[column]]  # KLONDIKE-6",
            "= s.down[column, s.down_size[column] - 1]",
        ),
        m("how many cards are turned is not read", "for _ in range(s.draws):", "for _ in range(3):"),
        m(
            "one foundation is not counted",
            "s.foundation[0] + s.foundation[1] + s.foundation[2] + s.foundation[3]",
            "s.foundation[0] + s.foundation[1] + s.foundation[2]",
        ),
        m("a card is laid one too high", "s.up[place, s.up_size[place]] = card", "s.up[place, s.up_size[place] + 1] = card"),
    ),
    "beacons": (
        m("everybody sees everything", "card(MOST_SEATS, MOST_PLACES, seen_by=OTHERS)", "card(MOST_SEATS, MOST_PLACES)"),
        m("a card drawn is told to its holder", 'card=a_card(hidden_from="seat")', "card=a_card()"),
        m("the deal is told to all", 'hands=by_seat("card", to=OTHERS)', 'hands=by_seat("card")'),
        m("what is known of a place outlasts its card", "    s.ruled_out[s.turn, place] = 0\n", ""),
        m(
            "signals rule out the wrong cards",
            "WHOLE_PACK & ~meant if is_meant else meant",
            "meant if is_meant else WHOLE_PACK & ~meant",
        ),
        m("signals are not used up", "    s.signals -= 1  # BEACON-4\n", ""),
        m("mistakes are not counted", "        s.mistakes += 1\n", ""),
        m("nobody ever wins", "if standing(s, 0) >= s.goal else 0", "if standing(s, 0) > s.goal + 20 else 0"),
        m("a card lit stays in the hand", "    s.hands[s.turn, place] = NONE\n", ""),
        m("an action touches no zone", '("lit", -1)))', '("fires", -1)))'),
        m(
            "something outside the game decides",
            "    s.signals = SIGNALS  # BEACON-4",
            "    s.signals = SIGNALS - id(s) // 16 % 2",
        ),
        m("a helper is not compiled", "@compiled\ndef number_of", "def number_of"),
        m("labels that read alike", "{'Light' if action < DISCARD else 'Discard'} your", "Play your"),
        m("a height too many", "s.height[colour] = n\n", "s.height[colour] += n\n"),
        m(
            "one's own cards may be signalled",
            "others = without(first(s.players), s.turn) << TO",
            "others = first(s.players) << TO",
        ),
    ),
}

FOURTH = {
    "lots": (
        m("the price is never paid", "        s.purse[s.bidder] -= s.highest  # LOTS-6\n", ""),
        m("orders open to all", "orders = cards(SEATS, seen_by=OWNER)", "orders = cards(SEATS)"),
        m("orders compared with a card", "        if order // 8 == card // 8:", "        if s.orders[seat] == card:"),
        m("the bidder is never stored", "        s.bidder = s.turn\n", ""),
        m(
            "winners returns the best seat",
            "@rules.texts\ndef table",
            "@rules.answers\ndef winners(s):\n    best = 0\n    for seat in range(s.players):\n        if standing(s, seat) > standing(s, best):\n            best = seat\n    return best\n\n\n@rules.texts\ndef table",
        ),
        m("the lot stays when it is sold", "    s.lot = NONE\n    s.done += 1", "    s.done += 1"),
        m("a purchase replaces those before", "s.won[s.bidder] |= bit(s.lot)", "s.won[s.bidder] = bit(s.lot)"),
        m("standing is the whole purse", "    points = s.purse[seat]  # LOTS-8", "    points = s.purse  # LOTS-8"),
        m("bids may not be more than the purse of another", "first(s.purse[s.turn] + 1)", "first(s.purse[s.bidder] + 1)"),
    ),
    "partners_rummy": (
        m("the deal number is told one too low", "dealt(s, s.deal_number + 1, s.dealer", "dealt(s, s.deal_number, s.dealer"),
        m(
            "the phase stays",
            "    s.phase = DRAW\n    if s.hands[s.turn] == 0:",
            "    if s.hands[s.turn] == 0:",
        ),
        m("cards laid stay in the hand", "    s.hands[s.turn] &= ~down\n", ""),
        m("laid at the wrong side", "    s.laid[s.turn % 2] |= down", "    s.laid[s.turn // 2] |= down"),
        m("the pile is not cleared at a deal", "    s.pile = 0\n", ""),
        m("an action twice", "DONE = 13\n", "DONE = 12\n"),
        m("a rank has no name", '"jacks", "queens", "kings")', '"jacks", "queens")'),
        m("an event is called score", 'took = event(\n    "take",', 'took = event(\n    "score",'),
        m("too many cards are dealt", "HAND = 7", "HAND = 13"),
        m(
            "known is what nobody knows",
            "@rules.answers\ndef shown",
            "@rules.answers\ndef known(s, seat, holder):\n    return s.hands[holder] if holder == (seat + 2) % SEATS else 0\n\n\n@rules.answers\ndef shown",
        ),
    ),
    "lanterns": (
        m("knowledge stays at a place", "    s.ruled_out[s.turn, place] = 0\n", ""),
        m("the drawn card is told to its owner", 'card=a_card(hidden_from="seat")', 'card=a_card(to="seat")'),
        m(
            "only one seat has the result",
            "    return count(s.row)  # LAN-6",
            "    return count(s.row) if seat == 0 else 0  # LAN-6",
        ),
        m("a touch of an unknown zone", '(f"hand-{s.turn}", action)', '(f"hands-{s.turn}", action)'),
        m("an event with a value too many", "finished(s, s.rows + 1)", "finished(s, s.turn, s.rows + 1)"),
        m("winners is a truth", "return first(s.players) if count(s.row) >= 12 else 0", "return count(s.row) >= 12"),
        m(
            "one may hang only what fits, which one cannot know",
            "        if s.hands[s.turn, place] != NONE:\n            found |= bit(place)  # LAN-2",
            "        if s.hands[s.turn, place] != NONE and (s.hands[s.turn, place] % 7 >= s.last or s.hints == 0):\n            found |= bit(place)  # LAN-2",
        ),
    ),
    "stairs": (
        m("the open cards are not told at the deal", "        tops[column] = s.up[column]\n", ""),
        m(
            "told before it is drawn",
            "        s.waste = draw_card(s)  # STAIRS-4\n        turned(s, s.turn, s.waste)",
            "        turned(s, s.turn, s.waste)\n        s.waste = draw_card(s)  # STAIRS-4",
        ),
        m(
            "division by nought",
            "else (35 - left_over(s)) / 70  # STAIRS-6",
            "else (35 - left_over(s)) / s.longest  # STAIRS-6",
        ),
    ),
}
FIFTH = {
    "goofspiel": (
        m(
            "the last seat is left out of a comparison",
            "    winner, best = NONE, 0\n    for seat in range(s.players):",
            "    winner, best = NONE, 0\n    for seat in range(s.players - 1):",
        ),
        m("the first of equal bids wins", "        elif bid == best:\n            winner = NONE  # GOOF-5\n", ""),
    ),
    "leduc_poker": (
        m(
            "raises of the first round count in the second",
            "    s.raises = s.spoken = 0\n    s.phase",
            "    s.spoken = 0\n    s.phase",
        ),
        m("who folds wins", "settle(s, left(s, s.turn))  # LEDUC-4", "settle(s, s.turn)  # LEDUC-4"),
        m("the deal does not pass on", "    s.dealer = left(s, s.dealer)  # LEDUC-9\n", ""),
    ),
    "little_sevens": (m("a card drawn openly is not remembered", "        show_card(s, s.turn, card)\n", ""),),
    "little_truf": (
        m("a restriction holds for the wrong seat", "s.hook == 0 or s.turn != s.dealer", "s.hook == 0 or s.turn == s.dealer"),
        m(
            "another leads than whose turn it is",
            "    s.turn = s.leader = left(s, s.dealer)  # LITTLE-3, LITTLE-5",
            "    s.turn, s.leader = left(s, s.dealer), s.dealer",
        ),
    ),
    "president": (
        m(
            "who has passed stays out in the next round",
            "    s.to_beat = s.passed = 0\n    s.phase",
            "    s.to_beat = 0\n    s.phase",
        ),
    ),
    "gin_rummy": (m("a bonus is told and not counted", "BONUS * (has_gin or undercuts)", "BONUS * has_gin"),),
    "hearts": (
        m("hearts stay broken from deal to deal", "    s.broken = s.trick_size = 0\n", "    s.trick_size = 0\n"),
        m("fewer points are counted than told", "            return 26  # HEARTS-9", "            return 25  # HEARTS-9"),
    ),
    "klondike": (
        m("a card brought back stays on its foundation", "        s.foundation[suit(card)] -= 1  # KLONDIKE-8\n", ""),
    ),
    "caravans": (
        m("what may not be taken back is never forgotten", "    s.discarded = NONE\n    s.phase = CARD", "    s.phase = CARD"),
    ),
    "beacons": (m("a signal too many", "if n == HIGHEST and s.signals < SIGNALS:", "if n == HIGHEST:"),),
    "kuhn_poker": (m("a deal goes on with the check of the one before", "    s.checked = 0\n", ""),),
}

SIXTH = {
    "klondike": (
        m(
            "the talon is closed up one card short",
            "range(s.waste_size, s.talon_size):",
            "range(s.waste_size, s.talon_size - 1):",
        ),
        m(
            "a card turned up is not counted",
            "        s.up_size[column] = 1\n        s.progress = 1\n",
            "        s.progress = 1\n",
        ),
        m(
            "columns read alike in labels",
            'where = f"on {ACE_LOW52.the(top)}" if top != NONE else f"to the empty {PLACES[actions[1]]}"',
            'where = "to a column"',
        ),
        m("a move is told backwards", "source, card), source, place)", "source, card), place, source)"),
        m("turning the waste over is not told", "    turned_over(s, cards)\n", ""),
        m(
            "a column shows as many cards face down as at the deal",
            'f"Column {column + 1}", down=s.down_size[column])',
            'f"Column {column + 1}", down=column)',
        ),
    ),
    "beacons": (
        m("the last turns are not counted", "    if s.turns_left:\n        s.turns_left -= 1\n", ""),
        m("a discard is never refused", "if s.signals == SIGNALS else EVERY", "if s.signals > SIGNALS else EVERY"),
    ),
    "lots": (
        m("orders of another seat are shown", "showed(s, seat, s.orders[seat])", "showed(s, seat, s.orders[s.turn])"),
        m("orders of the seat to move count for all", "is_ordered(s, seat, one)", "is_ordered(s, s.turn, one)"),
        m("who passed stays out of later auctions", "    for seat in range(s.players):\n        s.out[seat] = 0\n", ""),
    ),
    "partners_rummy": (
        m("the cards of the next seat count as the partner's", "partner = (seat + 2) % SEATS", "partner = (seat + 1) % SEATS"),
    ),
    "goofspiel": (m("the bids of the round before are lost", "        s.used |= bids\n", ""),),
    "leduc_poker": (
        m(
            "a total is told before it is added",
            "        s.chips[seat] += gain  # LEDUC-8\n        scored(s, s.deal_number, seat, NONE, NONE, gain, s.chips[seat])\n",
            "        scored(s, s.deal_number, seat, NONE, NONE, gain, s.chips[seat])\n        s.chips[seat] += gain  # LEDUC-8\n",
        ),
        m("an average of no deals", "    return s.chips[seat]  # LEDUC-9", "    return s.chips[seat] / s.deal_number"),
        m("who wins gets what they have paid", "gain = s.paid[left(s, winner)] if", "gain = s.paid[winner] if"),
        m("the card on the table stays", "    s.board = NONE\n    for seat", "    for seat"),
    ),
    "little_sevens": (
        m("a card played is still known to be held", "        let_go(s, s.turn, action)\n", ""),
        m("the top is lost when it is covered", "        s.pile |= bit(s.top)\n", ""),
    ),
    "gin_rummy": (
        m("who knocked stays so in the next deal", "    s.knocker = NONE\n    for i", "    for i"),
        m("a card just taken stays so", "    s.just_taken = 0\n    if s.top != NONE:", "    if s.top != NONE:"),
    ),
    "president": (
        m("what does not divide is not dealt", "(51 + s.players - dealt_before) // s.players", "52 // s.players"),
        m("what was lacked stays so in the next deal", "s.seen[seat] = s.lacks[seat] = 0", "s.seen[seat] = 0"),
    ),
}
