"""Lessons over HTTP: made from the moves alone, in every language; bad moves change nothing."""

from __future__ import annotations

from typing import Any

import pytest

import bedesten
from bedesten import lessons
from bedesten.kernel.text import LANGUAGES
from server.harness import Guest, Server

pytestmark = pytest.mark.anyio
Moves = list[list[str]]


async def ask(guest: Guest, path: str, said: Moves, words: list[str], **more: Any) -> Any:
    return await guest.call(f"/api/lessons/{path}", {"said": said, "words": words} | more, "POST")


async def test_all_lessons_are_listed_in_every_language(server: Server) -> None:
    async with Guest(server) as ada:
        for language in LANGUAGES:
            listed = await ada.call(f"/api/lessons?language={language}")
            assert [(one["game"], one["name"]) for one in listed] == [
                (game, one.name) for game in bedesten.games() for one in lessons.course(game)
            ]
        assert listed[0]["title"] == "Marcher et laisser un assistant"


async def test_whole_courses_are_taken_word_by_word(server: Server) -> None:
    async with Guest(server) as ada:
        for game in bedesten.games():
            for lesson in lessons.course(game):
                said: Moves = []
                for step in lesson.steps:
                    for word in step.solution:
                        found = await ask(ada, f"{game}/{lesson.name}", said, [word])
                        assert found["right"], (lesson.name, word)
                        assert found["moved"][0]["entry"]["seat"] == 0
                        said.append([word])
                assert found["learnt"], lesson.name
                assert found["table"]["asked"] == []
                assert found["step"] == len(lesson.steps)


async def test_a_wrong_move_is_shown_and_answered_and_the_table_is_as_before(
    server: Server,
) -> None:
    async with Guest(server) as ada:
        before = await ask(ada, "istanbul/walk", [], [])
        wrong = await ask(ada, "istanbul/walk?language=de", [], ["place:5"])
    assert not wrong["right"]
    assert wrong["answer"].startswith("So kommt kein Tuch")
    assert wrong["moved"][0]["view"]["players"][0]["merchant"] == 5
    assert all(one["asked"] == [] for one in wrong["moved"])
    assert wrong["table"]["view"] == before["table"]["view"]
    assert wrong["table"]["asked"][0]["choices"]


async def test_the_way_is_shown_only_if_it_is_asked_for(server: Server) -> None:
    async with Guest(server) as ada:
        assert (await ask(ada, "istanbul/walk", [], []))["way"] == []
        shown = await ask(ada, "istanbul/walk", [], [], show=True)
        assert shown["way"] == ["place:2", "leave", "act"]


async def test_choices_have_their_previews(server: Server) -> None:
    async with Guest(server) as ada:
        found = await ask(ada, "istanbul/walk/explore", [["place:2"], ["leave"]], [])
        act = next(one for one in found["asked"]["choices"] if one["word"] == "act")
        assert act["consequences"]
        assert await ask(ada, "istanbul/walk/explore", [], ["place:13"]) is None


async def test_a_solo_lesson_tells_how_far_the_tasks_are(server: Server) -> None:
    async with Guest(server) as ada:
        before = await ask(ada, "choose_write/solo", [], [])
        after = await ask(ada, "choose_write/solo", [["right"]], ["place:8"])
    met = [[one["met"] for one in found["tasks"] if one["task"] == 2] for found in (before, after)]
    assert met == [[False], [True]]


@pytest.mark.parametrize(
    ("path", "said", "words", "status", "code"),
    [
        ("istanbul/souk", [], [], 404, "not_found"),
        ("chess/walk", [], [], 404, "not_found"),
        ("istanbul/walk", [], ["place:13"], 409, "illegal"),
        ("istanbul/walk", [["leave"]], [], 409, "illegal"),
        ("istanbul/walk", [[]], [], 400, "bad_request"),
        ("istanbul/walk", [["x" * 41]], [], 400, "bad_request"),
        ("istanbul/walk", [["act"]] * 41, [], 400, "bad_request"),
    ],
)
async def test_bad_moves_are_refused_in_a_sentence(
    server: Server, path: str, said: Moves, words: list[str], status: int, code: str
) -> None:
    async with Guest(server) as ada:
        await ada.call("/api/me")
        answer = await ada.http.post(f"/api/lessons/{path}", json={"said": said, "words": words})
        assert (answer.status_code, answer.json()["code"]) == (status, code)
        assert answer.json()["text"]
