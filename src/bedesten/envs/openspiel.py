"""OpenSpiel games. Importing this module registers the games:
`bedesten_istanbul`, `bedesten_choose_write` and `bedesten_basari`.

Dice and draws are chance nodes. Where several seats decide at once, there is a
simultaneous node; a seat with nothing to say has no legal action there, and
what stands for it in the joint action is not heard.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from hashlib import blake2s
from typing import Any, ClassVar, Final

import bedesten
from bedesten.envs import SEATS
from bedesten.envs.extras import needing
from bedesten.envs.layouts import layout_of
from bedesten.envs.rewards import utilities
from bedesten.kernel.game import Game
from bedesten.kernel.match import Match
from bedesten.kernel.rng import seeded
from bedesten.kernel.state import CHANCE, State, Told
from bedesten.kernel.step import ASKS_TOGETHER
from bedesten.kernel.words import bit, spell

with needing("openspiel"):
    import numpy as np
    import pyspiel

    from bedesten.envs.observer import Observer

PREFIX: Final = "bedesten_"
MOST_MOVES: Final = 100_000
"""Moves after which a game is given up, chance included; it is then worth nothing to anybody."""

_NOTHING: Final = b""


class Held:
    """What a state of OpenSpiel holds of ours, in a form that OpenSpiel can copy and pickle."""

    def __init__(self, match: Match, s: State, moves: int, memories: tuple[bytes, ...]) -> None:
        self.match = match
        """Of this kind the game is."""
        self.s = s
        self.moves = moves
        self.memories = memories
        """For every seat a digest of all it has seen happen and said, in order."""

    def __deepcopy__(self, memo: Any) -> Held:
        return Held(self.match, self.s.copy(), self.moves, self.memories)

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (self.at_state().position(), self.moves, self.memories)

    def at_state(self) -> Match:
        """A match to look at the state with; it knows nothing of what was before."""
        match = self.match.fork()
        match.state = self.s
        return match

    def hear(self, told: Sequence[Told], said: Sequence[tuple[int, int]]) -> None:
        """Remember what each seat may know of a move."""
        memories = []
        for seat, memory in enumerate(self.memories):
            digest = blake2s(memory, digest_size=16)
            for who, word in said:
                if who == seat:
                    digest.update(f"said {word};".encode())
            for one in told:
                if one.kind >= 0 and (one.seen_by < 0 or one.seen_by & bit(seat)):
                    seen = (one.kind, one.seat, one.a, one.b, one.c, one.d)
                    digest.update(f"{seen};".encode())
            memories.append(digest.digest())
        self.memories = tuple(memories)


def _unpickled(position: dict[str, Any], moves: int, memories: tuple[bytes, ...]) -> Held:
    match = bedesten.from_position(position["game"], position, chance="manual")
    return Held(match, match.state, moves, memories)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position; made by the game alone."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        match = game.match
        self.held = Held(match, match.state.copy(), 0, (_NOTHING,) * match.seats)

    @property
    def game(self) -> SpielGame:
        found: SpielGame = self.get_game()
        return found

    def current_player(self) -> int:
        s = self.held.s
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
        return self.held.s.legal(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        weights = self.held.s.weights()
        whole = sum(weights.values())
        return [(word, weight / whole) for word, weight in sorted(weights.items())]

    def _apply_action(self, action: int) -> None:
        self._say([(int(self.held.s.actor), action)])

    def _apply_actions(self, actions: Sequence[int]) -> None:
        self._say([(seat, actions[seat]) for seat in spell(self.held.s.waiting)])

    def _say(self, words: list[tuple[int, int]]) -> None:
        held = self.held
        told: list[Told] = []
        held.s.events = told
        for seat, word in words:
            held.s.apply(seat, word)
        held.s.events = None
        held.moves += 1
        held.hear(told, words)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.held.match.game.vocabulary[action]

    def is_terminal(self) -> bool:
        return self.held.s.is_over() or self.held.moves >= self.game.max_game_length()

    def returns(self) -> list[float]:
        s = self.held.s
        return utilities(s) if s.is_over() else [0.0] * int(s.seats)

    def resample_from_infostate(
        self, player_id: int, probability_sampler: Callable[[], float]
    ) -> SpielState:
        """A state that fits what a player knows; it has no history, which would tell the truth.

        Of the others' memories nothing is known either.
        """
        rng = seeded(f"{probability_sampler()} {probability_sampler()}")
        imagined: SpielState = self.game.new_initial_state()
        memories = [_NOTHING] * len(self.held.memories)
        memories[player_id] = self.held.memories[player_id]
        world = self.held.s.imagine(player_id, rng)
        imagined.held = Held(self.held.match, world, self.held.moves, tuple(memories))
        return imagined

    def __str__(self) -> str:
        return json.dumps(self.held.at_state().position())


class SpielObserver:
    """What a player sees: the row of numbers in its pieces, and the view as JSON.

    With perfect recall the string also has a digest of all the player has seen
    happen and said. The tensor is the same: views keep what was seen and matters.
    """

    def __init__(self, game: SpielGame, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observations take no parameters, but were given {params}")
        self._game = game
        self._recalls = kind.perfect_recall
        self._open = kind.public_info
        self._own = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.dict: dict[str, Any] = {}
        self.tensor: Any = None
        if self._open and self._own:
            layout = game.observer.layout
            self.tensor = np.zeros(layout.width, np.float32)
            self.dict = {name: self.tensor[at] for name, at in layout.slices.items()}

    def set_from(self, state: SpielState, player: int) -> None:
        if self.tensor is not None:
            self.tensor[:] = self._game.observer.row(state.held.s, player)

    def string_from(self, state: SpielState, player: int) -> str | None:
        """None where nothing is to be seen of what is public."""
        if not self._open:
            return None
        shown = state.held.at_state().view(player if self._own else None)
        if self._recalls and self._own:
            shown["memory"] = state.held.memories[player].hex()
        return json.dumps(shown)


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with a number of players and its options."""

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

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return SpielObserver(self, kind, params)


def _kind(game: Game[Any, Any, Any]) -> Any:
    """What OpenSpiel wants to know of a game before it is made."""
    book = game.blank(SEATS, game.check_options({}), game.data({})).book
    at_once = any(step.asks == ASKS_TOGETHER for step in book)
    dynamics = pyspiel.GameType.Dynamics
    options = {name: schema["default"] for name, schema in game.options["properties"].items()}
    return pyspiel.GameType(
        short_name=f"{PREFIX}{game.name}",
        long_name=game.title,
        dynamics=dynamics.SIMULTANEOUS if at_once else dynamics.SEQUENTIAL,
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
        parameter_specification={"players": SEATS, "most_moves": MOST_MOVES, **options},
    )


class IstanbulGame(SpielGame):
    name = "istanbul"


class ChooseWriteGame(SpielGame):
    name = "choose_write"


class BasariGame(SpielGame):
    name = "basari"


for _class in (IstanbulGame, ChooseWriteGame, BasariGame):
    if f"{PREFIX}{_class.name}" not in pyspiel.registered_names():
        pyspiel.register_game(_kind(bedesten.game(_class.name)), _class)
