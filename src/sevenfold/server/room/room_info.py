"""A room as its readers may know it, apart from the view of its game."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

from sevenfold.player_names import distinct_names
from sevenfold.playing.game import Game
from sevenfold.protocol import AskingInfo, ClockInfo, EveningInfo, RoomInfo, RoomResult, SeatInfo, SequelInfo
from sevenfold.protocol.errors import Refused
from sevenfold.seat_names import NAMES, isolated
from sevenfold.server.storage import StoredRoom, StoredSeat
from sevenfold.session.option_texts import options_text
from sevenfold.session.undo_policy import Offer
from sevenfold.session.winnable import NO_SOLVER
from sevenfold.solvers import winnable

from . import rules_check
from .clock import asked as asked_seats
from .shuffle import commitment_of, deal_name

COLOURS = 6
NOT_ALONE = "While others play, nobody is told whether a game can still be won."
DAILY = "Today's deal is the same for all, so nothing is told about its cards while you play it."


def why_not_winnable(stored: StoredRoom, reader: str | None) -> Refused | None:
    """Why a reader may not ask whether the game can still be won; None if they may."""
    if not stored.seats_of(reader):
        return Refused("not_yours", "Only players may ask whether the game can still be won.")
    if len(stored.persons) > 1:
        return Refused("not_now", NOT_ALONE)
    if not winnable.is_solved(stored.game, len(stored.seats)):
        return Refused("not_now", NO_SOLVER)
    if stored.has_ended:
        return Refused("over", "The game is over.")
    return Refused("not_now", DAILY) if stored.daily else None


def counts_if_left(stored: StoredRoom, reader: str | None) -> bool:
    """Whether a game for one counts as not won if its player leaves it now for another deal."""
    is_theirs = bool(stored.seats_of(reader)) and len(stored.persons) == 1
    is_counted = stored.parent is None and not stored.test
    return is_theirs and stored.status == "open" and stored.made > 0 and is_counted


def seat_names(seats: Sequence[StoredSeat]) -> list[str]:
    """The names of all seats: a person's own name at the first of their seats, the usual names elsewhere.

    No two are equal: a person who is called like another, or like a bot, has a number behind their name.
    """
    return list(_names_of(tuple([(seat.seat, seat.person if seat.kind == "person" else None, seat.name) for seat in seats])))


@lru_cache(1024)  # every move asks for them, and they seldom change
def _names_of(seats: Sequence[tuple[int, str | None, str]]) -> Sequence[str]:
    """The same from the numbers of the seats, the people who sit there, if any, and what these are called."""
    own: dict[int, str] = {}  # by seat
    named = set[str]()
    for seat, person, name in seats:
        if name and person is not None and person not in named:
            named.add(person)
            own[seat] = name
    usual = [NAMES[seat] for seat, *_ in seats if seat not in own]
    shown = dict(zip(own, distinct_names(list(own.values()), ["You", *usual]), strict=True))
    return [isolated(shown[seat]) if seat in shown else NAMES[seat] for seat, *_ in seats]


def may_sit(stored: StoredRoom, seat: StoredSeat, reader: str | None) -> bool:
    """Whether a reader may sit down without an invitation: return to their seat, or take an open one before the game begins."""
    if reader is None or stored.has_ended or stored.hands is not None:
        return False
    # Of an open table a guest takes no second seat, which others may want.
    at_home = reader == stored.host or (bool(stored.seats_of(reader)) and not stored.public)
    waits = stored.status == "waiting" and seat.kind == "open" and at_home
    comes_back = seat.kind == "bot" and seat.person == reader and seat.outcome != "given up"
    return waits or comes_back


# Seats seldom change from move to move: their fields are checked once.
_kept_seat = lru_cache(4096)(SeatInfo)


def seat_info(stored: StoredRoom, seat: StoredSeat, name: str, reader: str | None, here: Collection[str | None]) -> SeatInfo:
    """A seat as a reader may know it.

    Args:
        stored: The room.
        seat: The seat.
        name: What its player is called.
        reader: The person who reads; None for somebody unknown.
        here: The people who are connected.
    """
    sits = seat.kind == "person"
    return _kept_seat(
        seat=seat.seat,
        kind=seat.kind,
        name=name,
        colour=seat.seat % COLOURS,
        bot=seat.bot,
        you=sits and reader is not None and seat.person == reader,
        may_sit=may_sit(stored, seat, reader),
        here=sits and seat.person is not None and seat.person in here,
        stand_in=seat.stand_in,
        out_of_time=seat.out_of_time,
        seconds=seat.seconds,
        gave=str(seat.seat) in stored.shuffle.contributions,
    )


def room_info(
    stored: StoredRoom,
    name: str,
    reader: str | None,
    shown: int | None,
    here: Collection[str | None],
    score: str,
    undo: Offer,
    seen_by_all: Sequence[str] = (),
    *,
    resigns: bool = False,
    evening: EveningInfo | None = None,
    rules_note: str = "",
    may_go_on: bool = False,
    sees_all: bool = False,
) -> RoomInfo:
    """A room as a reader may know it.

    Args:
        stored: The room, with its clocks brought up to date.
        name: The name of its game.
        reader: The person who reads; None for somebody unknown.
        shown: The seat whose view they get; None for a spectator's.
        here: The people who are connected.
        score: The score as lists show it.
        undo: What the reader may undo.
        seen_by_all: For a reader who holds several seats, what spectators saw since that reader last moved.
        resigns: Whether another person wins if the reader gives up.
        evening: The running score of those who play; None for others.
        rules_note: What people are told about its rules, if they have changed or are not installed.
        may_go_on: Whether the reader may let it go on under rules that have changed.
        sees_all: Whether they are shown all hands, in a test room.
    """
    own = stored.seats_of(reader)
    names = seat_names(stored.seats)
    has_result = stored.status == "over" or stored.summary.resigned is not None
    return RoomInfo(
        id=stored.id,
        game=stored.game,
        name=name,
        options=stored.options,
        options_text=options_text(stored.game, stored.options),
        status=stored.status,
        tempo=stored.tempo,
        paused=stored.paused,
        pace=stored.pace,
        clock=ClockInfo(seconds=stored.clock.seconds, increment=stored.clock.increment) if stored.clock else None,
        host=reader is not None and stored.host == reader,
        seats=[seat_info(stored, seat, called, reader, here) for seat, called in zip(stored.seats, names, strict=True)],
        seat=shown,
        number=stored.number,
        made=stored.made,
        your_turn=any(seat in own for seat in asked_seats(stored)),
        score=score,
        updated=stored.updated,
        created=stored.created,
        taken_back=stored.taken_back,
        asked=stored.asked,
        counts=counts_if_left(stored, reader),
        may_ask=stored.status == "open" and why_not_winnable(stored, reader) is None,
        may_undo=bool(undo.way),
        may_redo=undo.may_redo,
        resigns=resigns,
        why_not_undo=undo.why_not,
        asking=AskingInfo(seat=asked.seat, to=asked.to, yes=asked.yes) if (asked := stored.asking) else None,
        result=result_info(stored) if has_result else None,
        commitment=commitment_of(stored),
        deal=deal_name(stored),
        daily=stored.daily,
        winnable=stored.winnable,
        verdict=stored.verdict if stored.has_ended and not stored.summary.winners else None,
        public=stored.public,
        gathers=stored.gathers,
        sequel=sequel_info(stored, names, reader),
        evening=evening,
        hands=stored.hands or "closed",
        seen_by_all=list(seen_by_all),
        rules_note=rules_note,
        may_go_on=may_go_on,
        chat=stored.chat == "on",
        watched=(bool(own) or (reader is not None and stored.host == reader)) and bool(spectators(stored, here) - {reader}),
        test=stored.test,
        held=stored.held,
        sees_all=sees_all,
        may_open_hands=reader is not None and stored.host == reader and stored.status == "open" and stored.is_of_bots,
    )


def reader_of(stored: StoredRoom, person: str | None) -> str | None:
    """A person as the reader of a room; None for everybody to whom it shows the same as to somebody unknown."""
    is_known = person is not None and (person in (stored.host, stored.sequel_by) or person in stored.people)
    return person if is_known else None


def spectators(stored: StoredRoom, here: Collection[str | None]) -> set[str | None]:
    """Those of the people who are connected who do not play, and have not played."""
    return set(here) - stored.people


def result_info(stored: StoredRoom) -> RoomResult:
    """How a room's game ended."""
    told = stored.summary
    return RoomResult(winners=told.winners, sentence=told.sentence, scores=told.scores, resigned=told.resigned)


def resignation_winners(stored: StoredRoom, game: Game, person: str | None) -> list[int]:
    """The seats that win if a person gives up: those of their only opponent, who is a person; otherwise none."""
    own = stored.seats_of(person)
    others = [seat for seat in stored.seats if seat.seat not in own]
    opponents = {seat.person if seat.kind == "person" else None for seat in others}
    if game.rules.cooperative or len(others) == len(stored.seats) or len(opponents) != 1 or None in opponents:
        return []
    return [seat.seat for seat in others]


def sequel_info(stored: StoredRoom, names: Sequence[str], reader: str | None) -> SequelInfo | None:
    """The room that was made for the same people to play again, and by whom; None if there is none."""
    if stored.sequel is None:
        return None
    name = next((names[seat.seat] for seat in stored.seats if seat.person == stored.sequel_by), "The host")
    return SequelInfo(room=stored.sequel, name=name, you=reader is not None and stored.sequel_by == reader)


def listed_info(stored: StoredRoom, name: str, reader: str | None) -> RoomInfo:
    """A room that is not in memory, as lists show it."""
    own = stored.seats_of(reader)
    shown = own[0] if own else None
    score = stored_score(stored, shown)
    return room_info(stored, name, reader, shown, (), score, Offer(), rules_note=rules_check.rules_note(stored))


def stored_score(stored: StoredRoom, seat: int | None) -> str:
    """The score in lists as it is stored: the seat's, or everybody's for a spectator."""
    scores = stored.summary.scores
    if seat is None:
        return " : ".join(score for score in scores if score)
    return scores[seat] if seat < len(scores) else ""
