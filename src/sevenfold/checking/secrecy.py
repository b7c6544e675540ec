"""Stage 4, Secrecy: what a seat is shown, told and allowed does not depend on what it cannot know.

What is hidden follows from the declarations alone: who sees each field, what `shown`, `known`, `lacked` and `possible` answer,
and which events a seat learns of. It is looked for in two ways. *In place*: at points of random games, hidden cards, hidden
numbers, what others remember and the random generator are exchanged for others that the viewer could not tell from them.
*Played again*: the cards of a deal are exchanged as they are drawn, and the same moves are made; as long as the viewer is told
the same, it must see the same. Numbers and turn orders worked out from hidden cards are found only so.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

import numpy as np

from sevenfold.cards import NONE
from sevenfold.findings import Finding
from sevenfold.kernel.compiler.decorators import interpreting
from sevenfold.kernel.events import RawEvent
from sevenfold.kernel.fields import ALL, NOBODY, OTHERS
from sevenfold.kernel.memory import copied
from sevenfold.kernel.play import apply, begin_game, legal_and_turn
from sevenfold.kernel.questions import policy, shown, stands_for
from sevenfold.kernel.types import Card, CardSet, Positions, Seat
from sevenfold.view.event_log import DEAL

from .hidden.exchange import Pinned, Unknown, pairs
from .hidden.leaks import Divergence, Leaks, stopped
from .hidden.replaying import LIMIT, Draws, Moment, Played, applied, begun
from .hidden.rounds import told_too_early
from .hidden.seeing import FIELD, Difference, Seen
from .hidden.sight import (
    LYING,
    Spot,
    all_values,
    cards_in,
    cards_told,
    elements,
    hidden_from,
    in_sight,
    is_told_all,
    lying,
    seen_values,
    since_deal,
    spots_of,
    told,
)
from .saying.changes import STEP
from .subject import Subject

ROUNDS = 10  # random games of each combination of options, at most
ACTIONS = 160  # of a game, at most
POINTS = 6  # of a game, at which hidden cards are exchanged in place
DEALS = 3  # of a game, that are played again
AGAIN = 3  # times that a deal is played again for each viewer
OTHER_CHOICES = 4  # of a hidden choice, tried when a deal is played again
NARROWING = 12  # exchanges of two cards, tried to tell on which fields something depends


def find(subject: Subject) -> Iterator[Finding]:
    """Look for what a seat learns although the game hides it."""
    chance, stage = subject.random(), _Stage(subject)
    for number in range(ROUNDS):
        for i, game in enumerate(subject.games):
            if not subject.has_time():
                return
            subject.progress((number + i / len(subject.games)) / ROUNDS)
            seed, played = chance.randrange(1 << 32), None
            try:
                played = Played(game, seed)
                yield from (early for early in told_too_early(game, seed) if stage.is_new("round-told"))
                yield from _Play(stage, played, Random(seed)).findings(with_memory=number == 0)
            except Exception as error:  # noqa: BLE001 - whatever a game's rules raise
                if stage.is_new("stopped"):
                    yield stopped(game, seed, played, error)


@dataclass
class _Stage:
    """What the games of a check share."""

    subject: Subject
    found: set[tuple[str, ...]] = field(default_factory=set)  # what has been reported
    values: dict[tuple[object, ...], dict[Spot, set[int]]] = field(default_factory=dict)  # hidden numbers, by kind of moment

    def is_new(self, *key: str) -> bool:
        """Whether this has not been reported before."""
        if key in self.found:
            return False
        self.found.add(key)
        return True


class _Play:
    """One random game, and what it brings to light."""

    def __init__(self, stage: _Stage, played: Played, chance: Random) -> None:
        game = played.game
        self.played, self.leaks = played, Leaks(played)
        self.stage, self.subject, self.game, self.chance = stage, stage.subject, game, chance
        self.rules = game.rules
        self.viewers: list[Seat] = [*range(game.players), NONE]

    def findings(self, *, with_memory: bool) -> Iterator[Finding]:
        """Everything found."""
        yield from self._open_at_start()
        yield from self._while_playing()
        if with_memory:
            yield from self._memory_read()
        yield from self._again()

    # -- the random game ------------------------------------------------------------------------------------------------

    def _while_playing(self) -> Iterator[Finding]:
        """Play at random, and look at some points on the way."""
        played, chance = self.played, self.chance
        pinned = {viewer: Pinned(self.rules, viewer) for viewer in self.viewers}
        heard = dict.fromkeys(self.viewers, 0)
        before: Moment | None = None
        points = {0, *(int(ACTIONS * chance.random() ** 2) for _ in range(POINTS))}
        most = ACTIONS if chance.random() < 0.5 else ACTIONS // 4
        for made in range(most + 1):
            moment = played.last
            self.subject.count("positions")
            self._note_numbers(moment)
            for viewer in self.viewers:
                pinned[viewer].follow(before, moment)
                anew = any(event.kind.name == DEAL for event in moment.said)
                heard[viewer] = (0 if anew else heard[viewer]) | cards_told(since_deal(moment.said), viewer, self.game.players)
            yield from self._told(before, moment)
            yield from self._told_to_holders(before, moment)
            yield from self._untold_at_deal(moment)
            yield from self._hidden_by_event(moment, heard)
            if before is not None:
                yield from self._forgotten(before, moment)
                yield from self._uncovered(before, moment)
                yield from self._told_elsewhere(before, moment)
            if made in points or (played.is_over and made):
                for viewer in {NONE, moment.turn, chance.randrange(self.game.players)}:
                    yield from self._in_place(made, viewer, pinned[viewer])
            if played.is_over or made == most or not self.subject.has_time(0.7):
                return
            before = moment
            played.play(self._choice(moment))

    def _choice(self, moment: Moment) -> int:
        """An action: half of them at random, the others by the game's own policy."""
        legal = moment.legal
        sensible = legal
        if self.chance.random() < 0.5:
            with interpreting():
                sensible = int(policy(moment.position[0], legal)) & legal or legal
        return self.chance.choice(list(elements(sensible)))

    def _kind_of_moment(self, moment: Moment) -> tuple[object, ...]:
        s = moment.position[0]
        return (*self.game.options.items(), int(s.phase), int(s.turn))

    def _note_numbers(self, moment: Moment) -> None:
        s, kind = moment.position[0], self._kind_of_moment(moment)
        for spot in spots_of(self.rules, "number"):
            if spot.declared.seen_by != ALL:
                self.stage.values.setdefault(kind, {}).setdefault(spot, set()).add(spot.value(s))

    # -- told although hidden -------------------------------------------------------------------------------------------

    def _told(self, before: Moment | None, moment: Moment) -> Iterator[Finding]:
        """Events that tell everybody of cards which then lie in a hidden hand, where nobody is deemed to know them."""
        s = moment.position[0]
        if moment.turn < 0:
            return
        lay_open = in_sight(self.rules, before.position[0], NONE) if before else 0
        for event in since_deal(moment.said) if before else moment.said:
            if not event.kind.is_known(event, NONE):
                continue
            seen = seen_values(event, NONE, self.game.players)
            for (name, part), value in zip(event.kind.fields.items(), seen, strict=True):
                for spot in lying(self.rules, s):
                    if not spot.is_hand:
                        continue
                    cards = cards_in(part, value) & spot.cards(s) & ~int(shown(s, spot.at[0])) & ~lay_open
                    if cards and self._is_placed(event, moment, cards) and self.stage.is_new("told", event.kind.name, name):
                        yield self.leaks.told(event, name, spot, next(elements(cards)), before)

    def _told_to_holders(self, before: Moment | None, moment: Moment) -> Iterator[Finding]:
        """Events that tell a seat of cards which all but itself may see."""
        s = moment.position[0]
        hands = [spot for spot in lying(self.rules, s) if spot.declared.seen_by == OTHERS and spot.at]
        for event in (since_deal(moment.said) if before else moment.said) if hands and moment.turn >= 0 else ():
            for spot in hands:
                if not event.kind.is_known(event, spot.at[0]):
                    continue
                seen = seen_values(event, spot.at[0], self.game.players)
                for (name, part), value in zip(event.kind.fields.items(), seen, strict=True):
                    cards = cards_in(part, value) & spot.cards(s)
                    if cards and self._is_placed(event, moment, cards) and self.stage.is_new("told", event.kind.name, name):
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
        players = self.game.players
        drawn = sum(1 << card for card in set(moment.drawn.cards))  # these went into a stock first
        lay_open = in_sight(self.rules, before.position[0], NONE) & ~drawn
        for event in moment.said if lay_open else ():
            seen = seen_values(event, NONE, players)
            for (name, part), value, known in zip(event.kind.fields.items(), all_values(event, players), seen, strict=True):
                cards = cards_in(part, value) & ~cards_in(part, known) & lay_open
                if cards and part.to is not None and self.stage.is_new("forgotten", event.kind.name, name):
                    yield self.leaks.forgotten(event.kind, name, next(elements(cards)), before)

    def _uncovered(self, before: Moment, moment: Moment) -> Iterator[Finding]:
        """Cards that were hidden from all and now lie open, although no event names them."""
        if any(event.kind.name in (DEAL, STEP) for event in moment.said):
            return
        s, t = moment.position[0], before.position[0]
        hidden = 0
        for spot in lying(self.rules, t):
            hidden |= spot.cards(t) if spot.declared.seen_by == NOBODY else 0
        new = in_sight(self.rules, s, NONE) & hidden & ~cards_told(moment.said, NONE, self.game.players)
        for spot in lying(self.rules, s) if new else ():
            if spot.cards(s) & new and self.stage.is_new("uncovered", spot.field):
                yield self.leaks.uncovered(spot, next(elements(spot.cards(s) & new)), before)

    def _untold_at_deal(self, moment: Moment) -> Iterator[Finding]:
        """Cards that chance has laid open with a deal, although no event names them."""
        if not any(event.kind.name == DEAL for event in moment.said):
            return
        s, drawn = moment.position[0], sum(1 << card for card in set(moment.drawn.cards))
        new = in_sight(self.rules, s, NONE) & drawn & ~cards_told(moment.said, NONE, self.game.players)
        for spot in lying(self.rules, s) if new else ():
            if spot.cards(s) & new and self.stage.is_new("uncovered", spot.field):
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
            for (name, part), value in zip(event.kind.fields.items(), seen_values(event, NONE, self.game.players), strict=True):
                if part.kind not in ("card", "cards"):
                    continue
                cards = cards_in(part, value) & ~(named if dealt else sum(1 << card for card in set(moment.drawn.cards)))
                for at in looked_at:
                    cards &= self._hidden_with_others(at, holders)
                if cards and self.stage.is_new("told-elsewhere", event.kind.name, name):
                    yield self.leaks.told_elsewhere(event.kind, name, next(elements(cards)), seats[0])

    def _named(self, event: RawEvent) -> CardSet:
        """The cards that an event names, also those that it names to some seats only."""
        cards = 0
        for part, value in zip(event.kind.fields.values(), all_values(event, self.game.players), strict=True):
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

    # -- fields that are open by mistake --------------------------------------------------------------------------------

    def _hidden_by_event(self, moment: Moment, heard: dict[Seat, CardSet]) -> Iterator[Finding]:
        """Cards that an event tells some seats alone, although they lie where everybody sees them."""
        s = moment.position[0]
        for viewer in self.viewers:
            unheard = ~heard[viewer] & ~hidden_from(self.rules, s, viewer)
            for event in since_deal(moment.said):
                for (name, part), value, seen in zip(
                    event.kind.fields.items(),
                    all_values(event, self.game.players),
                    seen_values(event, viewer, self.game.players),
                    strict=True,
                ):
                    secret = cards_in(part, value) & ~cards_in(part, seen) & unheard
                    for spot in lying(self.rules, s) if secret else ():
                        if spot.declared.seen_by == ALL and spot.cards(s) & secret and self.stage.is_new("open", spot.field):
                            yield self.leaks.open_field(spot, event.kind, name)

    def _open_at_start(self) -> Iterator[Finding]:
        """Cards that lie open by declaration at the start, although nobody is told of them and the table does not show them."""
        first = self.played.moments[0]
        s = first.position[0]
        for viewer in (NONE, 0):
            own = 0
            for spot in lying(self.rules, s):
                if spot.declared.seen_by != ALL and spot.seen_by(s, viewer):
                    own |= spot.cards(s)
            free = first.drawn.from_cards & ~cards_told(first.said, viewer, self.game.players) & ~own
            twin = begun(self.game, self.played.seed, Draws(first.drawn, self._shuffled(free)))
            if told(twin.said, viewer, self.game.players) != told(first.said, viewer, self.game.players):
                continue
            for spot in lying(self.rules, s):
                differs = spot.cards(s) & ~spot.cards(twin.position[0])
                is_open = spot.declared.seen_by != ALL or not differs or self._lies_open(first, viewer, differs)
                if not is_open and self.stage.is_new("open", spot.field):
                    yield self.leaks.open_field(spot, None)
        yield from self._open_numbers()

    def _open_numbers(self) -> Iterator[Finding]:
        """Numbers drawn at the start, or cards laid in an order so drawn, that are open by declaration but never shown."""
        first = self.played.moments[0]
        twin = begun(self.game, self.played.seed, Draws(first.drawn, None, self._other_number))
        now = Seen(twin.position, twin.legal, twin.turn, NONE, lambda: self.played.state(0, twin.position))
        seen = self._seen(0, first, NONE)
        if (
            told(twin.said, NONE, self.game.players) != told(first.said, NONE, self.game.players)
            or not seen.view
            or not now.view
            or seen.at_the_table(now)
        ):
            return
        for spot in spots_of(self.rules, *LYING, "number", "recorded"):
            differs = spot.value(first.position[0]) != spot.value(twin.position[0])
            if spot.declared.seen_by == ALL and differs and self.stage.is_new("open", spot.field):
                yield self.leaks.open_field(spot, None)

    def _lies_open(self, moment: Moment, viewer: Seat, cards: CardSet) -> bool:
        """Whether the table lays some of these cards face up for a viewer."""
        view = self._seen(0, moment, viewer).view
        if not view:
            return True  # which cannot be told
        laid = {face["code"] for zone in view["zones"] for face in zone["faces"] if face["state"] == "up"}
        laid |= {code for zone in view["zones"] for code in zone["beneath"]} | {fact["card"] for fact in view["facts"]}
        return any(self.game.pack.code(card) in laid for card in elements(cards))

    # -- in place -------------------------------------------------------------------------------------------------------

    def _in_place(self, made: int, viewer: Seat, pinned: Pinned) -> Iterator[Finding]:
        """Exchange what a viewer cannot know, and compare everything that it can get."""
        moment = self.played.moments[made]
        values: dict[Spot, Collection[int]] = dict(self.stage.values.get(self._kind_of_moment(moment), {}))
        with interpreting():
            unknown = Unknown(self.rules, moment.position, viewer, pinned, values)
            seen = self._seen(made, moment, viewer)
            other = unknown.exchanged(self.chance)
            if other is None:
                return
            self.subject.count("exchanges")
            difference = self._difference(made, seen, other, viewer)
            if difference is None or not self.stage.is_new(
                difference.kind, difference.name if difference.kind == FIELD else ""
            ):
                return
            fields, other = self._narrowed(made, seen, unknown, difference, viewer, other)
        yield self.leaks.in_place(made, viewer, difference, fields, moment.position, other)

    def _difference(self, made: int, seen: Seen, other: Positions, viewer: Seat) -> Difference | None:
        try:
            legal, turn = legal_and_turn(copied(other), 0)
        except Exception:  # noqa: BLE001 - rules that fail where hidden numbers do not go together
            return None
        now = Seen(other, int(legal), int(turn), viewer, lambda: self.played.state(made, other))
        return seen.difference(now, whole=True)

    def _narrowed(
        self, made: int, seen: Seen, unknown: Unknown, difference: Difference, viewer: Seat, other: Positions
    ) -> tuple[Sequence[str], Positions]:
        """The fewest fields on which a difference depends, and a position that differs in them alone."""
        for only in pairs(unknown.fields):
            for _ in range(NARROWING):
                made_so = unknown.exchanged(self.chance, only)
                if made_so is None:
                    break
                found = self._difference(made, seen, made_so, viewer)
                if found is not None and found.kind == difference.kind:
                    return only, made_so
        return unknown.fields[:-1], other

    # -- played again ---------------------------------------------------------------------------------------------------

    def _again(self) -> Iterator[Finding]:
        """Exchange the cards of deals as they are drawn, and play again."""
        moments, chance = self.played.moments, self.chance
        deals = [made for made, moment in enumerate(moments) if len(moment.drawn.cards) > 1 or made == 0]
        later = chance.sample(deals[1:], min(len(deals) - 1, DEALS - 1))
        for deal in (0, *later):
            end = next((made for made in deals if made > deal), len(moments)) - 1
            end = max(end, deal)
            for viewer in chance.sample(self.viewers, len(self.viewers)):
                for _ in range(AGAIN):
                    if not self.subject.has_time():
                        return
                    until = chance.choice((deal, end, chance.randint(deal, end)))
                    yield from self._compare_again(deal, until, viewer)

    def _compare_again(self, deal: int, until: int, viewer: Seat) -> Iterator[Finding]:
        free = self._never_seen(deal, until, viewer)
        names = self._shuffled(free)
        others = any(spot.declared.seen_by != ALL for spot in spots_of(self.rules, "number"))
        numbers = not names or (others and self.chance.random() < 0.5)
        if numbers:
            names = {}
        found = self._first_difference(deal, until, viewer, names, numbers=numbers)
        self.subject.count("games played again")
        if found is None or not self.stage.is_new(
            found.difference.kind, found.difference.name if found.difference.kind == FIELD else ""
        ):
            return
        members = list(names)
        for _ in range(NARROWING if names else 0):
            one, other = self.chance.sample(members, 2)
            narrower = self._first_difference(deal, found.made, viewer, {one: other, other: one}, numbers=False)
            is_same = narrower is not None and narrower.difference.name == found.difference.name
            if narrower is not None and is_same and len(narrower.fields) <= len(found.fields):
                found = narrower
            if len(found.fields) == 1:
                break
        yield self.leaks.played_again(viewer, found)

    def _never_seen(self, deal: int, until: int, viewer: Seat) -> CardSet:
        """The cards drawn out of at a deal that a viewer does not see from then on."""
        moments = self.played.moments
        seen = cards_told(since_deal(moments[deal].said), viewer, self.game.players)
        for made in range(deal, until + 1):
            if made > deal:
                seen |= cards_told(moments[made].said, viewer, self.game.players)
            seen |= in_sight(self.rules, moments[made].position[0], viewer)
        return moments[deal].drawn.from_cards & ~seen

    def _shuffled(self, cards: CardSet) -> dict[Card, Card]:
        """A random renaming of cards: of all or, half of the time, of two."""
        members = list(elements(cards))
        if len(members) > 2 and self.chance.random() < 0.5:
            members = self.chance.sample(members, 2)
            return {members[0]: members[1], members[1]: members[0]}
        return dict(zip(members, self.chance.sample(members, len(members)), strict=True))

    def _first_difference(
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
            seen = self._seen(made, real, viewer)
            position, legal, turn = twin.position, twin.legal, twin.turn
            now = Seen(position, legal, turn, viewer, lambda position=position, made=made: self.played.state(made, position))  # type: ignore[misc]
            difference = seen.difference(now, whole=made == until)
            if difference is not None:
                fields = self._hidden_fields(real, twin, viewer)
                return Divergence(made, difference, real, twin, earlier, before, seen.at_the_table(now), fields)
        return None

    def _again_so_far(
        self, made: int, deal: int, twin: Moment | None, viewer: Seat, names: dict[Card, Card], *, numbers: bool
    ) -> Moment | None:
        """The moment of the second game that belongs to one of the first; None if the viewer is told something else."""
        real = self.played.moments[made]
        wanted = told(real.said, viewer, self.game.players)
        if made == 0:
            start = begun(self.game, self.played.seed, Draws(real.drawn, names, self._other_number if numbers else None))
            return start if told(start.said, viewer, self.game.players) == wanted else None
        before = self.played.moments[made - 1] if twin is None else twin
        for action in self._actions_again(real, before, viewer, names, is_first=made == deal):
            if not before.legal >> int(stands_for(before.position[0], action, before.legal)) & 1:
                continue
            draws = Draws(real.drawn, names, self._other_number if numbers and made == deal else None)
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

    def _other_number(self, made: int, n: int, was: int) -> int:
        """Another number than one that was drawn, but for the first, which is the dealer's seat."""
        return was if made == 0 and self.game.players > 1 else self.chance.randrange(n)

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

    # -- memories ---------------------------------------------------------------------------------------------------------

    def _memory_read(self) -> Iterator[Finding]:
        """Rules that read fields which only listening positions have: play the same game without them."""
        declared = self.rules.position.fields
        observed = [name for name, one in declared.items() if one.observed]
        if not observed:
            return
        position = self.game.new_positions(limit=LIMIT)
        listened = self.rules.listening.names or ()
        names = [name for name in position.dtype.names or () if name in listened]  # all but the mark of the layout
        for made, moment in enumerate(self.played.moments):
            try:
                with interpreting():
                    if made == 0:
                        begin_game(position, 0, np.uint64(self.played.seed))
                    else:
                        apply(position, 0, moment.action)
            except AttributeError as error:
                name = str(getattr(error, "name", None) or next((one for one in observed if one in str(error)), ""))
                if name in observed and self.stage.is_new("memory-read", name):
                    yield self.leaks.memory_read(name, error, made)
                return
            differing = [name for name in names if position[name].tobytes() != moment.position[name].tobytes()]
            if differing:
                if self.stage.is_new("observer-writes"):
                    yield self.leaks.observer_writes(differing[0], made)
                return

    def _seen(self, made: int, moment: Moment, viewer: Seat) -> Seen:
        return Seen(moment.position, moment.legal, moment.turn, viewer, lambda: self.played.state(made))
