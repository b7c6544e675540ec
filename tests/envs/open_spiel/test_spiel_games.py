"""Every game as OpenSpiel's own tests look at it: legal actions, masks, clones, serialised states, observations, results."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import sevenfold
from helpers.envs.spiel import BUILT_IN, LIMIT, few_combinations, kuhn, pyspiel, random_states, spiel_name
from helpers.guests.example_games import EXAMPLES, every_example, installed, rules_of
from helpers.selection import QUICK, cases, every_combination
from sevenfold.envs import open_spiel
from sevenfold.envs.observation.event_vectors import EventVectors
from sevenfold.envs.open_spiel.results import results_of
from sevenfold.errors import BadInput, BrokenGame, IllegalAction
from sevenfold.kernel.chance import source
from sevenfold.kernel.compiler.decorators import interpreting
from sevenfold.kernel.play import random_games
from tools.games.combinations import label

Type = pyspiel.GameType
every_game = pytest.mark.parametrize("name", BUILT_IN)
some_options = pytest.mark.parametrize(
    "game", cases([g for name in BUILT_IN for g in few_combinations(name)], lambda game: game.id in QUICK, label)
)


@some_options
@pytest.mark.parametrize("chance", ["sampled", "explicit"])
def test_random_play_as_openspiel_tests_it(game: sevenfold.Game, chance: str) -> None:
    """A serialised state with its game holds a game's generator, which OpenSpiel asks of games in C++ only."""
    loaded = pyspiel.load_game(spiel_name(game, chance=chance, limit=LIMIT))
    assert loaded.get_type().chance_mode.name == f"{chance.upper()}_STOCHASTIC"
    pyspiel.random_sim_test(loaded, num_sims=1, serialize=chance == "explicit", verbose=False, mask_test=True)


@some_options
def test_sampled_states_survive_serialising_and_pickling(game: sevenfold.Game) -> None:
    loaded = pyspiel.load_game(spiel_name(game, chance="sampled", limit=LIMIT, rng_seed=3))
    for at, state in enumerate(random_states(loaded, 1)):
        if at % 7 == 0 or state.is_terminal():
            for other in (loaded.deserialize_state(state.serialize()), pickle.loads(pickle.dumps(state)), copy.deepcopy(state)):
                assert str(other) == str(state)
                assert other.history() == state.history()
                assert other.legal_actions() == state.legal_actions()
                seats = range(loaded.num_players())
                assert [other.information_state_string(p) for p in seats] == [state.information_state_string(p) for p in seats]


def test_a_pickled_game_deals_the_same_cards() -> None:
    game = pyspiel.load_game("sevenfold_seven_truf(rng_seed=5)")
    first = next(random_states(game, 0))
    other = pickle.loads(pickle.dumps(game))
    dealt = [str(next(random_states(one, 0))) for one in (game, other)]
    assert dealt[0] == dealt[1] != str(first)
    again = pyspiel.load_game("sevenfold_seven_truf(rng_seed=5)")
    assert str(next(random_states(again, 0))) == str(first)


def test_unseeded_games_differ() -> None:
    dealt = {str(next(random_states(pyspiel.load_game("sevenfold_seven_truf"), 0))) for _ in range(5)}
    assert len(dealt) == 5


@every_game
def test_every_game_ends(name: str) -> None:
    """By its rules or at the limit of turns, within the length that is declared; masks are never empty before."""
    game = pyspiel.load_game(spiel_name(sevenfold.load(name), limit=200))
    decisions = 0
    for state in random_states(game, 2):
        if not state.is_terminal():
            assert sum(state.legal_actions_mask()) == len(state.legal_actions()) > 0
            decisions += 1
    assert decisions <= game.max_game_length()
    assert state.is_terminal()
    assert state.current_player() == pyspiel.PlayerId.TERMINAL
    assert state.legal_actions() == []


def test_a_truncated_game_is_worth_nothing() -> None:
    for chance in ("sampled", "explicit"):
        game = pyspiel.load_game(f"sevenfold_seven_truf(limit=60,chance={chance})")
        *_, state = random_states(game, 1)
        assert state.play.positions[0].scores.sum() > 0
        assert state.returns() == [0.0] * 4
        whole = pyspiel.load_game(f"sevenfold_seven_truf(chance={chance})")
        *_, state = random_states(whole, 1)
        assert sum(state.returns()) > 0


def test_the_same_moves_as_the_library() -> None:
    """A state is a sevenfold.State: the same legal actions, texts, information and results."""
    game = pyspiel.load_game("sevenfold_sane_sevens(players=3,rng_seed=1)")
    seed = copy.copy(Random(1)).getrandbits(63)
    ours = sevenfold.load("sane_sevens", players=3).start(seed)
    chosen, state = Random(4), game.new_initial_state()
    assert (state.is_chance_node(), state.legal_actions(), state.action_to_string(0)) == (True, [0], "deal")
    state.apply_action(0)
    while not state.is_terminal():
        assert state.current_player() == ours.turn
        assert state.legal_actions() == list(ours.legal_actions())
        assert [state.action_to_string(a) for a in state.legal_actions()] == [str(a) for a in ours.legal_actions()]
        action = chosen.choice(state.legal_actions())
        child = state.child(action)
        told = [child.information_state_string(p) for p in range(3)]
        assert [state.information_state_string(p) for p in range(3)] == [ours.information(p)[0] for p in range(3)]
        state.apply_action(action)
        assert [state.information_state_string(p) for p in range(3)] == told
        assert str(child) == str(state)
        ours.play(action)
    assert state.returns() == ours.returns()
    assert state.history() == [0, *ours.actions]


def test_types() -> None:
    """Worked out by hand from the rulebook."""
    kinds = {name: pyspiel.load_game(f"sevenfold_{name}").get_type() for name in BUILT_IN}
    assert {kind.information for kind in kinds.values()} == {Type.Information.IMPERFECT_INFORMATION}
    assert {kind.dynamics for kind in kinds.values()} == {Type.Dynamics.SEQUENTIAL}
    assert {kind.reward_model for kind in kinds.values()} == {Type.RewardModel.TERMINAL}
    assert {kind.chance_mode for kind in kinds.values()} == {Type.ChanceMode.SAMPLED_STOCHASTIC}
    utility = {name: kind.utility.name for name, kind in kinds.items()}
    assert utility.pop("cooperative_dominoes") == "IDENTICAL"
    assert set(utility.values()) == {"GENERAL_SUM"}
    assert (kinds["second_thoughts"].min_num_players, kinds["second_thoughts"].max_num_players) == (3, 6)
    assert kinds["pyramid"].parameter_specification == {
        "rows": 7, "covered_sevens": False, "one_discard": False, "limit": 10000, "chance": "auto", "rng_seed": -1, "recall": 0,
    }  # fmt: skip
    solitaire = pyspiel.load_game("sevenfold_pyramid")
    assert (solitaire.num_players(), solitaire.num_distinct_actions(), solitaire.min_utility(), solitaire.max_utility()) == (
        1, 50, 0.0, 1.0,
    )  # fmt: skip
    truf = pyspiel.load_game("sevenfold_seven_truf")
    assert (truf.max_utility(), truf.utility_sum(), truf.max_chance_outcomes()) == (1200.0, None, 1)


@every_combination
def test_results_are_what_is_declared(game: sevenfold.Game) -> None:
    """Random games, played to their ends by compiled code: all results lie in the range, and are related as it says."""
    games, limit = 40, 3000
    tally, results = np.zeros((games, 4), np.int64), np.zeros((games, game.players))
    random_games(game.new_positions(limit=limit), np.uint64(1), games, source(1), tally, results)
    whole = results[tally[:, 2] == 0]
    declared = results_of(game, limit, is_explicit=False)
    assert declared.least <= whole.min(initial=0)
    assert whole.max(initial=0) <= declared.most
    assert (declared.utility == Type.Utility.IDENTICAL) == (game.rules.cooperative and game.players > 1)
    if declared.utility == Type.Utility.IDENTICAL:
        assert (whole == whole[:, :1]).all()


def test_small_games_are_enumerated() -> None:
    """Kuhn poker's results come from its ends; of ten deals they are too many, so nothing is claimed."""
    game = kuhn()
    assert game.get_type().chance_mode == Type.ChanceMode.EXPLICIT_STOCHASTIC
    assert game.get_type().utility == Type.Utility.ZERO_SUM
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-2.0, 2.0, 0.0)
    many = kuhn(deals=10)
    assert many.get_type().utility == Type.Utility.GENERAL_SUM
    assert (many.min_utility(), many.max_utility()) == (-np.inf, np.inf)
    short = kuhn(deals=10, limit=5)  # every end is cut off after a deal that was won, and worth nothing
    assert (short.min_utility(), short.max_utility(), short.get_type().utility) == (0.0, 1.0, Type.Utility.GENERAL_SUM)
    assert kuhn(chance="sampled").get_type().chance_mode == Type.ChanceMode.SAMPLED_STOCHASTIC
    pyspiel.random_sim_test(game, num_sims=5, serialize=True, verbose=False)


def test_observation_tensors_by_part() -> None:
    from open_spiel.python.observation import make_observation

    game = pyspiel.load_game("sevenfold_sane_sevens(players=2,rng_seed=1)")
    *_, state = random_states(game, 1)
    observation = make_observation(game)
    observation.set_from(state, 1)
    assert observation.tensor.dtype == np.float32
    assert len(observation.tensor) == game.observation_tensor_size() == sum(part.size for part in observation.dict.values())
    assert observation.tensor.tolist() == state.observation_tensor(1) != state.observation_tensor(0)
    assert pyspiel.State.observation_tensor(state, 1) == state.observation_tensor(1)  # as C++ asks for it
    with pytest.raises(BadInput, match=r"^There is no player 2 here; the seats are 0 to 1\.$"):
        state.observation_tensor(2)
    with pytest.raises(BadInput, match="There is no player"):
        state.observation_tensor()  # at the end nobody is to move
    first = game.new_initial_state().child(0)
    assert first.observation_tensor() == first.observation_tensor(first.current_player())
    assert observation.string_from(state, 1) == state.observation_string(1)
    recalling = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    assert recalling.string_from(state, 0) == state.information_state_string(0)
    assert recalling.tensor is None
    spectator = pyspiel.IIGObservationType(perfect_recall=True, private_info=pyspiel.PrivateInfoType.NONE)
    assert make_observation(game, spectator).string_from(state, 0) == state.play.information(-1)
    assert make_observation(game, pyspiel.IIGObservationType(perfect_recall=False, public_info=False)) is None


@pytest.mark.parametrize("chance", ["sampled", "explicit"])
def test_information_state_tensors(chance: str) -> None:
    """The observation, then the latest events as vectors: those of the library."""
    game = pyspiel.load_game(f"sevenfold_seven_truf(recall=30,limit=20,chance={chance})")
    assert game.get_type().provides_information_state_tensor
    assert game.information_state_tensor_size() == game.observation_tensor_size() + 30 * 6
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)
    for made, state in enumerate(random_states(game, 1)):
        if chance == "sampled":
            expected = EventVectors(game.table.game.rules).of(state.play.state, 2, 30)
            tensor = np.array(state.information_state_tensor(2), np.float32)
            assert tensor[: -30 * 6].tolist() == state.observation_tensor(2)
            events = tensor[-30 * 6 :].reshape(30, 6)
            assert events[: len(expected), 1:].tolist() == expected.tolist()
            assert events[:, 0].sum() == len(expected)
            assert not events[len(expected) :].any()
        else:
            last = np.array(state.information_state_tensor(2), np.float32)[-30 * 6 :].reshape(30, 6)
            assert last[:, 1].max() == made  # the number of the latest action


# -- bad input ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ("players=9", "players must be one of 2, 3, 4, not 9."),
        ("chance=none", "chance is auto, explicit or sampled; not 'none'."),
        ("limit=0", "limit is a number of turns, from 1 to"),
        ("rng_seed=-2", "rng_seed is a seed, or -1 for none, from -1 to 2147483647; not -2."),
        ("recall=-1", "recall is a number of vectors, from 0 to 1048576; not -1."),
        ("colour=red", "Available parameters are: chance, limit, players, recall, rng_seed, silly"),
    ],
)
def test_wrong_parameters(parameters: str, said: str) -> None:
    with pytest.raises((BadInput, pyspiel.SpielError), match=r"\w") as caught:
        pyspiel.load_game(f"sevenfold_sane_sevens({parameters})")
    assert said in str(caught.value)


def test_options_that_do_not_go_together() -> None:
    with pytest.raises(BadInput, match="With players 3, partnership must be false"):
        pyspiel.load_game("sevenfold_suitability(players=3,partnership=True)")


def test_illegal_actions_leave_the_state_unharmed() -> None:
    for chance in ("sampled", "explicit"):
        game = pyspiel.load_game(f"sevenfold_seven_truf(chance={chance},rng_seed=1)")
        state = next(random_states(game, 1))
        before = str(state), state.history(), state.legal_actions()
        for action in (40, 62, 2):
            with pytest.raises((BadInput, IllegalAction), match=r"legal actions here are|is not an action|A bid is"):
                state.apply_action(action)
        assert (str(state), state.history(), state.legal_actions()) == before
        with pytest.raises(BadInput, match="the seats are 0 to 3"):
            state.information_state_string(4)
        with pytest.raises(BadInput, match="the seats are 0 to 3"):
            state.resample_from_infostate(7, lambda: 0.5)
        with pytest.raises(BadInput, match="no chance node"):
            state.chance_outcomes()
        first = game.new_initial_state()
        with pytest.raises(BadInput, match=r"one outcome here|results 0 to 3 here"):
            first.apply_action(9)
        assert first.is_chance_node()


def test_without_openspiel() -> None:
    program = "import sys; sys.modules['pyspiel'] = None; import sevenfold.envs.open_spiel"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    last = ended.stderr.strip().splitlines()[-1]
    assert last == 'sevenfold.errors.MissingExtra: OpenSpiel is not installed: pip install "sevenfold[openspiel]".'


def test_importing_does_not_end_the_process_badly() -> None:
    """OpenSpiel lets go of registered games after Python has ended."""
    program = "import sevenfold.envs.open_spiel, pyspiel; pyspiel.load_game('sevenfold_pyramid').new_initial_state()"
    subprocess.run([sys.executable, "-c", program], check=True)


# -- chance -------------------------------------------------------------------------------------------------------------


def test_explicit_chance_is_a_distribution() -> None:
    """Each outcome leads to other cards, and the draws of a deal are as many as the cards drawn and the dealer."""
    game = pyspiel.load_game("sevenfold_seven_truf(chance=explicit)")
    state, draws = game.new_initial_state(), []
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        assert sum(probability for _, probability in outcomes) == pytest.approx(1)
        assert [outcome for outcome, _ in outcomes] == state.legal_actions()
        draws.append(len(outcomes))
        state.apply_action(draws[-1] // 2)
    assert draws == [4, 32, 31, 30, 29, 28]  # GEN-1, then a card each and the turn-up
    assert max(draws) <= game.max_chance_outcomes()


def test_nodes_of_the_tree_are_kept_within_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sevenfold.envs.open_spiel.tree_play.MOST_KEPT", 20)
    game = kuhn(limit=77)  # its own table
    for seed in range(30):
        *_, last = random_states(game, seed)
        assert last.is_terminal()
    assert game.table.kept == 20


def test_the_length_is_a_limit_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """A turn that never ended would end the game."""
    game = pyspiel.load_game("sevenfold_sane_sevens(limit=99)")
    monkeypatch.setattr(game.table, "most_actions", 3)
    *states, last = [(state.current_player(), state.returns()) for state in random_states(game, 1)]
    assert len(states) == 3
    assert last == (pyspiel.PlayerId.TERMINAL, [0.0, 0.0])


def test_information_grows_with_the_game() -> None:
    """Perfect recall: what a seat knew before is the beginning of what it knows now."""
    for chance in ("sampled", "explicit"):
        game: Any = pyspiel.load_game(f"sevenfold_seven_and_seven(players=2,limit=15,chance={chance})")
        known = [[state.information_state_string(seat) for state in random_states(game, 3)] for seat in range(2)]
        for seat in range(2):
            assert all(later.startswith(earlier) for earlier, later in pairwise(known[seat]))


def test_registering() -> None:
    names = open_spiel.register_all()
    assert {f"sevenfold_{name}" for name in BUILT_IN} <= set(names) <= set(pyspiel.registered_names())
    assert open_spiel.register("pyramid") == "sevenfold_pyramid"
    with pytest.raises(BadInput, match="There is no game pyramids"):
        open_spiel.register("pyramids")


@every_example
def test_games_of_other_packages(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With nothing written for OpenSpiel by their authors; interpreted, since a dozen moves are not worth compiling.

    Larger trees than these few nodes take long to look through, and `test_small_games_are_enumerated` does it.
    """
    monkeypatch.setattr("sevenfold.envs.open_spiel.results.MOST_NODES", 2000)
    with interpreting():
        name = open_spiel.register(rules_of(package.name))
        for chance in ("sampled", "explicit"):
            game = pyspiel.load_game(name, {"limit": 12, "chance": chance})
            pyspiel.random_sim_test(game, num_sims=1, serialize=chance == "explicit", verbose=False)


def test_an_installed_game_is_registered(tmp_path: Path) -> None:
    with installed(tmp_path, EXAMPLES / "caravans"):
        assert "sevenfold_caravans" in open_spiel.register_all()
    assert pyspiel.load_game("sevenfold_caravans").num_players() > 1


def test_a_broken_game_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = {"odd": BrokenGame("The game odd cannot be loaded.")}
    monkeypatch.setattr("sevenfold.envs.open_spiel.registering.games", lambda: ([sevenfold.load("pyramid").rules], broken))
    with pytest.warns(UserWarning, match="odd cannot be loaded"):
        assert open_spiel.register_all() == ["sevenfold_pyramid"]


def test_chance_that_cannot_be_enumerated(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules that use random bits, or draw from very many things, are played with sampled chance."""
    monkeypatch.setattr("sevenfold.envs.open_spiel.tree_play.MOST_OUTCOMES", 40)
    with pytest.raises(BadInput, match=r"draws one of 49 things at once; .* use chance=sampled"):
        next(random_states(pyspiel.load_game("sevenfold_sane_sevens(chance=explicit,limit=98)"), 1))
