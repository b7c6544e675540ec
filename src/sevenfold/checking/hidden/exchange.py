"""What a viewer cannot know of a position, and other positions that it cannot tell from it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from sevenfold.cards import NONE
from sevenfold.declare.rules import Rules
from sevenfold.kernel.fields import NOBODY, place_of
from sevenfold.kernel.memory import copied
from sevenfold.kernel.questions import GENERIC, known, lacked, lacked_in, lies_in, not_in_stock, parts, possible, shown
from sevenfold.kernel.types import Card, CardSet, Positions, Seat
from sevenfold.view.event_log import DEAL

from .replaying import Moment
from .sight import Spot, cards_told, elements, in_sight, lying, since_deal, spots_of

GENERATOR = "chance"  # the field of the random generator, which is nobody's
SWAPS = 40  # of two cards, in one exchange
TRIES = 6  # to find an exchange that the game calls possible


class Pinned:
    """Which cards one viewer knows to lie in hidden places, because it saw them go there or was told of them."""

    def __init__(self, rules: Rules, viewer: Seat) -> None:
        self._rules, self._viewer = rules, viewer
        self._at: dict[Card, Spot] = {}

    def follow(self, before: Moment | None, after: Moment) -> None:
        """Take note of an action, or of the start of a game."""
        s, viewer = after.position[0], self._viewer
        hidden = [spot for spot in lying(self._rules, s) if not spot.seen_by(s, viewer)]
        now_told = cards_told(since_deal(after.said), viewer, int(s.players))
        seen = now_told
        if any(event.kind.name == DEAL for event in after.said):
            self._at = {}  # all cards have been gathered
        elif before is not None:
            t = before.position[0]
            drawn = sum(1 << card for card in set(after.drawn.cards))
            seen |= in_sight(self._rules, t, viewer) & ~drawn
            for spot in hidden:
                if spot.declared.seen_by == NOBODY and spot.cards(t) & ~spot.cards(s) & ~now_told:
                    self._at = {card: at for card, at in self._at.items() if at != spot}
        self._at = {card: spot for card, spot in self._at.items() if spot.cards(s) >> card & 1}
        for spot in hidden:
            for card in elements(spot.cards(s) & seen):
                self._at[card] = spot

    def at(self, spot: Spot) -> CardSet:
        """The cards that the viewer knows to lie at a spot."""
        return sum(1 << card for card, where in self._at.items() if where == spot)


@dataclass
class Place:
    """A spot with cards that a viewer cannot know to lie there."""

    spot: Spot
    cards: list[Card]
    may: CardSet  # what may lie there, as everybody knows


class Unknown:
    """What a viewer (NONE: a spectator) cannot know of a position, by the game's declarations and answers.

    Args:
        rules: The game's rules.
        position: An array of one listening position.
        viewer: The viewer.
        pinned: What it knows from what it saw.
        values: Other numbers that may stand at a spot now.
    """

    def __init__(
        self, rules: Rules, position: Positions, viewer: Seat, pinned: Pinned, values: dict[Spot, Collection[int]]
    ) -> None:
        self._rules, self._position, self._viewer = rules, position, viewer
        s = position[0]
        self.places: list[Place] = []
        for spot in lying(rules, s):
            if spot.seen_by(s, viewer):
                continue
            cards = spot.cards(s) & ~pinned.at(spot)
            if spot.is_hand:
                holder = spot.at[0]
                cards &= ~int(shown(s, holder)) & ~(int(known(s, viewer, holder)) if viewer != NONE else 0)
            elif spot.declared.seen_by == NOBODY and spot.declared.kind == "cards":
                cards &= ~int(lies_in(s, viewer, place_of(rules.position, spot.field, *spot.at)))
            if cards:
                self.places.append(Place(spot, list(elements(cards)), _may_hold(rules, s, spot)))
        self.numbers = [
            (spot, [value for value in values.get(spot, ()) if value != spot.value(s)])
            for spot in spots_of(rules, "number")
            if not spot.seen_by(s, viewer)
        ]
        self.memories = [spot for spot in spots_of(rules, "memory") if not spot.seen_by(s, viewer)]

    @property
    def fields(self) -> list[str]:
        """The fields that hold something which the viewer cannot know, the random generator last."""
        spots = [place.spot for place in self.places] + [spot for spot, values in self.numbers if values] + self.memories
        return [*dict.fromkeys(spot.field for spot in spots), GENERATOR]

    def exchanged(self, chance: Random, only: Collection[str] | None = None) -> Positions | None:
        """A copy in which what the viewer cannot know is exchanged, in these fields alone or in all; None if none was found
        that the game calls possible."""
        for swaps in (*[SWAPS] * 2, *[1] * (TRIES - 2)):
            made = copied(self._position)
            s = made[0]
            if not self._swap(s, chance, swaps, only) | self._change(s, chance, only):
                return None
            if possible(s):
                return made
        return None

    def _swap(self, s: Any, chance: Random, swaps: int, only: Collection[str] | None) -> bool:
        """Swap pairs of cards that lie in two places and may lie in the other; whether something was swapped."""
        places = [Place(p.spot, p.cards.copy(), p.may) for p in self.places if only is None or p.spot.field in only]
        if len(places) < 2:
            return False
        swapped = False
        for _ in range(swaps * 4):
            one, other = chance.sample(places, 2)
            i, j = chance.randrange(len(one.cards)), chance.randrange(len(other.cards))
            a, b = one.cards[i], other.cards[j]
            if a != b and one.may >> b & 1 and other.may >> a & 1 and b not in one.cards and a not in other.cards:
                one.cards[i], other.cards[j] = b, a
                swapped = True
                swaps -= 1
                if not swaps:
                    break
        for was, now in zip([p for p in self.places if only is None or p.spot.field in only], places, strict=True):
            if was.spot.declared.kind == "card":
                now.spot.put(s, now.cards[0])
            else:
                value = was.spot.value(s) & ~_set(was.cards) | _set(now.cards)
                now.spot.put(s, value)
        return swapped

    def _change(self, s: Any, chance: Random, only: Collection[str] | None) -> bool:
        """Change hidden numbers, what others remember, and the random generator; whether something was changed."""
        changed = False
        for spot, values in self.numbers:
            if values and (only is None or spot.field in only):
                spot.put(s, chance.choice(values))
                changed = True
        for spot in self.memories:
            if only is None or spot.field in only:
                spot.put(s, _set(chance.sample(range(len(self._rules.pack.cards)), 3)))
                changed = True
        if only is None or GENERATOR in only:
            s["chance"] = chance.randrange(1, 1 << 64)
            changed = True
        return changed


def _set(cards: Sequence[Card]) -> CardSet:
    return sum(1 << card for card in cards)


def _may_hold(rules: Rules, s: Any, spot: Spot) -> CardSet:
    """The cards that may lie at a hidden spot, as everybody knows."""
    holder = spot.holder(s)
    if spot.is_hand:
        excluded = 0
        for part in range(int(parts(s, holder))):
            excluded |= int(lacked(s, holder, part))
        return ~excluded
    if "lacked_at" in GENERIC and holder != NONE and len(spot.at) > 1:
        return ~int(GENERIC["lacked_at"].function(s, holder, spot.at[1]))
    if spot.declared.seen_by == NOBODY:
        return ~int(not_in_stock(s)) & ~int(lacked_in(s, place_of(rules.position, spot.field, *spot.at)))
    return ~int(not_in_stock(s))


def pairs(fields: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Each field alone, then each two."""
    yield from ((field,) for field in fields)
    yield from ((one, other) for i, one in enumerate(fields) for other in fields[i + 1 :])
