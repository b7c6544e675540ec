"""A peer's environments, stepped at random in a process of its own: `python peer_worker.py LIBRARY GAME ENVIRONMENTS CORES`.

It imports nothing of Sevenfold, so that the peer's packages may lie in an environment of their own. For each line with a number
of seconds it steps for about as long, and prints how many steps it made in how many seconds.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from importlib import import_module
from time import perf_counter
from typing import Any

import numpy as np

INNER = 50  # steps of each environment within one call of compiled code (pgx)


def pgx_steps(game: str, n: int) -> Callable[[], int]:
    """Random legal actions, observations, masks and new games, all within one compiled loop: the fastest way pgx has."""
    jax: Any = import_module("jax")
    jnp, pgx, auto_reset = jax.numpy, import_module("pgx"), import_module("pgx.experimental").auto_reset
    env = pgx.make(game)
    step = jax.vmap(auto_reset(env.step, env.init))

    def once(carried: Any, key: Any) -> Any:
        state, seen = carried
        choosing, stepping = jax.random.split(key)
        logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        actions = jax.random.categorical(choosing, logits, axis=1)
        state = step(state, actions, jax.random.split(stepping, n))
        # What is observed is used, so that the compiler cannot leave it out.
        return (state, seen + state.observation.sum(dtype=jnp.int32) + state.legal_action_mask.sum()), None

    many = jax.jit(lambda carried, key: jax.lax.scan(once, carried, jax.random.split(key, INNER))[0])
    carried = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), n)), jnp.int32(0)
    key = jax.random.PRNGKey(1)

    def work() -> int:
        nonlocal carried, key
        key, used = jax.random.split(key)
        carried = jax.block_until_ready(many(carried, used))
        return n * INNER

    return work


def envpool_steps(game: str, n: int) -> Callable[[], int]:
    """Its synchronous interface, with random actions prepared beforehand."""
    envs = import_module("envpool").make(game, env_type="gymnasium", num_envs=n, num_threads=len(os.sched_getaffinity(0)))
    envs.reset()
    actions = np.random.default_rng(1).integers(0, envs.action_space.n, (INNER, n)).astype(np.int32)

    def work() -> int:
        for row in actions:
            envs.step(row)
        return n * INNER

    return work


def puffer_steps(game: str, n: int) -> Callable[[], int]:
    """One of its environments in C, with random actions prepared beforehand."""
    module = import_module(f"pufferlib.ocean.{game}.{game}")
    made = next(value for name, value in vars(module).items() if name.lower() == game.replace("_", ""))
    envs = made(num_envs=n)
    envs.reset()
    actions = np.random.default_rng(1).integers(0, envs.single_action_space.n, (INNER, n)).astype(np.int32)

    def work() -> int:
        for row in actions:
            envs.step(row)
        return n * INNER

    return work


LIBRARIES = {"pgx": pgx_steps, "envpool": envpool_steps, "pufferlib": puffer_steps}


def main() -> None:
    """Prepare, say `ready`, then work whenever asked."""
    library, game, n, cores = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:cores])  # before the library counts the cores
    work = LIBRARIES[library](game, n)
    work()
    print("ready", flush=True)
    for line in sys.stdin:
        done, start = 0, perf_counter()
        while perf_counter() - start < float(line):
            done += work()
        print(done, perf_counter() - start, flush=True)


if __name__ == "__main__":
    main()
