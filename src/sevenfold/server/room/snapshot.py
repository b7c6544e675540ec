"""`RoomSnapshot`: what readers see of a room as it stands; each view is made once for everybody who sees the same."""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from dataclasses import replace

from sevenfold.protocol import LobbyMessage, RoomInfo
from sevenfold.protocol.codec import error_message, view_message, written
from sevenfold.protocol.errors import Refused, blaming
from sevenfold.seat_names import names_at
from sevenfold.server.logs import short
from sevenfold.server.storage import StoredRoom
from sevenfold.session.game_log import GameLog
from sevenfold.session.undo_policy import Offer, offer
from sevenfold.view.description import Result, View

from .evening import evening_info
from .room_info import resignation_winners, room_info, seat_names
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
        is_on_the_way: bool = False,
    ) -> None:
        """Make a snapshot.

        Args:
            stored: The room.
            name: The name of its game.
            game_log: The game so far; None while the room waits for it to begin.
            ended_together: The rooms whose games the same people have ended, latest first.
            is_on_the_way: Whether this is a position within a claim that is being played out: nobody is to move.
        """
        self._ended_together, self._is_on_the_way = ended_together, is_on_the_way
        self._stored, self._name, self._game_log = stored, name, game_log
        self._state = game_log.state if game_log else None
        self._offers: dict[str | None, Offer] = {}  # what may be undone, by reader
        self._views: dict[int | None, View] = {}
        self._sent: dict[int | None, str] = {}  # the views as JSON
        self._scores: dict[int | None, str] = {}

    def view(self, seat: int | None) -> View:
        """What a seat sees; Refused if the game fails to say."""
        if seat not in self._views:
            assert self._state is not None
            with blaming(self._stored.game):
                is_open = seat is None and self._stored.hands == "open"
                view = self._state.view(seat, names_at(seat_names(self._stored.seats), seat), hands_open=is_open)
            if self._stored.status == "given up":
                view = given_up(view, self._stored, seat)
            if self._is_on_the_way:
                view = replace(view, moves=[], refused=[], turn=None, prompt=ON_THE_WAY)
            self._views[seat] = view
            self._scores[seat] = score_line(view.seats, seat)
        return self._views[seat]

    def message(self, reader: str | None, seat: int | None, here: Collection[str | None]) -> str:
        """The message that shows the room to a reader, with the view of a seat; an error message if the view fails.

        Args:
            reader: The person; None for somebody unknown.
            seat: Whose view they get; None for a spectator's.
            here: The people who are connected.
        """
        if self._state is None:
            return written(LobbyMessage(room=self._info(reader, seat, here)))
        try:
            if seat not in self._sent:
                self._sent[seat] = written(self.view(seat))
            return view_message(self._sent[seat], written(self._info(reader, seat, here)))
        except Refused as error:
            return error_message(error)

    def listed(self, reader: str | None, seat: int | None, here: Collection[str | None]) -> RoomInfo:
        """The room as lists show it, without a view; the arguments are those of `message`."""
        if seat not in self._scores and self._state:
            try:
                self._scores[seat] = score_at(self._state, seat, seat_names(self._stored.seats))
            except Refused as error:
                log.warning("%s: the score could not be computed: %s", short(self._stored.id), error)
        return self._info(reader, seat, here)

    def _info(self, reader: str | None, seat: int | None, here: Collection[str | None]) -> RoomInfo:
        score = self._scores.get(seat, "")
        game = self._state.game if self._state and self._stored.status == "open" else None
        return room_info(
            self._stored, self._name, reader, seat, here, score, self.offer(reader), self._seen_by_all(reader),
            resigns=game is not None and bool(resignation_winners(self._stored, game, reader)),
            evening=evening_info(self._stored, self._ended_together, reader),
        )  # fmt: skip

    def offer(self, reader: str | None) -> Offer:
        """What a reader may undo."""
        if reader not in self._offers:
            with blaming(self._stored.game):
                self._offers[reader] = offer_to(self._stored, self._game_log, reader)
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
    return offer(
        game_log,
        stored.seats_of(reader),
        is_alone=len(stored.persons) == 1,
        is_given_up=stored.status == "given up",
        has_request=stored.asking is not None,
    )
