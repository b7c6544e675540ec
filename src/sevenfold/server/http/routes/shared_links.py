"""The addresses of links as they are shared: what they show where they are pasted, and the way into the page."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Path, Request
from starlette.responses import HTMLResponse

from sevenfold.errors import BadInput
from sevenfold.protocol.errors import Refused
from sevenfold.registry import rules_of
from sevenfold.server.http import previews, static_files
from sevenfold.server.http.dependencies import NO_STORE, TheLobby, network_of
from sevenfold.server.http.previews import Preview, page_address, preview_page
from sevenfold.server.lobby.catalogue import game_about, made_catalogue

router = APIRouter(include_in_schema=False)
READING = ["GET", "HEAD"]
LONGEST = 100  # characters of a part of a route
MOMENT = re.compile(r"\d{1,6}(/(none|open|\d{1,2}))?")  # of a game that is seen again: after how many actions, by whose eyes
Id = Annotated[str, Path()]


@router.api_route("/join/{code}", methods=READING)
async def join(code: Id, request: Request, lobby: TheLobby) -> HTMLResponse:
    """What an invitation is for; what is wrong with it is said where it leads."""
    shown = previews.NO_INVITATION
    with suppress(Refused):
        invitation = await lobby.invited_to(code, None)
        shown = previews.of_invitation(invitation, game_about(invitation.room.game))
    return _answer(request, shown, "join", code)


@router.api_route("/room/{id}", methods=READING)
async def room(id: Id, request: Request, lobby: TheLobby) -> HTMLResponse:
    """The game of a room, and whether it goes on."""
    shown = previews.NO_ROOM
    with suppress(Refused):
        found = await lobby.info(id, None)
        shown = previews.of_room(found, game_about(found.game))
    return _answer(request, shown, "room", id)


@router.api_route("/replay/{id}", methods=READING)
@router.api_route("/replay/{id}/{moment:path}", methods=READING)
async def replay(id: Id, request: Request, lobby: TheLobby, moment: str = "") -> HTMLResponse:
    """A game that can be seen again."""
    shown = previews.NO_ROOM
    with suppress(Refused):
        found = await lobby.info(id, None)
        shown = previews.of_replay(found, game_about(found.game))
    return _answer(request, shown, "replay", id, *(moment.split("/") if MOMENT.fullmatch(moment) else []))


@router.api_route("/daily/{game}", methods=READING)
async def daily(game: Id, request: Request) -> HTMLResponse:
    """The deal of the day of a game."""
    shown = previews.NO_DEAL
    await made_catalogue()
    with suppress(BadInput):
        rules = rules_of(game)
        if max(rules.player_counts) == 1:
            shown = previews.of_deal(rules.name, rules.about, rules.id)
    return _answer(request, shown, "daily", game)


@router.api_route("/puzzle", methods=READING)
@router.api_route("/puzzle/{game}", methods=READING)
async def puzzle(request: Request, lobby: TheLobby, game: str = "") -> HTMLResponse:
    """The puzzle of the day, of a game or of all."""
    shown = previews.NO_PUZZLE
    with suppress(Refused):
        shown = previews.of_puzzle(*await lobby.puzzles.asked_today(game or None))
    return _answer(request, shown, "puzzle", *([game] if game else []))


def _answer(request: Request, shown: Preview, *route: str) -> HTMLResponse:
    """The page that shows this and leads to a route of the page."""
    up = "../" * (_below_page(request).count("/") - 1) or "./"
    pictures = static_files.FOLDER / "pictures"
    address = page_address(request, network_of(request).urls)
    return HTMLResponse(
        preview_page(shown, "/".join(part[:LONGEST] for part in route), up, address, pictures), headers=NO_STORE
    )


def _below_page(request: Request) -> str:
    """The path of a request, without that of the page where a proxy adds one."""
    path, page = str(request.scope["path"]), f"{request.scope.get('root_path', '')}/"
    return path.removeprefix(page[:-1]) if path.startswith(page) else path
