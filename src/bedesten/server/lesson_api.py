"""The HTTP API of lessons."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Response, get, post
from litestar.params import Parameter

from bedesten.server import jobs, wire
from bedesten.server.api import FAILURES, AnyRequest, owner_of
from bedesten.server.lessons import LessonRequest, courses
from bedesten.server.live_tables import LiveTables
from bedesten.server.store import Person
from bedesten.tables.refusal import Refusal

LESSON = "/api/lessons/{game:str}/{name:str}"
LessonName = Annotated[str, Parameter(max_length=64)]


@get("/api/lessons")
async def all_lessons(speaks: str) -> list[wire.LessonInfo]:
    """All lessons of all games."""
    return courses(speaks)


@post(LESSON, status_code=200)
async def lesson(
    data: wire.LessonMoves,
    game: LessonName,
    name: LessonName,
    request: AnyRequest,
    me: Person,
    live_tables: LiveTables,
    speaks: str,
) -> Response[wire.LessonTable]:
    """A lesson's table after the learner's moves; nothing is stored."""
    return await _worked(data, game, name, request, me, live_tables, speaks, is_explored=False)


@post(f"{LESSON}/explore", status_code=200)
async def explore(
    data: wire.LessonMoves,
    game: LessonName,
    name: LessonName,
    request: AnyRequest,
    me: Person,
    live_tables: LiveTables,
    speaks: str,
) -> Response[wire.Explored | None]:
    """What words would lead to in a lesson; null if they cannot be said."""
    return await _worked(data, game, name, request, me, live_tables, speaks, is_explored=True)


async def _worked(
    data: wire.LessonMoves,
    game: str,
    name: str,
    request: AnyRequest,
    me: Person,
    live_tables: LiveTables,
    language: str,
    *,
    is_explored: bool,
) -> Response[Any]:
    wanted = LessonRequest(game, name, data, me.name, me.colour, language)
    owner = owner_of(request, me)
    found = await live_tables.run_job(jobs.lesson, wanted, is_explored, owner=owner)
    if isinstance(found, tuple):
        raise Refusal(found[0], why=found[1])
    return Response(found, media_type="application/json")


HANDLERS = [all_lessons, lesson, explore]

for handler in HANDLERS:
    handler.responses = FAILURES
