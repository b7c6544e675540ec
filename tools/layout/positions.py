"""The positions of a game that the matrix looks at, found in a random game that is the same each time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property

import sevenfold
from helpers.random_games import random_game
from sevenfold.errors import BadInput
from sevenfold.playing.game import Game, State
from sevenfold.records.replay import Replay
from sevenfold.solvers.claims import Claim, claim_of

ME = 0
SEEDS = range(3)
MOST = 900  # actions: a longer game is found by none of the seeds, and loads slowly
TURNS = 240  # after which a game without an end is a draw
MIDDLE, LATE = 0.45, 0.97  # of a game's actions
DEALS = 4  # in which a claim is looked for, in the last rounds of each
BEGINNINGS = 6  # of a player's moves that are begun
BUDGET, SECONDS = 250, 3.0  # for one claim


def variants(game: str, players: set[int] | None = None) -> Iterator[Game]:
    """A game with every number of players, or some."""
    counts = sevenfold.load(game).rules.player_counts
    for count in counts:
        if players is None or count in players:
            yield sevenfold.load(game, **({"players": count} if len(counts) > 1 else {}))


@dataclass
class Positions:
    """One game from beginning to end, and where to look at it; None where it has no such position.

    Attributes:
        known: The game at its end.
    """

    known: State
    _replay: Replay = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._replay = Replay(self.known)

    @classmethod
    def of(cls, game: Game) -> Positions:
        """The longest of a few random games."""
        games = [random_game(game, seed, limit=TURNS, actions=4 * MOST) for seed in SEEDS]
        return cls(max((one for one in games if one.is_over), key=lambda one: min(one.action_count, MOST)))

    @property
    def last(self) -> int:
        """The number of actions of the whole game."""
        return self.known.action_count

    @cached_property
    def _mine(self) -> list[int]:
        """After how many actions the player is to make a move."""
        found, state = [], self.known.game.start(self.known.seed, limit=self.known.limit)
        phases = self.known.game.rules.phases
        for made, action in enumerate(self.known.actions):
            if state.turn == ME and not phases[int(state.position[0].phase)].within_move:
                found.append(made)
            state.play(action)
        return found

    def _at(self, share: float) -> int:
        """The player's turn nearest to a share of the game."""
        return min(self._mine, key=lambda made: abs(made - share * self.last))

    @property
    def first(self) -> int:
        """The player's first turn."""
        return self._mine[0]

    @property
    def middle(self) -> int:
        """The player's turn in mid-game."""
        return self._at(MIDDLE)

    @property
    def late(self) -> int:
        """One of the player's last turns."""
        return self._at(LATE)

    def beginnings(self, made: int) -> list[list[str]]:
        """The spots that begin the player's moves at a moment, begun as far as can be without making them: one of each kind."""
        moves = [
            ([f"{spot.zone}:{spot.at}" for spot in move.gesture.spots], move.gesture.button)
            for move in self._replay.view(made, ME).moves
        ]
        found: dict[object, list[str]] = {}
        for path, button in moves:
            begun = list(dict.fromkeys(path if button else path[:-1]))
            ways = sum(other[:1] == path[:1] for other, _ in moves)
            kind = (ways, *(spot.rpartition(":")[0] for spot in begun))
            if begun:
                found.setdefault(kind, begun)
        return list(found.values())[:BEGINNINGS]

    @cached_property
    def deal_end(self) -> int | None:
        """The actions before the one that ends a deal and begins the next."""
        later = [made for made in self._replay.deals() if 0 < made < self.last]
        return later[len(later) // 2] - 1 if later and self.known.game.players > 1 else None

    @cached_property
    def trick_end(self) -> int | None:
        """The actions before the one that completes the last trick of a deal."""
        made = self.last - 1 if self.deal_end is None else self.deal_end
        return made if self._replay.view(made + 1, ME).last_trick else None

    @cached_property
    def claim(self) -> tuple[int, Claim] | None:
        """The actions before a claim that saves its player several actions, and the claim: the latest of the first deals."""
        players = self.known.game.players
        if players == 1:
            return None
        ends = [*(made for made in self._replay.deals() if made > 0), self.last][:DEALS]
        for end in ends:
            for made in range(end - players - 1, max(end - 3 * players, 0), -1):
                with suppress(BadInput):  # it is no moment to claim
                    claim = claim_of(self._replay.state(made).copy(), b"", budget=BUDGET, seconds=SECONDS)
                    if claim:
                        return made, claim
        return None
