"""What a socket refuses: by name, with nothing changed, still open; and when it says goodbye."""

import pytest
from asgiref.sync import sync_to_async as aside
from django.utils import timezone

from accounts.models import Token
from core.token_bucket import Rate
from games.live import limits
from games.models import Table
from tests.support.games.connections.socket_client import Socket, socket_path
from tests.support.games.people import api_of, browser_of, person, token_of
from tests.support.games.playing import on_turn, opened, running, sight
from tests.support.games.snapshots import everything

BAD_FRAMES = [
    " ",
    "{",
    "not json",
    "[]",
    "7",
    "null",
    '"ping"',
    '{"type": NaN}',
    '{"type": "ping", "x": "\\ud800"}',
    b"\x00\x01",
    b'{"type": "ping"}',
    "[" * 5000,
    {},
    {"type": None},
    {"type": "fly"},
    {"type": ["ping"]},
    {"type": {"ping": 1}},
    {"type": "update"},
    {"type": "sync", "after": -1},
    {"type": "sync", "after": "2"},
    {"type": "sync", "after": None},
    {"type": "sync", "after": 1.5},
    {"type": "sync", "after": True},
    {"type": "sync", "after": 10**30},
    {"type": "action"},
    {"type": "action", "action": {"type": "ready"}},
    {"type": "action", "id": "", "action": {"type": "ready"}},
    {"type": "action", "id": 7, "action": {"type": "ready"}},
    {"type": "action", "id": "x" * 65, "action": {"type": "ready"}},
    {"type": "action", "id": "a\x00", "action": {"type": "ready"}},
]


BAD_ACTIONS = [
    None,
    [],
    "play",
    {},
    {"type": "fly"},
    {"type": "bid"},
    {"type": "bid", "bid": "two"},
    {"type": "bid", "bid": True},
    {"type": "bid", "bid": 1.5},
    {"type": "bid", "bid": 1, "seat": 2},
    {"type": "play", "card": "X9"},
    {"type": "play", "card": "R0"},
    {"type": "play", "card": ["R1"]},
    {"type": "name_trump", "suit": "W"},
    {"type": "accuse", "accused": 9, "source": "button"},
    {"type": "accuse", "accused": 1, "source": "nose"},
    {"type": "accuse", "accused": 1, "source": "light_sensor", "lux": -0.1},
    {"type": "accuse", "accused": 1, "source": "button", "sensed_at": "2026-01-01\x0012:00"},
    {"type": "end_pause"},
    {"type": "leave_seat"},
]


async def ends(line: Socket) -> int:
    """The code with which the server closes."""
    return (await line.next("closed"))["code"]


async def test_what_is_no_frame_is_refused_and_the_socket_stays_open(table_id, tokens):
    before = await aside(everything)()
    async with Socket(socket_path(table_id), tokens["alice"]) as line:
        for frame in BAD_FRAMES:
            await line.say(frame)
            refused = await line.next("refused")
            assert (refused["id"], refused["code"]) == (None, "bad_request"), frame
            assert refused["detail"]
            assert refused["errors"]
        assert await line.is_quiet() == []
    assert await aside(everything)() == before


async def test_what_is_no_action_is_refused_by_its_id(table_id, tokens):
    before = await aside(everything)()
    async with Socket(socket_path(table_id), tokens["alice"]) as line:
        for n, action in enumerate(BAD_ACTIONS):
            await line.say({"type": "action", "id": f"bad-{n}", "action": action})
            refused = await line.next("refused")
            assert (refused["id"], refused["code"]) == (f"bad-{n}", "bad_request"), action
        assert await line.is_quiet() == []
    assert await aside(everything)() == before


async def test_what_the_rules_refuse_has_its_code(table_id, tokens, name_at):
    seat = on_turn(table_id)
    other = (seat + 1) % 4
    theirs = sight(table_id, other)["hand"][0]
    before = await aside(everything)()
    async with (
        Socket(socket_path(table_id), tokens[name_at(table_id, seat)]) as mine,
        Socket(socket_path(table_id), tokens[name_at(table_id, other)]) as others,
    ):
        for line, action, code in (
            (mine, {"type": "play", "card": theirs}, "card_not_in_hand"),
            (others, {"type": "play", "card": theirs}, "not_your_turn"),
            (mine, {"type": "bid", "bid": -1}, "wrong_phase"),
            (mine, {"type": "ready"}, "wrong_phase"),
            (mine, {"type": "accuse", "accused": other, "source": "button"}, "strict_table"),
        ):
            await line.act("no", **action)
            refused = await line.next("refused")
            assert set(refused) == {"type", "id", "code", "detail"}
            assert (refused["id"], refused["code"]) == ("no", code)
        assert await mine.is_quiet() == await others.is_quiet() == []
    assert await aside(everything)() == before


@pytest.mark.parametrize("bid", [-1, 3, 16])
async def test_a_bid_out_of_range_is_refused(tokens, name_at, bid):
    table_id = await aside(running)(4, reveal="hiddentip")
    if sight(table_id)["status"] == "naming_trump":
        async with Socket(socket_path(table_id), tokens[name_at(table_id, on_turn(table_id))]) as dealer:
            await dealer.act("suit", type="name_trump", suit="R")
            await dealer.next("ack")
    async with Socket(socket_path(table_id), tokens["alice"]) as line:
        await line.act("bid", type="bid", bid=bid)
        assert (await line.next("refused"))["code"] == "bid_out_of_range"


@pytest.mark.parametrize(("who", "code"), [("charlie", "not_seated"), (None, "not_authenticated")])
async def test_onlookers_do_not_act(table_id, tokens, who, code):
    async with Socket(socket_path(table_id), tokens[who] if who else None) as line:
        await line.act("mine", type="play", card=sight(table_id, on_turn(table_id))["hand"][0])
        assert (await line.next("refused"))["code"] == code
        assert await line.is_quiet() == []


async def test_a_ping_is_answered(table_id):
    async with Socket(socket_path(table_id)) as line:
        await line.say({"type": "ping"})
        assert await line.next("pong") == {"type": "pong"}


# --- Who is not let in -----------------------------------------------------------------------------


async def test_a_table_that_does_not_exist_is_refused_and_closed():
    async with Socket(socket_path("nowhere")) as line:
        refused = await line.hear()
        assert (refused["type"], refused["id"], refused["code"]) == ("refused", None, "not_found")
        assert await ends(line) == 4004


@pytest.mark.parametrize("who", ["charlie", None])
@pytest.mark.parametrize("query", ["", "?invite=wrong", "?invite="])
async def test_a_private_table_is_closed_to_who_brings_no_invite(tokens, who, query):
    alice = await aside(person)("alice")
    table_id = await aside(opened)(alice, visibility="private")
    async with Socket(socket_path(table_id, query), tokens[who] if who else None) as line:
        refused = await line.hear()
        assert (refused["type"], refused["code"]) == ("refused", "forbidden")
        assert await ends(line) == 4003
    assert len(line.frames) == 1


async def test_a_private_table_opens_to_its_people_and_to_the_invite(tokens):
    alice = await aside(person)("alice")
    table_id = await aside(opened)(alice, visibility="private")
    invite = (await Table.objects.aget(pk=table_id)).invite
    for query, who in (("", "alice"), (f"?invite={invite}", "charlie"), (f"?invite={invite}", None)):
        async with Socket(socket_path(table_id, query), tokens[who] if who else None) as line:
            update = await line.hear()
        assert (update["type"], update["number"]) == ("update", 2)
        assert invite not in str(update)


async def test_a_dead_token_is_told_so_and_closed(table_id, tokens):
    await Token.objects.filter(user__username="alice").aupdate(expires_at=timezone.now())
    for token in (tokens["alice"], "never-issued", ""):
        async with Socket(socket_path(table_id), headers_of(token)) as line:
            assert await line.hear() == {"type": "bye", "code": 4001, "retry_after": None}
            assert await ends(line) == 4001
        async with Socket("/ws/lobby", headers_of(token)) as line:
            assert (await line.hear())["code"] == 4001


def headers_of(token: str) -> str:
    return token or " "


async def test_logging_out_closes_the_sockets_of_that_token_and_no_other(table_id, tokens):
    alice = await aside(person)("alice")
    client = await aside(api_of)(alice)
    token = client._credentials["HTTP_AUTHORIZATION"].removeprefix("Bearer ")
    async with (
        Socket(socket_path(table_id), token) as dying,
        Socket("/ws/lobby", token) as lobby,
        Socket(socket_path(table_id), tokens["alice"]) as other,
        Socket(socket_path(table_id), tokens["bob"]) as bob,
    ):
        response = await aside(client.post)("/api/v1/auth/logout")
        assert response.status_code == 204
        for line in (dying, lobby):
            await line.next("bye", code=4001)
            assert await ends(line) == 4001
        for line in (other, bob):
            await line.is_quiet()


async def test_a_browser_brings_its_session(table_id):
    browser = await aside(browser_of)(await aside(person)("bob"))
    cookie = f"sessionid={browser.cookies['sessionid'].value}"
    site = {"host": "testserver", "origin": "http://testserver"}
    async with Socket(socket_path(table_id), cookie=cookie, **site) as line:
        assert (await line.hear())["sight"]["viewer"] == 1


# --- Too many ----------------------------------------------------------------------------------------


async def test_too_many_messages_end_a_socket(table_id, tokens, monkeypatch):
    monkeypatch.setattr(limits, "PERSON_RATE", Rate(3, 0.0))
    async with Socket(socket_path(table_id), tokens["alice"]) as line:
        for _ in range(9):
            await line.say({"type": "ping"})
        bye = await line.next("bye")
        assert bye["code"] == 4029
        assert await ends(line) == 4029
    assert [frame["type"] for frame in line.frames].count("pong") == 3


async def test_an_account_has_one_measure_however_often_it_connects(table_id, tokens, monkeypatch):
    monkeypatch.setattr(limits, "PERSON_RATE", Rate(3, 0.0))
    limits.forget_buckets()
    async with (
        Socket(socket_path(table_id), tokens["alice"]) as tab,
        Socket("/ws/lobby", tokens["alice"]) as lobby,
    ):
        await tab.is_quiet()
        await lobby.is_quiet()
        await tab.is_quiet()
        await lobby.say({"type": "ping"})
        assert await ends(lobby) == 4029
    async with (
        Socket(socket_path(table_id), tokens["alice"]) as again,
        Socket(socket_path(table_id), tokens["bob"]) as bob,
    ):
        await again.say({"type": "ping"})
        assert await ends(again) == 4029
        await bob.is_quiet()


async def test_bots_have_a_measure_of_their_own(table_id, tokens, monkeypatch):
    monkeypatch.setattr(limits, "BOT_RATE", Rate(2, 0.0))
    robby = await aside(lambda: token_of(person("robby", "bot")))()
    async with (
        Socket(socket_path(table_id), robby) as bot,
        Socket(socket_path(table_id), tokens["alice"]) as alice,
    ):
        for line in (bot, bot, alice, alice, alice):
            await line.is_quiet()
        await bot.say({"type": "ping"})
        assert await ends(bot) == 4029
        await alice.is_quiet()


async def test_strangers_have_a_measure_each(table_id, monkeypatch):
    monkeypatch.setattr(limits, "PERSON_RATE", Rate(2, 0.0))
    for _ in range(3):
        async with Socket(socket_path(table_id)) as stranger:
            await stranger.is_quiet()
