"""Sockets at a table: updates after every commit, acks of what is stored, each viewer's own sight."""

from random import Random

import pytest
from asgiref.sync import sync_to_async as aside

from core.realtime import bus
from games import broadcast, presence
from games.live import hub as hubs
from games.models import LogEntry
from games.services.lobby.lobby import leave_seat
from tests.support.games.choices import some_action
from tests.support.games.connections.socket_client import Socket, socket_path
from tests.support.games.playing import AT, in_play, move, number, on_turn, opened, people, play_on, sight

SIGHT = {
    "number", "status", "viewer", "players", "round", "trick", "last_trick", "turn", "ready", "deadline",
    "server_time", "hand", "wing", "legal", "playable", "can_accuse", "can_claim", "commitment",
    "result",
    "halted", "own_pause", "deserted", "pause_asked", "closes_at",
}  # fmt: skip


# --- On connecting --------------------------------------------------------------------------------


async def test_a_socket_begins_with_the_whole_truth_for_its_viewer(table_id, tokens):
    async with Socket(socket_path(table_id), tokens["bob"]) as line:
        update = await line.hear()
    assert set(update) == {"type", "number", "events", "sight"}
    assert set(update["sight"]) == {*SIGHT, "sheet"}
    assert (update["type"], update["number"], update["events"]) == ("update", number(table_id), [])
    assert update["sight"]["viewer"] == 1
    assert update["sight"]["hand"] == sight(table_id, 1)["hand"]
    assert update["sight"]["players"][1]["connected"] is True


@pytest.mark.parametrize("token", ["charlie", None])
async def test_an_onlooker_gets_no_hand(table_id, tokens, token):
    async with Socket(socket_path(table_id), tokens[token] if token else None) as line:
        seen = (await line.hear())["sight"]
    assert (seen["viewer"], seen["hand"], seen["playable"], seen["can_accuse"]) == (None, None, [], [])
    assert seen["legal"] == {"suits": [], "bids": [], "cards": []}


async def test_after_a_number_come_the_events_since(table_id):
    count = number(table_id)
    for after in (0, 1, count - 1, count, count + 5):
        async with Socket(socket_path(table_id, f"?after={after}")) as line:
            update = await line.hear()
        assert update["number"] == count
        assert [event["number"] for event in update["events"]] == list(range(after + 1, count + 1))
        assert "sheet" in update["sight"]


@pytest.mark.parametrize("after", ["-1", "x", "", "1.5", "9" * 40, "%00"])
async def test_an_after_that_is_no_number_is_none(table_id, after):
    async with Socket(socket_path(table_id, f"?after={after}")) as line:
        assert (await line.hear())["events"] == []


# --- After every commit -----------------------------------------------------------------------------


async def test_everyone_gets_an_update_after_a_move_each_with_the_own_sight(table_id, tokens):
    async with (
        Socket(socket_path(table_id), tokens["alice"]) as alice,
        Socket(socket_path(table_id), tokens["bob"]) as bob,
        Socket(socket_path(table_id)) as watcher,
    ):
        for line in (alice, bob, watcher):
            await line.next("update")
        before = number(table_id)
        await aside(move)(table_id, Random(1))
        updates = [await line.until(before + 1) for line in (alice, bob, watcher)]
    assert [update["number"] for update in updates] == [before + 1] * 3
    for update, viewer in zip(updates, (0, 1, None), strict=True):
        seen = sight(table_id, viewer)
        assert update["sight"]["hand"] == seen["hand"]
        assert update["sight"]["trick"] == seen["trick"]
        assert [event["type"] for event in update["events"]] == ["card_played"]


async def test_an_ack_means_that_the_action_is_stored(table_id, tokens, name_at):
    seat = on_turn(table_id)
    action = some_action(sight(table_id, seat), Random(1))
    async with Socket(socket_path(table_id), tokens[await aside(name_at)(table_id, seat)]) as line:
        await line.act("first", **action)
        ack = await line.next("ack")
        entry = await LogEntry.objects.aget(table_id=table_id, number=ack["number"])
    assert ack == {"type": "ack", "id": "first", "number": entry.number, "outcome": None}
    assert (entry.action_id, entry.type) == ("first", "card_played")


async def test_two_tabs_of_one_player_both_get_updates_and_one_the_ack(table_id, tokens, name_at):
    seat = on_turn(table_id)
    token = tokens[await aside(name_at)(table_id, seat)]
    before = number(table_id)
    async with (
        Socket(socket_path(table_id), token) as acting,
        Socket(socket_path(table_id), token) as other,
    ):
        await acting.act("tab", **some_action(sight(table_id, seat), Random(1)))
        await acting.next("ack")
        update = await other.until(before + 1)
        assert update["sight"]["viewer"] == seat
        await other.is_quiet()
    assert not [frame for frame in other.frames if frame["type"] == "ack"]


async def test_what_both_tabs_send_under_one_id_is_done_once_and_acked_to_both(table_id, tokens, name_at):
    seat = on_turn(table_id)
    token = tokens[await aside(name_at)(table_id, seat)]
    action = some_action(sight(table_id, seat), Random(1))
    async with (
        Socket(socket_path(table_id), token) as one,
        Socket(socket_path(table_id), token) as other,
    ):
        for tab in (one, other):
            await tab.act("both", **action)
        acks = [await tab.next("ack", id="both") for tab in (one, other)]
    assert acks[0] == acks[1]
    assert await aside(LogEntry.objects.filter(table_id=table_id, action_id="both").count)() == 1


async def test_who_closes_one_of_two_tabs_stays_and_plays_on_in_the_other(table_id, tokens, name_at):
    seat = on_turn(table_id)
    token = tokens[await aside(name_at)(table_id, seat)]
    async with (
        Socket(socket_path(table_id)) as watcher,
        Socket(socket_path(table_id), token) as stays,
    ):
        await stays.hear()
        async with Socket(socket_path(table_id), token) as closes:
            await closes.hear()
        assert presence.connected_seats(table_id) == {seat}
        told = [frame for frame in await watcher.is_quiet() if frame["type"] == "presence"]
        assert {(frame["seat"], frame["connected"]) for frame in told} <= {(seat, True)}
        await stays.act("mine", **some_action(sight(table_id, seat), Random(1)))
        assert (await stays.next("ack"))["id"] == "mine"


async def test_an_accusation_is_acked_with_its_verdict_and_shown_to_all(tokens):
    table_id = await aside(in_play)(4, 1, cheating=True)
    await aside(move)(table_id, Random(1))
    async with (
        Socket(socket_path(table_id), tokens["alice"]) as alice,
        Socket(socket_path(table_id)) as watcher,
    ):
        await watcher.hear()
        before = number(table_id)
        await alice.act("call", type="accuse", accused=1, source="light_sensor", lux=0.4)
        ack = await alice.next("ack")
        update = await watcher.until(before + 1)
    assert ack["outcome"] == {"verdict": "wrong", "accuser_points": -10, "accused_points": 0}
    assert update["events"][0]["verdict"] == "wrong"
    assert "lux" not in update["events"][0]
    assert "sheet" in update["sight"]


async def test_a_whole_game_comes_in_order_without_gaps_and_the_sheet_when_it_changes(tokens):
    table_id = await aside(in_play)(4, 1, cheating=True)
    rng = Random(3)
    async with Socket(socket_path(table_id), tokens["alice"]) as line:
        last = (await line.hear())["number"]
        await aside(play_on)(table_id, rng, nerve=0.2)
        final = await line.until(number(table_id))
    updates = [frame for frame in line.frames[1:] if frame["type"] == "update"]
    for update in updates:
        numbers = [event["number"] for event in update["events"]]
        assert numbers == list(range(last + 1, update["number"] + 1))
        types = {event.get("type") for event in update["events"]}
        assert ("sheet" in update["sight"]) == bool(types & {"round_scored", "accused", "game_finished"})
        assert update["sight"]["number"] == update["number"]
        last = update["number"]
    assert final["sight"]["status"] == "finished"
    assert final["sight"]["result"]


async def test_an_update_never_splits_a_commit(table_id):
    """The last card of a trick, the trick and all that follows by itself come together."""
    async with Socket(socket_path(table_id)) as line:
        await line.hear()
        await aside(play_on)(table_id, Random(1), until=lambda seen: seen["status"] == "pause")
        await line.until(number(table_id))
    ends = {
        frame["events"][-1]["type"] for frame in line.frames if frame["type"] == "update" and frame["events"]
    }
    assert ends <= {"card_played", "trick_taken", "round_scored"}
    taken = [
        frame for frame in line.frames if frame["type"] == "update" and "trick_taken" in str(frame["events"])
    ]
    assert all("card_played" in str(frame["events"]) for frame in taken)


async def test_a_word_that_was_lost_is_found_by_the_slow_look(table_id, monkeypatch):
    monkeypatch.setattr(hubs, "POLL_INTERVAL_SECONDS", 0.01)
    monkeypatch.setattr(bus, "publish_message", lambda wake: None)
    before = number(table_id)
    async with Socket(socket_path(table_id)) as line:
        await line.hear()
        await aside(move)(table_id, Random(1))
        update = await line.until(before + 1)
    assert len(update["events"]) == 1


async def test_doubled_and_old_words_bring_nothing_twice(table_id):
    async with Socket(socket_path(table_id)) as line:
        await line.hear()
        await aside(move)(table_id, Random(1))
        await line.until(number(table_id))
        for told in (1, number(table_id), number(table_id)):
            bus.publish_message(broadcast.Wake(table_id, told))
        assert await line.is_quiet() == []


async def test_who_gets_up_looks_on(tokens):
    alice, bob = await aside(people)(2)
    table_id = await aside(opened)(alice, bob)
    async with Socket(socket_path(table_id), tokens["bob"]) as line:
        assert (await line.hear())["sight"]["viewer"] == 1
        await aside(leave_seat)(table_id=table_id, user=bob, now=AT)
        update = await line.until(number(table_id))
    assert update["sight"]["viewer"] is None
    assert [event["type"] for event in update["events"]] == ["seat_left"]


async def test_an_action_that_fails_unforeseen_is_refused_by_its_id(table_id, tokens, monkeypatch):
    async def fail(**_):
        raise RuntimeError("nobody foresaw this")

    monkeypatch.setattr("games.live.consumers.carry_out_action_async", fail)
    async with Socket(f"/ws/tables/{table_id}", tokens["alice"]) as line:
        await line.act("mine", type="play", card="R7")
        assert (await line.next("refused"))["id"] == "mine"
