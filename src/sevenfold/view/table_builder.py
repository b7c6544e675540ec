"""`TableBuilder`, which a game uses to lay out its table from a redacted position."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Self

from sevenfold.cards import NONE, OPEN
from sevenfold.declare.rules import Rules
from sevenfold.kernel.fields import ALL, NOBODY, SEEING
from sevenfold.kernel.questions import known, shown
from sevenfold.kernel.redeal import sees
from sevenfold.kernel.sets import count, each
from sevenfold.kernel.types import Card, CardSet, Positions, Seat, Suit

from .description import Badge, Face, Fact, Line, Mark, Place, Purpose, SeatView, Step, Track, Zone, ZoneKind
from .numbers import with_minus
from .position_reader import read_position


class TableBuilder:
    """The table as one seat sees it, which a game's `table` fills with seats, zones, facts and tracks.

    Attributes:
        s: The position, redacted for the viewer.
        viewer: The seat that sees the table; NONE for a spectator, OPEN if all hands are open.
        names: The names of the seats; the viewer's own is "You".
        every_seat: The seats, for loops.

    Example:
        ```python
        @rules.texts
        def table(table: TableBuilder) -> None:
            for seat in table.every_seat:
                table.seat(seat, cards=count(table.s.hands[seat]))
                table.hand(seat)
            table.stock(table.s.stock)
        ```
    """

    def __init__(self, rules: Rules, players: int, positions: Positions, seat: Seat, names: Sequence[str]) -> None:
        self.rules = rules
        self._cards = rules.pack.cards
        self.positions = positions
        self.s = read_position(positions)
        self.viewer = seat
        self.names = names
        self.every_seat = range(players)
        self.facts: list[Fact] = []
        self.tracks: list[Track] = []
        self.seats: list[SeatView] = []
        self.zones: list[Zone] = []
        self.unshown: list[Seat] = []  # seats that the game's `table` did not add

    @classmethod
    def filled(cls, rules: Rules, players: int, positions: Positions, seat: Seat, names: Sequence[str]) -> Self:
        """The table as the game's `table` fills it, with every seat, in order, so that a seat's number is its index."""
        table = cls(rules, players, positions, seat, names)
        rules.plain["table"](table)
        shown = {one.seat for one in table.seats}
        table.unshown = [one for one in table.every_seat if one not in shown]
        for one in table.unshown:
            table.seat(one)
        table.seats.sort(key=lambda view: view.seat)
        return table

    def sees(self, seat: Seat) -> bool:
        """Whether the viewer sees the cards that only this seat sees."""
        return self.viewer in (seat, OPEN)

    def code(self, card: Card) -> str:
        """A card's code."""
        return self._cards[card].code

    # -- seats, facts, tracks -----------------------------------------------------------------------------------------

    def seat(
        self,
        seat: Seat,
        *,
        score: object = "",
        cards: int | None = None,
        lines: Iterable[tuple[str, object] | tuple[str, object, int]] = (),
        badges: Iterable[str] = (),
        side: int | None = None,
        out: bool = False,
    ) -> None:
        """Add a seat.

        Args:
            seat: The seat.
            score: Its score, if the game keeps one.
            cards: The number of cards that it holds; None if seats hold none.
            lines: Small facts, each (label, value) or (label, value, goal).
            badges: Labels such as "last card".
            side: The side of its partnership.
            out: Whether it is out of the game.
        """
        s = self.s
        self.seats.append(
            SeatView(
                seat=seat,
                name=self.names[seat],
                score=with_minus(str(score)),
                cards=None if cards is None else int(cards),
                lines=[_line(*line) for line in lines],
                badges=list(badges),
                side=side,
                is_dealer=bool(len(self.every_seat) > 1 and s.dealer == seat),
                is_turn=bool(s.turn == seat),
                is_out=out,
            )
        )

    def fact(
        self,
        id: str,
        label: str,
        text: str = "",
        *,
        suit: Suit = NONE,
        number: int | None = None,
        card: Card = NONE,
        suits: Iterable[Suit] = (),
        badge: Badge = "",
        by_trick: bool = False,
    ) -> None:
        """Add a fact: something in force, drawn as a suit, a number or a card, or text alone.

        Args:
            id: Unique in the view.
            label: What it is: "Trump".
            text: Its value in words; by default the names of what is drawn.
            suit: A suit to draw.
            number: A number to draw.
            card: A card to draw.
            suits: Several suits to draw.
            badge: A mark for face-up cards of its suit or number.
            by_trick: Whether it is drawn beside the trick.
        """
        pack = self.rules.pack
        letter = pack.suits[suit].letter if suit != NONE else None
        several = [pack.suits[one] for one in suits]
        said = [pack.suits[suit].name] if suit != NONE else []
        said += [with_minus(str(number))] if number is not None else []
        said += [pack.cards[card].name] if card != NONE else []
        said += [", ".join(one.name for one in several)] if several else []
        code = self.code(card) if card != NONE else None
        letters = [one.letter for one in several]
        self.facts.append(
            Fact(id, label, with_minus(text) or " and ".join(said), letter, number, code, letters, badge, by_trick)
        )

    def track(
        self, id: str, label: str, value: int, of: int, text: str = "", *, side: int | None = None, steps: Iterable[Step] = ()
    ) -> None:
        """Add a track: progress of `value` towards `of` (0: no goal), as a bar or, if given, as steps.

        Args:
            id: Unique in the view. "deals": its value is the number of the deal, and it heads the result of each.
            label: What is counted: "Marked off".
            value: The progress.
            of: The goal; 0 for none.
            text: The progress in words; by default "value of goal".
            side: The side that it belongs to; None for all players.
            steps: The steps that replace the bar.
        """
        of_all = f"{value} of {of}" if of else str(value)
        self.tracks.append(Track(id, label, with_minus(text or of_all), side, value, of, list(steps)))

    # -- zones --------------------------------------------------------------------------------------------------------

    def zone(
        self,
        id: str,
        kind: ZoneKind,
        purpose: Purpose,
        label: str,
        faces: Iterable[Face],
        *,
        owner: Seat | None = None,
        count: int | None = None,
        beneath: Iterable[Card] = (),
        leader: Seat | None = None,
        note: str = "",
        place: Place = "",
    ) -> None:
        """Add a zone: a place for cards.

        Args:
            id: Unique in the view; events name it in `goes`, actions in `touch`.
            kind: How it is drawn.
            purpose: What it is for.
            label: Its label, without its owner.
            faces: The cards and empty places in it, in order.
            owner: The seat before which it lies; None for the middle.
            count: The number of its cards, if not all are listed.
            beneath: The cards under its top that players may look through.
            leader: The seat that led, of a trick.
            note: A short remark.
            place: Its place in a cross of zones.
        """
        listed = list(faces)
        held = sum([face.state != "empty" for face in listed]) if count is None else count
        under = [self._cards[card].code for card in beneath]
        self.zones.append(Zone(id, kind, purpose, label, owner, listed, held, under, leader, note, place))

    def up(self, card: Card, **where: Any) -> Face:
        """A face for a card that lies face up, or for an empty place if it is NONE; `where` sets other attributes."""
        return Face("empty", **where) if card == NONE else Face("up", self._cards[card].code, **where)

    def ups(self, cards: CardSet) -> list[Face]:
        """Faces for a set of cards, all face up."""
        return [Face("up", self._cards[card].code) for card in each(cards)]

    def hand(self, seat: Seat, label: str = "Hand", field: str = "hands", *, notes: Sequence[str] = ()) -> None:
        """Add a seat's hand: cards that the viewer knows face up, the others face down.

        Args:
            seat: The seat.
            label: Its label.
            field: The field of the hands: a set of cards for each seat, or a card for each place of each seat's hand.
            notes: A short remark on each card, from the first place on, such as what is known of a card by its place.
        """
        cards = getattr(self.s, field)[seat]
        declared = self.rules.position.fields[field]
        is_open = declared.seen_by == ALL or (declared.seen_by != NOBODY and self._sees(seat, SEEING[declared.seen_by]))
        if declared.kind == "card":
            faces = [self.up(card) if is_open or card == NONE else Face("down") for card in cards]
        elif is_open:
            faces = self.ups(cards)
        else:
            sure = shown(self.s, seat) | (known(self.s, self.viewer, seat) if self.viewer >= 0 else 0)
            faces = self.ups(cards & sure) + [Face("down")] * count(cards & ~sure)
        for face, note in zip(faces, notes, strict=False):
            face.note = note
        self.zone(f"hand-{seat}", "hand", "hand", label, faces, owner=seat, count=sum(face.state != "empty" for face in faces))

    def _sees(self, seat: Seat, sight: int) -> bool:
        """Whether the viewer sees what is a seat's; sight: OWNER_SEES, PARTNERS_SEE or OTHERS_SEE."""
        return self.viewer == OPEN or bool(sees(self.s, self.viewer, seat, sight))

    def stock(self, cards: CardSet, label: str = "Stock", note: str = "") -> None:
        """Add a face-down stock, of which only the number of cards is seen."""
        n = count(cards)
        self.zone("stock", "stock", "stock", label, [Face("down")] if n else [Face("empty")], count=n, note=note)

    def pile(
        self,
        id: str,
        top: Card,
        size: int,
        label: str,
        purpose: Purpose = "discard",
        *,
        owner: Seat | None = None,
        beneath: Iterable[Card] = (),
        note: str = "",
    ) -> None:
        """Add a face-up pile that shows its top; `beneath`: the cards under it that players may look at, from the top down."""
        self.zone(id, "pile", purpose, label, [self.up(top)], owner=owner, count=size, beneath=beneath, note=note)

    def column(
        self,
        id: str,
        cards: Iterable[Card],
        label: str,
        purpose: Purpose = "tableau",
        *,
        down: int = 0,
        owner: Seat | None = None,
        note: str = "",
    ) -> None:
        """Add a column: cards face up from the bottom up, each on the one before it, over `down` cards face down."""
        faces = [Face("down")] * down + [self.up(card) for card in cards if card != NONE]
        self.zone(id, "column", purpose, label, faces, owner=owner, note=note)

    def trick(self, leader: Seat, cards: Sequence[Card], winner: Seat = NONE, label: str = "Trick") -> None:
        """Add the current trick, from its cards by seat (NONE for those who have not played), marking the winning one."""
        players = len(self.every_seat)
        order = [(leader + i) % players for i in range(players)]
        marks: dict[Seat, Mark] = {winner: "winning"}
        faces = [self.up(cards[seat], seat=seat, mark=marks.get(seat, "")) for seat in order if cards[seat] != NONE]
        self.zone("trick", "trick", "trick", label, faces, leader=leader if faces else None)

    def mark(self, zone: str, cards: CardSet, mark: Mark) -> None:
        """Mark cards of a zone that has been added."""
        for face in self._faces(zone, cards):
            face.mark = mark

    def given_by(self, seat: Seat, zone: str, cards: CardSet) -> None:
        """Show which seat gave the cards in a zone that has been added."""
        for face in self._faces(zone, cards):
            face.seat = seat

    def _faces(self, zone: str, cards: CardSet) -> list[Face]:
        codes = {self.code(card) for card in each(cards)}
        faces = [found.faces for found in self.zones if found.id == zone] if codes else []
        return [face for laid in faces for face in laid if face.code in codes]


def _line(label: str, value: object, of: int = NONE) -> Line:
    return Line(label, with_minus(str(value)), None if of == NONE else of)
