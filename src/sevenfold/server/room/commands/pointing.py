"""Pointing at what lies on the table, for everybody to see."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from sevenfold.playing.game import Game
from sevenfold.protocol import PointedMessage, PointMessage
from sevenfold.protocol.codec import written
from sevenfold.protocol.errors import Refused
from sevenfold.server.buckets import Buckets
from sevenfold.server.execution import guest_games
from sevenfold.server.room.room import Room
from sevenfold.server.room.subscriber import Subscriber
from sevenfold.view.description import Face, View, Zone, titled
from sevenfold.view.places import AROUND, Places

from .chat import speaker

UNSEEN = "Only what everybody sees can be pointed at: open cards, places and piles on the table."
_points = Buckets(1.0, 8)  # of each person


async def point(room: Room, subscriber: Subscriber, message: PointMessage) -> None:
    """Show everybody what a player points at, which is not stored; Refused unless every seat and spectator sees it.

    So pointing tells nobody anything about hidden cards: not even that a card in one's own hand lies at a certain place.
    """
    seat = speaker(room, subscriber)
    room.check_begun()
    everybody = (None, *range(room.game.players))
    views = await guest_games.run(room.stored.game, lambda: [room.view(reader) for reader in everybody])
    zone, at = _seen_by_all(views, message)
    face = zone.faces[at] if at >= 0 else None
    if seconds := _points.take(subscriber.person or ""):
        raise Refused("too_many", f"You point at much at once; point again in {math.ceil(seconds)} s.")
    pointed = PointedMessage(
        seat=seat,
        zone=zone.id,
        at=at,
        card=(face.code or "") if face else "",
        x=face.x if face else None,
        y=face.y if face else None,
        text=_in_words(room.game, views[0], zone, at),
    )
    room.broadcast_everywhere(written(pointed))


def _seen_by_all(views: Sequence[View], message: PointMessage) -> tuple[Zone, int]:
    """The zone and the index that are meant, in the first view; Refused if they are not the same in all views."""
    found = [_find(view, message) for view in views]
    first = found[0]
    if first is None or any(other is None or _look(*other) != _look(*first) for other in found):
        raise Refused("bad_message", UNSEEN)
    return first


def _find(view: View, message: PointMessage) -> tuple[Zone, int] | None:
    """The zone and the index that are meant in a view; a free square that it does not list comes after those that it does."""
    zone = next((zone for zone in view.zones if zone.id == message.zone), None)
    if zone is None:
        return None
    if message.card:
        places = [at for at, face in enumerate(zone.faces) if face.code == message.card]
    elif message.x is not None and message.y is not None:
        zone = _with_square(zone, message.x, message.y)
        places = [at for at, face in enumerate(zone.faces) if (face.x, face.y) == (message.x, message.y)]
    else:
        places = [message.at] if message.at < len(zone.faces) else []
    return (zone, places[0]) if places else None


def _with_square(zone: Zone, x: int, y: int) -> Zone:
    """A grid with a free square beside one of its cards, which everybody sees, whether or not a view lists it."""
    cards = {(face.x, face.y) for face in zone.faces if face.state != "empty"}
    is_known = any((face.x, face.y) == (x, y) for face in zone.faces)
    if zone.kind != "grid" or is_known or not any((x + dx, y + dy) in cards for dx, dy in AROUND):
        return zone
    return replace(zone, faces=[*zone.faces, Face("empty", x=x, y=y)])


def _look(zone: Zone, at: int) -> tuple[object, ...]:
    """What must be equal for all who see a place."""
    if at < 0:
        return ()
    face = zone.faces[at]
    return (face.state, face.code, face.x, face.y)


def _in_words(game: Game, view: View, zone: Zone, at: int) -> str:
    name = titled(zone, view) if zone.owner is not None else f"the {zone.label[:1].lower()}{zone.label[1:]}"
    if at < 0 or (len(zone.faces) == 1 and not zone.faces[0].code):
        return name
    face, pack = zone.faces[at], game.pack
    if face.code:
        return pack.the(pack.parse(face.code))
    if face.state == "down":
        return f"a card face down, {name}"
    return f"the place {Places([zone], lambda code: pack.the(pack.parse(code))).of(zone, at)}"
