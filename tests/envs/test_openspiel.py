"""The OpenSpiel games pass OpenSpiel's own tests, and its bots play them."""

from __future__ import annotations

import json
import pickle
import random
from typing import Any

import pytest

pytest.importorskip("pyspiel")

import numpy as np
import pyspiel
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts
from open_spiel.python.observation import make_observation
from open_spiel.python.tests import games_sim_test

import bedesten
import bedesten.envs.openspiel  # registers the games
from bedesten import envs

# Games as small as they get; Istanbul is given up after a while, since chance ends it late.
ISTANBUL = "bedesten_istanbul(players=2,most_moves=120)"
CHOOSE_WRITE = "bedesten_choose_write(players=2)"
BASARI = "bedesten_basari(players=3,laps=1)"
GAMES = [ISTANBUL, CHOOSE_WRITE, BASARI]
SIMULTANEOUS = [CHOOSE_WRITE, BASARI]

every_game = pytest.mark.parametrize("name", GAMES)


@every_game
def test_openspiels_random_simulation_passes(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", SIMULTANEOUS)
def test_the_random_simulation_passes_seat_by_seat_too(name: str) -> None:
    game = pyspiel.convert_to_turn_based(pyspiel.load_game(name))
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@every_game
def test_openspiels_simulation_test_passes(name: str) -> None:
    np.random.seed(3)
    games_sim_test.GamesSimTest().sim_game(pyspiel.load_game(name))


@pytest.mark.parametrize("name", bedesten.games())
def test_the_games_load_by_their_names_with_any_number_of_players(name: str) -> None:
    kind = pyspiel.load_game(f"bedesten_{name}").get_type()
    assert kind.default_loadable
    for players in range(kind.min_num_players, kind.max_num_players + 1):
        game = pyspiel.load_game(f"bedesten_{name}", {"players": players})
        assert game.num_players() == players
        assert game.observation_tensor_size() == envs.layout(name, seats=players).width


class ApiOfIstanbul(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
    game_name = ISTANBUL
    game = pyspiel.load_game(ISTANBUL)


class ApiOfChooseWrite(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
    game_name = CHOOSE_WRITE
    game = pyspiel.load_game(CHOOSE_WRITE)


class ApiOfBasari(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
    game_name = BASARI
    game = pyspiel.load_game(BASARI)


def test_a_playthrough_can_be_written_and_is_the_same_again() -> None:
    first = generate_playthrough.playthrough(BASARI, action_sequence=None, seed=5)
    assert first == generate_playthrough.playthrough(BASARI, action_sequence=None, seed=5)
    assert "GameType.chance_mode = ChanceMode.EXPLICIT_STOCHASTIC" in first


def walk(name: str, seed: int, most: int = 400) -> Any:
    """The states of a random game."""
    rng = random.Random(seed)
    state = pyspiel.load_game(name).new_initial_state()
    for _ in range(most):
        yield state
        if state.is_terminal():
            return
        if state.is_chance_node():
            words, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(words, odds)[0])
        elif state.is_simultaneous_node():
            legal = [state.legal_actions(player) for player in range(state.num_players())]
            state.apply_actions([rng.choice(words) if words else 0 for words in legal])
        else:
            state.apply_action(rng.choice(state.legal_actions()))


@every_game
def test_nodes_are_what_the_engine_asks(name: str) -> None:
    kinds = set()
    for state in walk(name, 1):
        actors = state.data.s.actors()
        kinds.add(state.get_type())
        if state.is_simultaneous_node():
            assert len(actors) > 1
            asked = [n for n in range(state.num_players()) if state.legal_actions(n)]
            assert tuple(asked) == actors
        elif state.is_chance_node():
            assert actors == (bedesten.CHANCE,)
            assert sum(p for _, p in state.chance_outcomes()) == pytest.approx(1)
        elif not state.is_terminal():
            assert actors == (state.current_player(),)
    simultaneous = pyspiel.GameType.Dynamics.SIMULTANEOUS
    assert pyspiel.StateType.CHANCE in kinds
    assert (pyspiel.load_game(name).get_type().dynamics == simultaneous) == (name in SIMULTANEOUS)


@every_game
def test_what_a_player_sees_is_its_view(name: str) -> None:
    for n, state in enumerate(walk(name, 2)):
        if n % 7 or state.is_chance_node():
            continue
        for player in range(state.num_players()):
            view = state.data.as_match().view(player)
            assert json.loads(state.observation_string(player)) == view
            known = json.loads(state.information_state_string(player))
            assert len(known.pop("memory")) == (32 if n else 0)
            assert known == view
            layout = state.game.observer.layout
            assert layout.encode(view) == list(state.observation_tensor(player))
            assert state.information_state_tensor(player) == state.observation_tensor(player)


@every_game
def test_a_resampled_state_looks_the_same_and_tells_nothing_else(name: str) -> None:
    rng = random.Random(3)
    differing = 0
    for n, state in enumerate(walk(name, 3)):
        if n % 5 or state.is_terminal():
            continue
        for player in range(state.num_players()):
            other = state.resample_from_infostate(player, rng.random)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
            assert other.current_player() == state.current_player()
            assert other.history() == []
            hidden = [m for seat, m in enumerate(other.data.histories) if seat != player]
            assert not any(hidden)
            differing += str(other) != str(state)
    assert differing or name == BASARI  # its only secret is a tile laid while others choose


def test_the_information_state_remembers_what_the_view_forgets() -> None:
    """Two games that look alike now have different pasts, and the same past gives the same."""

    def after(*words: str) -> Any:
        state = pyspiel.load_game(BASARI).new_initial_state()
        for word in words:
            state.apply_action(state.string_to_action(word))
        return state

    first = after("seat:0", "archway:1")
    assert first.information_state_string(0) == after(
        "seat:0", "archway:1"
    ).information_state_string(0)
    assert first.information_state_string(0) != after(
        "seat:0", "archway:2"
    ).information_state_string(0)


@every_game
def test_states_survive_pickling_with_their_histories(name: str) -> None:
    for n, state in enumerate(walk(name, 4, 60)):
        if n % 20 == 0:
            again = pickle.loads(pickle.dumps(state))
            assert str(again) == str(state)
            assert again.data.histories == state.data.histories


def test_a_game_that_is_given_up_is_worth_nothing() -> None:
    *_, last = walk(ISTANBUL, 1)
    assert last.is_terminal()
    assert last.move_number() == 120
    assert last.returns() == [0, 0]
    assert last.legal_actions(0) == []


def test_pieces_of_the_tensor_have_names() -> None:
    *_, state = walk(BASARI, 1, 40)
    seen = make_observation(state.get_game())
    seen.set_from(state, 1)
    gems = state.data.s.players[1].gems
    assert list(seen.dict["players[0].gems"]) == list(gems)
    public = make_observation(
        state.get_game(),
        pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE),
    )
    assert public.tensor is None
    assert json.loads(public.string_from(state, 0))["seat"] is None


@pytest.mark.parametrize("name", SIMULTANEOUS)
def test_openspiels_mcts_bot_plays_a_whole_game(name: str) -> None:
    """Where several decide at once, seat by seat, as its own transformation asks them."""
    game = pyspiel.convert_to_turn_based(pyspiel.load_game(name))
    rng = np.random.RandomState(1)
    judge = mcts.RandomRolloutEvaluator(1, rng) if name == BASARI else Standing()
    bot = mcts.MCTSBot(game, 2, 2, judge, random_state=rng)
    returns = played(game, [bot] * game.num_players(), random.Random(1))
    assert sum(returns) == pytest.approx(0)
    assert any(returns)


def test_openspiels_mcts_bot_plays_a_whole_game_of_istanbul() -> None:
    game = pyspiel.load_game("bedesten_istanbul(players=2)")
    rng = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 1, 40, Wealth(), random_state=rng, solve=False)
    assert sorted(played(game, [bot] * 2, random.Random(1))) == [-1, 1]


def test_openspiels_search_for_hidden_hands_plays_istanbul() -> None:
    game = pyspiel.load_game("bedesten_istanbul(players=2,most_moves=40)")
    bot = ismcts.ISMCTSBot(
        game=game,
        uct_c=2,
        max_simulations=3,
        evaluator=Standing(),
        random_state=np.random.RandomState(1),
        allow_inconsistent_action_sets=True,
    )
    assert played(game, [bot] * 2, random.Random(1)) == [0, 0]


class Standing(mcts.Evaluator):  # type: ignore[misc]
    """Judges a state by nothing: enough for a bot to play with."""

    def evaluate(self, state: Any) -> Any:
        return np.array(state.returns())

    def prior(self, state: Any) -> Any:
        if state.is_chance_node():
            return state.chance_outcomes()
        words = state.legal_actions()
        return [(word, 1 / len(words)) for word in words]


class Wealth(Standing):
    """Judges a state of Istanbul by what everybody has: enough for a bot to get somewhere."""

    def evaluate(self, state: Any) -> Any:
        if state.is_terminal():
            return np.array(state.returns())
        players = state.data.s.players
        has = np.array([p.rubies + p.lira / 50 + sum(p.goods) / 30 for p in players])
        return np.clip((has - has.mean()) / 3, -1, 1)


def played(game: Any, players: list[Any], rng: random.Random) -> list[float]:
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            words, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(words, odds)[0])
        else:
            state.apply_action(players[state.current_player()].step(state))
    returns: list[float] = state.returns()
    return returns


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("bedesten_basari(players=7)", "players"),
        ("bedesten_basari(speed=7)", "speed"),
    ],
)
def test_bad_parameters_are_refused(name: str, sentence: str) -> None:
    with pytest.raises((ValueError, RuntimeError), match=sentence):
        pyspiel.load_game(name)


def test_observations_take_no_parameters() -> None:
    with pytest.raises(ValueError, match="observations take no parameters"):
        pyspiel.load_game("bedesten_basari").make_py_observer(None, {"size": 3})
