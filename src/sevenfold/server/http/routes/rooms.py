"""Rooms: making, listing, inviting, joining, ending."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query, Request

from sevenfold.protocol import (
    Again,
    GoingOn,
    InvitationInfo,
    Joining,
    Link,
    NewInvitation,
    NewRoom,
    Promise,
    PublicWish,
    RoomInfo,
    RoomMade,
    Rooms,
    Sitting,
    Status,
)  # fmt: skip
from sevenfold.protocol.errors import Code, Refused
from sevenfold.server.http.dependencies import (
    NO_COOKIE,
    CurrentPerson,
    OptionalPerson,
    TheLobby,
    TheNetwork,
    api,
    is_newcomer,
    refusals,
)
from sevenfold.server.http.links import link

router = api()
INVITING: tuple[Code, ...] = ("not_yours", "bad_seat", "full", "not_now", "over")
MAKING: tuple[Code, ...] = (
    "unknown_game", "unknown_promise", "broken_game", "bad_option", "bad_seat", "bad_bot", "not_now", "storage",
    "closing",
)  # fmt: skip
OPENING: tuple[Code, ...] = ("unknown_room", "unknown_game", "broken_game", "storage", "closing")


@router.get("/rooms", responses=refusals("storage", "closing"))
async def listed(
    request: Request,
    reader: OptionalPerson,
    lobby: TheLobby,
    page: Annotated[int, Query(ge=0, le=100_000)] = 0,
    status: Annotated[list[Status] | None, Query(max_length=4)] = None,
) -> Rooms:
    """The sender's rooms, 50 per page."""
    if reader:
        await lobby.accounts.adopt(reader, request)
    return Rooms(rooms=await lobby.rooms(reader, page, status or ()))


@router.get("/rooms/going-on", responses=refusals("storage", "closing"))
async def going_on(request: Request, reader: OptionalPerson, lobby: TheLobby) -> GoingOn:
    """The sender's games to go on with, at most six, and how many rooms they have in all."""
    if reader:
        await lobby.accounts.adopt(reader, request)
    return await lobby.going_on(reader)


@router.post("/promises", status_code=201, responses=refusals("storage", "closing"))
async def promise(person: CurrentPerson, lobby: TheLobby) -> Promise:
    """Promise a shuffle for the sender's next game, before they add randomness of their own."""
    return await lobby.promise(person)


@router.post("/rooms", status_code=201, responses=refusals(*MAKING))
async def new_room(wanted: NewRoom, request: Request, person: CurrentPerson, lobby: TheLobby) -> RoomMade:
    """Make a room; its game begins at once if no seat is open."""
    if wanted.promise and is_newcomer(request):  # it was given to somebody else: to them, before their cookie was lost
        raise Refused("no_cookie", NO_COOKIE)
    return await lobby.new_room(wanted, person)


@router.get("/rooms/{id}", responses=refusals(*OPENING))
async def room(id: str, reader: OptionalPerson, lobby: TheLobby) -> RoomInfo:
    """A room without its game."""
    return await lobby.info(id, reader)


@router.post("/rooms/{id}/invitations", status_code=201, responses=refusals(*INVITING, *OPENING))
async def invite(
    id: str, wanted: NewInvitation, request: Request, reader: OptionalPerson, lobby: TheLobby, network: TheNetwork
) -> Link:
    """Make a link that seats somebody in a room."""
    return link(f"/join/{await lobby.invite(id, wanted.seat, reader)}", request, network.urls, wanted.page)


@router.get("/invitations/{code}", responses=refusals("unknown_invitation", *OPENING))
async def invitation(code: str, reader: OptionalPerson, lobby: TheLobby) -> InvitationInfo:
    """What an invitation offers."""
    return await lobby.invited_to(code, reader)


@router.post("/join", responses=refusals("unknown_invitation", "used", "full", "not_now", "over", "bad_name", *OPENING))
async def join(wanted: Joining, person: CurrentPerson, lobby: TheLobby) -> RoomMade:
    """Take the seat that an invitation offers."""
    if wanted.name:
        person = await lobby.rename(person, wanted.name)
    return await lobby.join(wanted.code, person)


@router.post("/rooms/{id}/sit", responses=refusals("not_yours", "full", "not_now", "over", "bad_name", *OPENING))
async def sit(id: str, person: CurrentPerson, lobby: TheLobby, wanted: Sitting | None = None) -> RoomMade:
    """Take an open seat of a public room."""
    if wanted and wanted.name:
        person = await lobby.rename(person, wanted.name)
    return await lobby.open_tables.sit(id, person)


@router.put("/rooms/{id}/public", status_code=204, responses=refusals("not_host", "bad_seat", "not_now", "over", *OPENING))
async def set_public(id: str, wanted: PublicWish, reader: OptionalPerson, lobby: TheLobby) -> None:
    """Open a room that waits for players to everybody, or only to who is invited."""
    await lobby.open_tables.set_public(id, reader, on=wanted.on)


@router.post("/rooms/{id}/give-up", status_code=204, responses=refusals("not_yours", "not_now", "over", *OPENING))
async def give_up(id: str, reader: OptionalPerson, lobby: TheLobby) -> None:
    """Give up a game."""
    await lobby.give_up(id, reader)


@router.post("/rooms/{id}/again", status_code=201, responses=refusals("unknown_room", "not_yours", "not_over", *MAKING))
async def again(id: str, reader: OptionalPerson, lobby: TheLobby, wanted: Again | None = None) -> RoomMade:
    """Make a room with the settings and people of another."""
    return await lobby.again(id, reader, wanted or Again())


@router.delete("/rooms/{id}", status_code=204, responses=refusals("unknown_room", "not_host", "storage", "closing"))
async def delete(id: str, reader: OptionalPerson, lobby: TheLobby) -> None:
    """Delete a room and its game."""
    await lobby.delete(id, reader)
