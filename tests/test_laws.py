"""Laws that hold in every state of every game, tried on random games."""

from __future__ import annotations

import itertools
import json
import random
from collections import Counter, defaultdict
from functools import partial
from operator import eq
from typing import Any

import pytest

from bedesten import CHANCE, COMPILED, IllegalChoice, Match
from bedesten.kernel.agenda import detail_of, seat_of, step_of
from bedesten.kernel.event import Amounts
from bedesten.kernel.match import Answer
from bedesten.kernel.playout import play_out
from bedesten.kernel.position import dump_state
from bedesten.kernel.rng import seeded
from bedesten.kernel.state import FORCED, NOBODY, State, Told
from bedesten.kernel.step import ASKS_WIDE
from bedesten.kernel.words import MOST_WORDS, SHEET
from ledgers import LEDGERS
from playing import (
    EVERY,
    LONGEST,
    NAMES,
    Case,
    begun,
    cases,
    choose,
    find,
    law,
    loaded,
    play_on,
    played,
    replayed,
    seen,
    spelt,
    values_of,
    verified,
    viewed,
    walk,
    watchers,
    whole,
)

CHANCES = ("seeded", "manual")
EACH_GAME = pytest.mark.parametrize("name", NAMES)


# -- asking ------------------------------------------------------------------


@law(1)
def test_looking_changes_nothing(case: Case, seed: int) -> None:
    for match, _ in walk(case, seed, 4):
        before = whole(match)
        for seat in [CHANCE, *range(match.seats)]:
            match.choices(seat)
            match.question(seat)
            match.free_take_backs(seat)
        for watcher in watchers(match):
            match.view(watcher)
        match.odds()
        match.fork().record()
        match.state.imagine(0, seeded("anything"))
        assert whole(match) == before


DRAWN = ("drew_goods_unseen", "drew_guild_unseen")
"""A plan says that a card is drawn; the one who draws it then hears which."""


@law(1)
def test_a_preview_is_what_then_happens_and_tells_no_secret(case: Case, seed: int) -> None:
    for match, _ in walk(case, seed, 8):
        before = whole(match)
        for seat in match.actors:
            if seat == CHANCE:
                continue
            others = match.fork()
            others.state = match.state.imagine(seat, seeded(str(seed)))
            for word in match.choices(seat):
                told = match.preview(seat, word)
                assert told == others.preview(seat, word)
                explored = match.explore(seat, word)
                assert explored.chance == "manual"
                happened = seen(match.fork().play(seat, word), seat)
                if match.state.waiting:
                    # When the last one is in, the plan is carried out among those of the others.
                    luck = match.fork()
                    luck.reseed(seed)
                    rest = iter(seen(luck.play(seat, word), seat) or told)
                    assert all(event in rest for event in told if event.name not in DRAWN)
                else:
                    assert list(told) == happened[: len(told)]
        assert whole(match) == before


@law(1)
def test_a_gesture_is_a_whole_answer(case: Case, seed: int) -> None:
    for match, _ in walk(case, seed, 3):
        for seat in match.actors:
            for words in match.gestures(seat).values():
                asked = match.question(seat)
                explored = match.explore(seat, *words)
                assert explored.question(seat) != asked or len(words) > 1
                said = [answer.word for answer in explored.history[len(match.history) :]]
                assert said[: len(words)] == list(words)


@law(1)
def test_the_way_ahead_can_be_gone_and_tells_no_secret(case: Case, seed: int) -> None:
    for match, _ in walk(case, seed, 8):
        before = whole(match)
        for seat in match.actors:
            if seat == CHANCE:
                continue
            others = match.fork()
            others.state = match.state.imagine(seat, seeded(str(seed)))
            for word in match.choices(seat):
                ahead = match.foresee(seat, word)
                assert ahead == others.foresee(seat, word)
                after = match.explore(seat, word, *ahead.words)
                question = after.question(seat) if ahead.step else None
                assert ahead.step == (question.step if question else "")
                at_once = () if match.state.waiting else match.preview(seat, word)
                told = [*at_once, *ahead.events]
                happened = seen(match.fork().play(seat, word, *ahead.words), seat)
                assert told == happened[: len(told)]
        assert whole(match) == before


ASKING = ("options", "spread", "tickets", "drawn", "asked", "is_open")


@pytest.mark.skipif(COMPILED, reason="compiled steps cannot be watched")
@EACH_GAME
def test_asking_never_changes_the_state(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = find(name)
    asked = Counter[str]()
    book = game.blank(game.seats[0], game.check_options({}), game.data({})).book
    for step, method in itertools.product(book, ASKING):
        real = getattr(step, method)

        def watched(s: State, *rest: Any, real: Any = real) -> Any:
            before = plain(s, UNWATCHED)
            answer = real(s, *rest)
            assert plain(s, UNWATCHED) == before, f"{real} changed the state"
            asked[real.__name__] += 1
            return answer

        monkeypatch.setattr(step, method, watched)
    for seed, case in enumerate(cases(name)[::3]):
        played(case, seed, 80)
    assert asked["options"] > 20
    assert asked["drawn"] > 20


@law(2)
def test_options_are_words_ascending_and_what_the_step_says(case: Case, seed: int) -> None:
    words = case.game.vocabulary
    for match, _ in walk(case, seed, 4):
        s = match.state
        for seat in [CHANCE, *range(match.seats)]:
            numbers = s.legal(seat)
            assert numbers == sorted(set(numbers))
            assert all(0 <= number < len(words) for number in numbers)
            assert match.choices(seat) == tuple(words[number] for number in numbers)
            assert bool(numbers) == s.may_act(seat) == (seat in match.actors)
            if numbers:
                assert numbers == said_by_the_step(s, seat)
            for number in range(-1, len(words) + 1):
                assert s.allows(seat, number) == (number in numbers)


def said_by_the_step(s: State, seat: int) -> list[int]:
    entry = s.question(seat)
    step = s.book[step_of(entry)]
    if seat == CHANCE:
        whose, detail = seat_of(entry), detail_of(entry)
        tickets = range(step.tickets(s, whose, detail))
        return sorted({step.drawn(s, whose, detail, ticket) for ticket in tickets})
    assert seat_of(entry) == seat
    if step.asks == ASKS_WIDE:
        sheet = s.sheet[:]
        for cell in range(SHEET):
            sheet[cell] = 0
        step.spread(s, seat, detail_of(entry), sheet)
        return [
            number
            for number in range(SHEET * MOST_WORDS)
            if sheet[number // MOST_WORDS] >> number % MOST_WORDS & 1
        ]
    options = step.options(s, seat, detail_of(entry))
    return [number for number in range(MOST_WORDS) if options >> number & 1]


@law(2)
def test_somebody_has_an_answer_or_the_game_is_over(case: Case, seed: int) -> None:
    for match, _ in walk(case, seed, 4):
        assert bool(match.actors) != match.over
        for seat in match.actors:
            asked = match.question(seat)
            assert asked is not None
            assert asked.step in case.game.steps
            assert match.choices(seat)
        for seat in set(range(match.seats)) - set(match.actors):
            assert match.question(seat) is None
            assert match.choices(seat) == ()


@law(2)
def test_chance_with_a_seed_answers_by_itself(case: Case, seed: int) -> None:
    for match, _ in walk(case, seed, 1, "seeded"):
        assert CHANCE not in match.actors


@law(2)
def test_what_is_not_an_option_is_refused_without_a_trace(case: Case, seed: int) -> None:
    for match, rng in walk(case, seed, 4):
        before = whole(match)
        seat = rng.choice([CHANCE, *range(match.seats)])
        others = [word for word in case.game.vocabulary if word not in match.choices(seat)]
        for word in [*rng.sample(others, 4), "nonsense", ""]:
            with pytest.raises(IllegalChoice) as caught:
                match.play(seat, word)
            assert names_what_is_legal(match, seat, str(caught.value))
        assert whole(match) == before


@law(2)
def test_every_word_that_is_not_an_option_is_refused(case: Case, seed: int) -> None:
    match = played(case, seed, seed % 60)
    before = whole(match)
    ahead = whole(play_on(match.fork(), seed))
    for seat in [CHANCE, *range(match.seats)]:
        for word in case.game.vocabulary:
            if word not in match.choices(seat):
                with pytest.raises(IllegalChoice) as caught:
                    match.play(seat, word)
                assert names_what_is_legal(match, seat, str(caught.value))
        with pytest.raises(IllegalChoice, match="no choice was made"):
            match.play(seat)
    for nobody in (-2, match.seats, 64, 99):
        with pytest.raises(ValueError, match=f"there is no seat {nobody}"):
            match.play(nobody, case.game.vocabulary[0])
    assert whole(match) == before
    assert whole(play_on(match, seed)) == ahead


def names_what_is_legal(match: Match, seat: int, sentence: str) -> bool:
    if match.over:
        return sentence.endswith("; the game is over")
    if seat in match.actors:
        return sentence.endswith(f"; legal: {', '.join(match.choices(seat))}")
    asked = ", ".join("chance" if actor == CHANCE else str(actor) for actor in match.actors)
    return sentence.endswith(f"; seat {seat} is not asked; asked now: {asked}")


@law(2)
def test_several_words_at_once_are_said_all_or_none(case: Case, seed: int) -> None:
    for match, rng in walk(case, seed, 4):
        if match.over:
            break
        seat, word = choose(match, rng)
        slow, quick = match.fork(), match.fork()
        told = list(slow.play(seat, word))
        before = whole(match)
        forced = slow.history[len(match.history) + 1 :]
        speakers = itertools.takewhile(partial(eq, seat), (one.seat for one in forced))
        own = [one.word for one, _ in zip(forced, speakers, strict=False)]
        learnt = slow.state.together != match.state.together or (
            seat != CHANCE and any(one.seat == CHANCE for one in forced)
        )
        if learnt or seat not in slow.actors:
            more = slow.choices(seat)[0] if slow.choices(seat) else word
            with pytest.raises(IllegalChoice):
                quick.play(seat, word, *own, more)
            assert whole(quick) == before
            continue
        following = rng.choice(slow.choices(seat))
        told += slow.play(seat, following)
        assert list(quick.play(seat, word, *own, following)) == told
        assert whole(quick) == whole(slow)
        quick = match.fork()
        with pytest.raises(IllegalChoice):
            quick.play(seat, word, *own, "nonsense")
        assert whole(quick) == before


# -- storing -----------------------------------------------------------------


@law(1)
def test_a_position_survives_json_and_plays_on_equally(case: Case, seed: int) -> None:
    for match, _ in walk(case, seed, 12):
        position = match.position()
        kept = spelt(position)
        other = loaded(match, json.loads(json.dumps(position)))
        assert spelt(other.position()) == kept
        assert other.actors == match.actors
        assert [other.choices(seat) for seat in other.actors] == [
            match.choices(seat) for seat in match.actors
        ]
        assert [viewed(other, other.state, one) for one in watchers(match)] == [
            viewed(match, match.state, one) for one in watchers(match)
        ]
        one, two = match.state.copy(), other.state.copy()
        play_out(one, seeded(str(seed)), 60)
        play_out(two, seeded(str(seed)), 60)
        assert dump_state(case.game, one) == dump_state(case.game, two)
        assert spelt(match.position()) == kept


@EACH_GAME
def test_every_question_on_every_agenda_survives_in_a_position(name: str) -> None:
    tried: set[tuple[int, int, int]] = set()
    for seed, case in enumerate(cases(name) * (1 if len(cases(name)) > 10 else 3)):
        unequal = NOT_STORED | STORED_IN_NORMAL_FORM.get(name, set())
        for match, _ in walk(case, seed):
            s = match.state
            moment = step_of(s.asked), s.depth, len(match.actors)
            if moment in tried:
                continue
            tried.add(moment)
            other = loaded(match, match.position()).state
            assert dump_state(case.game, other) == dump_state(case.game, s)
            if not COMPILED:
                assert plain(other, unequal) == plain(s, unequal)
            one = s.copy()
            for state in (one, other):
                play_out(state, seeded("on"), 20)
            assert dump_state(case.game, one) == dump_state(case.game, other)


@law(2)
def test_a_position_handed_out_belongs_to_whoever_asked(case: Case, seed: int) -> None:
    match = played(case, seed, seed % 60)
    for one in (match, loaded(match, match.position())):
        kept = whole(one)
        spoil(one.position())
        for watcher in watchers(one):
            spoil(one.view(watcher))
        assert whole(one) == kept
    given = match.position()
    one = loaded(match, given)
    kept = whole(one)
    spoil(given)
    assert whole(one) == kept


def spoil(data: Any) -> None:
    if isinstance(data, dict):
        for value in data.values():
            spoil(value)
        data.clear()
        data["spoilt"] = 1
    elif isinstance(data, list):
        for value in data:
            spoil(value)
        data.append("spoilt")


NOT_CARRIED = {"events", "luck", "book", "draft", "doing"}
NOT_STORED = {*NOT_CARRIED, "reveals"}
STORED_IN_NORMAL_FORM = {  # rings that begin anywhere, heaps
    "istanbul": {"demand", "demand_top"},
    "choose_write": {"caravan", "caravan_top", "palaces"},
}
UNWATCHED = {*NOT_CARRIED, "sheet"}  # what a wide question marks its options on


def plain(s: State, leave_out: set[str] = NOT_CARRIED) -> dict[str, Any]:
    """Every field of a state; what is left over from earlier questions is not part of it."""
    fields = {name: _plain(value) for name, value in vars(s).items() if name != "book"}
    if not COMPILED:
        fields["agenda"] = fields["agenda"][: s.depth]
        fields["tickets"] = s.tickets if s.actor == CHANCE else 0
        fields["sheet"] = _plain(s.sheet) if s.actor >= 0 and s.options == 0 else 0
        fields["asked"] = s.asked if s.actor != NOBODY else 0
        for p in fields.get("players", ()):
            if "plan" in p:
                p["plan"] = p["plan"][: p["planned"]]
    return {name: value for name, value in fields.items() if name not in leave_out}


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, int | str | float):
        return value
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    if hasattr(value, "__dict__"):
        return {key: _plain(one) for key, one in vars(value).items()}
    return [_plain(one) for one in value]


@pytest.mark.skipif(COMPILED, reason="compiled states cannot be looked into")
@law(1)
def test_copies_and_positions_carry_every_field(case: Case, seed: int) -> None:
    older = played(case, seed + 1, 40).state
    younger = played(case, seed + 2, 20).state
    for match, _ in walk(case, seed, 12):
        s = match.state
        assert plain(s.copy()) == plain(s)
        older.assign(s)  # type: ignore[attr-defined]
        assert plain(older) == plain(s)
        younger = younger.become(s)
        assert plain(younger) == plain(s)
        other = loaded(match, match.position())
        unequal = NOT_STORED | STORED_IN_NORMAL_FORM.get(case.name, set())
        assert plain(other.state, unequal) == plain(s, unequal)


@law(2)
def test_a_copy_lives_its_own_life(case: Case, seed: int) -> None:
    earlier: list[tuple[State, str]] = []
    for n, (match, rng) in enumerate(walk(case, seed, 4)):
        s = match.state
        before = spelt(dump_state(case.game, s))
        copy = s.copy()
        assert spelt(dump_state(case.game, copy)) == before
        assert copy.actors() == s.actors()
        assert [copy.legal(seat) for seat in s.actors()] == [s.legal(seat) for seat in s.actors()]
        if n % 5 == 0 or rng.random() < 0.1:
            play_out(copy, seeded(str(seed)), 20)
        elif not copy.is_over():
            copy.advance(copy.actor, copy.draw(seeded(str(n))))
        assert spelt(dump_state(case.game, s)) == before
        earlier.append((s.copy(), before))
    for copy, before in earlier:
        assert spelt(dump_state(case.game, copy)) == before
        play_out(copy, seeded(str(seed)), 3)


@law(2)
def test_assigning_to_any_state_makes_it_equal_and_apart(case: Case, seed: int) -> None:
    other: Any = played(case, seed + 1, 40).state
    for n, (match, _) in enumerate(walk(case, seed, 4)):
        before = spelt(dump_state(case.game, match.state))
        if n % 2:
            other.assign(match.state)
        else:
            other = other.become(match.state)
        assert spelt(dump_state(case.game, other)) == before
        if not other.is_over():
            play_out(other, seeded(str(n)), 1 + n % 7)
        assert spelt(dump_state(case.game, match.state)) == before


@law(1)
def test_a_fork_meets_the_same_luck_and_leaves_the_match_alone(case: Case, seed: int) -> None:
    for n, (match, _) in enumerate(walk(case, seed, 12, CHANCES[seed % 2])):
        before = whole(match)
        fork, twin = match.fork(), match.fork()
        assert whole(fork) == before
        assert whole(play_on(fork, n)) == whole(play_on(twin, n))
        assert whole(match) == before


@law(1)
def test_a_replay_is_the_game(case: Case, seed: int) -> None:
    for match, _ in walk(case, seed, 12, CHANCES[seed % 2]):
        other = replayed(match.record())
        assert whole(other) == whole(match)
        assert other.history == match.history
        assert other.ranking == match.ranking
        assert other.record() == match.record()
        assert whole(play_on(other, seed)) == whole(play_on(match.fork(), seed))


# -- luck --------------------------------------------------------------------


@law(2)
def test_one_seed_and_the_same_choices_give_one_record(case: Case, seed: int) -> None:
    assert played(case, seed, 150).record() == played(case, seed, 150).record()
    assert case.new(seed).record() == case.new(str(seed)).record()


@law(2)
def test_odds_are_of_the_words_that_chance_may_say(case: Case, seed: int) -> None:
    match = case.new()
    rng = random.Random(seed)
    for _ in range(500):
        odds = match.odds()
        assert tuple(odds) == match.choices(CHANCE)
        if CHANCE in match.actors:
            assert match.actors == (CHANCE,)
            assert sum(odds.values()) == pytest.approx(1)
            assert min(odds.values()) > 0
            assert match.question(CHANCE) is not None
            weights = match.state.weights()
            assert sum(weights.values()) == match.state.tickets > 1
        else:
            assert odds == {}
        if match.over:
            break
        match.play(*choose(match, rng))


@law(2)
def test_luck_told_by_hand_gives_the_game_that_the_seed_gives(case: Case, seed: int) -> None:
    match = played(case, seed, 200)
    other = case.new()
    for answer in match.history:
        if not answer.forced:
            other.play(answer.seat, answer.word)
    assert other.position() == match.position()
    assert other.history == match.history
    assert other.record().count("seed: manual") == 1
    assert replayed(other.record()).position() == match.position()


@law(2)
def test_luck_at_hand_plays_the_games_that_asking_for_luck_plays(case: Case, seed: int) -> None:
    options = case.game.check_options(dict(case.options))
    asking = case.game.start(case.seats, options, case.game.data({}))
    drawing = asking.copy()
    other, luck = seeded(str(seed)), seeded(str(seed))
    while drawing.actor == CHANCE:
        drawing.advance(CHANCE, drawing.draw(luck))
    drawing.luck = luck
    for _ in range(400):
        if drawing.is_over():
            break
        drawing.advance(drawing.actor, drawing.draw(luck))
        while asking.actor == CHANCE:
            asking.advance(CHANCE, asking.draw(other))
        asking.advance(asking.actor, asking.draw(other))
        while asking.actor == CHANCE:
            asking.advance(CHANCE, asking.draw(other))
        assert dump_state(case.game, asking) == dump_state(case.game, drawing)
        assert asking.reveals == drawing.reveals


@law(2)
def test_a_roll_out_draws_the_answers_that_are_drawn_outside_it(case: Case, seed: int) -> None:
    begun = played(case, seed, seed % 50).state
    for most in (0, 1, 2, 9, 120, -1 if case.name == "basari" else 300):
        inside, outside = begun.copy(), begun.copy()
        rng, luck = seeded(str(seed)), seeded(str(seed))
        outside.luck = luck
        n = 0
        while not outside.is_over() and n != most:
            outside.advance(outside.actor, outside.draw(luck))
            n += 1
        assert play_out(inside, rng, most) == n
        assert rng.state == luck.state
        assert inside.actors() == outside.actors()
        assert [*map(inside.legal, inside.actors())] == [*map(outside.legal, outside.actors())]
        assert dump_state(case.game, inside) == dump_state(case.game, outside)
        assert (inside.reveals, inside.luck) == (outside.reveals, None)


@EACH_GAME
def test_the_seed_draws_each_word_as_often_as_its_odds_say(name: str) -> None:
    case = cases(name)[-1]
    drawn: dict[str, Counter[str]] = defaultdict(Counter)
    odds: dict[str, dict[str, float]] = {}
    for seed in range(600):
        match = case.new()
        key = spelt(match.odds())
        odds[key] = match.odds()
        drawn[key][case.new(seed).history[0].word] += 1
    for key, counts in drawn.items():
        chi_square = sum(
            (counts[word] - likely * counts.total()) ** 2 / (likely * counts.total())
            for word, likely in odds[key].items()
        )
        assert chi_square < 2 * len(odds[key]) + 20


# -- hidden things -----------------------------------------------------------


@law(2)
def test_an_imagined_world_looks_the_same_to_who_imagines_it(case: Case, seed: int) -> None:
    rng = seeded(str(seed))
    for match, _ in walk(case, seed, 4):
        before = whole(match)
        for watcher in watchers(match):
            world = match.state.imagine(NOBODY if watcher is None else watcher, rng)
            assert viewed(match, world, watcher) == match.view(watcher)
            assert world.actors() == match.actors
            for seat in world.actors():
                assert world.legal(seat) == said_by_the_step(world, seat)
        assert whole(match) == before


@law(1)
def test_imagined_worlds_are_worlds_and_come_to_an_end(case: Case, seed: int) -> None:
    rng = seeded(str(seed))
    for n, (match, _) in enumerate(walk(case, seed, 20)):
        watcher = watchers(match)[n % (match.seats + 1)]
        world = match.state.imagine(NOBODY if watcher is None else watcher, rng)
        other = match.fork()
        other.state = world
        if n % 3 == 0:
            assert loaded(match, other.position()).position() == other.position()
        play_out(world, rng, LONGEST)
        assert world.is_over()


@law(2)
def test_imagining_is_settled_by_its_generator(case: Case, seed: int) -> None:
    for n, (match, _) in enumerate(walk(case, seed, 4)):
        worlds = [match.state.imagine(n % match.seats, seeded(f"{seed} {n}")) for _ in range(2)]
        one, two = (spelt(dump_state(case.game, world)) for world in worlds)
        assert one == two


@law(2)
def test_a_sealed_answer_is_imagined_anew_each_option_as_likely(case: Case, seed: int) -> None:
    if case.seats < 2:
        return
    tried = 0
    for match, rng in walk(case, seed, 4):
        if not match.state.waiting or len(match.actors) < 2 or tried == 2:
            continue
        tried += 1
        seat = rng.choice(match.actors)
        observer = rng.choice([other for other in match.actors if other != seat])
        words = match.choices(seat)
        after = {}
        for word in words:
            fork = match.fork()
            fork.play(seat, word)
            if seat not in fork.actors:
                after[word] = fork
        dice = seeded(f"{seed} {tried}")
        for fork in list(after.values())[:1]:
            sealed = [fork.state.imagine(observer, dice) for _ in range(50 * len(words))]
            counts = Counter(spelt(dump_state(case.game, world)) for world in sealed)
            assert len(counts) >= len(words)
            if len(after) == len(counts) == len(words):
                chi_square = sum((n - 50) ** 2 / 50 for n in counts.values())
                assert chi_square < 10 + 3 * len(words)


@law(2)
def test_no_view_changes_with_the_secrets_of_others(case: Case, seed: int) -> None:
    for match, rng in walk(case, seed, 4):
        s = match.state
        if not s.waiting:
            continue
        done = {a.seat for a in match.history if a.sealed and a.reveals == s.reveals}
        for seat in done:
            world = s.copy()
            world.unsay(seat)
            while world.may_act(seat):
                world.advance(seat, rng.choice(world.legal(seat)))
                if s.may_act(seat):
                    break
            same_question = (world.together, world.waiting, world.reveals)
            if same_question == (s.together, s.waiting, s.reveals):
                for watcher in watchers(match):
                    if watcher != seat:
                        assert viewed(match, world, watcher) == match.view(watcher)


@law(1)
def test_others_hear_the_same_whatever_is_sealed(case: Case, seed: int) -> None:
    for match, _ in walk(case, seed, 4):
        if not match.state.waiting:
            continue
        for seat in match.actors:
            heard: dict[tuple[int, ...], list[str]] = defaultdict(list)
            for word in match.choices(seat)[:12]:
                fork = match.fork()
                events = fork.play(seat, word)
                before, after = match.state, fork.state
                # Who is asked alone reveals at once, and may be asked something else then.
                if after.waiting and (after.together, after.reveals) == (
                    before.together,
                    before.reveals,
                ):
                    others = [one for one in watchers(match) if one != seat]
                    heard[fork.actors].append(
                        repr([(seen(events, one), fork.view(one)) for one in others])
                    )
            for said in heard.values():
                assert set(said) == {said[0]}


@law(2)
def test_an_event_tells_no_number_that_has_no_name(case: Case, seed: int) -> None:
    s = begun(case, seed).state.copy()
    told: list[Told] = []
    s.events = told
    play_out(s, seeded(str(seed)), 300)
    for one in told:
        if one.kind != FORCED:
            fields = case.game.events[one.kind].fields.values()
            named = sum(len(field.kinds) if isinstance(field, Amounts) else 1 for field in fields)
            assert not any([one.a, one.b, one.c, one.d][named:])


@law(1)
def test_sealed_answers_commute(case: Case, seed: int) -> None:
    for match, rng in walk(case, seed, 4, "seeded"):
        if not match.state.waiting or len(match.actors) < 2:
            continue
        left: list[tuple[int, str]] = []
        for seat in match.actors:
            alone = match.fork()
            while seat in alone.actors:
                word = rng.choice(alone.choices(seat))
                alone.play(seat, word)
                left.append((seat, word))
        plain_order, mixed = match.fork(), match.fork()
        for seat, word in left:
            plain_order.play(seat, word)
        while left:
            seat = rng.choice(left)[0]
            word = next(word for one, word in left if one == seat)
            left.remove((seat, word))
            mixed.play(seat, word)
        assert mixed.position() == plain_order.position()
        assert play_on(mixed, seed).position() == play_on(plain_order, seed).position()


# -- the course of a game ----------------------------------------------------


@law(4)
def test_events_tell_the_truth_and_nothing_is_lost(case: Case, seed: int) -> None:
    if case.name not in LEDGERS:
        pytest.skip(f"nobody keeps the books of {case.name}")
    match = case.new(seed)
    rng = random.Random(seed)
    ledger = LEDGERS[case.name](match)
    ledger.hear(match.opening)
    ledger.compare(match)
    for _ in range(400):  # random traders of Istanbul go on for thousands
        if match.over:
            break
        ledger.hear(match.play(*choose(match, rng)))
        ledger.compare(match)


@law(2)
def test_a_game_ends_and_ranks_every_seat_once(case: Case, seed: int) -> None:
    match = played(case, seed)
    assert match.over
    assert match.actors == ()
    ranked = [seat for group in match.ranking for seat in group]
    assert sorted(ranked) == list(range(match.seats))
    by_rank = [match.scores[seat] for seat in ranked]
    assert by_rank == sorted(match.scores, reverse=True)
    for group in match.ranking:
        assert len({match.scores[seat] for seat in group}) == 1
    for watcher in watchers(match):
        assert match.view(watcher)["ranking"] == [list(group) for group in match.ranking]


@law(2)
def test_there_is_no_ranking_before_the_end(case: Case, seed: int) -> None:
    for match, _ in walk(case, seed, 4):
        assert bool(match.ranking) == match.over == match.view(None)["over"]


# -- taking back -------------------------------------------------------------


REVEALED_BY_CHANCE_ALONE = {"basari", "toy"}  # and by answering together


def asked_together(s: State) -> int:
    if not s.waiting:
        return 0
    asked = s.book[step_of(s.together)].asked(s, detail_of(s.together))
    return sum(asked >> seat & 1 for seat in range(s.seats))


def expected_take_backs(since: list[Answer], seat: int) -> int:
    """Own answers from the last on that nobody's later answer has closed."""
    free = 0
    for n in range(len(since) - 1, -1, -1):
        if since[n].seat != seat:
            continue
        later = [answer for answer in since[n + 1 :] if answer.seat != seat]
        if any(not since[n].sealed or not answer.sealed for answer in later):
            break
        free += 1
    return free


@law(1)
def test_what_revealed_nothing_can_be_taken_back_and_nothing_else(case: Case, seed: int) -> None:
    since: list[Answer] = []
    match = begun(case, seed)
    rng = random.Random(seed)
    for _ in range(120):
        if match.over:
            break
        before = match.position()
        sealing, several = match.state.waiting, asked_together(match.state) > 1
        reveals, length = match.state.reveals, len(match.history)
        seat, word = choose(match, rng)
        match.play(seat, word)
        said = [answer for answer in match.history[length:] if not answer.forced]
        shown = sealing and several and not match.state.waiting
        luck = any(answer.seat == CHANCE for answer in said)
        if case.name not in REVEALED_BY_CHANCE_ALONE:
            shown = shown or match.state.reveals != reveals
        since = [] if shown or luck else [*since, said[0]]
        for one in [CHANCE, *range(match.seats)]:
            assert match.free_take_backs(one) == expected_take_backs(since, one)
        free = match.free_take_backs(seat)
        assert bool(free) == (not shown and not luck)
        if free:
            fork = match.fork()
            fork.take_back(seat)
            assert fork.position() == before
            assert fork.free_take_backs(seat) == free - 1
        kept = whole(match)
        for wrong in (0, -1, free + 1):
            with pytest.raises(IllegalChoice, match=f"can take back {free} choices freely"):
                match.take_back(seat, wrong)
        assert whole(match) == kept


@law(1)
def test_a_sealed_answer_can_be_changed_until_the_last_is_in(case: Case, seed: int) -> None:
    for match, rng in walk(case, seed, 4, "seeded"):
        if not match.state.waiting or len(match.actors) < 3:
            continue
        seat, *others = rng.sample(match.actors, len(match.actors))
        first, second = match.choices(seat)[0], match.choices(seat)[-1]
        changed, plain_course = match.fork(), match.fork()
        changed.play(seat, first)
        for other in others[:-1]:
            word = rng.choice(match.choices(other))
            changed.play(other, word)
            plain_course.play(other, word)
        changed.take_back(seat)
        changed.play(seat, second)
        plain_course.play(seat, second)
        assert changed.position() == plain_course.position()
        assert changed.record() == plain_course.record()
        assert whole(play_on(changed, seed)) == whole(play_on(plain_course, seed))


@law(1)
def test_unsaying_is_taking_back_all_that_was_said_together(case: Case, seed: int) -> None:
    for match, _ in walk(case, seed, 4, "seeded"):
        s = match.state
        if not s.waiting:
            continue
        said = Counter(a.seat for a in match.history if a.sealed and a.reveals == s.reveals)
        for seat, n in said.items():
            world, fork = s.copy(), match.fork()
            world.unsay(seat)
            if fork.free_take_backs(seat) < n:
                continue
            fork.take_back(seat, n)
            if fork.state.together != s.together:
                continue  # who is asked alone has said a part of it to an earlier question
            taken_back = dump_state(case.game, fork.state)
            if str(seat) not in taken_back["together"]["lanes"]:
                assert dump_state(case.game, world) == taken_back
                assert world.actors() == fork.actors


@law(1)
def test_a_match_goes_back_to_any_moment_and_meets_the_same_luck_again(
    case: Case, seed: int
) -> None:
    match = begun(case, seed)
    rng = random.Random(seed)
    moments = [(len(match.history), whole(match))]
    while not match.over and len(moments) < 200:
        match.play(*choose(match, rng))
        moments.append((len(match.history), whole(match)))
    end, length = whole(match), len(match.history)
    for n in {0, 1, len(moments) - 1, *rng.sample(range(len(moments)), 3)}:
        at, moment = moments[n]
        for answers in {at, moments[n - 1][0] + 1 if n > 0 else 0}:
            fork = match.fork()
            fork.rewind(answers)
            assert whole(fork) == moment
            for answer in match.history[len(fork.history) :]:
                if answer.seat != CHANCE and not answer.forced:
                    fork.play(answer.seat, answer.word)
            assert whole(fork) == end
    for wrong in (-1, length + 1):
        with pytest.raises(ValueError, match=f"there are 0 to {length} answers"):
            match.rewind(wrong)
    assert whole(match) == end


@law(1)
def test_after_going_back_with_new_luck_no_draw_is_one_that_was_seen(case: Case, seed: int) -> None:
    match = begun(case, seed)
    rng = random.Random(seed)
    used = {answer.draw for answer in match.history} - {None}
    for _ in range(6):
        play_on(match, rng.randrange(100), 12)
        used |= {answer.draw for answer in match.history} - {None}
        kept = rng.randrange(len(match.history) + 1)
        before = match.history[:kept]
        match.rewind(kept, new_luck=True)
        assert match.history[:kept] == before
        drawn = [answer.draw for answer in match.history[kept:] if answer.draw is not None]
        assert not used & set(drawn)
        assert drawn == list(range(len(used), len(used) + len(drawn)))
        used |= set(drawn)
        record = match.record()
        assert verified(record).ok
        other = replayed(record)
        assert other.record() == record
        assert other.history == match.history
        assert whole(play_on(other, seed, 20)) == whole(play_on(match.fork(), seed, 20))


def test_equal_points_in_basari_are_ranked_by_gems_and_then_by_the_dearer_ones() -> None:
    case = next(case for case in EVERY if (case.name, case.seats) == ("basari", 4))
    position = played(case, 1).position()
    colours = ("red", "yellow", "green", "blue")
    for dearest in itertools.permutations(colours):
        for p, colour in zip(position["pieces"]["players"], dearest, strict=True):
            p["score"] = 50
            p["gems"] = dict.fromkeys(colours, 1) | {colour: 2}
        position["pieces"]["bank"] = dict.fromkeys(colours, 20)
        match = Match(case.game, seats=0, seed=1, position=position)
        assert match.ranking == tuple((dearest.index(colour),) for colour in colours)
        position["pieces"]["players"][0]["gems"]["blue"] += 1
        position["pieces"]["bank"]["blue"] -= 1
        match = Match(case.game, seats=0, seed=1, position=position)
        assert match.ranking[0] == (0,)


@pytest.mark.parametrize("case", EVERY, ids=str)
def test_a_game_with_any_options_can_be_played_stored_and_told(case: Case) -> None:
    match = play_on(begun(case, 5), 5, 150)
    assert verified(match.record()).ok
    assert loaded(match, match.position()).position() == match.position()


def test_every_game_and_every_option_is_tried() -> None:
    for name in NAMES:
        game = find(name)
        tried = [case for case in EVERY if case.name == name]
        assert {case.seats for case in tried} == set(range(game.seats[0], game.seats[1] + 1))
        for option, schema in game.options["properties"].items():
            for value in values_of(schema):
                assert any((option, value) in case.options for case in tried)
