"""`Sights`: what each reader of a room is shown, drawn once for everybody who sees the same."""

from __future__ import annotations

import logging
from collections.abc import Collection
from dataclasses import replace

from sevenfold.protocol import LobbyMessage, RoomInfo
from sevenfold.protocol.codec import error_message, view_message, written
from sevenfold.protocol.errors import Refused, blaming
from sevenfold.seat_names import names_at
from sevenfold.server.storage import StoredRoom
from sevenfold.session.game_log import Course
from sevenfold.session.undo_policy import Offer, offer
from sevenfold.view.description import View

from .room_info import seat_names, table_info
from .scores import score_at, score_line

log = logging.getLogger(__name__)


class Sights:
    """A room as it stands, seen by all its readers; a changed room has new ones."""

    def __init__(self, stored: StoredRoom, name: str, course: Course | None) -> None:
        """name: the game's. course: None while the room waits."""
        self._stored, self._name, self._course = stored, name, course
        self._state = course.state if course else None
        self._offers: dict[str | None, Offer] = {}  # what may be taken back, by reader
        self._views: dict[int | None, View] = {}
        self._sent: dict[int | None, str] = {}  # the views as they are sent
        self._scores: dict[int | None, str] = {}

    def view(self, seat: int | None) -> View:
        """What a seat sees; Refused if the game fails to say."""
        if seat not in self._views:
            assert self._state is not None
            with blaming(self._stored.game):
                is_open = seat is None and self._stored.hands == "open"
                view = self._state.view(seat, names_at(seat_names(self._stored.seats), seat), hands_open=is_open)
            if self._stored.status == "given up":
                view = replace(view, moves=[], prompt="The game was given up.")
            self._views[seat] = view
            self._scores[seat] = score_line(view.seats, seat)
        return self._views[seat]

    def message(self, reader: str | None, seat: int | None, here: Collection[str | None]) -> str:
        """What a reader is sent, who sees the game from a seat: the view, or why there is none."""
        if self._state is None:
            return written(LobbyMessage(room=self._info(reader, seat, here)))
        try:
            if seat not in self._sent:
                self._sent[seat] = written(self.view(seat))
            return view_message(self._sent[seat], written(self._info(reader, seat, here)))
        except Refused as error:
            return error_message(error)

    def listed(self, reader: str | None, seat: int | None, here: Collection[str | None]) -> RoomInfo:
        """The room without its game."""
        if seat not in self._scores and self._state:
            try:
                self._scores[seat] = score_at(self._state, seat, seat_names(self._stored.seats))
            except Refused as error:
                log.warning("%s: there is no score: %s", self._stored.id, error)
        return self._info(reader, seat, here)

    def _info(self, reader: str | None, seat: int | None, here: Collection[str | None]) -> RoomInfo:
        if reader not in self._offers:
            with blaming(self._stored.game):
                self._offers[reader] = offer_to(self._stored, self._course, reader)
        score, offered = self._scores.get(seat, ""), self._offers[reader]
        return table_info(self._stored, self._name, reader, seat, here, score, offered, self._seen_by_all(reader))

    def _seen_by_all(self, reader: str | None) -> list[str]:
        """What a spectator saw since somebody who holds several seats last moved: all of them may read it."""
        own = self._stored.seats_of(reader)
        if len(own) < 2 or self._course is None:
            return []
        made = self._course.made
        last = next((at for at in reversed(range(len(made))) if made[at].seat in own), 0)
        while last and not made[last].is_first:
            last -= 1
        try:
            return [news.text for news in self.view(None).news if news.number > last and news.text]
        except Refused as error:
            log.warning("%s: what everybody saw cannot be told: %s", self._stored.id, error)
            return []


def offer_to(stored: StoredRoom, course: Course | None, reader: str | None) -> Offer:
    """What a reader of a room may take back; nothing while the room waits."""
    if course is None:
        return Offer()
    return offer(
        course,
        stored.seats_of(reader),
        is_alone=len(stored.persons) == 1,
        is_given_up=stored.status == "given up",
        has_request=stored.asking is not None,
    )
