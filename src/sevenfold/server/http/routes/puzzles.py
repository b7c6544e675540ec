"""Puzzles: the one of the day, the next one, tries."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query

from sevenfold.protocol import PuzzleAnswer, PuzzleInfo, Puzzles, PuzzleTry
from sevenfold.protocol.errors import Code
from sevenfold.server.http.dependencies import CurrentPerson, OptionalPerson, TheLobby, api, refusals

router = api()
ONE: tuple[Code, ...] = ("unknown_puzzle", "unknown_game", "broken_game", "storage", "closing")
Name = Annotated[str | None, Query(max_length=100, description="The id of a game; without it, of all")]
Id = Annotated[str, Path(max_length=40)]


@router.get("/puzzles", responses=refusals("storage", "closing"))
async def overview(reader: OptionalPerson, lobby: TheLobby) -> Puzzles:
    """How many puzzles there are, which one is the day's, and how the sender has done."""
    return await lobby.puzzles.overview(reader)


@router.get("/puzzles/today", responses=refusals(*ONE))
async def today(reader: OptionalPerson, lobby: TheLobby, game: Name = None) -> PuzzleInfo:
    """The puzzle of the day."""
    return await lobby.puzzles.of_today(game, reader)


@router.get("/puzzles/next", responses=refusals(*ONE))
async def following(
    reader: OptionalPerson, lobby: TheLobby, game: Name = None, after: Annotated[str, Query(max_length=40)] = ""
) -> PuzzleInfo:
    """The next puzzle that the sender has neither solved nor given up."""
    return await lobby.puzzles.next(game, after, reader)


@router.get("/puzzles/{id}", responses=refusals(*ONE))
async def puzzle(id: Id, reader: OptionalPerson, lobby: TheLobby) -> PuzzleInfo:
    """A puzzle as its player sees it; with its solution once the sender has solved it or given it up."""
    return await lobby.puzzles.info(id, reader)


@router.post("/puzzles/{id}/tries", responses=refusals(*ONE, "illegal"))
async def tries(id: Id, wanted: PuzzleTry, person: CurrentPerson, lobby: TheLobby) -> PuzzleAnswer:
    """Try a move. Only the first one counts as solved at the first try."""
    return await lobby.puzzles.answer(id, wanted, person)


@router.post("/puzzles/{id}/hint", responses=refusals(*ONE))
async def hint(id: Id, person: CurrentPerson, lobby: TheLobby) -> PuzzleInfo:
    """Ask for the hint."""
    return await lobby.puzzles.hint(id, person)


@router.post("/puzzles/{id}/solution", responses=refusals(*ONE))
async def solution(id: Id, person: CurrentPerson, lobby: TheLobby) -> PuzzleInfo:
    """Give the puzzle up, and see its solution."""
    return await lobby.puzzles.give_up(id, person)
