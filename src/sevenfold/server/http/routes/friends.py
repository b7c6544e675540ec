"""Friends, whom one has played, the invitations of friends, and news of them."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request

from sevenfold.protocol import (
    BlockWish,
    Code,
    FriendCall,
    FriendLink,
    FriendOffer,
    Friends,
    FriendState,
    FriendWish,
    HomeNews,
    PageAt,
    Played,
    RoomFriends,
    RoomMade,
)  # fmt: skip
from sevenfold.protocol.errors import Code as ErrorCode
from sevenfold.server.http.dependencies import CurrentPerson, OptionalPerson, TheLobby, TheNetwork, api, refusals
from sevenfold.server.http.links import link
from sevenfold.server.http.middleware.rate_limit import check_asking
from sevenfold.server.storage import Person

router = api()
STORED: tuple[ErrorCode, ...] = ("storage", "closing")
OPENING: tuple[ErrorCode, ...] = ("unknown_room", "unknown_game", "broken_game", *STORED)


async def _asking(request: Request, person: CurrentPerson) -> Person:
    """Who sends a request that reaches another person; Refused if they do so too often."""
    check_asking(request, person.id)
    return person


Asking = Annotated[Person, Depends(_asking)]


@router.get("/news", responses=refusals(*STORED))
async def news(reader: OptionalPerson, lobby: TheLobby) -> HomeNews:
    """What has come for the sender, and the open tables."""
    return await lobby.news.of(reader)


@router.get("/friends", responses=refusals(*STORED))
async def friends(person: CurrentPerson, lobby: TheLobby) -> Friends:
    """The sender's friends, who asks them, and whom they have asked."""
    return await lobby.friends.of(person)


@router.get("/friends/played", responses=refusals(*STORED))
async def played(person: CurrentPerson, lobby: TheLobby) -> Played:
    """With whom the sender has played."""
    return Played(people=await lobby.friends.played(person))


@router.get("/rooms/{id}/friends", responses=refusals("unknown_room", *STORED))
async def in_room(id: str, reader: OptionalPerson, lobby: TheLobby) -> RoomFriends:
    """What the other players of a room are to the sender."""
    return await lobby.friends.in_room(id, reader)


@router.post("/friends/requests", responses=refusals("unknown_room", "not_yours", "bad_seat", "full", "not_now", *STORED))
async def ask(wanted: FriendWish, person: Asking, lobby: TheLobby) -> FriendState:
    """Ask the player of a seat, in a room where the sender plays too, to be a friend."""
    return await lobby.friends.ask(wanted, person)


@router.post("/friends/requests/{id}", status_code=204, responses=refusals("unknown_friend", "full", *STORED))
async def accept(id: str, person: CurrentPerson, lobby: TheLobby) -> None:
    """Agree to a request."""
    await lobby.friends.accept(id, person)


@router.delete("/friends/requests/{id}", status_code=204, responses=refusals("unknown_friend", *STORED))
async def decline(id: str, person: CurrentPerson, lobby: TheLobby) -> None:
    """Decline a request."""
    await lobby.friends.decline(id, person)


@router.delete("/friends/{id}", status_code=204, responses=refusals("unknown_friend", *STORED))
async def remove(id: str, person: CurrentPerson, lobby: TheLobby) -> None:
    """End a friendship."""
    await lobby.friends.remove(id, person)


@router.post("/friends/requests/{id}/block", status_code=204, responses=refusals("unknown_friend", "full", *STORED))
async def block_asking(id: str, person: CurrentPerson, lobby: TheLobby) -> None:
    """Block somebody who asks to be a friend."""
    await lobby.friends.block_asking(id, person)


@router.post("/blocks", status_code=204, responses=refusals("unknown_room", "not_yours", "bad_seat", "full", *STORED))
async def block(wanted: BlockWish, person: CurrentPerson, lobby: TheLobby) -> None:
    """Block the host of a room, or the player of a seat."""
    await lobby.friends.block(wanted, person)


@router.delete("/blocks/{id}", status_code=204, responses=refusals("unknown_friend", *STORED))
async def unblock(id: str, person: CurrentPerson, lobby: TheLobby) -> None:
    """Block somebody no longer."""
    await lobby.friends.unblock(id, person)


@router.post("/friends/links", status_code=201, responses=refusals(*STORED))
async def new_link(
    request: Request, person: Asking, lobby: TheLobby, network: TheNetwork, wanted: PageAt | None = None
) -> FriendLink:
    """Make a link; the first to open it becomes a friend of the sender."""
    code, expires = await lobby.friends.new_link(person)
    made = link(f"/#/friend/{code}", request, network.urls, (wanted or PageAt()).page)
    return FriendLink(**made.model_dump(), expires=expires)


@router.get("/friends/links/{code}", responses=refusals("unknown_friend", *STORED))
async def offer(code: str, reader: OptionalPerson, lobby: TheLobby) -> FriendOffer:
    """What a link for friends offers."""
    return await lobby.friends.offered_by(code, reader)


@router.post("/friends", responses=refusals("unknown_friend", "not_now", "full", *STORED))
async def use_link(wanted: Code, person: CurrentPerson, lobby: TheLobby) -> FriendState:
    """Become a friend of the person whose link it is."""
    return await lobby.friends.use_link(wanted.code, person)


@router.post(
    "/rooms/{id}/invitations/friends",
    status_code=204,
    responses=refusals("unknown_friend", "not_yours", "bad_seat", "full", "not_now", "over", *OPENING),
)
async def invite(id: str, wanted: FriendCall, person: Asking, lobby: TheLobby) -> None:
    """Invite a friend to a room; they find it in their news."""
    await lobby.friends.invite(id, wanted, person)


@router.post("/me/invitations/{id}", responses=refusals("unknown_invitation", "used", "full", "not_now", "over", *OPENING))
async def take(id: str, person: CurrentPerson, lobby: TheLobby) -> RoomMade:
    """Take the seat that a friend's invitation offers."""
    return await lobby.friends.take(id, person)


@router.delete("/me/invitations/{id}", status_code=204, responses=refusals("unknown_invitation", *STORED))
async def decline_invitation(id: str, person: CurrentPerson, lobby: TheLobby) -> None:
    """Decline a friend's invitation."""
    await lobby.friends.decline_invitation(id, person)
