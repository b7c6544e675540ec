"""Suitability, as a referee sees it."""

from __future__ import annotations

from .common import Event, Table

OPTIONS: Event = {"players": (2, 3, 4, 5), "partnership": (False, True), "target": ("four_deals", "250_points")}
SUITS = "SHDC"
ROLES = ("trump", "penalty", "reverse")
RANKS = {2: "89TJQKA", 3: "23456TJQKA", 4: "23456789TJQKA", 5: "23456789TJQKA"}  # SUITABILITY-1, -14, -16, -17
HANDS = {2: 14, 3: 13, 4: 13, 5: 11}
JOKERS = ("X1", "X2", "X3")


def play(t: Table) -> list[int]:
    """A game; the winners."""
    t.check(not t.options["partnership"] or t.players == 4, "partnership is for four players.")
    while True:
        totals = play_deal(t)
        if t.deals == 4 if t.options["target"] == "four_deals" else max(totals) >= 250:
            return t.best()  # SUITABILITY-12


def play_deal(t: Table) -> list[int]:
    """A deal; the totals."""
    pack = [rank + suit for suit in SUITS for rank in RANKS[t.players]]
    table = t.deal([*pack, *(JOKERS if t.players == 5 else ())], HANDS[t.players])
    turn_up = ""
    if t.players == 3:
        turn_up = t.lay(t.get(table, "turn_up", str))  # SUITABILITY-16
    else:
        t.choice(table, "turn_up", [None])
    t.dealt()
    order = [(t.dealer + i) % t.players for i in range(1, t.players + 1)]
    roles: dict[str, str] = {}  # role -> suit
    for i in range(3):
        seat = order[i % t.players]  # SUITABILITY-2, -14, -16, -17
        t.begin_turn()
        event = t.move(seat, "role")
        role = t.choice(event, "role", [role for role in ROLES if role not in roles])
        roles[role] = t.choice(event, "suit", [suit for suit in SUITS if suit not in roles.values()])
    plain = next(suit for suit in SUITS if suit not in roles.values())
    if turn_up and turn_up[1] != plain:
        exchange(t, turn_up, turn_up[0] + plain)
    claims = claim(t, order)
    tricks, penalties = [0] * t.players, [0] * t.players
    leader = order[0]  # SUITABILITY-5
    for _ in range(HANDS[t.players]):
        leader, played = play_trick(t, leader, roles)
        tricks[leader] += 1
        penalties[leader] += sum(card[1] == roles["penalty"] for card in played)
    points = [score(tricks[seat], penalties[seat], claims.get(seat)) for seat in range(t.players)]
    return t.score(points, [0, 1, 0, 1] if t.options["partnership"] else ())  # SUITABILITY-11


def exchange(t: Table, turn_up: str, plain: str) -> None:
    """SUITABILITY-16."""
    seat = next(seat for seat in range(3) if plain in t.hands[seat])
    event = t.next("exchange")
    t.choice(event, "seat", [seat])
    t.choice(event, "gives", [plain])
    t.choice(event, "takes", [turn_up])
    t.hands[seat].remove(plain)
    t.hands[seat].add(turn_up)


def claim(t: Table, order: list[int]) -> dict[int, str]:
    """The privilege claimed, by the seat that claims it."""
    asked = {2: order[1:], 3: [], 4: order[3:], 5: order[3:]}[t.players]  # SUITABILITY-4, -14, -16, -17
    for seat in asked:
        t.begin_turn()
        claimed = t.choice(t.move(seat, "privilege"), "claim", ["immunity", "warranty", "poverty", None])
        if claimed:
            return {seat: claimed}
    return {}


def play_trick(t: Table, leader: int, roles: dict[str, str]) -> tuple[int, list[str]]:
    """A trick: who takes it, and its cards."""
    played: list[str] = []
    for turn in range(t.players):
        seat = (leader + turn) % t.players
        t.begin_turn()
        card = t.from_hand(t.move(seat, "play"), seat)
        if played and card not in JOKERS and played[0] not in JOKERS:  # SUITABILITY-15
            t.followed(seat, card, [rank + played[0][1] for rank in RANKS[t.players]])  # SUITABILITY-5
        played.append(card)
    best = played[0]  # SUITABILITY-15: a joker led wins
    if best not in JOKERS:
        suited = [card for card in played if card not in JOKERS]
        suit = roles["trump"] if any(card[1] == roles["trump"] for card in suited) else best[1]
        ranks = RANKS[t.players][:: -1 if suit == roles["reverse"] else 1]  # SUITABILITY-3
        best = max((card for card in suited if card[1] == suit), key=lambda card: ranks.index(card[0]))  # SUITABILITY-5
    taker = (leader + played.index(best)) % t.players
    t.trick(taker, played)
    return taker, played


def score(tricks: int, penalties: int, claimed: str | None) -> int:
    """The points of a deal."""
    if tricks == 0 or claimed == "warranty":
        return 25  # SUITABILITY-7, SUITABILITY-9
    if claimed == "immunity":
        return 5 * tricks  # SUITABILITY-8
    counted = max(0, 5 - tricks) if claimed == "poverty" else tricks  # SUITABILITY-10
    if penalties:
        return 10 * counted // penalties  # SUITABILITY-6
    return 10 * counted + (0 if claimed else 10)  # SUITABILITY-6
