"""Seven Suitors, as a referee sees it."""

from __future__ import annotations

from .common import Event, OutOfTurns, Table

OPTIONS: Event = {"variant": ("full", "short"), "no_ties": (False, True), "special_cards": ("none", "shuffled", "one_each")}
PLAYERS = 4
SUITS = "SMDCTPH"  # by tier, low to high
SPECIAL = ["ZERO", "HALF", "THIEF", "FOURTEEN"]
PACK = [
    suit + rank
    for tier, suit in enumerate(SUITS, start=1)
    for rank in ("7a", "7b", *(str(n) for n in range(tier, tier + 7) if n != 7))
]
SEVENS = [suit + seven for suit in SUITS for seven in ("7a", "7b")]


def suit_of(card: str) -> str:
    """The suit's letter; empty for special cards."""
    return "" if card in SPECIAL else card[0]


def rank_of(card: str) -> int:
    """The rank of a normal card; the two sevens are equal."""
    return int(card[1:].rstrip("ab"))


class Marks:
    """What the two sides have married and marked off in the game."""

    def __init__(self, t: Table) -> None:
        self.short, self.no_ties = t.options["variant"] == "short", t.options["no_ties"]
        self.marked: tuple[set[str], set[str]] = (set(), set())
        self.marriages = [0, 0]
        self.tied = False  # SUITORS-12: the next marriage wins
        self.told = True  # of this deal

    def marry(self, married: tuple[list[str], list[str]]) -> int | None:
        """What each side married in one trick; the side that wins at once."""
        best: tuple[int, int] | None = None
        for side in (0, 1):
            self.marriages[side] += len(married[side])  # SUITORS-10
            new = [s for s in married[side] if s not in self.marked[side] and not (self.short and s in self.marked[1 - side])]
            self.marked[side].update(new)  # SUITORS-9, SUITORS-14
            if self.short:
                wins = len(self.marked[side]) >= 4  # SUITORS-14, SUITORS-15
            elif self.tied:
                new, wins = married[side], True  # SUITORS-12
            else:
                wins = self.no_ties and len(self.marked[side]) == 7  # SUITORS-13
            if wins and new:
                best = max(best or (-1, -1), (max(map(SUITS.index, new)), side))  # SUITORS-27
        return best[1] if best else None

    def after_deal(self) -> int | None:
        """The side that has won by the end of a deal (SUITORS-11)."""
        full = [len(marked) == 7 for marked in self.marked]
        if self.short or not any(full):
            return None
        if not all(full):
            return full.index(True)
        self.tied = self.marriages[0] == self.marriages[1]
        return None if self.tied else int(self.marriages[1] > self.marriages[0])

    def tell(self, t: Table) -> None:
        """The event marks."""
        event = t.next("marks")
        said, right = t.get(event, "marked", list), [sorted(marked) for marked in self.marked]
        t.check([type(s) is list and sorted(map(str, s)) for s in said] == right, f"the suits marked off are {right}.")
        t.choice(event, "marriages", [self.marriages])
        self.told = True


def play(t: Table) -> list[int]:
    """A game; the winners."""
    marks = Marks(t)
    try:
        while True:
            side = play_deal(t, marks)
            if not marks.told:
                marks.tell(t)
            if side is None:
                side = marks.after_deal()
            if side is not None:
                return [side, side + 2]
            t.dealer = t.left(t.dealer)
    except OutOfTurns:
        if not marks.told:  # in mid-deal
            marks.tell(t)
        raise


def play_deal(t: Table, marks: Marks) -> int | None:
    """A deal; the side that wins before its end, or with its last trick."""
    specials = t.options["special_cards"]
    t.deal(PACK + ([] if specials == "none" else SPECIAL), 14 if specials == "none" else 15)  # SUITORS-1, SUITORS-19
    t.dealt()
    marks.told = False
    if specials == "one_each":
        t.check(all(len(hand & set(SPECIAL)) == 1 for hand in t.hands), "each hand has one special card (SUITORS-19).")
    pass_cards(t)
    leader = next(seat for seat in range(4) if "S1" in t.hands[seat])  # SUITORS-3
    trump: str | None = None  # not settled yet; "": none
    captured: tuple[set[str], set[str]] = (set(), set())  # SUITORS-9: in this deal
    while any(t.hands):
        played, led = play_cards(t, leader)
        if trump is None:
            trump = led  # SUITORS-4, SUITORS-26
        best, suit = winning(played, led, trump)
        t.trick((leader + best) % 4, played)
        taken = {card: (leader + best) % 2 for card in played if card in SEVENS}
        if "THIEF" in played and taken:
            thief = (leader + played.index("THIEF")) % 4
            t.begin_turn()
            stolen = t.choice(t.move(thief, "steal"), "card", [*taken, None])  # SUITORS-24
            if stolen:
                taken[stolen] = thief % 2
        before = [marriages(captured[side]) for side in (0, 1)]
        for card, side in taken.items():
            captured[side].add(card)
        new = [[s for s in marriages(captured[side]) if s not in before[side]] for side in (0, 1)]
        side_wins = marks.marry((new[0], new[1]))
        if side_wins is not None:
            return side_wins
        if "ZERO" in played:
            trump = suit  # SUITORS-22
        leader = (leader + best) % 4  # SUITORS-8
    return None


def marriages(captured: set[str]) -> list[str]:
    """The suits of which both sevens are captured."""
    return [suit for suit in SUITS if {suit + "7a", suit + "7b"} <= captured]


def pass_cards(t: Table) -> None:
    """SUITORS-2: twelve passes, in any order; then the hands change."""
    given: dict[tuple[int, int], str] = {}
    for _ in range(12):
        t.begin_turn()
        seat = t.events[t.at][1].get("seat") if t.coming == "move" else 0
        giver = seat if type(seat) is int and 0 <= seat < 4 else 0
        event = t.move(giver, "pass")
        to = t.choice(event, "to", [to for to in range(4) if to != giver and (giver, to) not in given])
        given[giver, to] = t.from_hand(event, giver)
    for (_, to), card in given.items():
        t.hands[to].add(card)


def play_cards(t: Table, leader: int) -> tuple[list[str], str]:
    """The cards of a trick, and the suit led (empty where all were special)."""
    played: list[str] = []
    led = ""
    for turn in range(4):
        seat = (leader + turn) % 4
        t.begin_turn()
        card = t.from_hand(t.move(seat, "play"), seat)
        if led and card not in SPECIAL:  # SUITORS-20
            t.followed(seat, card, [c for c in PACK if c[0] == led])  # SUITORS-5
        led = led or suit_of(card)  # SUITORS-21
        played.append(card)
    return played, led


def winning(played: list[str], led: str, trump: str) -> tuple[int, str]:
    """The place of the winning card, and its suit (empty for none)."""
    if "FOURTEEN" in played:
        at = played.index("FOURTEEN")
        return at + (played[at + 1 : at + 2] == ["HALF"]), ""  # SUITORS-25, SUITORS-23
    strengths = []
    for i, card in enumerate(played):
        suit, rank = suit_of(card), 0.0
        if suit:
            rank = rank_of(card)
        elif card == "HALF" and i and suit_of(played[i - 1]):
            suit, rank = suit_of(played[i - 1]), rank_of(played[i - 1]) + 0.5  # SUITORS-23
        strengths.append((suit != "" and suit == trump, suit != "" and suit == led, rank, -i, suit))  # SUITORS-6, SUITORS-7
    best = max(range(4), key=lambda i: strengths[i])
    return best, strengths[best][4]
