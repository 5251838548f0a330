"""The HTTP API."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from io import BytesIO
from typing import Annotated, Any, cast

import msgspec
import segno
from litestar import Request, Response, get, patch, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import Parameter

import bedesten
from bedesten import bots
from bedesten.kernel.component_list import component_list
from bedesten.kernel.components import plain_data
from bedesten.kernel.fair_luck import promise_of
from bedesten.kernel.solo import SoloTasks
from bedesten.server import jobs, wire
from bedesten.server.appending import Conflict, TableRow
from bedesten.server.campaigns import campaign_of, standing
from bedesten.server.draw_counter import DrawCounter
from bedesten.server.fair_queue import Owner
from bedesten.server.guard import address_of
from bedesten.server.identity import Signer, new_id
from bedesten.server.live_tables import LiveTable, LiveTables
from bedesten.server.luck import promised_luck
from bedesten.server.replays import FrameRequest
from bedesten.server.sentences import sentence
from bedesten.server.store import Person, Store
from bedesten.tables.campaign import campaign_game, check_field, tasks_of
from bedesten.tables.chairs import checked_level, checked_name
from bedesten.tables.entries import (
    Chair,
    ClockRule,
    Opened,
    Payload,
    Sat,
    StandInRule,
    TableEntry,
)
from bedesten.tables.opening import Promised, opened
from bedesten.tables.refusal import Refusal
from bedesten.tables.table import PLAYING, WAITING, Table

SETTINGS_SIZE = 8_000
RECORD_SIZE = 2_000_000
MOST_FRAMES = 200
TABLE = "/api/tables/{table_id:str}"
AnyRequest = Request[Any, Any, Any]
TableId = Annotated[str, Parameter(max_length=64)]


# -- people ------------------------------------------------------------------


def _me(person: Person) -> wire.Me:
    return wire.Me(
        person.id,
        person.name,
        cast(wire.Colour, person.colour),
        cast(wire.Language, person.language),
        person.settings,
    )


@get("/api/me")
async def who_am_i(me: Person) -> wire.Me:
    return _me(me)


@patch("/api/me")
async def change_me(data: wire.MeChange, me: Person, store: Store, now: float) -> wire.Me:
    changes = {
        name: value for name, value in msgspec.structs.asdict(data).items() if value is not None
    }
    if data.name is not None:
        changes["name"] = checked_name(data.name)
    if data.settings is not None and len(msgspec.json.encode(data.settings)) > SETTINGS_SIZE:
        raise Refusal("too_large")
    changed = msgspec.structs.replace(me, **changes)
    if changes:
        await store.write_person(changed, now, changes.keys())
    return _me(changed)


# -- games -------------------------------------------------------------------


@get("/api/games")
async def games(speaks: str) -> list[wire.GameInfo]:
    levels = [
        wire.LevelInfo(name, sentence(f"level_{name}", speaks), name in bots.LEVELS)
        for name in bots.names()
    ]
    return [_game_info(bedesten.game(name), levels, speaks) for name in bedesten.games()]


def _game_info(
    game: bedesten.Game[Any, Any, Any], levels: list[wire.LevelInfo], language: str
) -> wire.GameInfo:
    about = game.about(language)
    return wire.GameInfo(
        name=game.name,
        title=about.title,
        blurb=about.blurb,
        minutes=about.minutes,
        seats=game.seats,
        options=game.options,
        levels=levels,
        usual_level=bots.USUAL_LEVEL,
        vocabulary=list(game.vocabulary),
        campaign=_campaign_info(game.solo_tasks),
    )


def _campaign_info(tasks: SoloTasks[Any] | None) -> wire.CampaignInfo | None:
    if tasks is None:
        return None
    return wire.CampaignInfo(list(tasks.columns), list(tasks.goal), len(tasks.numbers))


@get("/api/games/{game:str}/texts")
async def texts(game: str, speaks: str) -> wire.GameTexts:
    if game not in bedesten.games():
        raise Refusal("not_found")
    return _texts(bedesten.game(game), speaks, {})


def _texts(
    game: bedesten.Game[Any, Any, Any], language: str, changes: Mapping[str, Any]
) -> wire.GameTexts:
    catalogue = game.text(language, changes)
    return wire.GameTexts(
        language=cast(wire.Language, language),
        names=dict(catalogue.names),
        words=dict(catalogue.words),
        questions=dict(catalogue.questions),
        rules=dict(catalogue.rules),
        rulings=dict(catalogue.rulings),
        summary=dict(catalogue.summary),
        data=plain_data(game.data(changes)),
    )


@get("/api/games/{game:str}/components")
async def components(game: str, speaks: str) -> list[wire.ComponentGroup]:
    """Every figure of a game with its label and its source."""
    if game not in bedesten.games():
        raise Refusal("not_found")
    return component_list(bedesten.game(game), speaks)


# -- tables ------------------------------------------------------------------


@get("/api/luck")
async def luck_ticket(signer: Signer) -> wire.LuckTicket:
    """A promise about the luck of the table that the person opens next, before it adds a share."""
    ticket = signer.luck_ticket()
    promised = signer.promised(ticket)
    assert promised is not None
    return wire.LuckTicket(ticket, promise_of(promised.secret))


@get("/api/luck/draws")
async def all_draws(draw_counter: DrawCounter, speaks: str) -> wire.ServerLuck:
    """How the draws of all fair tables on this server are distributed."""
    return await draw_counter.luck(speaks)


@post("/api/tables")
async def open_table(
    data: wire.NewTable,
    request: AnyRequest,
    me: Person,
    live_tables: LiveTables,
    signer: Signer,
) -> wire.TableInfo:
    chairs = [_chair(seat, me) for seat in data.seats]
    is_open = any(chair.kind == "open" for chair in chairs)
    if data.seed is not None and (is_open or data.visibility == "public" or data.luck is not None):
        raise Refusal("seed_secret")
    clock, rule = data.clock, data.stand_in
    first = opened(
        data.game,
        chairs,
        host=me.id,
        options=data.options,
        visibility=data.visibility,
        pace=data.pace,
        take_back=data.take_back,
        clock_rule=None if clock is None else ClockRule(clock.bank, clock.increment, clock.cap),
        seed=data.seed,
        promised=_promised(data.luck, signer),
        shuffle=data.shuffle,
        stand_in=None if rule is None else StandInRule(rule.by, rule.after),
        hints=data.hints,
    )
    async with live_tables.opening(owner_of(request, me)):
        return live_tables.info(await _opened(first, data.luck, live_tables), me.id)


async def _opened(first: Opened, luck: wire.NewLuck | None, live_tables: LiveTables) -> LiveTable:
    try:
        return await live_tables.open(first, share=luck.share if luck else "")
    except Conflict:
        raise Refusal("luck_ticket_used") from None


def _promised(luck: wire.NewLuck | None, signer: Signer) -> Promised | None:
    """The secret of the promise that a person was given before."""
    if luck is None:
        return None
    found = signer.promised(luck.ticket)
    if found is None:
        raise Refusal("bad_luck_ticket")
    return found


def _chair(seat: wire.NewSeat, me: Person) -> Chair:
    name = checked_name(seat.name) if seat.name else ""
    if seat.kind == "me":
        return Chair("person", name or me.name, me.colour, person=me.id)
    if seat.kind == "bot":
        return Chair("bot", name, level=checked_level(seat.level))
    return Chair("open")


@get("/api/tables")
async def tables(
    me: Person, live_tables: LiveTables, store: Store, speaks: str, which: str = "mine"
) -> list[wire.TableInfo]:
    if which not in ("mine", "open", "live"):
        raise Refusal("bad_request", why="which is mine, open or live")
    if which == "mine":
        stored = await store.tables_of(me.id)
    else:
        stored = await store.public_tables(WAITING if which == "open" else PLAYING)
    found = [await live_tables.listed(one, me.id, speaks) for one in stored]
    return [one for one in found if one is not None]


@get(TABLE)
async def table(table_id: TableId, me: Person, live_tables: LiveTables) -> wire.TableInfo:
    return live_tables.info(await live_tables.get(table_id), me.id)


@get(f"{TABLE}/texts")
async def table_texts(table_id: TableId, live_tables: LiveTables, speaks: str) -> wire.GameTexts:
    """The texts of a table's game, with the components of the table."""
    agreed = (await live_tables.table(table_id)).agreed
    return _texts(bedesten.game(agreed.game), speaks, agreed.data)


@post(f"{TABLE}/join", status_code=200)
async def join(
    table_id: TableId, data: wire.JoinRequest, me: Person, live_tables: LiveTables, signer: Signer
) -> wire.TableInfo:
    """Sit down, by the table's link or by that of a seat on another device."""
    name = checked_name(data.name) if data.name else me.name

    def command(table: Table) -> list[Payload]:
        seat = signer.seat_of_link(data.token, table.id, table.seated_at)
        if seat is not None:
            return _handed_over(table, table.hand_over(seat, me.id), data.share)
        if signer.is_seat_link(data.token):
            raise Refusal("link_lapsed")
        sat = table.sit(me.id, name, me.colour, data.token)
        done: list[Payload] = [sat]
        seated = table.fork()
        seated.chairs[sat.seat] = sat.chair
        if data.share:
            done.append(seated.share(me.id, data.share))
            seated.shares[me.id] = data.share
        return done if seated.open_seats else [*done, seated.begin()]

    return live_tables.info(await live_tables.change(table_id, command), me.id)


def _handed_over(table: Table, sat: Sat, share: str) -> list[Payload]:
    """A seat on another device, which adds a share of its own if the game has not begun."""
    if table.status != WAITING or not share:
        return [sat]
    seated = table.fork()
    seated.chairs[sat.seat] = sat.chair
    return [sat, seated.share(sat.chair.person, share)]


@post(f"{TABLE}/start", status_code=200)
async def start(
    table_id: TableId, data: wire.StartRequest, me: Person, live_tables: LiveTables
) -> wire.TableInfo:
    """Fill the open seats with bots and begin."""

    def command(table: Table) -> Payload:
        if table.agreed.host != me.id:
            raise Refusal("host_only")
        return table.begin(data.level)

    return live_tables.info(await live_tables.change(table_id, command), me.id)


@post(f"{TABLE}/leave", status_code=200)
async def leave(table_id: TableId, me: Person, live_tables: LiveTables) -> wire.TableInfo:
    """Leave the table: the seat is open again, or a bot stands in."""
    return live_tables.info(
        await live_tables.change(table_id, lambda table: table.stand(me.id)), me.id
    )


@post(f"{TABLE}/return", status_code=200)
async def come_back(table_id: TableId, me: Person, live_tables: LiveTables) -> wire.TableInfo:
    """Take the seat back from the bot."""
    return live_tables.info(
        await live_tables.change(table_id, lambda table: table.come_back(me.id)), me.id
    )


@post(f"{TABLE}/pace", status_code=200)
async def set_pace(
    table_id: TableId, data: wire.PaceRequest, me: Person, live_tables: LiveTables
) -> wire.TableInfo:
    """Let the bots play at another pace, from now on."""
    done = await live_tables.change(table_id, lambda table: table.set_pace(me.id, data.pace))
    return live_tables.info(done, me.id)


@post(f"{TABLE}/hurry", status_code=200)
async def hurry(table_id: TableId, me: Person, live_tables: LiveTables) -> wire.TableInfo:
    """Let the bots play at once until the person is asked."""
    return live_tables.info(
        await live_tables.change(table_id, lambda table: table.hurry(me.id)), me.id
    )


@post(f"{TABLE}/nudge", status_code=200)
async def nudge(
    table_id: TableId, data: wire.SeatRequest, me: Person, live_tables: LiveTables, now: float
) -> wire.TableInfo:
    """Remind a person that the table waits for its answer."""
    done = await live_tables.change(table_id, lambda table: table.nudge(me.id, data.seat, now))
    return live_tables.info(done, me.id)


@post(f"{TABLE}/stand-in", status_code=200)
async def let_bot_play(
    table_id: TableId, data: wire.SeatRequest, me: Person, live_tables: LiveTables, now: float
) -> wire.TableInfo:
    """Vote for a bot to play for a person who is away; it does as the table's rule says."""
    live = await live_tables.get(table_id)
    done = await live_tables.change(
        table_id,
        lambda table: table.let_bot_play(me.id, data.seat, live.presence(), now),
    )
    return live_tables.info(done, me.id)


@post(f"{TABLE}/knock", status_code=200)
async def knock(
    table_id: TableId, data: wire.KnockRequest, me: Person, live_tables: LiveTables
) -> wire.TableInfo:
    """Ask to be let in to a private table."""
    name = checked_name(data.name) if data.name else me.name
    done = await live_tables.change(table_id, lambda table: table.knock(me.id, name))
    return live_tables.info(done, me.id)


@post(f"{TABLE}/knocks/{{knock_number:int}}", status_code=200)
async def admit(
    table_id: TableId,
    knock_number: int,
    data: wire.AdmitRequest,
    me: Person,
    live_tables: LiveTables,
) -> wire.TableInfo:
    """Let a visitor in, or turn them away."""
    done = await live_tables.change(
        table_id, lambda table: table.admit(me.id, knock_number, data.admit)
    )
    return live_tables.info(done, me.id)


@post(f"{TABLE}/rematch", status_code=200)
async def rematch(
    table_id: TableId,
    request: AnyRequest,
    me: Person,
    live_tables: LiveTables,
    signer: Signer,
    data: wire.RematchRequest | None = None,
) -> wire.TableInfo:
    """The table of another game in the same round; all who ask get the same one."""
    luck = data.luck if data else None
    share = luck.share if luck else ""
    async with live_tables.opening(owner_of(request, me)):
        live = await live_tables.rematch(table_id, me.id, _promised(luck, signer), share)
        return live_tables.info(live, me.id)


@post(f"{TABLE}/luck", status_code=200)
async def add_share(
    table_id: TableId, data: wire.ShareRequest, me: Person, live_tables: LiveTables
) -> wire.TableInfo:
    """Add a share to the luck before the game begins."""
    done = await live_tables.change(table_id, lambda table: table.share(me.id, data.share))
    return live_tables.info(done, me.id)


@get(f"{TABLE}/luck")
async def luck(
    table_id: TableId,
    request: AnyRequest,
    me: Person,
    live_tables: LiveTables,
    store: Store,
    speaks: str,
) -> Response[wire.TableLuck]:
    """What is promised about a table's luck, and after the game the proof.

    How the draws of a private game under way fell, only those are told who may watch it.
    """
    live = await live_tables.get(table_id)
    table = live.table
    may_watch = table.is_revealed or table.is_open_to(me.id) or me.id in live.present()
    if table.match is None or not may_watch:
        return _json(wire.ENCODER.encode(promised_luck(table)))
    entries = msgspec.json.encode(await store.entries(table_id))
    found = await live_tables.run_job(
        jobs.luck, table_id, entries, speaks, owner=owner_of(request, me)
    )
    return _json(found)


@post(f"{TABLE}/seats/{{seat:int}}/link", status_code=200)
async def seat_link(
    table_id: TableId,
    seat: int,
    request: AnyRequest,
    me: Person,
    live_tables: LiveTables,
    signer: Signer,
) -> wire.SeatLink:
    """A link that moves a seat to another device."""
    table = await live_tables.table(table_id)
    if seat not in table.seats_of(me.id):
        raise Refusal("not_yours")
    table.check_not_practice()
    path = f"/seat/{table.id}?token={signer.seat_link(table.id, seat, table.seated_at[seat])}"
    return wire.SeatLink(path, _qr(request, path))


@get(f"{TABLE}/qr")
async def qr(
    table_id: TableId, request: AnyRequest, me: Person, live_tables: LiveTables, of: str = "join"
) -> Response[bytes]:
    """The link to join or to watch, as a picture."""
    info = live_tables.info(await live_tables.get(table_id), me.id)
    if of not in ("join", "watch"):
        raise Refusal("bad_request", why="of is join or watch")
    path = info.join_link if of == "join" else info.watch_link
    if path is None:
        raise Refusal("not_seated" if not info.mine and not info.host else "no_open_seat")
    return Response(_qr(request, path).encode(), media_type="image/svg+xml")


def _qr(request: AnyRequest, path: str) -> str:
    address = f"{request.base_url}".rstrip("/") + path
    drawn = BytesIO()
    # Browsers show an SVG file only if it has its namespace.
    segno.make_qr(address, error="m").save(
        drawn, kind="svg", border=2, omitsize=True, xmldecl=False, dark="#000", light="#fff"
    )
    return drawn.getvalue().decode()


@post(f"{TABLE}/mute", status_code=200)
async def mute(
    table_id: TableId, data: wire.MuteRequest, me: Person, live_tables: LiveTables
) -> wire.TableInfo:
    """Hide a seat's lines of chat, or show them again; for those who may read them."""
    live = await live_tables.get(table_id)
    # A spectator by the link of a private table is let in by the socket only.
    if not live.table.is_open_to(me.id) and me.id not in live.present():
        raise Refusal("watch_link_needed")
    done = await live_tables.change(
        table_id, lambda table: table.mute(me.id, data.seat, data.muted)
    )
    return live_tables.info(done, me.id)


@get(f"{TABLE}/record", media_type="text/plain")
async def record(table_id: TableId, live_tables: LiveTables) -> Response[str]:
    """The record of a finished game; a running one would reveal secrets."""
    text = await live_tables.record(table_id)
    game = (await live_tables.table(table_id)).agreed.game
    headers = {"content-disposition": f'attachment; filename="{game}.txt"'}
    return Response(text, media_type="text/plain", headers=headers)


# -- finished games ----------------------------------------------------------


@get(f"{TABLE}/frames")
async def frames(
    table_id: TableId,
    request: AnyRequest,
    me: Person,
    live_tables: LiveTables,
    speaks: str,
    first: Annotated[int, Parameter(ge=0, le=1_000_000)] = 0,
    count: Annotated[int, Parameter(ge=1, le=MOST_FRAMES)] = 50,
    reveal: bool = False,
) -> Response[wire.Frames]:
    """A part of a finished game, answer by answer."""
    wanted = FrameRequest(await live_tables.record(table_id), first, count, speaks, reveal)
    return _json(await live_tables.run_job(jobs.frames, wanted, owner=owner_of(request, me)))


@get(f"{TABLE}/course")
async def course(
    table_id: TableId, request: AnyRequest, me: Person, live_tables: LiveTables, speaks: str
) -> Response[wire.Course]:
    """The scores of a finished game by turn, and why it has its winner."""
    record = await live_tables.record(table_id)
    return _json(
        await live_tables.run_job(jobs.course, record, speaks, owner=owner_of(request, me))
    )


def owner_of(request: AnyRequest, me: Person) -> Owner:
    return Owner(address_of(request.scope), me.id)


def _json(found: bytes) -> Response[Any]:
    """A response that a worker has already encoded."""
    return Response(found, media_type="application/json")


@post("/api/records", request_max_body_size=RECORD_SIZE, media_type="application/json")
async def import_record(
    request: AnyRequest, me: Person, live_tables: LiveTables, store: Store, now: float
) -> Response[wire.TableInfo]:
    """A table that shows a record; the body is its text. It is loaded when somebody looks."""
    try:
        text = (await request.body()).decode()
    except UnicodeDecodeError:
        raise Refusal("bad_record", why="it is not UTF-8") from None
    owner = owner_of(request, me)
    live_tables.charge_opening(owner)
    id = new_id()
    found = await live_tables.run_job(jobs.import_record, id, text, me.id, now, owner=owner)
    if isinstance(found, tuple):
        raise Refusal(found[0], why=found[1])
    entries = await asyncio.to_thread(msgspec.json.decode, found.entries, type=list[TableEntry])
    row = TableRow(found.status, None, frozenset({me.id}))
    await store.append(id, entries, row, new_table=found.game)
    return _json(found.info)


# -- solo --------------------------------------------------------------------


@get("/api/solo")
async def solo(
    me: Person,
    live_tables: LiveTables,
    store: Store,
    speaks: str,
    game: str = "",
    of: str = "",
) -> wire.SoloCampaign:
    """How far the person's campaign is, in the game named or the first that has one.

    With a table `of`, also what its game has added.
    """
    return await campaign_of(me, campaign_game(game), speaks, live_tables, store, of)


@post("/api/solo/start")
async def solo_start(
    data: wire.SoloStart,
    request: AnyRequest,
    me: Person,
    live_tables: LiveTables,
    signer: Signer,
) -> wire.TableInfo:
    """Begin a solo game."""
    game = campaign_game(data.game)
    check_field(tasks_of(game), data.task, data.rubies)
    chair = Chair("person", me.name, me.colour, person=me.id)
    promised = _promised(data.luck, signer)
    first = opened(game.name, [chair], host=me.id, promised=promised)
    async with live_tables.opening(owner_of(request, me)):
        return live_tables.info(await _opened(first, data.luck, live_tables), me.id)


@get(f"{TABLE}/tasks")
async def tasks(table_id: TableId, live_tables: LiveTables, speaks: str) -> list[wire.SoloStanding]:
    """How far a solo game has come with each task."""
    return standing(await live_tables.table(table_id), speaks)


HANDLERS = [
    who_am_i,
    change_me,
    games,
    texts,
    luck_ticket,
    all_draws,
    components,
    table_texts,
    open_table,
    tables,
    table,
    join,
    start,
    leave,
    come_back,
    set_pace,
    hurry,
    nudge,
    let_bot_play,
    knock,
    admit,
    rematch,
    add_share,
    luck,
    seat_link,
    qr,
    mute,
    record,
    frames,
    course,
    import_record,
    solo,
    solo_start,
    tasks,
]

FAILURES = {
    status: ResponseSpec(wire.Failure, description=what, generate_examples=False)
    for status, what in {
        400: "The request is not valid.",
        403: "The client may not do that.",
        404: "There is no such thing.",
        409: "That is not possible now.",
        413: "It is too large.",
        429: "Too many requests.",
    }.items()
}
for handler in HANDLERS:
    handler.responses = FAILURES
