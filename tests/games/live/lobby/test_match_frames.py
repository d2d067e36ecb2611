"""Quick matches over the lobby's socket: everybody is told of their own search, and where to go."""

from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async as aside
from django.utils import timezone

from games.live.lobby import LobbyHub
from games.live.matches import MatchFeed
from games.models import MatchRequest
from games.services.matching.requests import request_match
from games.services.matching.withdrawal import withdraw_request
from tests.support.games.connections.socket_client import Socket
from tests.support.games.connections.wires import Wire
from tests.support.games.people import person

pytestmark = pytest.mark.usefixtures("on_file")


def lobby_of(tokens, name):
    return Socket("/ws/lobby", token=tokens[name])


async def seek(name, **wishes):
    await aside(request_match)(user=await aside(person)(name), now=timezone.now(), size=3, **wishes)


async def test_everybody_is_told_the_table_once_there_is_one(tokens):
    async with lobby_of(tokens, "alice") as alice, lobby_of(tokens, "bob") as bob:
        for line in (alice, bob):
            assert (await line.next("match"))["match"] is None
        await seek("alice")
        assert (await alice.next("match"))["match"]["table"] is None
        await seek("bob")
        await seek("dora")
        found = {(await wait_for_table(line)) for line in (alice, bob)}
        assert len(found) == 1
        assert "charlie" not in str(alice.frames)


async def wait_for_table(line):
    while (table_id := (await line.next("match"))["match"]["table"]) is None:
        pass
    return table_id


async def test_a_page_that_comes_back_is_told_that_the_search_is_over_or_goes_on(tokens):
    await seek("alice")
    async with lobby_of(tokens, "alice") as line:
        assert (await line.next("match"))["match"]["size"] == 3
        await aside(withdraw_request)(user=await aside(person)("alice"))
        assert (await line.next("match"))["match"] is None


async def test_visitors_are_told_of_no_search():
    async with Socket("/ws/lobby") as line:
        await line.say({"type": "ping"})
        await line.next("pong")
        assert not [frame for frame in line.frames if frame["type"] == "match"]


async def test_sockets_are_signs_of_life_and_requests_are_found_without_a_message(tokens, monkeypatch):
    monkeypatch.setattr("games.live.matches.POLL_INTERVAL_SECONDS", 0.01)
    monkeypatch.setattr(MatchFeed, "_handle_change", lambda *_: None)
    async with lobby_of(tokens, "alice") as line:
        await line.next("match")
        await seek("alice")
        assert (await line.next("match"))["match"]["size"] == 3
        long_ago = timezone.now() - timedelta(hours=1)
        await aside(MatchRequest.objects.update)(seen_at=long_ago)
        while (await aside(MatchRequest.objects.get)()).seen_at == long_ago:
            pass


async def test_who_searches_is_watched_closely_so_that_nobody_is_seated_with_a_broken_connection():
    await seek("alice")
    feed, wire = LobbyHub.get_current().matches, Wire((await aside(person)("alice")).pk)
    idle_at = wire.health.silence_timeout_at
    await feed.join(wire)
    assert wire.health.silence_timeout_at < idle_at
    await aside(withdraw_request)(user=await aside(person)("alice"))
    await feed.join(wire)
    assert wire.health.silence_timeout_at == idle_at
    feed.leave(wire)
