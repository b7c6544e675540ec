"""`EventLog`: the events of a game, action by action, indexed for views."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from operator import itemgetter
from typing import TYPE_CHECKING

from sevenfold.cards import NONE, Pack
from sevenfold.kernel.events import RawEvent
from sevenfold.kernel.types import Seat

from .description import DealEnd, DealLine, DealNotes, DealSummary, LastTrick, News, Note, Term, TrickCard
from .event_text import flights, seen_fields, sentence, whole_fields
from .places import around

if TYPE_CHECKING:
    from sevenfold.declare.rules import Rules

LATEST = 12  # the number of actions whose news a view contains
DEAL = "deal"  # the event of `mechanics.piles` that a deal begins
TRICK, EARN, SCORE = "trick", "earn", "score"  # the events of `mechanics.tricks` and `mechanics.scores` that views need


@dataclass
class EventLog:
    """The events of a game: those of its start, then those of each action."""

    said: list[tuple[RawEvent, ...]] = field(default_factory=list)
    _tricks: list[tuple[int, RawEvent]] = field(default_factory=list)  # (the number of the action, the event)
    _scores: list[tuple[int, RawEvent, list[RawEvent]]] = field(default_factory=list)  # and the terms that make it up
    _earned: list[RawEvent] = field(default_factory=list)  # terms since the last score
    _laid: list[tuple[int, tuple[int, int], int]] = field(default_factory=list)  # on a grid: (action, x and y, card)
    # Kept between views, because the next view shows most of it again.
    _told: dict[tuple[Seat, tuple[str, ...]], dict[int, list[News]]] = field(default_factory=dict)  # by seat and names, action
    _rows: list[DealSummary] = field(default_factory=list)  # its index in the sheet
    _last: LastTrick | None = None
    _dealt: list[int] = field(default_factory=list)  # the actions after which cards were dealt
    _ends: dict[tuple[Seat, tuple[str, ...]], DealEnd] = field(default_factory=dict)  # of the latest deal that ended
    _deals: list[tuple[int, int]] = field(default_factory=list)  # (the number of the action, of the deal that it begins)
    _notes: list[tuple[int, int, Note]] = field(default_factory=list)  # and what is noted about the deal
    _read: int = 0  # of how many entries of `said` the notes have been read
    _by_deal: list[DealNotes] | None = None  # the same notes as views have them; None if there are new ones
    phases: list[int] = field(default_factory=list)  # in which the actions were played, after that of the start, which has none

    def add(self, said: tuple[RawEvent, ...], phase: int = NONE) -> None:
        """Append the events of the start, or of the next action and the phase in which it was played."""
        made = len(self.said)
        self.phases.append(phase)
        if any(event.kind.square for event in said):
            said = tuple([self._lay(made, event) if event.kind.square else event for event in said])
        self.said.append(said)
        for event in said:
            if event.kind.name == DEAL:
                if made > 0:
                    self._dealt.append(made)
                if "number" in event.kind.fields:
                    self._deals.append((made, event["number"]))
            elif event.kind.name == TRICK:
                self._tricks.append((made, event))
            elif event.kind.name == EARN:
                self._earned.append(event)
            elif event.kind.name == SCORE:
                own = [term for term in self._earned if term["seat"] == event["seat"]]
                self._earned = [term for term in self._earned if term["seat"] != event["seat"]]
                self._scores.append((made, event, own))

    def _lay(self, made: int, event: RawEvent) -> RawEvent:
        """Lay the card of an event on the grid; returns the event with the cards around it."""
        assert event.kind.square is not None
        card, x, y = (event[part] if isinstance(part, str) else part for part in event.kind.square)
        beside = around({square: laid for _, square, laid in self._laid}, x, y, NONE)
        self._laid.append((made, (x, y), card))
        return replace(event, around=beside)

    def cut(self, made: int) -> None:
        """Remove everything after this many actions."""
        del self.said[made + 1 :], self.phases[made + 1 :]
        for kept in (self._tricks, self._scores, self._laid, self._deals, self._notes):
            while kept and kept[-1][0] > made:
                kept.pop()
        self._dealt = [at for at in self._dealt if at <= made]
        self._ends.clear()
        self._read, self._by_deal = min(self._read, made + 1), None
        self._told.clear()
        self._rows.clear()
        self._last = None

    def copy(self) -> EventLog:
        """An independent event log, which keeps what views have computed."""
        lists = self.said.copy(), self._tricks.copy(), self._scores.copy(), self._earned.copy(), self._laid.copy()
        ends, deals = (self._dealt.copy(), self._ends.copy()), (self._deals.copy(), self._notes.copy())
        kept = self._told.copy(), self._rows.copy(), self._last
        return EventLog(*lists, *kept, *ends, *deals, self._read, self._by_deal, self.phases.copy())

    def __iter__(self) -> Iterator[tuple[int, RawEvent]]:
        return ((made, event) for made, events in enumerate(self.said) for event in events)

    # -- for views ----------------------------------------------------------------------------------------------------

    def last_trick(self, pack: Pack, players: int) -> LastTrick | None:
        """The last complete trick; None before the first."""
        if self._tricks and (self._last is None or self._last.number < len(self._tricks)):
            fields = whole_fields(self._tricks[-1][1], pack, players)
            order = [(fields["leader"] + i) % players for i in range(players)]
            cards = [TrickCard(seat, fields["cards"][seat]) for seat in order]
            self._last = LastTrick(len(self._tricks), fields["leader"], fields["seat"], cards)
        return self._last

    def phases_since_trick(self) -> list[int]:
        """The phases of the actions since the first trick of this deal was taken, each once; none before."""
        dealt = self._dealt[-1] if self._dealt else 0
        at = bisect_right(self._tricks, dealt, key=itemgetter(0))
        return list(dict.fromkeys(self.phases[self._tricks[at][0] + 1 :])) if at < len(self._tricks) else []

    def sheet(self, players: int) -> list[DealSummary]:
        """The deals scored so far, each with a line for every seat."""
        for i in range(players * len(self._rows), len(self._scores), players):
            row = self._scores[i : i + players]
            self._rows.append(DealSummary(row[0][1]["deal"], [_line(score, terms) for _, score, terms in row]))
        return self._rows.copy()

    def latest_deal_end(self) -> int | None:
        """The number of the action that ended a deal, if the news of a view tell of it."""
        latest = self._dealt[-1] if self._dealt else 0
        return latest if latest > max(0, len(self.said) - LATEST - 1) else None

    def deal_end(self, seat: Seat, names: Sequence[str], make: Callable[[int], DealEnd]) -> DealEnd | None:
        """How the latest deal ended, as a seat sees it; `make` makes it from the number of the action that ended it."""
        made, reader = self.latest_deal_end(), (seat, tuple(names))
        if made is None:
            return None
        known = self._ends.get(reader)
        if known is None or known.number != made:
            known = self._ends[reader] = make(made)
        return known

    def deals(self, rules: Rules, players: int) -> list[DealNotes]:
        """What the game notes about each deal begun, from what everybody saw of it."""
        if not rules.deal_notes:
            return []
        for made in range(self._read, len(self.said)):
            deal = 0
            for event in self.said[made]:
                deal = event["number"] if event.kind.name == DEAL else deal or self._deal_at(made)
                noted = rules.deal_notes.get(event.kind.name)
                if noted and event.kind.is_known(event, NONE):
                    found = noted(seen_fields(event, NONE, rules.pack, players))
                    self._notes += [(made, deal, note) for note in found]
                    self._by_deal = None
        self._read = len(self.said)
        if self._by_deal is None or len(self._by_deal) != len(self._deals):
            notes: dict[int, list[Note]] = {deal: [] for _, deal in self._deals}
            for _, deal, note in self._notes:
                if deal in notes:  # not in a position that was set up in the midst of a deal
                    notes[deal].append(note)
            self._by_deal = [DealNotes(deal, _merged(found)) for deal, found in notes.items()]
        return self._by_deal

    def _deal_at(self, made: int) -> int:
        """The deal in progress before an action."""
        return next((deal for begun, deal in reversed(self._deals) if begun < made), 0)

    def news(self, seat: Seat, names: Sequence[str], pack: Pack) -> list[News]:
        """The events of the latest actions, as a seat learnt of them."""
        reader = (seat, tuple(names))
        told = self._told.get(reader, {})
        latest = range(max(0, len(self.said) - LATEST), len(self.said))
        told = {made: told[made] if made in told else self._news_of(made, seat, names, pack) for made in latest}
        self._told[reader] = told
        return [news for made in latest for news in told[made]]

    def _news_of(self, made: int, seat: Seat, names: Sequence[str], pack: Pack) -> list[News]:
        found = []
        for event in self.said[made]:
            if event.kind.is_known(event, seat):
                text, going = sentence(event, seat, names, pack), flights(event, seat, pack)
                if text or going:
                    kind, (subject, other) = event.kind, _subjects(event)
                    found.append(News(made, kind.name, subject, other, kind.is_move, kind.shows, text, going))
        return found


def _merged(notes: Iterable[Note]) -> list[Note]:
    """Notes, of which those about suits are one if they have the same label and concern the same seats."""
    found: dict[tuple[object, ...], Note] = {}
    for note in notes:
        key = (note.label, note.text, note.card, *sorted(note.seats))
        suits = [*found[key].suits, *note.suits] if key in found else note.suits
        found[key] = replace(note, suits=suits)
    return list(found.values())


def _subjects(event: RawEvent) -> tuple[int | None, int | None]:
    """The first and second seat that an event concerns."""
    seats = [event[name] for name, part in event.kind.fields.items() if part.kind == "seat"]
    first, other = (None if seat == NONE else seat for seat in [*seats, NONE, NONE][:2])
    return first, other


def _line(score: RawEvent, earned: Sequence[RawEvent]) -> DealLine:
    terms = [_term(event) for event in earned]
    bid, took = score["bid"], score["took"]
    return DealLine(
        score["seat"], None if bid == NONE else bid, None if took == NONE else took, terms, score["points"], score["total"]
    )


def _term(event: RawEvent) -> Term:
    part = event.kind.fields["term"]
    return Term(part.names[event["term"]], event["points"], part.rules[event["term"]])
