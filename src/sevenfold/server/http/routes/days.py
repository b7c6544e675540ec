"""What there is anew every day over HTTP."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query

from sevenfold.protocol import Daily, DailyResults
from sevenfold.server.http.dependencies import OptionalPerson, TheLobby, api, refusals

router = api()


@router.get("/daily", responses=refusals("storage", "closing"))
async def daily(reader: OptionalPerson, lobby: TheLobby) -> Daily:
    """Today's date, the sender's rooms with today's deals, their attempts that count, and their days in a row."""
    return await lobby.daily(reader)


@router.get("/daily/{game}", responses=refusals("unknown_game", "broken_game", "bad_option", "storage", "closing"))
async def results(
    game: str,
    reader: OptionalPerson,
    lobby: TheLobby,
    date: Annotated[str, Query(max_length=10)] = "",
    options: Annotated[str, Query(max_length=2000)] = "",
) -> DailyResults:
    """A deal of the day: the sender's attempt and, once that has ended, the results of everybody on this server."""
    return await lobby.daily_results(game, date, options, reader)
