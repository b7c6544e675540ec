"""Puzzles: one of the day for everybody, the others one after another, and how people do with them.

The solution of a puzzle leaves the server only for those who have solved it or given it up.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from functools import cache, partial
from hashlib import sha256
from typing import Any, TypeAlias

from sqlalchemy import Connection

from sevenfold.coaching.puzzles import WRONG, BadPuzzle, Puzzle, shipped, shipped_with
from sevenfold.errors import BadInput
from sevenfold.playing.game import State
from sevenfold.protocol import PuzzleAnswer, PuzzleEnd, PuzzleGame, PuzzleInfo, PuzzleTry
from sevenfold.protocol import Puzzles as PuzzlesInfo
from sevenfold.protocol.errors import Refused, blaming
from sevenfold.registry import rules_of
from sevenfold.seat_names import names_for
from sevenfold.server.execution import guest_games
from sevenfold.server.execution.compilation import CompilationCache
from sevenfold.server.lobby.catalogue import game_name, made_catalogue
from sevenfold.server.storage import Person, Storage
from sevenfold.server.storage.days import puzzles
from sevenfold.server.storage.days.puzzles import Listed, Tried
from sevenfold.session import daily
from sevenfold.view.description import Move, View

log = logging.getLogger(__name__)
MOST_CACHED = 64  # puzzles that are set up
NONE_HERE = "There are no {} here yet. The host of this server makes some with `sevenfold puzzles make`."
ALL_SOLVED = "You have been through every puzzle here. A new one comes tomorrow."
UNKNOWN = "There is no such puzzle here, or its game has other rules by now."
NO_MOVE = "That is not a whole move that can be made here."
ONE_OF_TWO = "A try names a move by its actions or by its text: by one of the two."


@dataclass(frozen=True)
class SetUp:
    """A puzzle on its table."""

    puzzle: Puzzle
    state: State
    view: View
    after: View  # what the player sees after the solution
    move: Move  # the solution


@dataclass(frozen=True)
class Known:
    """What the database says at one moment.

    Attributes:
        offered: The puzzles whose games are installed with the rules that they were made by, those of the package too.
        tries: What a person has done, by puzzle; empty for nobody.
    """

    offered: list[Listed]
    tries: dict[str, Tried]

    def of_game(self, game: str | None) -> list[Listed]:
        """The puzzles that are offered of a game; None for all."""
        return [one for one in self.offered if game in (None, one.game)]

    def none_of(self, game: str | None) -> Refused:
        """The refusal where none of a game is offered; None for all."""
        of_it = f"puzzles of {game_name(game)}" if game and self.offered else "puzzles"
        return Refused("unknown_puzzle", NONE_HERE.format(of_it))

    def date_of(self, puzzle: Puzzle) -> str:
        """Today's date if it is a puzzle of today, of all games or of its own; otherwise empty."""
        day = daily.today()
        of_days = of_day(self.offered, day), of_day(self.of_game(puzzle.game), day)
        return day if puzzle.id in {found.id for found in of_days if found} else ""


Choice: TypeAlias = Callable[[Known], str]  # the id of the puzzle that is wanted; it may refuse


class Puzzles:
    """The puzzles of a server: those that come with the package, and those of its database."""

    def __init__(
        self, storage: Storage, compilation: CompilationCache,
        until_closing: Callable[[Coroutine[Any, Any, SetUp]], Awaitable[SetUp]],
    ) -> None:  # fmt: skip
        self._storage, self._compilation, self._until_closing = storage, compilation, until_closing
        self._set_up: OrderedDict[str, SetUp] = OrderedDict()

    # -- which puzzle -------------------------------------------------------------------------------------------------

    async def overview(self, person: Person | None) -> PuzzlesInfo:
        """The puzzles that are offered, and how a person has done."""
        await made_catalogue()
        known, day = await self._storage.run(_known, person.id if person else None), daily.today()
        offered, tries = known.offered, known.tries
        today = of_day(offered, day)
        solved = {id for id, tried in tries.items() if tried.outcome == "solved"}
        ids = {one.id for one in offered}
        games = sorted({one.game for one in offered}, key=game_name)
        outcome = tries[today.id].outcome if today and today.id in tries else ""
        return PuzzlesInfo(
            date=day, ends=daily.day_ends(day), today=today.id if today else "", game=game_name(today.game) if today else "",
            outcome=outcome, count=len(offered), solved=len(solved & ids),
            at_first=sum(tries[id].first == "right" for id in solved & ids),
            streak=daily.days_in_a_row({tried.date for tried in tries.values() if tried.date}, day),
            games=[_of_game([one for one in offered if one.game == game], game, solved, day) for game in games],
        )  # fmt: skip

    async def of_today(self, game: str | None, person: Person | None) -> PuzzleInfo:
        """The puzzle of the day, of a game or of all; Refused if there is none."""
        return await self._shown(partial(_id_of_today, game), game, person)

    async def asked_today(self, game: str | None) -> tuple[str, str, str]:
        """What the puzzle of the day asks, without its table: the name of its game, the question and the game's id."""
        puzzle, _, _ = await self._found(partial(_id_of_today, game), game, None)
        if puzzle is None:
            raise Refused("unknown_puzzle", UNKNOWN)
        return game_name(puzzle.game), puzzle.question, puzzle.game

    async def next(self, game: str | None, after: str, person: Person | None) -> PuzzleInfo:
        """A puzzle that a person has not been through, of a game or of all; Refused if there is none.

        Args:
            game: The game; None for all.
            after: The id of the puzzle after which the next one is wanted; it comes last.
            person: Who wants it.
        """

        def choose(known: Known) -> str:
            offered, tries = known.of_game(game), known.tries
            if not offered:
                raise known.none_of(game)
            left = [one for one in offered if one.id not in tries or not tries[one.id].is_done]
            if not left:
                raise Refused("unknown_puzzle", ALL_SOLVED)
            at = _order(after) if after else ""
            return min(left, key=lambda one: (_order(one.id) <= at, _order(one.id))).id

        return await self._shown(choose, game, person)

    # -- one puzzle ---------------------------------------------------------------------------------------------------

    async def info(self, id: str, person: Person | None) -> PuzzleInfo:
        """A puzzle as a person sees it."""
        return await self._shown(lambda _: id, None, person)

    async def answer(self, id: str, wanted: PuzzleTry, person: Person) -> PuzzleAnswer:
        """Whether a move solves a puzzle. A person's first move counts; Refused if the move is not legal."""
        one = await self._find(id)
        move = await self._move(one, wanted)
        is_right = one.puzzle.is_solved_by(move.actions)
        why = one.puzzle.why if is_right else WRONG[one.puzzle.kind]
        return PuzzleAnswer(right=is_right, why=why, puzzle=await self._note(one, person, "right" if is_right else "wrong"))

    async def hint(self, id: str, person: Person) -> PuzzleInfo:
        """A puzzle with its hint; what is solved after it does not count as solved at the first try."""
        one = await self._find(id)
        return (await self._note(one, person, "hint")).model_copy(update={"hint": one.puzzle.hint})

    async def give_up(self, id: str, person: Person) -> PuzzleInfo:
        """A puzzle with its solution; it is no longer one to be solved."""
        return await self._note(await self._find(id), person, "given up")

    async def _shown(self, choose: Choice, game: str | None, person: Person | None) -> PuzzleInfo:
        """The puzzle that is chosen, as a person sees it."""
        puzzle, tried, date = await self._found(choose, game, person)
        return _info(await self._at_the_table(puzzle), tried, date)

    async def _found(self, choose: Choice, game: str | None, person: Person | None) -> tuple[Puzzle | None, Tried | None, str]:
        """All that the database says of the puzzle that is chosen, read in one transaction; Refused for an unknown game."""
        await made_catalogue()
        if game is not None:
            _check_game(game)
        return await self._storage.run(_read, choose, person.id if person else None)

    async def _note(self, one: SetUp, person: Person, step: puzzles.Step) -> PuzzleInfo:
        """Note what a person does, which is the last thing that may fail; returns the puzzle as it stands then."""
        return _info(one, *await self._storage.run(_noted, one.puzzle, person.id, step))

    async def _move(self, one: SetUp, wanted: PuzzleTry) -> Move:
        if (wanted.actions is None) == (wanted.text is None):
            raise Refused("bad_message", ONE_OF_TWO)
        for move in one.view.moves:
            if move.actions == wanted.actions or (wanted.text is not None and _plain(wanted.text) in _texts(move)):
                return move
        if wanted.text is None:
            raise Refused("illegal", NO_MOVE)
        raise await self._refusal(one, wanted.text)

    async def _refusal(self, one: SetUp, text: str) -> Refused:
        """Why a text is no move, with its rule where there is one."""
        sentence, rule = await guest_games.run(one.puzzle.game, partial(_why_not, one.state, text.partition(",")[0]))
        return Refused("illegal", sentence, rule)

    async def _find(self, id: str) -> SetUp:
        """A puzzle on its table; Refused if there is none, or if it does not fit its rules any more."""
        await made_catalogue()
        known = self._set_up.get(id)
        puzzle = known.puzzle if known else shipped_with(id) or await self._storage.run(puzzles.find, id)
        return await self._at_the_table(puzzle)

    async def _at_the_table(self, puzzle: Puzzle | None) -> SetUp:
        """A puzzle on its table; Refused if there is none, or if it does not fit its rules any more."""
        if puzzle is None or not puzzle.fits_rules:
            raise Refused("unknown_puzzle", UNKNOWN)
        known = self._set_up.get(puzzle.id)
        if known is not None and known.puzzle == puzzle:
            self._set_up.move_to_end(puzzle.id)
            return known
        made = self._set_up[puzzle.id] = await self._until_closing(self._made(puzzle))
        while len(self._set_up) > MOST_CACHED:
            self._set_up.popitem(last=False)
        return made

    async def _made(self, puzzle: Puzzle) -> SetUp:
        """Set a puzzle up, by compiled rules."""
        with blaming(puzzle.game):
            game = puzzle.unplayed()
            await self._compilation.ensure(game)
        made = await guest_games.run(puzzle.game, partial(_set_up, puzzle), guest_games.LONG)
        if made is None:
            raise Refused("unknown_puzzle", UNKNOWN)
        return made


# -- in a transaction -------------------------------------------------------------------------------------------------


def _known(c: Connection, person: str | None) -> Known:
    every = {one.id: one for one in [*puzzles.listed(c), *_ours()]}
    rules = {name: _fingerprint(name) for name in {one.game for one in every.values()}}
    tries = puzzles.tries_of(c, person) if person else []
    offered = [one for one in every.values() if one.rules and one.rules == rules[one.game]]
    return Known(offered, {one.puzzle: one for one in tries})


@cache
def _ours() -> tuple[Listed, ...]:
    """The puzzles that come with the package."""
    return tuple(Listed(one.id, one.game, one.rules, 0.0) for one in shipped())


def _read(c: Connection, choose: Choice, person: str | None) -> tuple[Puzzle | None, Tried | None, str]:
    """The puzzle that is chosen, what a person has done with it, and its date if it is one of today."""
    known = _known(c, person)
    id = choose(known)
    puzzle = shipped_with(id) or puzzles.find(c, id)
    return puzzle, known.tries.get(id), known.date_of(puzzle) if puzzle else ""


def _noted(c: Connection, puzzle: Puzzle, person: str, step: puzzles.Step) -> tuple[Tried, str]:
    """Note what a person does with a puzzle; returns what they have done, and its date if it is one of today."""
    date = _known(c, None).date_of(puzzle)
    return puzzles.note(c, puzzle.id, person, step, date), date


# -- at the table -----------------------------------------------------------------------------------------------------


def _set_up(puzzle: Puzzle) -> SetUp | None:
    """A puzzle on its table; None if it does not fit its game."""
    try:
        state = puzzle.state()
    except BadPuzzle as error:
        log.warning("a puzzle of %s cannot be shown: %s", puzzle.game, error)
        return None
    names = names_for(state.game.players, puzzle.seat)
    view, after = state.view(puzzle.seat, names), state.copy()
    for action in puzzle.solution[0]:
        after.play(action)
    seen = replace(after.view(puzzle.seat, names), moves=[], refused=[])
    return SetUp(puzzle, state, view, seen, next(move for move in view.moves if tuple(move.actions) == puzzle.solution[0]))


def _why_not(state: State, text: str) -> tuple[str, str]:
    """Why a text is no move of a position, in a sentence, and the id of the rule that forbids it; empty if none does."""
    try:
        refusal = state.why_not(text)
    except BadInput as error:
        return str(error), ""
    return (refusal.sentence, refusal.rule) if refusal else (NO_MOVE, "")


def _info(one: SetUp, tried: Tried | None, date: str) -> PuzzleInfo:
    """A puzzle as somebody sees it who has done this with it."""
    puzzle, first, outcome = one.puzzle, tried.first if tried else "", tried.outcome if tried else ""
    return PuzzleInfo(
        id=puzzle.id, game=puzzle.game, name=game_name(puzzle.game), question=puzzle.question, date=date, view=one.view,
        hint=puzzle.hint if first == "hint" else "", outcome=outcome,
        at_first=outcome == "solved" and first == "right",
        end=PuzzleEnd(move=one.move.label, why=puzzle.why, views=[one.after]) if outcome else None,
    )  # fmt: skip


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()


def _texts(move: Move) -> Sequence[str]:
    return [_plain(text) for text in (move.text, move.typed, move.label) if text]


def _check_game(game: str) -> None:
    try:
        rules_of(game)
    except BadInput as error:
        raise Refused("unknown_game", str(error)) from error


def _fingerprint(game: str) -> str:
    try:
        return rules_of(game).fingerprint
    except BadInput:
        return ""


def _order(id: str) -> str:
    """By which puzzles follow one another: always the same, and mixed."""
    return sha256(id.encode()).hexdigest()


def of_day(offered: Iterable[Listed], day: str) -> Listed | None:
    """The puzzle of a day: the same for all; another each day until every one has had its turn.

    A puzzle that was added on the day itself has its turn from the next day on, unless there is no other.
    """
    began = datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp()
    every = sorted(offered, key=lambda one: _order(one.id))
    known = [one for one in every if one.created < began] or every
    return known[date.fromisoformat(day).toordinal() % len(known)] if known else None


def _id_of_today(game: str | None, known: Known) -> str:
    """The puzzle of today, of a game or of all; Refused if there is none."""
    found = of_day(known.of_game(game), daily.today())
    if found is None:
        raise known.none_of(game)
    return found.id


def _of_game(offered: Sequence[Listed], game: str, solved: set[str], day: str) -> PuzzleGame:
    today = of_day(offered, day)
    assert today is not None
    count = sum(one.id in solved for one in offered)
    return PuzzleGame(game=game, name=game_name(game), count=len(offered), solved=count, today=today.id)
