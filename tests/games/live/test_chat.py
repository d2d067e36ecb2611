"""Chat over sockets: who gets a message, across processes, and what the sender is told."""

import pytest
from asgiref.sync import sync_to_async as aside
from django.db import OperationalError

from core.limits import Limit
from core.realtime import bus
from games import broadcast
from games.live import chat as feed
from games.services.chat import limits
from games.services.chat.mutes import mute_chat
from games.services.chat.reports import hide_message
from games.services.lobby.lobby import take_seat
from tests.support.games.chatting import write
from tests.support.games.connections.socket_client import Frame, Socket, socket_path
from tests.support.games.people import person
from tests.support.games.playing import AT, opened, people


def content(frame: Frame) -> tuple[str, str, str]:
    return frame["channel"], frame["name"], frame["text"]


async def test_a_message_reaches_everybody_at_the_table_and_its_author(table_id, tokens):
    path = socket_path(table_id)
    async with (
        Socket(path, tokens["alice"]) as alice,
        Socket(path, tokens["bob"]) as bob,
        Socket(path) as stranger,
    ):
        for line in (alice, bob, stranger):
            await line.next("update")
        await alice.say({"type": "chat", "text": "<b>Hello</b>", "id": "1"})
        ack = await alice.next("chat_ack", id="1")
        for line in (bob, stranger):
            frame = await line.next("chat")
            assert content(frame) == ("table", "alice", "<b>Hello</b>")
            assert (frame["id"], frame["seat"], frame["phrase"], frame["hidden"]) == (
                ack["message"], 0, None, False,
            )  # fmt: skip


async def test_spectators_messages_never_reach_a_player(table_id, tokens):
    path = socket_path(table_id)
    async with (
        Socket(path, tokens["alice"]) as alice,
        Socket(path, tokens["charlie"]) as charlie,
        Socket(path) as stranger,
    ):
        for line in (alice, charlie, stranger):
            await line.next("update")
        await charlie.say({"type": "chat", "text": "Alice has R7", "id": "1"})
        assert content(await stranger.next("chat")) == ("spectators", "charlie", "Alice has R7")
        await alice.say({"type": "chat", "text": "Hello"})
        assert content(await alice.next("chat")) == ("table", "alice", "Hello")
        await stranger.next("chat", text="Hello")
        await alice.is_quiet()
    assert [frame["text"] for frame in alice.frames if frame["type"] == "chat"] == ["Hello"]
    async with Socket(path, tokens["alice"]) as again:
        history = await again.next("chat_history")
    assert [message["text"] for message in history["messages"]] == ["Hello"]


async def test_who_has_just_sat_down_gets_no_more_of_the_spectators(tokens):
    table_id = await aside(opened)(*await aside(people)(2), size=4)
    async with (
        Socket(socket_path(table_id), tokens["charlie"]) as charlie,
        Socket(socket_path(table_id)) as stranger,
    ):
        await charlie.next("update")
        await stranger.next("update")
        await aside(take_seat)(table_id=table_id, user=await aside(person)("charlie"), now=AT)
        message = await aside(write)(table_id, "emil", "Charlie plays badly")
        await stranger.next("chat", id=message.pk)
        await charlie.is_quiet()
    assert all(frame["type"] != "chat" for frame in charlie.frames)


async def test_a_socket_begins_with_what_was_said_before(table_id, tokens):
    await aside(write)(table_id, "bob", phrase="hello")
    async with Socket(socket_path(table_id), tokens["alice"]) as alice:
        history = await alice.next("chat_history")
    assert [(message["phrase"], message["text"]) for message in history["messages"]] == [("hello", "Hello!")]
    assert alice.frames[0]["type"] == "update"


async def test_a_socket_stays_open_where_the_database_goes_away_before_the_chat(
    table_id, tokens, monkeypatch
):
    def fail(*_):
        raise OperationalError("The server closed the connection.")

    monkeypatch.setattr("games.selectors.chat.chat_history", fail)
    async with Socket(socket_path(table_id), tokens["alice"]) as alice:
        await alice.next("update")
        await alice.say({"type": "ping"})
        assert (await alice.next("pong"))["type"] == "pong"


async def test_a_muted_player_is_not_heard(table_id, tokens):
    await aside(mute_chat)(table_id=table_id, user=await aside(person)("alice"), name="bob")
    async with Socket(socket_path(table_id), tokens["alice"]) as alice:
        await alice.next("update")
        await aside(write)(table_id, "bob", "Hello")
        await aside(write)(table_id, "dora", "Hello, too")
        assert content(await alice.next("chat"))[1] == "dora"


async def test_a_message_that_moderators_hide_is_replaced_at_once(table_id, tokens):
    message = await aside(write)(table_id, "bob", "something rude")
    async with Socket(socket_path(table_id), tokens["alice"]) as alice:
        await alice.next("chat_history")
        await aside(hide_message)(message=message, moderator=await aside(person)("dora"), now=AT)
        frame = await alice.next("chat")
    assert (frame["id"], frame["hidden"], frame["text"]) == (message.pk, True, "")


@pytest.mark.parametrize(
    ("frame", "code", "field"),
    [
        ({"text": ""}, "bad_request", "text"),
        ({"text": "x" * 10_000}, "bad_request", "text"),
        ({"text": 7}, "bad_request", "text"),
        ({"text": None}, "bad_request", "text"),
        ({"phrase": "rude_word"}, "bad_request", "phrase"),
        ({"text": "\u202etxet"}, "bad_request", "text"),
        ({"text": "Hello", "channel": "moon"}, "bad_request", "channel"),
        ({"text": "Hello", "channel": "spectators"}, "forbidden", None),
    ],
)
async def test_a_refusal_goes_to_the_sender_alone(table_id, tokens, frame, code, field):
    path = socket_path(table_id)
    async with Socket(path, tokens["alice"]) as alice, Socket(path, tokens["bob"]) as bob:
        await alice.next("update")
        await bob.next("update")
        await alice.say({"type": "chat", "id": "1", **frame})
        refused = await alice.next("refused")
        assert (refused["id"], refused["code"]) == ("1", code)
        assert field is None or field in refused["errors"]
        assert [other for other in await bob.is_quiet() if other["type"] != "presence"] == []


async def test_a_stranger_is_asked_to_log_in(table_id):
    async with Socket(socket_path(table_id)) as stranger:
        await stranger.next("update")
        await stranger.say({"type": "chat", "text": "Hello", "id": "1"})
        assert (await stranger.next("refused"))["code"] == "not_authenticated"


async def test_a_flood_is_refused(table_id, tokens, monkeypatch):
    # Over no time that a slow machine could need for it.
    monkeypatch.setattr(limits, "BURST", Limit("chat-burst", 6, seconds=10**10))
    async with Socket(socket_path(table_id), tokens["alice"]) as alice:
        await alice.next("update")
        for n in range(8):
            await alice.say({"type": "chat", "text": "Buy now", "id": str(n)})
        assert (await alice.next("refused"))["code"] == "throttled"


async def test_a_message_of_which_no_news_came_is_found(table_id, tokens, monkeypatch):
    monkeypatch.setattr(feed, "POLL_INTERVAL_SECONDS", 0.02)
    monkeypatch.setattr(feed.timezone, "now", lambda: AT)
    publish = bus.publish_message
    monkeypatch.setattr(
        bus,
        "publish_message",
        lambda message: None if isinstance(message, broadcast.ChatChange) else publish(message),
    )
    async with Socket(socket_path(table_id), tokens["alice"]) as alice:
        await alice.next("update")
        await aside(write)(table_id, "bob", "Hello")
        assert content(await alice.next("chat"))[2] == "Hello"


async def test_a_command_is_answered_to_its_author_alone(table_id, tokens):
    path = socket_path(table_id)
    async with Socket(path, tokens["alice"]) as alice, Socket(path, tokens["bob"]) as bob:
        await alice.next("update")
        await bob.next("update")
        await alice.say({"type": "chat", "text": "/who", "id": "1"})
        reply = await alice.next("reply", id="1")
        assert (reply["command"], reply["text"].splitlines()[0]) == ("who", "Seat 1: alice (here)")
        await alice.say({"type": "chat", "text": "/paly R7", "id": "2"})
        refused = await alice.next("refused", id="2")
        assert refused["detail"] == "There is no command /paly. Did you mean /play?"
        assert [frame for frame in await bob.is_quiet() if frame["type"] != "presence"] == []
