"""Learn to beat random play at Kuhn Poker with MaskablePPO of sb3-contrib: `python maskable_ppo.py [STEPS] [GAMES]`."""

import sys
from pathlib import Path

import numpy as np
from sb3_contrib import MaskablePPO

from sevenfold.envs.agents.single import OneSeat
from sevenfold.registry import game_in

KUHN = Path(__file__).parents[1] / "kuhn_poker" / "kuhn_poker.py"


def result(model: MaskablePPO, env: OneSeat, games: int) -> tuple[float, float]:
    """The mean result of games that were not learnt from, with the half-width of its 95 % interval."""
    results = []
    for seed in range(1_000_000, 1_000_000 + games):
        (seen, info), over, reward = env.reset(seed=seed), False, 0.0
        while not over:
            action, _ = model.predict(seen, action_masks=info["action_mask"])
            seen, reward, over, _, info = env.step(int(action))
        results.append(reward)
    return float(np.mean(results)), 1.96 * float(np.std(results)) / games**0.5


def main(steps: str = "20000", games: str = "2000") -> None:
    """Train, and measure before and after."""
    env = OneSeat(game_in(KUHN), deals=1, dtype="float32")  # an installed game: gymnasium.make("sevenfold/SaneSevens-v0")
    model = MaskablePPO("MlpPolicy", env, n_steps=1024, batch_size=256, seed=1, device="cpu")
    print("before: {:+.3f} ± {:.3f} chips a deal".format(*result(model, env, int(games))))
    model.learn(int(steps))
    print("after:  {:+.3f} ± {:.3f} chips a deal".format(*result(model, env, int(games))))


if __name__ == "__main__":
    main(*sys.argv[1:])
