"""`RoomSnapshot`: what readers see of a room as it stands; each view is made once for everybody who sees the same."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import partial

from sevenfold.declare.actions import with_names
from sevenfold.protocol import LobbyMessage, RoomInfo
from sevenfold.protocol.codec import error_message, view_message, written
from sevenfold.protocol.errors import Refused
from sevenfold.seat_names import names_at
from sevenfold.server.execution import guest_games
from sevenfold.server.logs import short
from sevenfold.server.storage import StoredRoom
from sevenfold.session.game_log import GameLog
from sevenfold.session.undo_policy import Offer, offer
from sevenfold.view.description import Result, View, Zone

from .clock import seats_settled
from .evening import evening_info
from .room_info import resignation_winners, room_info, seat_names, stored_score
from .rules_check import have_changed, may_go_on, rules_note, with_stored_result
from .scores import resignation, score_at, score_line

log = logging.getLogger(__name__)
ON_THE_WAY = "The rest of the deal is played out."


class RoomSnapshot:
    """A room as it stands. A room that changes gets a new snapshot."""

    def __init__(
        self,
        stored: StoredRoom,
        name: str,
        game_log: GameLog | None,
        ended_together: Sequence[StoredRoom] = (),
        *,
        now: Callable[[], float],
        is_on_the_way: bool = False,
    ) -> None:
        """Make a snapshot.

        Args:
            stored: The room.
            name: The name of its game.
            game_log: The game so far; None while the room waits for it to begin.
            ended_together: The rooms whose games the same people have ended, latest first.
            now: The room's time, for its clocks.
            is_on_the_way: Whether this is a position within a claim that is being played out: nobody is to move.
        """
        self._ended_together, self._is_on_the_way, self._now = ended_together, is_on_the_way, now
        self._stored, self._name, self._game_log = stored, name, game_log
        self._state = game_log.state if game_log else None
        self._offers: dict[str | None, Offer] = {}  # what may be undone, by reader
        self._views: dict[tuple[int | None, bool], View] = {}  # by seat, and whether all hands are open
        self._sent: dict[tuple[int | None, bool], str] = {}  # the views as JSON
        self._scores: dict[int | None, str] = {}

    def view(self, seat: int | None, *, sees_all: bool = False) -> View:
        """What a seat sees, in a test room with all hands if it `sees_all`; Refused if the game fails to say."""
        shows_all = sees_all and self._stored.test
        key = seat, shows_all
        if key not in self._views:
            assert self._state is not None
            is_open = seat is None and (self._stored.hands == "open" or shows_all)
            names = names_at(seat_names(self._stored.seats), seat)
            make = partial(self._seen, seat, names, hands_open=is_open)
            view = guest_games.call(self._stored.game, make)
            if shows_all and seat is not None:
                view = with_open_hands(view, guest_games.call(self._stored.game, partial(self._state.view, hands_open=True)))
            if self._stored.status == "given up":
                view = given_up(view, self._stored, seat)
            elif self._stored.status == "over" and have_changed(self._stored, self._game_log):
                view = with_stored_result(view, self._stored)
            if self._is_on_the_way:
                view = replace(view, moves=[], refused=[], turn=None, prompt=ON_THE_WAY)
            self._views[key] = view
            self._scores[seat] = score_line(view.seats, seat)
        return self._views[key]

    def _seen(self, seat: int | None, names: Sequence[str], *, hands_open: bool) -> View:
        """The view of a seat: where all choose at once, as if it were its turn, until it has chosen."""
        assert self._game_log is not None
        log, state = self._game_log, self._game_log.state
        if seat is not None and seat != state.turn and seat in log.asked and self._stored.status == "open":
            return state.for_chooser(seat).view(seat, names, hands_open=hands_open, choosers=log.asked)
        view = state.view(seat, names, hands_open=hands_open, choosers=log.asked)
        own = "" if seat is None else log.own_choice(seat)
        return replace(view, prompt=f"You chose to {with_names(own, names)}. {view.prompt}") if own else view

    def message(self, reader: str | None, seat: int | None, here: Collection[str | None], *, sees_all: bool = False) -> str:
        """The message that shows the room to a reader, with the view of a seat; an error message if the view fails.

        Args:
            reader: The person; None for somebody unknown.
            seat: Whose view they get; None for a spectator's.
            here: The people who are connected.
            sees_all: Whether the view is to show all hands, which it does in a test room only.
        """
        if self._state is None:
            return written(LobbyMessage(room=self._info(reader, seat, here)))
        shows_all = sees_all and self._stored.test
        try:
            if (seat, shows_all) not in self._sent:
                self._sent[seat, shows_all] = written(self.view(seat, sees_all=shows_all))
            return view_message(self._sent[seat, shows_all], written(self._info(reader, seat, here, sees_all=shows_all)))
        except Refused as error:
            return error_message(error)

    def listed(self, reader: str | None, seat: int | None, here: Collection[str | None]) -> RoomInfo:
        """The room as lists show it, without a view; the arguments are those of `message`."""
        if self._stored.has_ended and self._game_log and have_changed(self._stored, self._game_log):
            self._scores[seat] = stored_score(self._stored, seat)
        elif seat not in self._scores and self._state:
            try:
                self._scores[seat] = score_at(self._state, seat, seat_names(self._stored.seats))
            except Refused as error:
                log.warning("%s: the score could not be computed: %s", short(self._stored.id), error)
        return self._info(reader, seat, here)

    def _info(self, reader: str | None, seat: int | None, here: Collection[str | None], *, sees_all: bool = False) -> RoomInfo:
        score = self._scores.get(seat, "")
        game = self._state.game if self._state and self._stored.status == "open" else None
        clocked = self._stored.since is not None
        stored = replace(self._stored, seats=seats_settled(self._stored, self._now())) if clocked else self._stored
        return room_info(
            stored, self._name, reader, seat, here, score, self.offer(reader), self._seen_by_all(reader),
            resigns=game is not None and bool(resignation_winners(self._stored, game, reader)),
            evening=evening_info(self._stored, self._ended_together, reader),
            rules_note=rules_note(self._stored, self._game_log),
            may_go_on=may_go_on(self._stored, self._game_log, reader, host_is_here=self._stored.host in here),
            sees_all=sees_all,
        )  # fmt: skip

    def offer(self, reader: str | None) -> Offer:
        """What a reader may undo."""
        if reader not in self._offers:
            make = partial(offer_to, self._stored, self._game_log, reader)
            self._offers[reader] = guest_games.call(self._stored.game, make)
        return self._offers[reader]

    def _seen_by_all(self, reader: str | None) -> list[str]:
        """For a reader who holds several seats: what spectators saw since that reader last moved."""
        own = self._stored.seats_of(reader)
        if len(own) < 2 or self._game_log is None:
            return []
        played = self._game_log.played
        last = next((at for at in reversed(range(len(played))) if played[at].seat in own), 0)
        while last and not played[last].is_first:
            last -= 1
        try:
            return [news.text for news in self.view(None).news if news.number > last and news.text]
        except Refused as error:
            log.warning("%s: what everybody saw could not be computed: %s", short(self._stored.id), error)
            return []


def with_open_hands(view: View, open_view: View) -> View:
    """A seat's view with the faces of all its cards that lie face down, as the view with open hands has them."""
    shown = {zone.id: zone for zone in open_view.zones}
    return replace(view, zones=[_opened(zone, shown[zone.id]) if zone.id in shown else zone for zone in view.zones])


def _opened(zone: Zone, shown: Zone) -> Zone:
    is_hidden = any(face.state == "down" for face in zone.faces)
    return replace(zone, faces=shown.faces, beneath=shown.beneath) if is_hidden else zone


def given_up(view: View, stored: StoredRoom, viewer: int | None) -> View:
    """The last view of a game that was given up, or that the only other person won by it."""
    resigned, winners = stored.summary.resigned, stored.summary.winners
    if resigned is None:
        return replace(view, moves=[], prompt="The game was given up.")
    told = resignation(seat_names(stored.seats), resigned, winners, viewer)
    returns = [float(seat.seat in winners) for seat in stored.seats]
    return replace(view, moves=[], prompt=told, result=Result(winners, returns, truncated=False, sentence=told))


def offer_to(stored: StoredRoom, game_log: GameLog | None, reader: str | None) -> Offer:
    """What a reader of a room may take back; nothing while the room waits."""
    if game_log is None:
        return Offer()
    if have_changed(stored, game_log):
        return Offer(why_not=rules_note(stored, game_log))
    return offer(
        game_log,
        stored.seats_of(reader),
        is_alone=len(stored.persons) == 1,
        is_given_up=stored.status == "given up",
        has_request=stored.asking is not None,
    )
