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
from sevenfold.kernel.fields import ALL
from sevenfold.kernel.memory import copied
from sevenfold.kernel.play import apply, begin_game, legal_and_turn
from sevenfold.kernel.questions import policy
from sevenfold.kernel.types import CardSet, Positions, Seat
from sevenfold.view.event_log import DEAL

from .hidden.cards_told import CardsTold
from .hidden.exchange import Pinned, Unknown, pairs
from .hidden.leaks import Leaks, stopped
from .hidden.replaying import LIMIT, Draws, Moment, Played, begun
from .hidden.rounds import told_too_early
from .hidden.second_play import SecondPlay
from .hidden.seeing import FIELD, Difference, Seen
from .hidden.sight import (
    LYING,
    Spot,
    cards_told,
    elements,
    lying,
    since_deal,
    spots_of,
    told,
)
from .subject import Subject

ROUNDS = 10  # random games of each combination of options, at most
ACTIONS = 160  # of a game, at most
POINTS = 6  # of a game, at which hidden cards are exchanged in place
DEALS = 3  # of a game, that are played again
AGAIN = 3  # times that a deal is played again for each viewer
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
        self.cards_told, self.second = CardsTold(self.leaks, stage.is_new), SecondPlay(played, chance)
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
            yield from self.cards_told.findings(before, moment, heard)
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

    # -- fields that are open by mistake --------------------------------------------------------------------------------

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
            twin = begun(self.game, self.played.seed, Draws(first.drawn, self.second.shuffled(free)))
            if told(twin.said, viewer, self.game.players) != told(first.said, viewer, self.game.players):
                continue
            for spot in lying(self.rules, s):
                differs = spot.cards(s) & ~spot.cards(twin.position[0])
                is_open = spot.declared.seen_by != ALL or not differs or self._lies_open(viewer, differs)
                if not is_open and self.stage.is_new("open", spot.field):
                    yield self.leaks.open_field(spot, None)
        yield from self._open_numbers()

    def _open_numbers(self) -> Iterator[Finding]:
        """Numbers drawn at the start, or cards laid in an order so drawn, that are open by declaration but never shown."""
        first = self.played.moments[0]
        twin = begun(self.game, self.played.seed, Draws(first.drawn, None, self.second.other_number))
        now = Seen(twin.position, twin.legal, twin.turn, NONE, lambda: self.played.state(0, twin.position))
        seen = self.second.seen(0, NONE)
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

    def _lies_open(self, viewer: Seat, cards: CardSet) -> bool:
        """Whether the table lays some of these cards face up for a viewer."""
        view = self.second.seen(0, viewer).view
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
            seen = self.second.seen(made, viewer)
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
        free = self.second.never_seen(deal, until, viewer)
        names = self.second.shuffled(free)
        others = any(spot.declared.seen_by != ALL for spot in spots_of(self.rules, "number"))
        numbers = not names or (others and self.chance.random() < 0.5)
        if numbers:
            names = {}
        found = self.second.first_difference(deal, until, viewer, names, numbers=numbers)
        self.subject.count("games played again")
        if found is None or not self.stage.is_new(
            found.difference.kind, found.difference.name if found.difference.kind == FIELD else ""
        ):
            return
        members = list(names)
        for _ in range(NARROWING if names else 0):
            one, other = self.chance.sample(members, 2)
            narrower = self.second.first_difference(deal, found.made, viewer, {one: other, other: one}, numbers=False)
            is_same = narrower is not None and narrower.difference.name == found.difference.name
            if narrower is not None and is_same and len(narrower.fields) <= len(found.fields):
                found = narrower
            if len(found.fields) == 1:
                break
        yield self.leaks.played_again(viewer, found)

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
