"""Tables that play over real sockets: as fast as the server lets them, or at a pace; what each move took.

A move is over when its mover has the ack and all seats have the update; then the table's next move is made.
"""

import asyncio
import random
import sys
import time
from collections.abc import Callable, Sequence
from statistics import quantiles
from typing import Any, NamedTuple

import orjson

from bench import wire
from bench.tables.fill import FilledTable
from bench.tables.seats import random_action

UPDATE = b'{"type":"update","number":'
CONNECT_AT_ONCE = 50
LAST_MOVE_TIMEOUT = 30.0
"""Seconds in which the moves that are under way at the end of a measurement must be over."""


class TimedMove(NamedTuple):
    """Seconds of `perf_counter` at which a move was sent, acked and at the last seat, and its round."""

    sent: float
    acked: float
    told: float
    round: int


class Percentiles(NamedTuple):
    """Milliseconds that 50, 95 and 99 of a hundred stay under."""

    p50: float
    p95: float
    p99: float

    def __str__(self) -> str:
        """Return the 50th, 95th and 99th percentile in milliseconds as text, such as "1.2 / 3.4 / 5.6"."""
        return " / ".join(f"{value:.1f}" for value in self)


class LoadedTable:
    """One table with a socket for each seat; `moves` is what has been played."""

    def __init__(self, filled: FilledTable, rng: random.Random) -> None:
        """Prepare to play a game for all its players. `connect` opens their sockets later.

        `filled` has the id of the game's table and the players' tokens. `rng` chooses the moves of all
        players.
        """
        self.filled = filled
        self.rng = rng
        self.moves: list[TimedMove] = []
        self.wires: list[wire.RawWebSocket] = []
        self.finished = False
        self.bytes = 0
        self.frames = 0
        self.on_ready_to_move: Callable[[LoadedTable], None] = lambda table: None
        """Called after each move, and may start the next one."""
        self._newest: list[bytes] = [b""] * len(filled.tokens)
        self._numbers = [-1] * len(filled.tokens)
        self._welcomed = asyncio.Event()
        self._mover: int | None = None
        self._waits = False
        """Whether the scheduler must act (end a pause) before the next move."""
        self._wanted = 0
        self._sent = self._acked = self._told = 0.0
        self._round = 0

    async def connect(self, addresses: Sequence[str]) -> None:
        """Open a socket for each seat, and wait until every seat has received an update.

        The seats use the servers in turn.
        """
        path = f"/ws/tables/{self.filled.id}"
        for seat, token in enumerate(self.filled.tokens):
            address = addresses[seat % len(addresses)]
            self.wires.append(await wire.connect(address, path, token, self._message_handler(seat)))
        await asyncio.wait_for(self._welcomed.wait(), 60)

    def _message_handler(self, seat: int) -> Callable[[bytes], None]:
        """Return a function that handles each message received by this seat."""
        return lambda text: self._handle_message(seat, text)

    def _handle_message(self, seat: int, text: bytes) -> None:
        """Handle a message from the server to a seat.

        Record the current move once all seats have seen it. If the server refuses the move, stop the program.
        """
        self.bytes += len(text)
        self.frames += 1
        if text.startswith(UPDATE):
            self._numbers[seat] = int(text[len(UPDATE) : text.index(b",", len(UPDATE))])
            self._newest[seat] = text
            if self._mover is None:
                if min(self._numbers) >= 0:
                    self._welcomed.set()
            elif min(self._numbers) >= self._wanted:
                self._told = self._told or time.perf_counter()
        elif text.startswith(b'{"type":"ack"'):
            self._acked = time.perf_counter()
        elif text.startswith(b'{"type":"refused"'):
            raise SystemExit(text.decode())
        if self._mover is not None and self._acked and self._told:
            self._mover = None
            self.moves.append(TimedMove(self._sent, self._acked, self._told, self._round))
            self._waits = True
        if self._waits and self._mover is None and self._is_up_to_date():
            self._waits = False
            self.on_ready_to_move(self)

    def _is_up_to_date(self) -> bool:
        """Return whether all seats have received the same state, and no pause between rounds is under way."""
        if min(self._numbers) != max(self._numbers):
            return False
        sight = self._newest_view(0)
        return bool(sight["turn"]) or sight["status"] == "finished"

    @property
    def is_free(self) -> bool:
        """Whether no move is under way and the next move can be made."""
        return self._mover is None and not self._waits

    @property
    def round(self) -> int:
        """The current round number, or `sys.maxsize` if the game is over."""
        current = self._newest_view(0)["round"]
        return current["number"] if current else sys.maxsize

    def move(self) -> bool:
        """Send a random legal action for the player on turn, and return True.

        If the game is over, send nothing and return False.
        """
        sight = self._newest_view(0)
        if sight["status"] == "finished":
            self.finished = True
            return False
        mover = sight["turn"][0]
        if mover:
            sight = self._newest_view(mover)
        action = random_action(sight, self.rng)
        self._round = sight["round"]["number"]
        self._acked = self._told = 0.0
        self._mover, self._wanted = mover, max(self._numbers) + 1
        frame = {"type": "action", "id": f"{self._wanted}", "action": action}
        self._sent = time.perf_counter()
        self.wires[mover].send(orjson.dumps(frame))
        return True

    def _newest_view(self, seat: int) -> dict[str, Any]:
        """Return the newest view of the table that this seat has received."""
        sight: dict[str, Any] = orjson.loads(self._newest[seat])["sight"]
        return sight

    def close(self) -> None:
        """Close the sockets of all seats."""
        for each in self.wires:
            each.close()


class Load:
    """Tables that play at once; further ones wait until one of these is over."""

    def __init__(self, tables: Sequence[LoadedTable], at_once: int) -> None:
        """Prepare to play at the connected tables, with up to `at_once` games at a time.

        The other tables are spares: each of them replaces a table whose game is over.
        """
        self.tables = tables
        self.playing = list(tables[:at_once])
        self._spare = list(tables[at_once:])
        self._running = False

    async def play_at_full_speed(self, seconds: float) -> list[TimedMove]:
        """Play as fast as the server allows, and return the moves completed within `seconds`.

        Play only at the tables in `self.playing`, all at the same time. When a game is over, replace its
        table by a spare table. Exit if no spare table is left.
        """
        began = self._start_measurement()
        for table in tuple(self.playing):
            self._make_next_move(table)
        await asyncio.sleep(seconds)
        return await self._finish_measurement(began, seconds)

    async def play_at_pace(self, seconds: float, moves_a_second: float) -> list[TimedMove]:
        """Play up to `moves_a_second` moves per second, at all tables in turn. Return the completed moves."""
        began = self._start_measurement()
        busy: set[LoadedTable] = set()
        for number in range(int(seconds * moves_a_second)):
            wait = began + number / moves_a_second - time.perf_counter()
            await asyncio.sleep(max(0.0, wait))
            place = number % len(self.playing)
            table = self.playing[place]
            # A table is left out while its last move is under way.
            if table not in busy:
                busy.add(table)
                table.on_ready_to_move = busy.discard
                if not table.move():
                    busy.discard(table)
                    self.playing[place] = self._take_spare_table()
        return await self._finish_measurement(began, seconds)

    async def play_one_round(self, number: int) -> list[TimedMove]:
        """Play at full speed until round `number` is over at every table, and return the moves."""
        began, over = self._start_measurement(), asyncio.Event()
        waiting = set(self.playing)

        def move_unless_done(table: LoadedTable) -> None:
            """Make the table's next move. If round `number` is over, mark the table as done instead."""
            if table.round > number or not table.move():
                waiting.discard(table)
                if not waiting:
                    over.set()

        for table in self.playing:
            table.on_ready_to_move = move_unless_done
            move_unless_done(table)
        await over.wait()
        return await self._finish_measurement(began, time.perf_counter() - began)

    def _start_measurement(self) -> float:
        """Delete the recorded moves of all tables, and return the current time (`perf_counter`)."""
        self._running = True
        for table in self.tables:
            table.moves.clear()
            table.bytes = table.frames = 0
            table.on_ready_to_move = self._make_next_move
        return time.perf_counter()

    def _make_next_move(self, table: LoadedTable) -> None:
        """Make the table's next move. If its game is over, replace the table by a spare and move there.

        Do nothing if the measurement has ended.
        """
        while self._running and not table.move():
            following = self._take_spare_table()
            self.playing[self.playing.index(table)] = following
            table = following

    def _take_spare_table(self) -> LoadedTable:
        """Remove the next spare table from the list, and return it. Exit if no spare table is left."""
        if not self._spare:
            raise SystemExit("all tables are played to their end: fill more")
        return self._spare.pop(0)

    async def _finish_measurement(self, began: float, seconds: float) -> list[TimedMove]:
        """Wait until no move is under way. Return the moves completed within `seconds` of `began`."""
        self._running = False
        for table in self.tables:
            table.on_ready_to_move = lambda table: None
        until = time.perf_counter() + LAST_MOVE_TIMEOUT
        while not all(table.is_free for table in self.playing) and time.perf_counter() < until:
            await asyncio.sleep(0.02)
        if lost := [wire.lost for table in self.tables for wire in table.wires if wire.lost]:
            raise SystemExit(f"{len(lost)} lines are lost: {lost[0]}")
        if stuck := [table.filled.id for table in self.playing if not table.is_free]:
            raise SystemExit(f"the last move of {len(stuck)} tables did not end: {stuck[:5]}")
        within = began + seconds
        return [move for table in self.tables for move in table.moves if move.told <= within]


async def connect_tables(
    filled: Sequence[FilledTable], addresses: Sequence[str], *, spread: bool = False
) -> list[LoadedTable]:
    """Open a socket for each player of the tables, and return the connected tables.

    A table's players use one server or, with `spread`, all servers in turn.
    """
    rng = random.Random(2026)
    tables = [LoadedTable(one, random.Random(rng.random())) for one in filled]
    for begin in range(0, len(tables), CONNECT_AT_ONCE):
        some = enumerate(tables[begin : begin + CONNECT_AT_ONCE], start=begin)
        await asyncio.gather(
            *(
                table.connect(addresses if spread else [addresses[number % len(addresses)]])
                for number, table in some
            )
        )
    return tables


def move_time_percentiles(moves: Sequence[TimedMove], until: str) -> Percentiles:
    """Return the 50th, 95th and 99th percentile of the moves' times in milliseconds, from the sending.

    `until` is the field of `TimedMove` at which a time ends: "acked" when the player has received the
    server's acknowledgement, or "told" when all seats have received the update.
    """
    cuts = quantiles([(getattr(move, until) - move.sent) * 1000 for move in moves], n=100)
    return Percentiles(cuts[49], cuts[94], cuts[98])
