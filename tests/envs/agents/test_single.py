"""Environments of Gymnasium: its own check, opponents, and what it does not look for."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import sevenfold
from helpers.envs.agents import every_game, single, some_combinations
from sevenfold.bots import bot
from sevenfold.errors import BadInput, IllegalAction, MissingExtra
from sevenfold.kernel.compiler.decorators import interpreting
from sevenfold.kernel.types import Positions, Sources

gymnasium = pytest.importorskip("gymnasium")
singles = pytest.importorskip("sevenfold.envs.agents.single")
check_env = pytest.importorskip("gymnasium.utils.env_checker").check_env


@pytest.fixture(autouse=True)
def interpreted() -> Iterator[None]:
    """No test here needs speed; `test_versions` compares with compiled play."""
    with interpreting():
        yield


NAMED = "sevenfold.envs:sevenfold/SevenSolitaire-v0"  # the module that registers it, and its id


class AnyNumber(singles.OneSeat):  # type: ignore[misc,name-defined]  # known only if Gymnasium is installed
    """Takes any number for an action, because Gymnasium's check knows no masks: an illegal one stands for a legal one."""

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """See `OneSeat.step`."""
        legal = self.action_masks().nonzero()[0]
        number = action if action in legal else legal[action % len(legal)]
        stepped: tuple[Any, float, bool, bool, dict[str, Any]] = super().step(number)
        return stepped


@every_game
def test_gymnasiums_own(game: sevenfold.Game) -> None:
    """`check_env` passes; it chooses any action, so an illegal one ends the game, or stands for a legal one."""
    id, options = gymnasium_id(game), {**game.options, "limit": 60}
    check_env(gymnasium.make(id, illegal_reward=-1, **options).unwrapped)
    env = AnyNumber(game.id, **options)
    env.spec = gymnasium.spec(id)
    check_env(env, skip_render_check=True)


def gymnasium_id(game: sevenfold.Game) -> str:
    """What `gymnasium.make` is given for a game."""
    from sevenfold.envs.agents import versions

    return versions.gymnasium_id(game.id)


@some_combinations
def test_whole_games(game: sevenfold.Game) -> None:
    """Every seat can be played to the end: masks are never empty before it, the reward at the end is the seat's result."""
    chance = Random(3)
    for seat in range(game.players):
        env = single(game, seat=seat)
        row, info = env.reset(seed=8)
        over, made, reward, terminated, truncated = False, 0, 0.0, False, False
        while not over:
            assert env.state.turn == seat
            assert info["action_mask"].nonzero()[0].tolist() == list(env.state.legal_actions())
            assert env.action_masks().tolist() == (info["action_mask"] == 1).tolist()
            assert env.observation_space.contains(row)
            row, reward, terminated, truncated, info = env.step(chance.choice(info["action_mask"].nonzero()[0]))
            over, made = terminated or truncated, made + 1
            assert over or reward == 0
        assert info["returns"] == env.state.returns()
        assert reward == info["returns"][seat]
        assert truncated == env.state.is_truncated
        assert terminated != truncated
        assert not info["action_mask"].any()
        assert not env.action_masks().any()
        assert env.observation_space.contains(row)


def test_found_by_its_id() -> None:
    """A fresh process finds the environments by the module's name in the id, or after importing it."""
    said = subprocess.run(
        [sys.executable, "-c", f"import gymnasium\nprint(gymnasium.make('{NAMED}').unwrapped)"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "sevenfold/SevenSolitaire-v0" in said.stdout


def test_masks_through_wrappers() -> None:
    """MaskablePPO of sb3-contrib asks for them through whatever is wrapped around an environment."""
    env = gymnasium.make("sevenfold/SevenTruf-v0")
    _, info = env.reset(seed=7)
    masks = env.get_wrapper_attr("action_masks")()
    assert masks.dtype == bool
    assert masks.nonzero()[0].tolist() == info["action_mask"].nonzero()[0].tolist()


def test_several_at_once_the_simple_way() -> None:
    """Gymnasium's own vector environment runs them, and stacks their masks."""
    envs = gymnasium.make_vec("sevenfold/SaneSevens-v0", num_envs=3, vectorization_mode="sync", limit=30)
    _, infos = envs.reset(seed=[1, 2, 3])
    for _ in range(60):
        masks = infos["action_mask"]
        assert masks.shape == (3, 56)
        rows, _, _, _, infos = envs.step(masks.argmax(axis=1))
        assert rows in envs.observation_space


@every_game
def test_spaces_are_those_of_the_vector_environment(game: sevenfold.Game) -> None:
    """`make_vec` finds it under the same id; an agent that has learnt in the one can play in the other."""
    one = single(game)
    many = gymnasium.make_vec(gymnasium_id(game), num_envs=2, **game.options)
    assert many.single_action_space == one.action_space
    assert many.single_observation_space == one.observation_space
    many.close()


def test_every_game_is_registered() -> None:
    """Under its name in capitals, with the entry of the vector environment; registering again changes nothing."""
    from sevenfold.envs import register

    ids = register()
    assert "sevenfold/SevenTruf-v0" in ids
    assert len(set(ids)) == len(sevenfold.game_names())
    spec = gymnasium.spec("sevenfold/SevenTruf-v0")
    assert spec.vector_entry_point == "sevenfold.envs.vector:make"
    assert spec.kwargs == {"game": "seven_truf"}
    register(["seven_truf"])
    assert gymnasium.spec("sevenfold/SevenTruf-v0") is spec


class Spy:
    """A bot that keeps what it is shown, and plays the lowest action."""

    spec = "spy"

    def __init__(self) -> None:
        self.seen: list[Any] = []

    def choose(self, _game: sevenfold.Game, dealt: Positions, _chance: Sources, /, *_: object, **__: object) -> int:
        """See `Bot`."""
        from sevenfold.kernel.play import legal_and_turn

        self.seen.append(dealt[0].hands.tolist())
        members = int(legal_and_turn(dealt, 0)[0])
        return (members & -members).bit_length() - 1


def test_opponents_see_no_hidden_card() -> None:
    """Bots get their own cards, and others re-dealt: not those that lie there, at least not always."""
    spy, looked, right = Spy(), 0, 0
    env = single(sevenfold.load("seven_truf"), seat=2, opponents=spy, limit=200)
    for seed in range(20):
        spy.seen.clear()
        env.reset(seed=seed)
        if not spy.seen:
            continue
        looked += 1
        seen, hands = spy.seen[-1], env.state.position[0].hands.tolist()
        assert seen[1] == hands[1], "seat 1 chose last, and no card has been played"
        right += seen == hands
    assert looked > 10
    assert right < looked / 4


def test_opponents_by_seat() -> None:
    """A list names the bot of each other seat, from the next one on."""
    spies = [Spy(), Spy()]
    env = single(sevenfold.load("sane_sevens", players=3), seat=1, opponents=[spies[0], spies[1]])
    env.reset(seed=1)
    for _ in range(3):
        env.step(int(env.action_masks().argmax()))
    assert env._bots == [spies[1], None, spies[0]]
    assert spies[0].seen
    assert spies[1].seen


@pytest.mark.parametrize("opponents", ["random", "beginner", "thumb:0.2"])
def test_the_same_seed_is_the_same_game(opponents: str) -> None:
    """Bots choose the same when cards and choices are the same."""
    games = []
    for _ in range(2):
        env = single(sevenfold.load("sane_sevens"), opponents=opponents)
        env.reset(seed=4)
        for _ in range(4):
            if not env.state.is_over:
                env.step(int(env.action_masks().argmax()))
        games.append(env.state.actions)
    assert games[0] == games[1]
    assert len(games[0]) > 4


def test_a_bot_as_opponent() -> None:
    """A bot that was made is taken as it is."""
    env = single(sevenfold.load("sane_sevens"), opponents=bot("random"))
    env.reset(seed=4)
    assert env.state.turn == 0


def test_games_without_a_choice_are_skipped() -> None:
    """If the others end the game before the seat's first choice, another one is dealt; if they always do, that is an error."""
    env = single(sevenfold.load("sane_sevens"), limit=1)
    starts = set()
    for seed in range(8):
        env.reset(seed=seed)
        assert env.state.turn == 0
        starts.add(env.state.seed == seed)
    assert starts == {True, False}
    begin, ended = env._begin, min(set(range(8)) - {seed for seed in range(8) if env.game.start(seed).turn == 0})
    env._begin = lambda seed: begin(ended)  # type: ignore[method-assign]
    with pytest.raises(BadInput, match="Seat 0 had nothing to choose in 100 games: the limit of 1 is too low"):
        env.reset(seed=7)


def test_illegal_actions() -> None:
    """They are errors that change nothing; or they end the game, with the reward that was given for it."""
    game = sevenfold.load("seven_truf")
    env = single(game)
    with pytest.raises(BadInput, match=re.escape("No game is going on: call reset()")):
        env.step(0)
    for ask in (env.action_masks, lambda: env.state):
        with pytest.raises(BadInput, match="No game has begun"):
            ask()
    _, info = env.reset(seed=7)
    before, illegal = env.state.copy(), int(info["action_mask"].argmin())
    with pytest.raises(IllegalAction):
        env.step(illegal)
    with pytest.raises(BadInput, match="from 0 to 31, not 63"):
        env.step(63)
    assert env.state == before
    strict = single(game, illegal_reward=-50)
    strict.reset(seed=7)
    _, reward, terminated, truncated, info = strict.step(illegal)
    assert (reward, terminated, truncated) == (-50.0, True, False)
    assert info["returns"] == [-50.0, 0.0, 0.0, 0.0]
    assert strict.state == before
    with pytest.raises(BadInput, match=re.escape("call reset()")):
        strict.step(0)


@pytest.mark.parametrize(
    ("game", "options", "said"),
    [
        ("sane_sevens", {"seat": 2}, "seat is from 0 to 1, not 2"),
        ("sane_sevens", {"seat": None}, "seat is from 0 to 1, not None"),
        ("sane_sevens", {"opponents": "nobody"}, "There is no bot 'nobody'"),
        ("sane_sevens", {"opponents": 3}, "An opponent is a bot's spec or a bot, not 3"),
        ("sane_sevens", {"opponents": ["random", "random"]}, "a list of 1, one for each other seat; not a list of 2"),
        ("pyramid", {"opponents": "random"}, "Pyramid is a game for one: it has no opponents"),
        ("sane_sevens", {"render_mode": "human"}, "render_mode is None, ansi or rgb_array, not 'human'"),
        ("sane_sevens", {"illegal_reward": True}, "illegal_reward is a number or None, not True"),
        ("sane_sevens", {"silly": 3}, "silly"),
    ],
)
def test_options_that_do_not_fit(game: str, options: dict[str, Any], said: str) -> None:
    """It is said what is allowed."""
    with pytest.raises(BadInput, match=re.escape(said)):
        single(sevenfold.load(game), **options)


def test_pictures_and_text() -> None:
    """A game is shown as the seat sees it; a film of it can be made."""
    game = sevenfold.load("seven_truf")
    env = single(game, render_mode="ansi", seat=3)
    env.reset(seed=7)
    assert "You may: " in env.render()
    film = gymnasium.wrappers.RenderCollection(single(game, render_mode="rgb_array"))
    _, info = film.reset(seed=7)
    film.step(int(info["action_mask"].argmax()))
    assert [frame.shape for frame in film.render()] == [(720, 960, 3)] * 2
    silent = single(game)
    silent.reset(seed=7)
    with pytest.warns(UserWarning, match="give render_mode"):
        assert silent.render() is None


def test_without_gymnasium(monkeypatch: pytest.MonkeyPatch) -> None:
    """`sevenfold.envs` can be imported without it; asking for an environment says what to install."""
    program = (
        "import sys; sys.modules['gymnasium'] = None\n"
        "import sevenfold.envs.observation, sevenfold\n"
        "try: sevenfold.envs.seven_truf_v0.env()\n"
        "except sevenfold.SevenfoldError as error: print(error)"
    )
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert said.stdout.strip().endswith('is not installed: pip install "sevenfold[rl]".')
    monkeypatch.delitem(sys.modules, "sevenfold.envs.agents.single")
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    with pytest.raises(MissingExtra, match=re.escape('Gymnasium is not installed: pip install "sevenfold[rl]".')):
        import sevenfold.envs.agents.single  # noqa: F401 - it cannot be
