"""The parameters of a registered game: the game's options, and four that every game has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sevenfold.declare.options import Value
from sevenfold.declare.rules import Rules
from sevenfold.errors import BadInput, quoted
from sevenfold.kernel.compiler.decorators import interpreting
from sevenfold.playing.explicit_chance import UncountableChance, root
from sevenfold.playing.game import LIMIT, Game
from sevenfold.playing.legal import is_whole

LIMIT_OF_TURNS, CHANCE, RNG_SEED, RECALL = "limit", "chance", "rng_seed", "recall"
AUTO, EXPLICIT, SAMPLED = "auto", "explicit", "sampled"
UNPREDICTABLE = -1  # the value of rng_seed by which no two games are alike
MOST_DEALS = 1000  # ways to deal first, up to which chance is explicit by default
MOST_RECALL = 1 << 20
MOST_OUTCOMES = 64  # of one draw, where chance is explicit


def specification(rules: Rules) -> dict[str, Value]:
    """The parameters of a game with their defaults.

    Args:
        rules: The rules of the game.

    Returns:
        The options, then the limit of turns, how chance is played, the seed of sampled chance, and how many vectors of events
        an information state tensor has.
    """
    options = {name: option.values[0] for name, option in rules.options.items()}
    return {**options, LIMIT_OF_TURNS: LIMIT, CHANCE: AUTO, RNG_SEED: UNPREDICTABLE, RECALL: 0}


@dataclass(frozen=True)
class Chosen:
    """The parameters of a game, read.

    Attributes:
        game: The game with its options.
        limit: The number of turns after which it ends.
        is_explicit: Whether chance is explicit.
        recall: How many vectors of events an information state tensor has; 0: there are no such tensors.
        seed: The seed of sampled chance, or UNPREDICTABLE.
    """

    game: Game
    limit: int
    is_explicit: bool
    recall: int
    seed: int


def read(rules: Rules, given: Mapping[str, object]) -> Chosen:
    """Read the parameters of a game.

    Args:
        rules: The rules of the game.
        given: Parameters by name; those left out have their defaults.

    Raises:
        BadInput: A parameter does not exist, or a value or a combination is not allowed.
    """
    values = {**specification(rules), **given}
    unknown = [name for name in given if name not in specification(rules)]
    if unknown:
        there = ", ".join(specification(rules))
        raise BadInput(f"{rules.id} has no parameter {quoted(unknown[0])}; its parameters: {there}.")
    game = Game(rules, {name: values[name] for name in rules.options})
    limit = _number(values[LIMIT_OF_TURNS], 1, 1 << 30, f"{LIMIT_OF_TURNS} is a number of turns")
    seed = _number(values[RNG_SEED], UNPREDICTABLE, (1 << 31) - 1, f"{RNG_SEED} is a seed, or {UNPREDICTABLE} for none")
    recall = _number(values[RECALL], 0, MOST_RECALL, f"{RECALL} is a number of vectors")
    chance = values[CHANCE]
    if chance not in (AUTO, EXPLICIT, SAMPLED):
        raise BadInput(f"{CHANCE} is {AUTO}, {EXPLICIT} or {SAMPLED}; not {quoted(chance)}.")
    return Chosen(game, limit, chance == EXPLICIT or (chance == AUTO and has_few_deals(game)), recall, seed)


def _number(value: object, least: int, most: int, what: str) -> int:
    if not is_whole(value, least, most):
        raise BadInput(f"{what}, from {least} to {most}; not {quoted(value)}.")
    assert isinstance(value, int)
    return value


def has_few_deals(game: Game) -> bool:
    """Whether a game can be dealt in so few ways that chance is explicit by default.

    The few draws that are looked at are interpreted, so that nothing is compiled for a game that is only registered.
    """
    try:
        with interpreting():
            node, ways = root(game), 1
            while node.is_chance and ways <= MOST_DEALS:
                ways *= node.outcomes
                node = node.child(0)
    except UncountableChance:
        return False
    return ways <= MOST_DEALS
