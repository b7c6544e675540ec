"""A random game that is played again, with other cards and numbers at its deals, as long as a viewer is told the same."""

from __future__ import annotations

from functools import partial
from random import Random

from sevenfold.kernel.fields import ALL
from sevenfold.kernel.questions import stands_for
from sevenfold.kernel.types import Card, CardSet, Seat

from .leaks import Divergence
from .replaying import Draws, Moment, Played, applied, begun
from .seeing import Seen
from .sight import LYING, cards_told, elements, in_sight, is_told_all, since_deal, spots_of, told

OTHER_CHOICES = 4  # of a hidden choice, tried when a deal is played again


class SecondPlay:
    """A random game and the ways to play it again."""

    def __init__(self, played: Played, chance: Random) -> None:
        self.played, self.game, self.chance = played, played.game, chance
        self.rules = played.game.rules

    def seen(self, made: int, viewer: Seat) -> Seen:
        """What a viewer can get from a moment of the first game."""
        moment = self.played.moments[made]
        return Seen(moment.position, moment.legal, moment.turn, viewer, partial(self.played.state, made))

    def shuffled(self, cards: CardSet) -> dict[Card, Card]:
        """A random renaming of cards: of all or, half of the time, of two."""
        members = list(elements(cards))
        if len(members) > 2 and self.chance.random() < 0.5:
            members = self.chance.sample(members, 2)
            return {members[0]: members[1], members[1]: members[0]}
        return dict(zip(members, self.chance.sample(members, len(members)), strict=True))

    def other_number(self, made: int, n: int, was: int) -> int:
        """Another number than one that was drawn, but for the first, which is the dealer's seat."""
        return was if made == 0 and self.game.players > 1 else self.chance.randrange(n)

    def never_seen(self, deal: int, until: int, viewer: Seat) -> CardSet:
        """The cards drawn out of at a deal that a viewer does not see from then on."""
        moments = self.played.moments
        seen = cards_told(since_deal(moments[deal].said), viewer, self.game.players)
        for made in range(deal, until + 1):
            if made > deal:
                seen |= cards_told(moments[made].said, viewer, self.game.players)
            seen |= in_sight(self.rules, moments[made].position[0], viewer)
        return moments[deal].drawn.from_cards & ~seen

    def first_difference(
        self, deal: int, until: int, viewer: Seat, names: dict[Card, Card], *, numbers: bool
    ) -> Divergence | None:
        """Play again from a deal on; the first moment that looks different to a viewer who has been told the same."""
        twin: Moment | None = None
        for made in range(deal, until + 1):
            real, earlier = self.played.moments[made], self.played.moments[made - 1].position if made else None
            before = twin.position if twin else earlier
            twin = self._again_so_far(made, deal, twin, viewer, names, numbers=numbers)
            if twin is None:
                return None
            if self._own_differs(real, twin, viewer) or (numbers and not self._hidden_fields(real, twin, viewer)):
                return None
            seen = self.seen(made, viewer)
            position, legal, turn = twin.position, twin.legal, twin.turn
            now = Seen(position, legal, turn, viewer, partial(self.played.state, made, position))
            difference = seen.difference(now, whole=made == until)
            if difference is not None:
                fields = self._hidden_fields(real, twin, viewer)
                return Divergence(made, difference, real, twin, earlier, before, seen.at_the_table(now), fields)
        return None

    def _hidden_fields(self, real: Moment, twin: Moment, viewer: Seat) -> list[str]:
        """The fields hidden from a viewer that differ in two moments; memories, which follow from the others, only alone."""
        s, t = real.position[0], twin.position[0]
        for kinds in ((*LYING, "number"), ("memory",)):
            spots = spots_of(self.rules, *kinds)
            found = [spot.field for spot in spots if not spot.seen_by(s, viewer) and spot.value(s) != spot.value(t)]
            if found:
                return list(dict.fromkeys(found))
        return []

    def _own_differs(self, real: Moment, twin: Moment, viewer: Seat) -> bool:
        """Whether something differs that a viewer sees and others do not, so that it is not shown the same."""
        s, t = real.position[0], twin.position[0]
        spots = (spot for spot in spots_of(self.rules, *LYING, "number", "memory") if spot.declared.seen_by != ALL)
        return any(spot.seen_by(s, viewer) and spot.value(s) != spot.value(t) for spot in spots)

    def _again_so_far(
        self, made: int, deal: int, twin: Moment | None, viewer: Seat, names: dict[Card, Card], *, numbers: bool
    ) -> Moment | None:
        """The moment of the second game that belongs to one of the first; None if the viewer is told something else."""
        real = self.played.moments[made]
        wanted = told(real.said, viewer, self.game.players)
        if made == 0:
            start = begun(self.game, self.played.seed, Draws(real.drawn, names, self.other_number if numbers else None))
            return start if told(start.said, viewer, self.game.players) == wanted else None
        before = self.played.moments[made - 1] if twin is None else twin
        for action in self._actions_again(real, before, viewer, names, is_first=made == deal):
            if not before.legal >> int(stands_for(before.position[0], action, before.legal)) & 1:
                continue
            draws = Draws(real.drawn, names, self.other_number if numbers and made == deal else None)
            after = applied(before.position, action, draws)
            if told(after.said, viewer, self.game.players) == wanted:
                return after
        return None

    def _actions_again(
        self, real: Moment, before: Moment, viewer: Seat, names: dict[Card, Card], *, is_first: bool
    ) -> list[int]:
        """The actions to try in place of one: of a choice that the viewer did not see, others as well."""
        if is_first or before.turn == viewer or is_told_all(real.said, viewer, self.game.players):
            return [real.action]
        others = list(elements(before.legal & ~(1 << real.action)))
        others = self.chance.sample(others, min(len(others), OTHER_CHOICES))
        renamed = names.get(real.action, real.action)
        return [renamed, *others, real.action] if self.chance.random() < 0.5 else [renamed, real.action, *others]
