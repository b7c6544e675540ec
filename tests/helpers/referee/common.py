"""What the referees of the games share: reading a game's events in their order, and what several games do alike.

Written from the rulebook and docs/study/transcripts.md alone; nothing here comes from sevenfold.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

Event = dict[str, Any]

COLOURS = "ROYGBIV"  # low to high
SEVENDECK = [colour + number for colour in COLOURS for number in "1234567"]
JOKERS = ["X1", "X2", "X3", "X4"]
NAMES = {int: "a whole number", str: "text", list: "a list", dict: "an object", bool: "true or false"}


class Refused(Exception):
    """A transcript breaks the rules, or tells what cannot be; `line` is where."""

    def __init__(self, line: int, sentence: str) -> None:
        super().__init__(f"line {line}: {sentence}")
        self.line = line


class OutOfTurns(Exception):
    """The limit of turns ends the game here."""


class Table:
    """One game, of which the events are read one after another."""

    def __init__(self, events: Sequence[tuple[int, Event]], players: int, options: Event, dealer: int, limit: int) -> None:
        self.events, self.at, self.line = events, 0, events[0][0]
        self.players, self.options, self.dealer, self.limit = players, options, dealer, limit
        self.turns = self.deals = 0
        self.hands: list[set[str]] = []
        self.stock: set[str] = set()
        self.left_over = 0  # how many cards the dealing says the stock has
        self.totals: list[int] | None = None  # in games that count points

    # -- reading ------------------------------------------------------------------------------------------------------

    def refuse(self, sentence: str) -> NoReturn:
        """Refuse the line that was read last."""
        raise Refused(self.line, sentence)

    def check(self, holds: object, sentence: str) -> None:
        """Refuse the line that was read last unless this is true."""
        if not holds:
            self.refuse(sentence)

    @property
    def coming(self) -> str:
        """The name of the next event; empty at the end of the transcript."""
        return str(self.events[self.at][1].get("event")) if self.at < len(self.events) else ""

    def next(self, event: str) -> Event:
        """The next event, which must be one of this name."""
        if self.at == len(self.events):
            self.line += 1
            self.refuse(f"the transcript ends where the event {event} is due.")
        self.line, found = self.events[self.at]
        self.at += 1
        self.check(found.get("event") == event, f"the event {event} is due, not {found.get('event')}.")
        return found

    def get(self, event: Event, key: str, kind: type) -> Any:
        """The value of a key, of exactly this type."""
        self.check(key in event, f"the key {key} is missing.")
        self.check(type(event[key]) is kind, f"{key} must be {NAMES[kind]}.")
        return event[key]

    def texts(self, event: Event, key: str) -> list[str]:
        """The value of a key that lists texts, no two alike."""
        listed = self.get(event, key, list)
        self.check(all(type(text) is str for text in listed), f"{key} must list texts.")
        self.check(len(set(listed)) == len(listed), f"{key} lists something twice.")
        return list(listed)

    # -- turns --------------------------------------------------------------------------------------------------------

    def left(self, seat: int) -> int:
        """The seat on the left."""
        return (seat + 1) % self.players

    def begin_turn(self) -> None:
        """A player's turn begins, unless the limit of turns is reached."""
        if self.turns == self.limit:
            raise OutOfTurns
        self.turns += 1

    def is_move(self, name: str) -> bool:
        """Is the next event a move of this name?"""
        return self.coming == "move" and self.events[self.at][1].get("move") == name

    def move(self, seat: int, *names: str) -> Event:
        """The move of a seat, one of these."""
        event = self.next("move")
        name = self.get(event, "move", str)
        self.check(self.get(event, "seat", int) == seat, f"it is seat {seat} that is to move.")
        self.check(name in names, f"the move {name} is not to be made now, but {' or '.join(names)}.")
        return event

    def choice(self, event: Event, key: str, allowed: Iterable[object]) -> Any:
        """The value of a key, one of these."""
        allowed = list(allowed)
        self.check(key in event, f"the key {key} is missing.")
        value = event[key]
        self.check(any(type(value) is type(a) and value == a for a in allowed), f"{key} may not be {value!r} now.")
        return value

    # -- cards --------------------------------------------------------------------------------------------------------

    def deal(self, pack: Iterable[str], size: int) -> Event:
        """A deal: `size` cards to each hand, and the cards on the table, each of which the game takes by `lay`.

        The number of cards left in the stock is checked by `dealt`, once those are laid.
        """
        if self.turns == self.limit and self.coming == "end":
            raise OutOfTurns
        event = self.next("deal")
        self.deals += 1
        self.check(self.get(event, "number", int) == self.deals, f"this is deal {self.deals}.")
        self.check(self.get(event, "dealer", int) == self.dealer, f"seat {self.dealer} deals.")
        hands = self.get(event, "hands", list)
        self.check(len(hands) == self.players, f"there are {self.players} hands.")
        self.stock, self.hands = set(pack), []
        for number in range(self.players):
            self.check(type(hands[number]) is list and len(hands[number]) == size, f"each hand has {size} cards.")
            self.hands.append({self.lay(card) for card in hands[number]})
        self.left_over = self.get(event, "stock", int)
        table: Event = self.get(event, "table", dict)
        return table

    def lay(self, card: object) -> str:
        """A card that is dealt, or drawn, from the stock."""
        self.check(type(card) is str and card in self.stock, f"{card!r} is not left in the pack.")
        self.stock.remove(str(card))
        return str(card)

    def dealt(self) -> None:
        """Everything is dealt."""
        self.check(self.left_over == len(self.stock), f"the stock has {len(self.stock)} cards.")

    def draw(self, seat: int) -> str:
        """A card that a seat draws."""
        event = self.next("draw")
        self.check(self.get(event, "seat", int) == seat, f"it is seat {seat} that draws.")
        return self.lay(self.get(event, "card", str))

    def reshuffle(self, cards: Iterable[str]) -> None:
        """These cards become the stock."""
        wanted = set(cards)
        self.check(set(self.texts(self.next("reshuffle"), "cards")) == wanted, f"the new stock is {sorted(wanted)}.")
        self.stock = wanted

    def from_hand(self, event: Event, seat: int) -> str:
        """The card of a move, which leaves the seat's hand."""
        card = str(self.get(event, "card", str))
        self.check(card in self.hands[seat], f"seat {seat} does not hold {card}.")
        self.hands[seat].remove(card)
        return card

    def followed(self, seat: int, card: str, same: Iterable[str]) -> None:
        """The card just played must be among those of what was led, if the hand holds one of them."""
        wanted = set(same)
        could = self.hands[seat] & wanted
        self.check(card in wanted or not could, f"seat {seat} must follow with one of {sorted(could)}.")

    def trick(self, seat: int, cards: list[str]) -> None:
        """A trick is complete."""
        event = self.next("trick")
        self.check(self.get(event, "cards", list) == cards, f"the trick is {cards}.")
        self.check(self.get(event, "seat", int) == seat, f"seat {seat} takes the trick.")

    # -- scores and the end -------------------------------------------------------------------------------------------

    def score(self, points: Sequence[int], sides: Sequence[int] = ()) -> list[int]:
        """A deal is scored; the totals. With sides (that of each seat) partners add their points."""
        event = self.next("score")
        self.check(self.get(event, "deal", int) == self.deals, f"this is the score of deal {self.deals}.")
        self._numbers(event, "points", points)
        of = sides or range(self.players)
        gained = [sum(p for p, side in zip(points, of, strict=True) if side == mine) for mine in of]
        self.totals = [a + b for a, b in zip(self.totals or [0] * self.players, gained, strict=True)]
        self._numbers(event, "totals", self.totals)
        self.dealer = self.left(self.dealer)
        return self.totals

    def best(self) -> list[int]:
        """The seats with the highest total."""
        assert self.totals
        return [seat for seat, total in enumerate(self.totals) if total == max(self.totals)]

    def _numbers(self, event: Event, key: str, wanted: Sequence[float]) -> None:
        said = self.get(event, key, list)
        right = all(type(n) in (int, float) for n in said) and list(said) == list(wanted)
        self.check(right, f"{key} must be {list(wanted)}, not {said}.")

    def end(self, winners: Sequence[int], *, truncated: bool) -> None:
        """The game ends, and its transcript with it."""
        event = self.next("end")
        said = self.get(event, "winners", list)
        self.check(all(type(n) is int for n in said) and sorted(said) == sorted(winners), f"the winners are {list(winners)}.")
        self._numbers(event, "returns", self.totals or [int(seat in winners) for seat in range(self.players)])
        self.check(self.get(event, "truncated", bool) is truncated, f"truncated must be {truncated}.")
        if self.at < len(self.events):
            self.line = self.events[self.at][0]
            self.refuse("the game has ended already.")
