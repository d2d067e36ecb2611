"""Sockets behind servers that know ASGI alone: frames go through `send`, farewells included."""

from tests.support.games.connections.socket_client import Socket, socket_path


async def test_behind_a_plain_server_a_table_is_shown_and_played(table_id, tokens):
    async with Socket(socket_path(table_id), tokens["bob"], plain=True) as bob:
        assert (await bob.hear())["type"] == "update"
        await bob.say({"type": "ping"})
        await bob.next("pong")


async def test_behind_a_plain_server_who_is_refused_hears_why_before_the_end(tokens):
    async with Socket(socket_path("nowhere"), tokens["bob"], plain=True) as bob:
        assert (await bob.hear())["code"] == "not_found"
        assert await bob.hear() == {"type": "closed", "code": 4004}
