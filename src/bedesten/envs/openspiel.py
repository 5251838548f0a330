"""OpenSpiel games. Importing this module registers every game, as `bedesten_basari` and so on.

Dice and draws are chance nodes. Where several seats decide at once there is a
simultaneous node; a seat that does not decide has no legal action there, and its
entry in the joint action is ignored.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from hashlib import blake2s
from typing import Any, ClassVar, Final

import bedesten
from bedesten.envs.extras import needing
from bedesten.envs.layouts import layout_of
from bedesten.envs.rewards import utilities
from bedesten.envs.seats import has_simultaneous_decisions, usual_seats
from bedesten.kernel.game import Game
from bedesten.kernel.match import Match
from bedesten.kernel.rng import seeded
from bedesten.kernel.state import CHANCE, State, Told
from bedesten.kernel.words import bit, spell

with needing("openspiel"):
    import numpy as np
    import pyspiel

    from bedesten.envs.observer import Observer

MOST_MOVES: Final = 100_000
"""A game that is not over after so many moves, chance included, ends with zero returns."""

_NO_HISTORY: Final = b""


class StateData:
    """Our part of an OpenSpiel state, in a form that OpenSpiel can copy and pickle."""

    def __init__(self, match: Match, s: State, moves: int, histories: tuple[bytes, ...]) -> None:
        self.match = match
        """A match of the same game, seats and options; its own state is not used."""
        self.s = s
        self.moves = moves
        self.histories = histories
        """By seat, a digest of all its actions and of all events it has seen, in order."""

    def __deepcopy__(self, memo: Any) -> StateData:
        return StateData(self.match, self.s.copy(), self.moves, self.histories)

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (self.as_match().position(), self.moves, self.histories)

    def as_match(self) -> Match:
        """A match at this state, without its history."""
        match = self.match.fork()
        match.state = self.s
        return match

    def extend_histories(self, events: Sequence[Told], actions: Sequence[tuple[int, int]]) -> None:
        """Add to each seat's history what it may know of a move."""
        histories = []
        for seat, history in enumerate(self.histories):
            digest = blake2s(history, digest_size=16)
            for actor, action in actions:
                if actor == seat:
                    digest.update(f"said {action};".encode())
            for event in events:
                if event.kind >= 0 and (event.seen_by < 0 or event.seen_by & bit(seat)):
                    seen = (event.kind, event.seat, event.a, event.b, event.c, event.d)
                    digest.update(f"{seen};".encode())
            histories.append(digest.digest())
        self.histories = tuple(histories)


def _unpickled(position: dict[str, Any], moves: int, histories: tuple[bytes, ...]) -> StateData:
    match = bedesten.from_position(position["game"], position, chance="manual")
    return StateData(match, match.state, moves, histories)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state of a game; `SpielGame.new_initial_state` makes the first one."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        match = game.match
        self.data = StateData(match, match.state.copy(), 0, (_NO_HISTORY,) * match.seats)

    @property
    def game(self) -> SpielGame:
        found: SpielGame = self.get_game()
        return found

    def current_player(self) -> int:
        s = self.data.s
        player: int
        if self.is_terminal():
            player = pyspiel.PlayerId.TERMINAL
        elif s.actor == CHANCE:
            player = pyspiel.PlayerId.CHANCE
        elif s.waiting & s.waiting - 1:
            player = pyspiel.PlayerId.SIMULTANEOUS
        else:
            player = int(s.actor)
        return player

    def _legal_actions(self, player: int) -> list[int]:
        return self.data.s.legal(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        weights = self.data.s.weights()
        whole = sum(weights.values())
        return [(word, weight / whole) for word, weight in sorted(weights.items())]

    def _apply_action(self, action: int) -> None:
        self._play([(int(self.data.s.actor), action)])

    def _apply_actions(self, actions: Sequence[int]) -> None:
        self._play([(seat, actions[seat]) for seat in spell(self.data.s.waiting)])

    def _play(self, actions: list[tuple[int, int]]) -> None:
        data = self.data
        events: list[Told] = []
        data.s.events = events
        for seat, action in actions:
            data.s.apply(seat, action)
        data.s.events = None
        data.moves += 1
        data.extend_histories(events, actions)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.data.match.game.vocabulary[action]

    def is_terminal(self) -> bool:
        return self.data.s.is_over() or self.data.moves >= self.game.max_game_length()

    def returns(self) -> list[float]:
        s = self.data.s
        return utilities(s) if s.is_over() else [0.0] * int(s.seats)

    def resample_from_infostate(
        self, player_id: int, probability_sampler: Callable[[], float]
    ) -> SpielState:
        """A state that is consistent with what a player knows.

        It has no OpenSpiel history, which would reveal the truth, and the other
        players' histories are empty.
        """
        rng = seeded(f"{probability_sampler()} {probability_sampler()}")
        data = self.data
        resampled: SpielState = self.game.new_initial_state()
        histories = [_NO_HISTORY] * len(data.histories)
        histories[player_id] = data.histories[player_id]
        world = data.s.imagine(player_id, rng)
        resampled.data = StateData(data.match, world, data.moves, tuple(histories))
        return resampled

    def __str__(self) -> str:
        return json.dumps(self.data.as_match().position())


class SpielObserver:
    """A player's observation: the row of numbers by field, and the view as JSON.

    With perfect recall the string also has the digest of the player's history. The
    tensor stays the same: a view keeps what was seen and still matters.
    """

    def __init__(self, game: SpielGame, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observations take no parameters, not {params}")
        self._game = game
        self._perfect_recall = kind.perfect_recall
        self._public = kind.public_info
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.dict: dict[str, Any] = {}
        self.tensor: Any = None
        if self._public and self._private:
            layout = game.observer.layout
            self.tensor = np.zeros(layout.width, np.float32)
            self.dict = {name: self.tensor[at] for name, at in layout.slices.items()}

    def set_from(self, state: SpielState, player: int) -> None:
        if self.tensor is not None:
            self.tensor[:] = self._game.observer.row(state.data.s, player)

    def string_from(self, state: SpielState, player: int) -> str | None:
        """The view as JSON; None if public information is not asked for."""
        if not self._public:
            return None
        shown = state.data.as_match().view(player if self._private else None)
        if self._perfect_recall and self._private:
            shown["memory"] = state.data.histories[player].hex()
        return json.dumps(shown)


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its number of players and options; `register` makes a subclass per game."""

    name: ClassVar[str]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        kind = _kind(bedesten.game(self.name))
        given = {**kind.parameter_specification, **(params or {})}
        seats, moves = given.pop("players"), given.pop("most_moves")
        self.match = bedesten.new(self.name, seats=seats, chance="manual", **given)
        words = len(self.match.game.vocabulary)
        super().__init__(
            kind,
            pyspiel.GameInfo(
                num_distinct_actions=words,
                max_chance_outcomes=words,
                num_players=seats,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=moves,
            ),
            params or {},
        )
        self.observer = Observer(layout_of(self.match.game, self.match.state))

    def __reduce__(self) -> tuple[Any, ...]:
        return _loaded, (str(self),)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return SpielObserver(self, kind, params)


def _loaded(name_and_parameters: str) -> SpielGame:
    game: SpielGame = pyspiel.load_game(name_and_parameters)
    return game


def _kind(game: Game[Any, Any, Any]) -> Any:
    """The GameType of a game: what OpenSpiel registers it by."""
    dynamics = pyspiel.GameType.Dynamics
    simultaneous = has_simultaneous_decisions(game)
    options = {name: schema["default"] for name, schema in game.options["properties"].items()}
    return pyspiel.GameType(
        short_name=short_name(game.name),
        long_name=game.title,
        dynamics=dynamics.SIMULTANEOUS if simultaneous else dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats[1],
        min_num_players=max(2, game.seats[0]),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={"players": usual_seats(game), "most_moves": MOST_MOVES, **options},
    )


def short_name(game: str) -> str:
    """The name by which OpenSpiel loads a game: `bedesten_basari` for `basari`."""
    return f"bedesten_{game}"


def register() -> None:
    """Register every game for two players or more that is not registered yet."""
    for name in bedesten.games():
        game = bedesten.game(name)
        if game.seats[1] >= 2 and short_name(name) not in pyspiel.registered_names():
            kind = type(f"{type(game).__name__}Spiel", (SpielGame,), {"name": name})
            pyspiel.register_game(_kind(game), kind)


register()
