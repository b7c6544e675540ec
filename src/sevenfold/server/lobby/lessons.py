"""Lessons, with everything that the page needs to play them.

`python -m sevenfold.server.lobby.lessons GAME` prints a game's lesson as one line. The server runs it with interpreted rules,
which takes a second or two; compiling the game might take minutes.
"""

from __future__ import annotations

import asyncio
import sys

from pydantic import BaseModel, ValidationError

from sevenfold.errors import fault
from sevenfold.protocol import LessonAnswer, LessonInfo, LessonStep
from sevenfold.protocol.errors import Refused
from sevenfold.registry import rules_of
from sevenfold.server.execution import guest_games
from sevenfold.server.execution.subprocess import end_with_parent, python
from sevenfold.session.lesson import Step, load_lesson

from .rule_pages import to_html


class MadeLesson(BaseModel):
    """The line that the child process prints: the lesson, or why there is none."""

    lesson: LessonInfo | None = None
    error: str = ""


def make_lesson(game: str) -> MadeLesson:
    """The lesson of a game."""
    try:
        rules = rules_of(game)

        def make() -> list[LessonStep]:
            return [_step(step, rules.id) for step in load_lesson(rules).steps]

        steps = guest_games.limited(game, make, guest_games.LONG)
        return MadeLesson(lesson=LessonInfo(game=game, name=rules.name, steps=steps))
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a faulty lesson is reported, whatever its fault
        return MadeLesson(error=fault(error))


def _step(step: Step, game: str) -> LessonStep:
    pack = rules_of(game).pack
    return LessonStep(
        html=to_html(step.text, pack),
        question=step.question,
        view=step.view,
        new_deal=step.is_new_deal,
        answers=[
            LessonAnswer(actions=one.move.actions, right=one.is_right, why=to_html(one.why, pack), views=list(one.views))
            for one in step.answers
        ],
    )


class Lessons:
    """The lessons of all games, each made when it is first needed."""

    def __init__(self) -> None:
        self._made: dict[str, asyncio.Task[MadeLesson]] = {}  # by game

    async def of(self, game: str) -> LessonInfo:
        """The lesson of a game; Refused if it has none or if that is faulty."""
        if game not in self._made:
            self._made[game] = asyncio.create_task(_made_apart(game))
        made = await asyncio.shield(self._made[game])
        if made.lesson is None:
            self._made.pop(game, None)  # its file may be mended meanwhile
            raise Refused("broken_game", f"{made.error}.")
        return made.lesson

    async def close(self) -> None:
        """Stop making lessons."""
        tasks = list(self._made.values())
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)


async def _made_apart(game: str) -> MadeLesson:
    """The lesson of a game, made in a process of its own."""
    async with python(__name__, game, NUMBA_DISABLE_JIT="1") as printed:
        async for line in printed:
            try:
                return MadeLesson.model_validate_json(line)
            except ValidationError:
                continue  # printed by the game itself
    return MadeLesson(error=f"The lesson of {game} could not be made")


if __name__ == "__main__":
    end_with_parent()
    print(make_lesson(sys.argv[1]).model_dump_json(fallback=int, warnings=False), flush=True)
