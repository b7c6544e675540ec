"""The catalogue, rule pages, lessons and thumbnails."""

from __future__ import annotations

from sevenfold.protocol import Games, LessonInfo, RulePage
from sevenfold.protocol.errors import Refused, blaming, refusing
from sevenfold.registry import rules_of
from sevenfold.server.http.dependencies import TheLobby, api, refusals
from sevenfold.server.lobby.catalogue import made_catalogue
from sevenfold.server.lobby.rule_pages import rule_page
from sevenfold.session.lesson import has_lesson
from sevenfold.view.description import View

router = api()


@router.get("/games", responses=refusals())
async def games(lobby: TheLobby) -> Games:
    """The catalogue, and how far each game is compiled."""
    listed = await made_catalogue()
    ready = {game.id: lobby.compilation.status(game.id) for game in listed.games}
    may = {"test_rooms": lobby.makes_test_rooms, "public_rooms": lobby.open_tables.are_allowed}
    here = {"ready": ready, "followed": list(lobby.followed), **may}
    return listed.model_copy(update=here)


@router.get("/games/{game}/rules", responses=refusals("unknown_game", "broken_game"))
async def rules(game: str) -> RulePage:
    """A game's rule page."""
    with refusing("unknown_game"):
        rules_of(game)
    with blaming(game):
        return rule_page(game)


@router.get("/games/{game}/lesson", responses=refusals("unknown_game", "unknown_page", "broken_game", "closing"))
async def lesson(game: str, lobby: TheLobby) -> LessonInfo:
    """A game's lesson: what the player sees at each decision, and what is said about each answer."""
    with refusing("unknown_game"):
        found = rules_of(game)
    if not has_lesson(found):
        raise Refused("unknown_page", f"{found.name} has no lesson.")
    return await lobby.lesson(game)


@router.get("/games/{game}/picture", responses=refusals("unknown_game", "broken_game", "closing"))
async def picture(game: str, lobby: TheLobby) -> View:
    """A view from the middle of a game, for its tile."""
    with refusing("unknown_game"):
        rules_of(game)
    return await lobby.thumbnail(game)
