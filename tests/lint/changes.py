"""Mistakes that an author makes, each as one change of the sound game, with what reading must find and where."""

from __future__ import annotations

from dataclasses import dataclass

from sevenfold.findings import Severity

from .sound_game import PAGE


@dataclass(frozen=True)
class Change:
    """One mistake.

    Attributes:
        id: What the author did.
        code: The code of the finding.
        old: What stands in the sound game, once.
        new: What stands there instead.
        at: A part of the line that is named, in `new` or elsewhere; by default the first line of `new`.
        severity: Of the finding.
        page: The rule page, if it is another.
    """

    id: str
    code: str
    old: str
    new: str
    at: str = ""
    severity: Severity = "error"
    page: str = ""

    def applied(self, text: str) -> str:
        """The game with the mistake in it."""
        assert text.count(self.old) == 1, f"{self.id}: {self.old!r} stands {text.count(self.old)} times in the game."
        return text.replace(self.old, self.new)

    def line(self, text: str) -> int:
        """The line that must be named, given the sound game."""
        changed, start = self.applied(text), text.index(self.old)
        at = self.at or self.new.strip()
        place = start + self.new.index(at) if at in self.new else changed.index(at)
        return changed[:place].count("\n") + 1


W: Severity = "warning"
BID = "ending == POINTS else"
HELD = "    return s.hands[s.turn] | bit(DRAW)  # SHED-2"
TOP = "    s.top = action\n"
ALIKE = "    found = 0\n"

CHANGES = (
    # options
    Change("option compared with its word", "option-word", BID, 'ending == "points" else'),
    Change("option compared with a value it never has", "option-value", BID, "ending == 2 else"),
    Change("option never compared, though always true", "option-truth", "if s.strict:", "if s.rows:"),
    Change("option that no rule reads", "option-unread", "    if s.strict:\n", "    if s.named == 1:\n", at="strict: int"),
    Change("option stored", "option-stored", TOP, f"{TOP}    s.strict = 1\n", at="s.strict = 1"),
    Change("illegal reads no option", "illegal-option", 'options["rows"] == 6', 'options["row"] == 6'),
    Change("illegal compares the code", "illegal-value", 'options["ending"] == "points"', 'options["ending"] == 1'),
    # names
    Change(
        "field named as NumPy's round",
        "name-reserved",
        "    named = number()\n",
        "    named = number()\n    round = number()\n",
        at="    round = number()",
    ),
    Change(
        "field named size",
        "name-reserved",
        "    named = number()\n",
        "    named = number()\n    size = number()\n",
        at="    size = number()",
    ),
    Change("field that is not there", "field-unknown", "s.hands[seat] = draw", "s.hand[seat] = draw"),
    Change("field that is not there, in a text", "field-unknown", "look.stock(s.stock)", "look.stock(s.stocks)"),
    Change(
        "field that rules do not have",
        "field-observed",
        HELD,
        "    return s.hands[s.turn] & ~s.lacks[s.turn] | bit(DRAW)  # SHED-2",
    ),
    Change(
        "field that nothing uses",
        "field-unused",
        "    named = number()\n",
        "    named = number()\n    extra = number()\n",
        at="extra",
        severity=W,
    ),
    Change("field that nothing stores", "field-unstored", "    s.rounds += 1\n", "", at="rounds = number()", severity=W),
    Change("name that nothing defines", "undefined", "best = max(best, s.points[seat])", "best = max(best, point(s, seat))"),
    # functions
    Change("compiled forgotten", "not-compiled", "@compiled\ndef take(s):", "def take(s):"),
    Change("answers forgotten", "answer-unregistered", "@rules.answers\ndef lacked", "def lacked"),
    Change("texts forgotten", "text-unregistered", "@rules.texts\ndef outcome", "def outcome"),
    Change(
        "a rule that nothing uses",
        "function-unused",
        '@rules.allows(TURN, "SHED-2", "That card does not match.")\ndef matching',
        "def matching",
        severity=W,
    ),
    Change("a text called by a rule", "text-in-rule", TOP, f"{TOP}    prompt(s)\n", at="    prompt(s)"),
    Change(
        "an answer without the seat",
        "parameters",
        "def standing(s, seat):\n    return s.points[seat] - count(s.hands[seat]) / 64",
        "def standing(s):\n    return s.points[s.turn]",
    ),
    Change("a restriction with an action", "parameters", "def suits(s):", "def suits(s, action):"),
    Change("a call without an argument", "call-arguments", "        next_turn(s)\n", "        s.turn = left(s)\n"),
    Change(
        "a restriction that returns nothing",
        "returns-nothing",
        "    return first(SUITS)  # SHED-3",
        "    first(SUITS)  # SHED-3",
        at="def suits",
    ),
    Change(
        "a restriction that may return nothing",
        "returns-nothing",
        "        return hand & alike(s.top) | bit(DRAW)\n    return hand | bit(DRAW)",
        "        return hand & alike(s.top) | bit(DRAW)",
        at="    if s.strict:",
        severity=W,
    ),
    Change(
        "a function defined twice",
        "defined-twice",
        "@compiled\ndef end_turn(s):",
        "@compiled\ndef take(s):\n    end_game(s)\n\n\n@compiled\ndef end_turn(s):",
        at="def take(s):\n    end_game",
    ),
    Change(
        "a restriction that stores",
        "reading-changes",
        "    return first(SUITS)  # SHED-3",
        "    s.named = NONE\n    return first(SUITS)  # SHED-3",
    ),
    Change(
        "an answer that draws",
        "reading-changes",
        "    return s.lacks[holder] | s.seen[holder]",
        "    return s.lacks[holder] | bit(draw_card(s))",
    ),
    Change(
        "an effect that changes nothing",
        "effect-empty",
        "    named(s, s.turn, 0)\n    s.named = suit\n    s.phase = TURN\n    end_turn(s)",
        "    named(s, s.turn, 0)",
        at="def name(s, suit)",
    ),
    Change(
        "a text that stores",
        "text-changes",
        '    if s.phase == NAMING:\n        return "Name a suit."',
        '    s.phase = NAMING\n    if s.named:\n        return "Name a suit."',
    ),
    Change("a function whose result is not returned", "returns-nothing", "    return found\n", "    found\n", at="def alike"),
    Change(
        "a function that returns at times",
        "returns-nothing",
        "    return found\n",
        "    if found:\n        return found\n",
        severity=W,
    ),
    Change("the position in the second place", "call-order", "s.turn = left(s, s.dealer)", "s.turn = left(s.dealer, s)"),
    Change(
        "a sentence that takes no action",
        "parameters",
        'lambda s, action: f"You do not',
        'lambda action: f"You do not',
        at="lambda action",
    ),
    Change(
        "touch that takes no action", "parameters", 'touch=lambda s, action: (("stock", 0),)', 'touch=lambda s: (("stock", 0),)'
    ),
    Change(
        "a question that mechanics ask",
        "question-unanswered",
        "    s.rounds += 1\n",
        "    s.rounds += 1\n    score_deal(s)\n",
        at="    score_deal",
    ),
    # the language of rules
    Change("Python's random", "rule-chance", "    drawn = draw_card(s)\n", "    drawn = randrange(49)\n"),
    Change("a list in a rule", "rule-allocates", ALIKE, "    found = 0\n    several = [1, 2]\n", at="    several", severity=W),
    Change("a list of the module", "rule-mutable", "VALUES[other % 7] == 3", "TABLE_OF_VALUES[other % 7] == 3"),
    Change("an f-string in a rule", "rule-python", ALIKE, '    found = 0\n    said = f"{card}"\n', at="    said", severity=W),
    Change(
        "try in a rule",
        "rule-python",
        "    drawn = draw_card(s)\n",
        "    try:\n        drawn = draw_card(s)\n    except ValueError:\n        return\n",
        at="    except",
    ),
    Change("global in a rule", "rule-python", ALIKE, "    global DRAW\n    found = 0\n"),
    Change(
        "a comprehension in a rule",
        "rule-allocates",
        ALIKE,
        "    found = 0\n    several = [n for n in range(3)]\n",
        at="    several",
        severity=W,
    ),
    Change(
        "a generator in a rule", "rule-python", ALIKE, "    found = 0\n    some = any(n > 1 for n in range(3))\n", at="    some"
    ),
    Change("a dict in a rule", "rule-allocates", ALIKE, "    found = 0\n    several = {1: 2}\n", at="    several", severity=W),
    Change(
        "a tuple built up",
        "rule-python",
        ALIKE,
        "    found = 0\n    several = ()\n    several += (card,)\n",
        at="    several +=",
    ),
    Change("print in a rule", "rule-prints", ALIKE, "    found = 0\n    print(card)\n", at="    print", severity=W),
    Change("is in a rule", "rule-is", "    if action == DRAW:", "    if action is DRAW:"),
    Change("None in a rule", "rule-none", TOP, f"{TOP}    s.named = None\n", at="s.named = None"),
    Change("a text in a rule", "rule-text", "    if action == DRAW:", '    if action == "draw":'),
    Change("recursion", "recursion", ALIKE, "    found = alike(card - 1) if card > 0 else 0\n", severity=W),
    # the order of statements
    Change(
        "unreachable code",
        "unreachable",
        "        take(s)\n        return\n",
        "        return\n        take(s)\n",
        at="        take(s)",
    ),
    Change("a variable without a value", "unset", "    best = 0\n", "", at="        best = max(best"),
    Change("a variable changed without a value", "unset", ALIKE, "", at="            found |= bit(other)"),
    Change(
        "a loop without an end",
        "endless",
        "    for other in range(49):\n",
        "    other = 0\n    while other < 49:\n",
        at="    while",
    ),
    Change("a value that nothing keeps", "value-lost", TOP, f"{TOP}    without(s.hands[s.turn], action)\n", at="    without("),
    Change("a comparison in place of storing", "value-lost", TOP, "    s.top == action\n"),
    Change("a field given its own value", "own-value", TOP, "    s.top = s.top\n"),
    Change("a comparison with itself", "own-value", "    if s.stock == 0:\n", "    if s.stock == s.stock:\n"),
    Change("a variable that nothing reads", "local-unread", TOP, f"    seen = action\n{TOP}", at="    seen", severity=W),
    Change("the first card in place of none", "card-zero", TOP, "    s.top = 0\n", severity=W),
    Change(
        "a share as a number",
        "float-share",
        "    best = 0\n",
        "    best = s.rounds / 2\n",
        at="    best = s.rounds",
        severity=W,
    ),
    Change("a rule that refuses nothing", "restriction-never-refuses", HELD, "    return ~0", severity=W),
    # indices and seats
    Change("NONE as an index", "index-none", TOP, f"{TOP}    s.last[NONE] = action\n", at="s.last[NONE]"),
    Change("an index beyond the places", "index-range", TOP, f"{TOP}    s.last[4] = action\n", at="s.last[4]"),
    Change(
        "a loop beyond the places",
        "index-range",
        "    for seat in range(s.players):\n        best",
        "    for seat in range(6):\n        best",
        at="        best = max(best",
    ),
    Change(
        "fewer places than players", "shape-seats", "    hands = cards(4, seen_by=OWNER)", "    hands = cards(3, seen_by=OWNER)"
    ),
    Change(
        "a constant number of seats",
        "seats-fixed",
        "    for seat in range(s.players):\n        best",
        "    for seat in range(4):\n        best",
        severity=W,
    ),
    Change(
        "the next seat beyond the last",
        "seat-beyond",
        "    s.last[s.turn] = action\n",
        "    s.last[s.turn + 1] = action\n",
        severity=W,
    ),
    Change(
        "the turn beyond the last", "turn-beyond", TOP, f"{TOP}    s.turn = s.turn + 1\n", at="s.turn = s.turn + 1", severity=W
    ),
    Change("an index of a field without places", "index-single", HELD, "    return s.hands[s.turn] | s.stock[0]  # SHED-2"),
    Change("an axis too many", "index-shape", HELD, "    return s.hands[s.turn, 0] | bit(DRAW)  # SHED-2"),
    # what expressions hold
    Change("a card for a set", "set-card", "    s.pile |= bit(s.top)\n", "    s.pile |= s.top\n"),
    Change("a set for a card", "card-set", TOP, "    s.top = s.hands[s.turn]\n"),
    Change(
        "arguments of has in the wrong order",
        "member-wanted",
        HELD,
        "    return bit(DRAW) if has(s.top, s.hands[s.turn]) else 0  # SHED-2",
    ),
    Change("the count of a card", "set-wanted", "count(s.hands[seat]) / 64", "count(s.top) / 64"),
    Change("in with a set", "set-in", "    if action == DRAW:", "    if action in s.hands[s.turn]:"),
    Change("in with a number", "set-in", "    if action == DRAW:", "    if action in DRAW:"),
    Change("a loop over a set without each", "set-loop", "    for other in range(49):\n", "    for other in first(49):\n"),
    Change("NONE for an empty set", "set-none", "    s.named = NONE\n", "    s.pile = NONE\n"),
    Change("a set compared with NONE", "set-none", "    if s.stock == 0:", "    if s.stock == NONE:"),
    Change("and between sets", "set-and-or", HELD, "    return s.hands[s.turn] and bit(DRAW)  # SHED-2"),
    Change("or between sets", "set-and-or", HELD, "    return s.hands[s.turn] or bit(DRAW)  # SHED-2", severity=W),
    Change("not for the complement", "set-not", HELD, "    return bit(DRAW) & (not s.hands[s.turn])  # SHED-2"),
    Change("minus between sets", "set-arithmetic", HELD, "    return s.hands[s.turn] - s.pile  # SHED-2", severity=W),
    Change("a restriction returns a truth value", "allows-truth", HELD, "    return s.hands[s.turn] != 0  # SHED-2"),
    Change("a restriction returns a card", "allows-card", HELD, "    return s.top  # SHED-2"),
    Change("a card as a truth value", "card-truth", "    if s.stock == 0:", "    if not s.top:", severity=W),
    Change("a share stored", "float-stored", "    s.rounds += 1\n", "    s.rounds += 1 / 2\n"),
    Change("a share as an index", "float-index", "    s.last[s.turn] = action\n", "    s.last[s.turn / 2] = action\n"),
    Change(
        "a share as a count",
        "float-count",
        "        s.hands[seat] = draw(s, s.rows)  # SHED-1",
        "        s.hands[seat] = draw(s, s.rows / 2)  # SHED-1",
    ),
    Change("a whole field stored", "array-stored", "        s.last[seat] = NONE\n", "        s.last = NONE\n"),
    Change("whole fields stored in a chain", "array-stored", "    s.named = NONE\n", "    s.named = s.points = 0\n"),
    Change("more cards than the pack has", "pack-size", "    s.stock = first(49)\n", "    s.stock = first(60)\n"),
    Change(
        "who sees the stock left out", "seen-by-all", "    stock = cards(seen_by=NOBODY)\n", "    stock = cards()\n", severity=W
    ),
    # events
    Change(
        "a field that the sentence names and the event lacks",
        "event-say",
        'say="{seat} lay[s] {card}."',
        'say="{seat} lay[s] {crd}."',
    ),
    Change(
        "a field that a function's sentence names", "event-say", '"{seat} score[s] {points}."', '"{seat} score[s] {point}."'
    ),
    Change("a format in the sentence", "event-say", 'say="{seat} lay[s] {card}."', 'say="{seat.name} lay[s] {card}."'),
    Change("a verb with one form", "event-verb", 'say="{seat} lay[s] {card}."', 'say="{seat} lays {card}."', severity=W),
    Change("an event's item that is not there", "event-item", 'deal["number"] > 1', 'deal["deal"] > 1'),
    Change("a note's item that is not there", "event-item", 'seen["turn_up"]', 'seen["turned"]'),
    Change("goes moves no field", "event-goes", '[("card", "hand-{seat}", "pile")]', '[("cards", "hand-{seat}", "pile")]'),
    Change("goes moves a seat", "event-goes", '[("card", "hand-{seat}", "pile")]', '[("seat", "hand-{seat}", "pile")]'),
    Change(
        "goes names a zone by no field",
        "event-goes",
        '[("card", "hand-{seat}", "pile")]',
        '[("card", "hand-{player}", "pile")]',
    ),
    Change("to names no field", "event-to", 'a_card(to="seat")', 'a_card(to="player")', at="drew = event("),
    Change("to=EACH for one card", "event-to", 'a_card(to="seat")', "a_card(to=EACH)", at="drew = event("),
    Change("known_to names no seat", "event-known-to", 'known_to="seat"', 'known_to="card"'),
    Change("everybody is told what is drawn", "told-to-all", 'a_card(to="seat")', "a_card()", at="drew = event(", severity=W),
    Change("a score without the bid", "event-name", "    bid=a_number(or_none=True),\n", "", at="scored = event("),
    Change("a trick that is none", "event-name", 'event("look", known_to', 'event("trick", known_to'),
    Change("an event with an argument too few", "event-call", "    drew(s, s.turn, drawn)\n", "    drew(s, drawn)\n"),
    Change("an event without the position", "event-call", "    named(s, s.turn, 0)\n", "    named(s.turn, 0, 1)\n"),
    Change(
        "an event's arguments in the wrong order",
        "event-order",
        "    laid(s, s.turn, action)\n",
        "    card = action\n    laid(s, card, s.turn)\n",
        at="    laid(s, card",
    ),
    Change(
        "an event with a set for a card", "event-value", "    looked(s, s.turn, s.top)\n", "    looked(s, s.turn, s.pile)\n"
    ),
    Change(
        "an event's argument with an effect",
        "event-effect",
        "    looked(s, s.turn, s.top)\n",
        "    looked(s, s.turn, draw_card(s))\n",
        severity=W,
    ),
    # sets, cards and seats whose kind only what is done with them says
    Change(
        "a set compared with the card of an action",
        "set-card",
        "    s.pile |= bit(s.top)\n",
        "    if s.pile == action:\n        return\n    s.pile |= bit(s.top)\n",
        at="    if s.pile == action",
        severity="error",
    ),
    Change(
        "a set compared with a card of a loop, in another function",
        "set-card",
        "@compiled\ndef end_turn(s):\n    s.rounds += 1\n",
        "@compiled\ndef is_pile(s, one):\n    return s.pile == one\n\n\n@compiled\ndef end_turn(s):\n    s.rounds += 1\n"
        "    for one in each(s.hands[s.turn]):\n        s.rounds += is_pile(s, one)\n",
        at="    return s.pile == one",
    ),
    Change(
        "winners returns a seat",
        "seats-seat",
        "@rules.texts\ndef outcome",
        "@rules.answers\ndef winners(s):\n    best = 0\n    for seat in range(s.players):\n"
        "        if s.points[seat] > s.points[best]:\n"
        "            best = seat\n    return best\n\n\n@rules.texts\ndef outcome",
        at="    return best",
    ),
    Change(
        "winners returns whether",
        "seats-truth",
        "@rules.texts\ndef outcome",
        "@rules.answers\ndef winners(s):\n    return s.points[0] > s.points[1]\n\n\n@rules.texts\ndef outcome",
        at="    return s.points[0] > s.points[1]",
    ),
    # phases
    Change("a phase that nothing sets", "phase-unset", "    s.phase = NAMING\n", "    end_turn(s)\n", at="rules.phase(NAMING"),
    Change("a phase that is not there", "phase-unknown", "    s.phase = NAMING\n", "    s.phase = 2\n"),
    Change("a phase that is compared and not there", "phase-unknown", "    if s.phase == NAMING:", "    if s.phase == 3:"),
    Change(
        "actions with one text",
        "actions-alike",
        "[suit.name for suit in SEVENDECK_PACK.suits]",
        '["red"] * 7',
        at="rules.phase(NAMING",
    ),
    # rule ids
    Change("a rule that the page lacks", "rule-id-unknown", '@rules.allows(NAMING, "SHED-3"', '@rules.allows(NAMING, "SHED-7"'),
    Change("a comment's rule that the page lacks", "rule-id-unknown", "  # SHED-1", "  # SHED-9", at="# SHED-9", severity=W),
    Change(
        "a rule id of another shape",
        "rule-id-shape",
        '@rules.allows(NAMING, "SHED-3"',
        '@rules.allows(NAMING, "naming"',
        severity=W,
    ),
    Change(
        "a rule of the page that no line cites",
        "rule-id-uncited",
        "SUITS = 7\n",
        "SUITS = 7 \n",
        at='"""Shed',
        severity=W,
        page=PAGE.replace("# Shed\n", "**SHED-5** No line of the file cites it.\n\n# Shed\n"),
    ),
    # the table and texts
    Change("a zone of no kind", "zone-kind", '"row", "base"', '"rows", "base"'),
    Change("a zone of no purpose", "zone-purpose", '"row", "base"', '"row", "ground"'),
    Change("a badge that is none", "zone-badge", 'badge="trump"', 'badge="trumps"'),
    Change(
        "touch names no zone",
        "zone-unknown",
        'touch=lambda s, action: (("stock", 0),)',
        'touch=lambda s, action: (("deck", 0),)',
    ),
    Change("goes names no zone", "zone-unknown", '[("card", "hand-{seat}", "pile")]', '[("card", "hand-{seat}", "discard")]'),
    Change("a hand of no field", "hand-field", "        look.hand(seat)\n", '        look.hand(seat, field="pile")\n'),
    Change("a part that the table lacks", "table-attribute", "look.stock(s.stock)", "look.stack(s.stock)"),
    Change("a zone without its faces", "table-arguments", '"Base", [look.up(s.top)])', '"Base")'),
    Change(
        "a text without its f",
        "text-braces",
        'return f"Lay a card on {SEVENDECK_PACK.the(s.top)}, or draw."',
        'return "Lay a card on {top}, or draw."',
        severity=W,
    ),
    Change("a refusal without its f", "text-braces", '"That card does not match."', '"{card} does not match."', severity=W),
    Change("a refusal that says nothing", "refusal-empty", '"That card does not match."', '""'),
    # what is declared
    Change("no minutes", "minutes", "    minutes=5,\n", "    minutes=0,\n"),
    Change("about is empty", "declared-text", 'about="Lay a card that matches, or draw."', 'about=""'),
    Change(
        "about is no sentence", "about-sentence", 'about="Lay a card that matches, or draw."', 'about="lay a card"', severity=W
    ),
    Change("talk with another field", "talk-field", '"I have {card}."', '"I have {suit}."'),
    Change("an option's value twice", "option-values", "option((5, 6), ", "option((5, 6, 5), ", at="options={"),
)
