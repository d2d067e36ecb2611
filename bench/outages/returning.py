"""People who are cut off when a server dies, and come back; and whether everything is as it was."""

import asyncio
import random
import time
from collections.abc import Sequence
from typing import Any

import orjson

from bench import wire
from bench.tables.seats import random_action

THINK = 0.1
"""Seconds before a move."""
VOLATILE = ("server_time", "deadline")
"""Fields of a sight that depend on the time,"""
VOLATILE_OF_PLAYERS = ("connected", "away_at")
"""and on who has a socket."""


class BenchPlayer:
    """A seat's socket, which moves on its turn and remembers the acks."""

    def __init__(self, table_id: str, token: str, rng: random.Random) -> None:
        """Store the table and the player's login token. `rng` chooses the moves. Do not connect yet."""
        self.table_id = table_id
        self.token = token
        self.rng = rng
        self.sight: dict[str, Any] = {}
        self.shown_at = 0.0
        """When the newest connection had its first sight."""
        self.plays = False
        self.acked: dict[str, int] = {}
        """The number of each action that was acked."""

    async def connect(self, address: str) -> None:
        """Open a WebSocket to the player's table at a server (`host:port`).

        Forget the state of the table received over an earlier connection.
        """
        self.sight, self.shown_at = {}, 0.0
        self.wire = await wire.connect(
            address, f"/ws/tables/{self.table_id}", self.token, self._handle_message
        )

    def _handle_message(self, text: bytes) -> None:
        """Store a confirmed move or the new state of the table.

        A new state schedules the player's next move if `plays` is True.
        """
        frame = orjson.loads(text)
        if frame["type"] == "ack":
            self.acked[frame["id"]] = frame["number"]
        elif frame["type"] == "update":
            self.sight = frame["sight"]
            self.shown_at = self.shown_at or time.perf_counter()
            if self.plays:
                asyncio.get_running_loop().call_later(THINK, self._move, frame["number"])

    def _move(self, number: int) -> None:
        """Send a random action if it is the player's turn, or "ready" in a pause.

        `number` is the version of the table for which this action was scheduled. Do nothing if the player has
        received another version since, is ready already, is not on turn, or if `plays` is False.
        """
        if not self.plays or number != self.sight.get("number"):
            return
        if self.sight["status"] == "pause" and self.sight["viewer"] not in self.sight["ready"]:
            action: dict[str, Any] = {"type": "ready"}
        elif self.sight["viewer"] in self.sight["turn"]:
            action = random_action(self.sight, self.rng)
        else:
            return
        self.wire.send(orjson.dumps({"type": "action", "id": f"after {number}", "action": action}))


def check_against_logs(players: Sequence[BenchPlayer], tables: Sequence[str]) -> int:
    """Check the players' data and the tables against the stored logs, and return the number of log entries.

    Exit if anything is wrong.
    """
    from games.models import LogEntry
    from games.services.audit import audit_table

    wrong = [f"sight at {player.table_id}" for player in players if not _matches_log(player)]
    for player in players:
        for action_id, number in player.acked.items():
            kept = LogEntry.objects.filter(table_id=player.table_id, action_id=action_id, number=number)
            if not kept.filter(seat=player.sight["viewer"]).exists():
                wrong.append(f"{action_id} at {player.table_id} was acked as {number} and is not there")
    for table_id in tables:
        wrong += [f"{table_id}: {error}" for error in audit_table(table_id)]
    if wrong:
        raise SystemExit("\n".join(wrong))
    return LogEntry.objects.count()


def _matches_log(player: BenchPlayer) -> bool:
    """Return whether the last state of the table that the player received agrees with the table's log."""
    from django.utils import timezone

    from games.rules.sight import viewer_sight
    from games.store.snapshot import fold_entries
    from games.store.tables import read_entries_after

    number, viewer = player.sight["number"], player.sight["viewer"]
    snapshot = fold_entries(player.table_id, read_entries_after(player.table_id, 0)[:number])
    assert snapshot is not None
    sight = viewer_sight(snapshot.state, viewer, number=number, server_time=timezone.now())
    said = orjson.loads(orjson.dumps(sight))
    if "sheet" not in player.sight:
        del said["sheet"]
    return _stable_fields(said) == _stable_fields(player.sight)


def _stable_fields(sight: dict[str, Any]) -> dict[str, Any]:
    """Return a copy of a player's view of the table without fields that depend on time or connections."""
    kept = {name: value for name, value in sight.items() if name not in VOLATILE}
    kept["players"] = [
        {name: value for name, value in player.items() if name not in VOLATILE_OF_PLAYERS}
        for player in sight["players"]
    ]
    return kept
