"""The running score of people who play one game after another, from the results that are stored anyway."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sevenfold.protocol import EveningInfo, EveningPlayer
from sevenfold.server.storage import StoredRoom
from sevenfold.view.numbers import number_in, with_minus

from .room_info import seat_names

PAUSE = 6 * 3600.0  # seconds between two games after which another evening begins


def evening_info(room: StoredRoom, ended: Sequence[StoredRoom], reader: str | None) -> EveningInfo | None:
    """The running score, for those who play; None before their first game has ended.

    Args:
        room: The room in which they play now.
        ended: The rooms whose games the same people have ended, latest first.
        reader: The person who reads.
    """
    games = list(_of_evening(room, ended))
    if reader not in room.people or len(room.people) < 2 or not games:
        return None
    seated = zip(room.seats, seat_names(room.seats), strict=True)
    names: dict[str, str] = {}
    for seat, name in seated:
        if seat.person is not None:
            names.setdefault(seat.person, name)
    players = [
        EveningPlayer(name=name, you=person == reader, won=_won(games, person), points=_points(games, room.game, person))
        for person, name in names.items()
    ]
    return EveningInfo(games=len(games), players=players, sentences=_sentences(players))


def _of_evening(room: StoredRoom, ended: Sequence[StoredRoom]) -> Iterator[StoredRoom]:
    """This game if it has ended and counts, and those before it without a long pause between them, latest first."""
    begins = room.created
    if room.has_ended and room.parent is None and not room.test:
        yield room
    for one in ended:
        if one.id == room.id or (room.has_ended and one.updated > room.updated):
            continue
        if one.updated < begins - PAUSE:
            return
        begins = min(begins, one.created)
        yield one


def _won(games: Sequence[StoredRoom], person: str) -> int:
    return sum(any(seat.person == person and seat.outcome == "won" for seat in room.seats) for room in games)


def _points(games: Sequence[StoredRoom], game: str, person: str) -> float | None:
    """The sum of a person's scores in the games of one kind that were played to their end; None without a number."""
    scores = [
        number_in(seat.score)
        for room in games
        if room.game == game and room.status == "over"
        for seat in room.seats
        if seat.person == person
    ]
    known = [score for score in scores if score is not None]
    return sum(known) if known else None


def _sentences(players: Sequence[EveningPlayer]) -> list[str]:
    won = [f"{player.name} {player.won}" for player in players]
    points = [f"{player.name} {with_minus(f'{player.points:g}')}" for player in players if player.points is not None]
    return [f"Games won so far: {', '.join(won)}.", *([f"Points so far: {', '.join(points)}."] if points else [])]
