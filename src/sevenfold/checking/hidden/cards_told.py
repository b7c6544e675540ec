"""Cards of which events tell too much or too little: told although hidden, hidden although told, laid open and not named."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping

from sevenfold.cards import NONE
from sevenfold.findings import Finding
from sevenfold.kernel.events import RawEvent
from sevenfold.kernel.fields import ALL, NOBODY, OTHERS
from sevenfold.kernel.questions import shown, stepped
from sevenfold.kernel.types import CardSet, Seat
from sevenfold.view.event_log import DEAL

from .leaks import Leaks
from .replaying import Moment
from .sight import all_values, cards_in, cards_told, elements, hidden_from, in_sight, lying, seen_values, since_deal


class CardsTold:
    """What the events of a random game tell of cards, held against where these lie.

    Args:
        leaks: Makes the findings.
        is_new: Whether something has not been reported before, by its kind and names.
    """

    def __init__(self, leaks: Leaks, is_new: Callable[..., bool]) -> None:
        self.leaks, self.is_new = leaks, is_new
        self.rules, self.players = leaks.game.rules, leaks.game.players

    def findings(self, before: Moment | None, moment: Moment, heard: Mapping[Seat, CardSet]) -> Iterator[Finding]:
        """What an action has told wrongly.

        Args:
            before: The moment before the action; None at the start.
            moment: The moment after it, with what was said.
            heard: The cards of which each viewer has been told since the deal.
        """
        yield from self._told(before, moment)
        yield from self._told_to_holders(before, moment)
        yield from self._untold_at_deal(moment)
        yield from self._hidden_by_event(moment, heard)
        if before is not None:
            yield from self._forgotten(before, moment)
            yield from self._uncovered(before, moment)
            yield from self._told_elsewhere(before, moment)

    def _told(self, before: Moment | None, moment: Moment) -> Iterator[Finding]:
        """Events that tell everybody of cards which then lie in a hidden hand, where nobody is deemed to know them."""
        s = moment.position[0]
        if moment.turn < 0:
            return
        lay_open = in_sight(self.rules, before.position[0], NONE) if before else 0
        for event in since_deal(moment.said) if before else moment.said:
            if not event.kind.is_known(event, NONE):
                continue
            seen = seen_values(event, NONE, self.players)
            for (name, part), value in zip(event.kind.fields.items(), seen, strict=True):
                for spot in lying(self.rules, s):
                    if not spot.is_hand:
                        continue
                    cards = cards_in(part, value) & spot.cards(s) & ~int(shown(s, spot.at[0])) & ~lay_open
                    if cards and self._is_placed(event, moment, cards) and self.is_new("told", event.kind.name, name):
                        yield self.leaks.told(event, name, spot, next(elements(cards)), before)

    def _told_to_holders(self, before: Moment | None, moment: Moment) -> Iterator[Finding]:
        """Events that tell a seat of cards which all but itself may see."""
        s = moment.position[0]
        hands = [spot for spot in lying(self.rules, s) if spot.declared.seen_by == OTHERS and spot.at]
        for event in (since_deal(moment.said) if before else moment.said) if hands and moment.turn >= 0 else ():
            for spot in hands:
                if not event.kind.is_known(event, spot.at[0]):
                    continue
                seen = seen_values(event, spot.at[0], self.players)
                for (name, part), value in zip(event.kind.fields.items(), seen, strict=True):
                    cards = cards_in(part, value) & spot.cards(s)
                    if cards and self._is_placed(event, moment, cards) and self.is_new("told", event.kind.name, name):
                        yield self.leaks.told_to_holder(event.kind, name, spot)

    def _is_placed(self, event: RawEvent, moment: Moment, cards: CardSet) -> bool:
        """Whether an event says where cards lie, and does not only name them: it moves them, or they were drawn just now."""
        drawn = sum(1 << card for card in set(moment.drawn.cards))
        return bool(event.kind.goes) or bool(cards & drawn) or event.kind.name == DEAL

    def _forgotten(self, before: Moment, moment: Moment) -> Iterator[Finding]:
        """Events that tell some seats alone of a card that lay where everybody saw it."""
        if (
            any(event.kind.name == DEAL for event in moment.said)
            or self.rules.phases[int(before.position[0].phase)].simultaneous
        ):
            return  # which card of an open hand was chosen at once with others is told to its owner alone
        players = self.players
        drawn = sum(1 << card for card in set(moment.drawn.cards))  # these went into a stock first
        lay_open = in_sight(self.rules, before.position[0], NONE) & ~drawn
        for event in moment.said if lay_open else ():
            seen = seen_values(event, NONE, players)
            for (name, part), value, known in zip(event.kind.fields.items(), all_values(event, players), seen, strict=True):
                cards = cards_in(part, value) & ~cards_in(part, known) & lay_open
                if cards and part.to is not None and self.is_new("forgotten", event.kind.name, name):
                    yield self.leaks.forgotten(event.kind, name, next(elements(cards)), before)

    def _uncovered(self, before: Moment, moment: Moment) -> Iterator[Finding]:
        """Cards that were hidden from all and now lie open, although no event names them."""
        if any(event.kind.name in (DEAL, stepped.name) for event in moment.said):
            return
        s, t = moment.position[0], before.position[0]
        hidden = 0
        for spot in lying(self.rules, t):
            hidden |= spot.cards(t) if spot.declared.seen_by == NOBODY else 0
        new = in_sight(self.rules, s, NONE) & hidden & ~cards_told(moment.said, NONE, self.players)
        for spot in lying(self.rules, s) if new else ():
            if spot.cards(s) & new and self.is_new("uncovered", spot.field):
                yield self.leaks.uncovered(spot, next(elements(spot.cards(s) & new)), before)

    def _untold_at_deal(self, moment: Moment) -> Iterator[Finding]:
        """Cards that chance has laid open with a deal, although no event names them."""
        if not any(event.kind.name == DEAL for event in moment.said):
            return
        s, drawn = moment.position[0], sum(1 << card for card in set(moment.drawn.cards))
        new = in_sight(self.rules, s, NONE) & drawn & ~cards_told(moment.said, NONE, self.players)
        for spot in lying(self.rules, s) if new else ():
            if spot.cards(s) & new and self.is_new("uncovered", spot.field):
                yield self.leaks.uncovered(spot, next(elements(spot.cards(s) & new)), None)

    def _told_elsewhere(self, before: Moment, moment: Moment) -> Iterator[Finding]:
        """Events that tell everybody of a card of a seat, which lies hidden elsewhere, before and after."""
        dealt = [i for i, event in enumerate(moment.said) if event.kind.name == DEAL]
        looked_at = [before] if dealt else [before, moment]
        moved = 0  # the cards that events of the action have named so far: before a deal they may lie elsewhere than before it
        for event in moment.said[: dealt[0]] if dealt else moment.said:
            named = moved
            moved |= self._named(event) if dealt else 0
            seats = [name for name, part in event.kind.fields.items() if part.kind == "seat"]
            if not seats or event.kind.goes or not event.kind.is_known(event, NONE):
                continue
            holders = {before.turn, *(int(event[name]) for name in seats)}
            for (name, part), value in zip(event.kind.fields.items(), seen_values(event, NONE, self.players), strict=True):
                if part.kind not in ("card", "cards"):
                    continue
                cards = cards_in(part, value) & ~(named if dealt else sum(1 << card for card in set(moment.drawn.cards)))
                for at in looked_at:
                    cards &= self._hidden_with_others(at, holders)
                if cards and self.is_new("told-elsewhere", event.kind.name, name):
                    yield self.leaks.told_elsewhere(event.kind, name, next(elements(cards)), seats[0])

    def _named(self, event: RawEvent) -> CardSet:
        """The cards that an event names, also those that it names to some seats only."""
        cards = 0
        for part, value in zip(event.kind.fields.values(), all_values(event, self.players), strict=True):
            cards |= cards_in(part, value)
        return cards

    def _hidden_with_others(self, moment: Moment, seats: Collection[Seat]) -> CardSet:
        """The cards that lie where a spectator does not see them, and not with one of these seats."""
        s = moment.position[0]
        hidden = hidden_from(self.rules, s, NONE)
        for spot in lying(self.rules, s):
            if spot.seen_by(s, NONE) or (spot.at and spot.at[0] in seats and spot.declared.seen_by != NOBODY):
                hidden &= ~spot.cards(s)
        return hidden

    def _hidden_by_event(self, moment: Moment, heard: Mapping[Seat, CardSet]) -> Iterator[Finding]:
        """Cards that an event tells some seats alone, although they lie where everybody sees them."""
        s = moment.position[0]
        for viewer, known in heard.items():
            unheard = ~known & ~hidden_from(self.rules, s, viewer)
            for event in since_deal(moment.said):
                for (name, part), value, seen in zip(
                    event.kind.fields.items(),
                    all_values(event, self.players),
                    seen_values(event, viewer, self.players),
                    strict=True,
                ):
                    secret = cards_in(part, value) & ~cards_in(part, seen) & unheard
                    for spot in lying(self.rules, s) if secret else ():
                        if spot.declared.seen_by == ALL and spot.cards(s) & secret and self.is_new("open", spot.field):
                            yield self.leaks.open_field(spot, event.kind, name)
