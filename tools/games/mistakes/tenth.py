"""Mistakes of the tenth set: written with their games from the docs alone, all before any was checked."""

from __future__ import annotations

from tools.games.mistakes.mistake import m

TENTH = {
    "scopa": (
        m("forgot @compiled", "@compiled\ndef sums(", "def sums("),
        m("captured card stays in hand", "    s.hands[seat] = without(s.hands[seat], s.playing)\n", ""),
        m(
            "the rest stays on the table too",
            "        s.taken[s.last_taker] |= s.laid  # SCOPA-7\n        s.laid = 0\n",
            "        s.taken[s.last_taker] |= s.laid  # SCOPA-7\n",
        ),
        m(
            "table one short",
            "PRIME = (16, 12, 13, 14, 15, 18, 21, 10, 10, 10)",
            "PRIME = (16, 12, 13, 14, 15, 18, 21, 10, 10)",
        ),
        m("redealt cards are not put back (rare)", "        s.stock |= s.laid  # SCOPA-2\n", ""),
        m("new cards told to all", 'cards=some_cards(to="seat", unseen="three cards")', "cards=some_cards()"),
        m(
            "coins in hand on show",
            'lines=[("Sweeps", s.sweeps[seat])]',
            'lines=[("Sweeps", s.sweeps[seat]), ("Coins", count(s.hands[seat] & COINS))]',
        ),
        m("event names all of the table", "took(s, seat, s.playing, s.chosen)", "took(s, seat, s.playing, s.laid)"),
        m("event names the wrong seat", "kept(s, s.last_taker, s.laid)", "kept(s, s.turn, s.laid)"),
        m("option never read", "if best >= s.goal:", "if best >= GOALS[0]:"),
        m(
            "shown claims what nobody saw",
            "@rules.answers\ndef standing",
            "@rules.answers\ndef shown(s: Position, holder: Seat) -> CardSet:\n    return s.hands[holder] & KINGS\n\n\n@rules.answers\ndef standing",
        ),
        m("restriction never refuses", "    return equal if equal else s.laid  # SCOPA-5", "    return s.laid  # SCOPA-5"),
    ),
    "euchre": (
        m(
            "option compared with a word",
            "if s.stick and s.turn == s.dealer else first(9)",
            'if s.stick == "yes" and s.turn == s.dealer else first(9)',
        ),
        m("sentence names no field", 'say="{seat} take[s] up {card}."', 'say="{seat} take[s] up {cards}."'),
        m(
            "trump is NONE, used as index",
            "    turned = suit(s.turned)\n    return",
            "    turned = suit_in_play(s, s.turned)\n    return",
        ),
        m("the wrong seat discards", "    s.phase = BURY\n    s.turn = s.dealer\n", "    s.phase = BURY\n"),
        m("discarded card is lost", "    s.buried = bit(card)\n", ""),
        m("second round never begins", "            s.phase = NAME  # EUCHRE-4\n", "            pass\n"),
        m(
            "discard told to all",
            '    card=a_card(to="seat"),\n    say="{seat} discard[s] {card}."',
            '    card=a_card(),\n    say="{seat} discard[s] {card}."',
        ),
        m("discard lies open", "    buried = cards(seen_by=NOBODY)", "    buried = cards()"),
        m("lacked_in names both places", "if s.picked != NONE and place == KITTY else 0", "if s.picked != NONE else 0"),
        m(
            "the dealer lacks what it took up",
            "        if seat != s.dealer:\n            show_lack(s, seat, bit(s.turned))",
            "        show_lack(s, seat, bit(s.turned))",
        ),
        m("taking up is not told", "    picked_up(s, s.dealer, s.turned)\n", ""),
        m(
            "terms do not add up",
            "        earned(s, seat, MADE, 1)\n        return 1",
            "        earned(s, seat, MADE, 1)\n        return 2",
        ),
    ),
    "whispers": (
        m("event name that views read", 'revealed = event("reveal",', 'revealed = event("trick",'),
        m("cards that left are not forgotten", "rules.observes(gone, record_gone)\n", ""),
        m("draws from an empty stock", "if s.stock == 0 or count(s.present) == 1:", "if count(s.present) == 1:"),
        m(
            "endless loop",
            "    while not has(s.present, seat):\n        seat = left(s, seat)",
            "    while not has(s.present, seat):\n        left(s, seat)",
        ),
        m("nobody to choose", "if has(NEEDS_TARGET, card) and targets(s, card):", "if has(NEEDS_TARGET, card):"),
        m(
            "exchange without a third place",
            "    mine = s.hands[seat]\n    s.hands[seat] = s.hands[to]  # COURT-8\n    s.hands[to] = mine\n",
            "    s.hands[seat] = s.hands[to]  # COURT-8\n    s.hands[to] = s.hands[seat]\n",
        ),
        m(
            "looked at by all",
            'looked = event("look", seat=a_seat(), to=a_seat(), card=a_card(to="seat to")',
            'looked = event("look", seat=a_seat(), to=a_seat(), card=a_card()',
        ),
        m(
            "card aside told to all (rare)",
            '    "draw_aside",\n    seat=a_seat(),\n    card=a_card(to="seat"),',
            '    "draw_aside",\n    seat=a_seat(),\n    card=a_card(),',
        ),
        m(
            "what is lacked does not go with the hand",
            "    mine = s.lacks[seat]\n    s.lacks[seat] = s.lacks[to]\n    s.lacks[to] = mine\n",
            "",
        ),
        m("nothing is forgotten when cards are shuffled", "    forget(s)\n    s.stock", "    s.stock"),
        m("discard is not told", "    made_discard(s, seat, card)\n", ""),
        m("copied condition", "    elif rank == RIVAL:\n        compare", "    elif rank == CHAPLAIN:\n        compare"),
    ),
}
