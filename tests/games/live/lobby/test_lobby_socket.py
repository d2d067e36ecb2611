"""The socket of the lobby: it shows open public tables, and takes no actions."""

from asgiref.sync import sync_to_async as aside

from tests.support.games.connections.socket_client import Socket
from tests.support.games.people import api_of
from tests.support.games.playing import opened, people


async def test_the_lobby_shows_open_public_tables_and_what_becomes_of_them(tokens, monkeypatch):
    monkeypatch.setattr("games.live.lobby.UPDATE_INTERVAL_SECONDS", 0)
    alice, bob = await aside(people)(2)
    async with Socket("/ws/lobby") as line:
        assert (await line.hear())["type"] == "tables"
        table_id = await aside(opened)(alice, size=3)
        row = await shown(line, table_id)
        assert (row["status"], row["seats"], len(row["players"])) == ("open", 3, 1)
        assert "invite" not in row
        private = await aside(opened)(alice, visibility="private")
        client = await aside(api_of)(bob)
        await aside(client.post)(f"/api/v1/tables/{table_id}/join")
        while len((await shown(line, table_id))["players"]) < 2:
            pass
        await aside(client.post)(f"/api/v1/tables/{table_id}/bots")
        while table_id in [row["id"] for row in (await line.next("tables"))["tables"]]:
            pass
    assert private not in str(line.frames)


async def shown(line: Socket, table_id: str) -> dict:
    """The table's row in the next list that has it."""
    while True:
        for row in (await line.next("tables"))["tables"]:
            if row["id"] == table_id:
                return row


async def test_the_lobby_answers_pings_and_takes_no_actions():
    async with Socket("/ws/lobby") as line:
        await line.say({"type": "fly"})
        assert (await line.next("refused"))["code"] == "bad_request"
        await line.say({"type": "ping"})
        await line.next("pong")


async def test_an_action_in_the_lobby_is_not_passed_over_in_silence():
    async with Socket("/ws/lobby") as line:
        await line.act("here", type="ready")
        refused = await line.next("refused")
        assert (refused["id"], refused["code"]) == ("here", "bad_request")
