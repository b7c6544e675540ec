"""Finding bots by spec: the built-in ones, and those of other packages (entry points of the group `sevenfold.bots`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sevenfold.errors import BadInput, quoted

from . import external
from .base import BEGINNER, CLUB, EXPERT, Bot, BotKind


def _level(name: str) -> Callable[[str], Bot]:
    def make(argument: str) -> Bot:
        from .levels import Level

        return Level(name, argument, bot)

    return make


def _heuristic(argument: str) -> Bot:
    from .heuristics import HeuristicBot

    return HeuristicBot(argument)


def _random(argument: str) -> Bot:
    from .random_bot import RandomBot

    return RandomBot(argument)


def _search(argument: str) -> Bot:
    from .search_bot import SearchBot

    return SearchBot(argument)


def _strategy(argument: str) -> Bot:
    from .strategy_bot import StrategyBot

    return StrategyBot(argument)


KINDS = {
    kind.id: kind
    for kind in (
        BotKind(BEGINNER, "Beginner", "Plays sensibly, and slips now and then.", _level(BEGINNER), is_level=True),
        BotKind(CLUB, "Club", "Thinks ahead a little.", _level(CLUB), is_level=True),
        BotKind(EXPERT, "Expert", "Thinks ahead as well as it can.", _level(EXPERT), is_level=True),
        BotKind("thumb", "Rules of thumb", "Plays by a few rules of thumb, without thinking ahead.", _heuristic),
        BotKind("random", "Random", "Plays any legal card.", _random),
        BotKind("search", "Search", "Thinks ahead, for as long as you say.", _search),
        BotKind("strategy", "Strategy", "Plays a strategy that was solved for, from a file.", _strategy, reads_files=True),
    )
}
# Documented names of kinds with older ids. Specs are stored with the ids above, so bots print those.
OTHER_WORDS = {"heuristic": "thumb"}


def kinds() -> list[BotKind]:
    """All kinds of bots: the built-in ones first, then those of other packages that can be loaded."""
    return [*KINDS.values(), *external.kinds()]


def kind_of(spec: str) -> BotKind:
    """The kind of bot that a spec names; BadInput if there is none, or if another package's bot cannot be loaded."""
    if not isinstance(spec, str):
        raise BadInput(f"A bot is named by a text, not {quoted(spec)}. {known()}")
    word = spec.partition(":")[0]
    id = OTHER_WORDS.get(word, word)
    if id in KINDS:
        return KINDS[id]
    others = external.names()
    if id in others:
        return external.kind(id)
    raise BadInput(f"There is no bot {quoted(spec)}. {known()}")


def known() -> str:
    """The bots that there are, in a sentence."""
    documented = {id: word for word, id in OTHER_WORDS.items()}
    names = ", ".join([*(documented.get(id, id) for id in KINDS), *external.names()])
    return f"The bots: {names} (search:1000, search:500ms, strategy:FILE)."


def bot(spec: str) -> Bot:
    """The bot that a spec names.

    Levels: `beginner`, `club`, `expert`. To study: `heuristic` (`heuristic:0.3` makes three of ten choices at random),
    `random`, `search`, `search:2000` (iterations), `search:500ms`, and with settings `search:2000:heuristics=0.5`;
    `strategy:FILE` plays what `sevenfold equilibrium` has found. Bots of other packages have the name of their entry point.

    Raises:
        BadInput: There is no such bot, or it refuses the text after its name.

    Example:
        >>> bot("search:200").spec
        'search:200'
    """
    return kind_of(spec).make(spec.partition(":")[2])


def bots_for(specs: Sequence[str], seats: int) -> list[Bot]:
    """The bots for a number of seats; a shorter list is repeated around the table."""
    if not specs:
        raise BadInput("Name at least one bot.")
    made = [bot(spec) for spec in specs]
    return [made[i % len(made)] for i in range(seats)]
