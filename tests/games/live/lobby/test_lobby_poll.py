"""Changes of the list that no wake-up reported: it is read regularly, and sent only if it has changed."""

import pytest
from asgiref.sync import sync_to_async as aside

from games.live.lobby import LOBBY, LobbyHub
from tests.support.games.connections.wires import Wire, settled
from tests.support.games.playing import opened, people


def lists(wire: Wire) -> list[list[str]]:
    """The ids of the tables in each list that a socket was sent."""
    return [[row["id"] for row in frame["tables"]] for frame in wire.told if frame["type"] == "tables"]


@pytest.fixture
async def hub(tokens, monkeypatch):
    """A lobby that hears of no change, and sends lists at once."""
    monkeypatch.setattr("games.live.lobby.UPDATE_INTERVAL_SECONDS", 0)
    monkeypatch.setattr(LobbyHub, "_wake_lobby", lambda hub, message: None)
    return LobbyHub.get_current()


async def poll(hub: LobbyHub) -> None:
    await hub.poll_for_changes()
    if hub._update is not None:
        await hub._update
    await settled(hub)


async def test_a_list_that_has_not_changed_is_not_sent_again(hub):
    wire = Wire()
    await hub.join(LOBBY, wire)
    await poll(hub)
    assert len(lists(wire)) == 1


async def test_a_change_is_sent_to_all_also_if_a_newcomer_has_seen_it_already(hub):
    first, second = Wire(), Wire()
    await hub.join(LOBBY, first)
    (alice,) = await aside(people)(1)
    table_id = await aside(opened)(alice)
    await hub.join(LOBBY, second)
    await poll(hub)
    assert table_id in lists(first)[-1]
    assert lists(first)[-1] == lists(second)[-1]
    assert (len(lists(first)), len(lists(second))) == (2, 1)


async def test_nothing_is_read_while_nobody_is_there(hub, monkeypatch):
    monkeypatch.setattr(LobbyHub, "read_snapshot", None)
    await poll(hub)
