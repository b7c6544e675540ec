"""Digests of random games in the environments of agents: whether what agents observe, may do and get is as it was.

    python -m tools.golden.environments             rewrite tests/envs/agents/digests.json (make golden)

A game whose digest has changed needs a new version first (`VERSIONS` in sevenfold.envs.agents.versions), because what was
learnt in the old environment does not hold in the new one. `--same-versions` rewrites nevertheless: for versions that nobody
has had yet.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, TypedDict, TypeVar

import sevenfold
from sevenfold.envs.agents.aec import CardGame
from sevenfold.envs.agents.single import OneSeat
from sevenfold.envs.agents.versions import version_of
from tools.games.combinations import combinations_of

Env = TypeVar("Env")
KEPT = Path(__file__).resolve().parents[2] / "tests" / "envs" / "agents" / "digests.json"
SEED, LIMIT = 7, 120
RAISE = "Agents of {game} observe, may do or get something else than before in version {version}: raise it in VERSIONS of \
sevenfold.envs.agents.versions, then make golden."
AGAIN = "The digests of {game} are not kept for version {version}: make golden."


class Kept(TypedDict):
    """What is kept of a game."""

    version: int
    digest: str


def digest_of(game: str) -> str:
    """A digest of random games with the first and with the last combination of options, in both environments."""
    digest = hashlib.sha256()
    every = combinations_of(game)
    for one in {repr(one): one for one in (every[0], every[-1])}.values():
        digest.update(repr(one).encode())
        _all_seats(digest, one)
        _one_seat(digest, one)
    return digest.hexdigest()


def make(kind: Callable[..., Env], game: sevenfold.Game) -> Env:
    """An environment of a game with its options."""
    return kind(game.id, limit=LIMIT, **game.options)


def _all_seats(digest: hashlib._Hash, game: sevenfold.Game) -> None:
    env, chance = make(CardGame, game), Random(SEED)
    env.reset(seed=SEED)
    space: Any = env.observation_space("player_0")["observation"]
    digest.update(f"{space.dtype} {env.action_space('player_0').n}".encode() + space.high.tobytes())
    for agent in env.agent_iter():
        observed, reward, terminated, truncated, _ = env.last()
        digest.update(f"{agent} {reward} {terminated} {truncated}".encode())
        digest.update(observed["observation"].tobytes() + observed["action_mask"].tobytes())
        is_over = terminated or truncated
        env.step(None if is_over else int(chance.choice(observed["action_mask"].nonzero()[0])))


def _one_seat(digest: hashlib._Hash, game: sevenfold.Game) -> None:
    env, chance = make(OneSeat, game), Random(SEED)
    row, info = env.reset(seed=SEED)
    is_over = False
    while not is_over:
        digest.update(row.tobytes() + info["action_mask"].tobytes())
        row, reward, terminated, truncated, info = env.step(chance.choice(info["action_mask"].nonzero()[0]))
        digest.update(f"{reward} {terminated} {truncated}".encode())
        is_over = terminated or truncated
    digest.update(row.tobytes() + repr(info["returns"]).encode())


def read() -> dict[str, Kept]:
    """What is kept, by game."""
    kept: dict[str, Kept] = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    return kept


def complaint(game: str, digest: str, kept: Kept | None) -> str:
    """What is to be done about a digest that is not the one that is kept; empty if it is."""
    version = version_of(game)
    if kept is None or kept["version"] != version:
        return AGAIN.format(game=game, version=version)
    return "" if kept["digest"] == digest else RAISE.format(game=game, version=version)


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--same-versions", action="store_true", help="rewrite what has changed without a new version")
    same = parser.parse_args().same_versions
    kept, now = read(), dict[str, Kept]()
    for game in sevenfold.game_names():
        now[game] = {"version": version_of(game), "digest": digest_of(game)}
        said = complaint(game, now[game]["digest"], kept.get(game))
        if said.startswith("Agents") and not same:
            print(said, file=sys.stderr)
            return 1
    KEPT.write_text(json.dumps(now, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
