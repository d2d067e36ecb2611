"""Who comes, goes, sends again or asks anew at the socket of a table."""

from collections import Counter
from random import Random

from asgiref.sync import sync_to_async as aside

from games import presence
from games.models import LogEntry
from tests.support.games.choices import some_action
from tests.support.games.connections.socket_client import Socket, socket_path
from tests.support.games.people import api_of, person
from tests.support.games.playing import number, on_turn, sight


def without_time(sight: dict) -> dict:
    return {key: value for key, value in sight.items() if key != "server_time"}


# --- Again -----------------------------------------------------------------------------------------


async def test_an_action_sent_again_over_another_road_is_done_once(table_id, tokens, name_at):
    seat = on_turn(table_id)
    name = await aside(name_at)(table_id, seat)
    action = some_action(sight(table_id, seat), Random(1))
    client = await aside(lambda: api_of(person(name)))()
    path = f"/api/v1/tables/{table_id}/actions"
    async with Socket(socket_path(table_id), tokens[name]) as line:
        await line.act("mixed", **action)
        first = await line.next("ack")
        answer = await aside(client.post)(path, {"id": "mixed", **action})
        await line.act("mixed", **action)
        again = await line.next("ack")
    assert answer.json() == {"id": "mixed", "number": first["number"], "outcome": None}
    assert again == first
    assert await LogEntry.objects.filter(table_id=table_id, action_id="mixed").acount() == 1


async def test_sync_shows_everything_anew(table_id, tokens):
    async with Socket(socket_path(table_id), tokens["alice"]) as line:
        first = await line.hear()
        await line.say({"type": "sync", "after": 2})
        update = await line.next("update")
        await line.say({"type": "sync"})
        whole = await line.next("update")
    assert [event["number"] for event in update["events"]] == list(range(3, number(table_id) + 1))
    assert len(whole["events"]) == number(table_id)
    assert without_time(update["sight"]) == without_time(whole["sight"]) == without_time(first["sight"])


# --- Presence --------------------------------------------------------------------------------------------


async def test_who_comes_and_goes_is_told(table_id, tokens):
    async with Socket(socket_path(table_id), tokens["alice"]) as alice:
        assert (await alice.hear())["sight"]["players"][0]["connected"] is True
        async with (
            Socket(socket_path(table_id), tokens["bob"]) as bob,
            Socket(socket_path(table_id), tokens["bob"]),
        ):
            await alice.next("presence", seat=1, connected=True)
            assert (await bob.hear())["sight"]["players"][0]["connected"] is True
            assert await alice.is_quiet() == []  # a second tab is no second coming
        assert await alice.next("presence") == {
            "type": "presence",
            "seat": 1,
            "connected": False,
            "away_at": None,
        }
        await alice.say({"type": "sync", "after": 0})
        players = (await alice.next("update"))["sight"]["players"]
    assert [player["connected"] for player in players] == [True, False, False, False]


async def test_onlookers_come_and_go_unseen(table_id, tokens):
    async with Socket(socket_path(table_id), tokens["alice"]) as alice:
        await alice.hear()
        async with Socket(socket_path(table_id), tokens["charlie"]) as charlie:
            await charlie.hear()
        assert await alice.is_quiet() == []


# --- Threads ---------------------------------------------------------------------------------------


class Vanishing(dict[str, Counter[int]]):
    """A table leaves as soon as somebody has asked whether it is there."""

    def __contains__(self, key: object) -> bool:
        return self.pop(key, None) is not None


def test_a_table_may_lose_its_last_socket_while_a_thread_reads_who_is_there(monkeypatch):
    monkeypatch.setattr(presence, "_sockets", Vanishing())
    assert presence.add_socket("one", 2)
    assert presence.connected_seats("one") == {2}
    assert presence.remove_socket("one", 2)
    assert presence.connected_seats("one") == set()
    assert presence.all_seats_connected_here() == {}
