"""`Chosen`: rules with their options chosen; `Game` can also start a state."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import numpy as np

from sevenfold.cards import Pack
from sevenfold.declare.options import Value, check_options, option_fields
from sevenfold.declare.rules import Rules
from sevenfold.errors import BadInput
from sevenfold.kernel.questions import hidden_places
from sevenfold.kernel.types import Positions

from .legal import is_whole

LIMIT = 10_000  # of turns, by default (rulebook, "Limits")


class Chosen:
    """Rules with their options chosen."""

    def __init__(self, rules: Rules, chosen: Mapping[str, object]) -> None:
        """Choose options; BadInput for one that does not exist, or a combination that is not allowed."""
        rules.assemble()
        self.rules = rules
        self.options: dict[str, Value] = check_options(rules.options, chosen, rules.id)
        why = rules.illegal(self.options)
        if why:
            raise BadInput(why)
        self.players = int(self.options.get("players", rules.player_counts[0]))

    @property
    def id(self) -> str:
        """The game's public name, as in `sevenfold.load`."""
        return self.rules.id

    @property
    def name(self) -> str:
        """The game's name for people."""
        return self.rules.name

    @property
    def pack(self) -> Pack:
        """The cards, of which a game may use a part."""
        return self.rules.pack

    @cached_property
    def has_open_hands(self) -> bool:
        """Does everybody see what everybody holds? Only a stock may lie face down."""
        return all(per_seat == 0 for _, _, per_seat, _ in hidden_places(self.new_positions(listening=True)[0]))

    def __repr__(self) -> str:
        chosen = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return f"sevenfold.load({self.id!r}{chosen})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Chosen) and (self.id, self.options) == (other.id, other.options)

    def __hash__(self) -> int:
        return hash((self.id, *self.options.items()))

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.rules, self.options)

    def new_positions(self, n: int = 1, *, limit: int = LIMIT, listening: bool = False) -> Positions:
        """An array of n positions with the options set, not yet begun: `play.begin_game(positions, i, seed)` begins one.

        listening: they keep what seats hear and know; re-dealing needs that, playing is faster without it.
        """
        if not is_whole(limit, 1, 1 << 40):
            raise BadInput(f"limit is a number of turns, from 1 to {1 << 40}; not {limit!r}.")
        positions: Positions = np.zeros(n, self.rules.listening if listening else self.rules.dtype)
        positions["players"] = self.players
        positions["limit"] = limit
        for name, code in option_fields(self.rules.options, self.options).items():
            positions[name] = code
        return positions
