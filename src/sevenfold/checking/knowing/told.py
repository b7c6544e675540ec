"""What seats were told of cards in hidden hands, and still know because the cards have not left."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sevenfold.checking.random_play import Step
from sevenfold.declare.rules import Rules
from sevenfold.kernel.events import RawEvent
from sevenfold.kernel.sets import each
from sevenfold.kernel.types import Card, CardSet, Positions, Seat
from sevenfold.view.event_text import FIELD

from .arrangements import Knowledge, Spot, spots_of

SHUFFLING = ("deal", "reshuffle")  # events after which nothing that was told before is known


@dataclass(frozen=True)
class _Fact:
    word: int  # the spot in which the card lies
    event: str


class Told:
    """The facts of a game, seat by seat."""

    def __init__(self, rules: Rules, players: int) -> None:
        self._spots, self._players, self._pack = spots_of(rules), players, rules.pack
        self._facts: dict[tuple[Seat, Card], _Fact] = {}

    def event(self, seat: Seat, card: Card) -> str:
        """The name of the event that told a seat of a card."""
        return self._facts[seat, card].event

    def update(self, step: Step) -> None:
        """Forget what has left, and note what the latest action tells."""
        position, before = step.state.position, step.before
        shuffled = [i for i, event in enumerate(step.events) if event.kind.name in SHUFFLING]
        if shuffled or before is None:
            self._facts.clear()
        else:
            self._forget(before, position)
        for event in step.events[shuffled[-1] + 1 if shuffled else 0 :]:
            for seat in range(self._players):
                if event.kind.is_known(event, seat):
                    self._hear(event, seat, before, position, is_new=bool(shuffled))

    def forgotten(self, knowledge: Knowledge) -> Iterator[tuple[Card, int]]:
        """The cards that a seat was told of and that a re-deal may put elsewhere, with the spots where they are."""
        for (seat, card), fact in self._facts.items():
            if seat == knowledge.seat and (knowledge.unseen & ~knowledge.departed) >> card & 1:
                others = [place for place in knowledge.places if place.word != fact.word and place.may >> card & 1]
                if others:
                    yield card, fact.word

    def _forget(self, before: Positions, position: Positions) -> None:
        """Forget cards that are gone, or of which one that is alike has gone, for nobody is told which of twins it was; and all
        of a hand from which a card has gone without the seat seeing which."""
        for (seat, card), fact in list(self._facts.items()):
            spot = self._spots[fact.word]
            gone = spot.cards(before) & ~spot.cards(position)
            hidden = 0
            for other in self._spots.values():
                hidden |= other.cards(position) if other.hidden_from(seat, position) else 0
            if gone & (hidden | self._pack.twins_of(card)) or not spot.cards(position) >> card & 1:
                del self._facts[seat, card]

    def _hear(self, event: RawEvent, seat: Seat, before: Positions | None, position: Positions, *, is_new: bool) -> None:
        for name, part in event.kind.fields.items():
            if part.kind in ("card", "cards") and event.kind.is_seen(name, event, seat):
                value = event[name]
                for card in each((1 << value if value >= 0 else 0) if part.kind == "card" else value):
                    for word, spot in self._spots.items():
                        if self._is_there(spot, card, seat, position) and (
                            is_new or self._tells(event, name, spot, before, card)
                        ):
                            self._facts[seat, card] = _Fact(word, event.kind.name)

    @staticmethod
    def _is_there(spot: Spot, card: Card, seat: Seat, position: Positions) -> bool:
        is_hand = spot.is_set and spot.per_seat > 0
        return is_hand and spot.hidden_from(seat, position) and bool(spot.cards(position) >> card & 1)

    @staticmethod
    def _tells(event: RawEvent, name: str, spot: Spot, before: Positions | None, card: Card) -> bool:
        """Whether an event says that the card is in the hand: it moves there, or was there before and is named with"
        " its seat."""
        kinds = event.kind.fields
        holders = [event[field] for field, part in kinds.items() if part.kind == "seat"]
        places = {field: str(event[field]) for field, part in kinds.items() if part.kind in ("seat", "number")}
        ends = [FIELD.sub(lambda found: places[found[1]], end) for field, _, end in event.kind.goes if field == name]
        if ends:
            return ends[-1] == f"hand-{spot.at[0]}"
        stayed: CardSet = spot.cards(before) if before is not None else 0
        return spot.at[0] in holders and bool(stayed >> card & 1)
