"""The load for the bare pipeline: the same sockets and the same rule when a move is over, and no game."""

import asyncio
import time
from collections.abc import Callable

from bench import wire
from bench.tables.load import CONNECT_AT_ONCE, TimedMove


class BareTable:
    """Four sockets at one table of the bare server."""

    def __init__(self, number: int, seats: int = 4) -> None:
        """Prepare a table with this id and number of seats, without connecting to the server yet."""
        self.path = f"/{number}"
        self.seats = seats
        self.moves: list[TimedMove] = []
        self.wires: list[wire.RawWebSocket] = []
        self.running = False
        self._number = 0
        self._missing = 0
        self._sent = self._acked = 0.0

    async def connect(self, address: str) -> None:
        """Open a socket for each seat to the server at `address` (host:port)."""
        for _ in range(self.seats):
            self.wires.append(await wire.connect(address, self.path, "", self._handle_message))

    def _handle_message(self, text: bytes) -> None:
        """Count a message from the server, which is always an answer to the current move.

        The answers to a move are one "ack" and an update for each seat. After the last answer, record the
        move, and send the next move if `running` is True.
        """
        self._missing -= 1
        if text == b"ack":
            self._acked = time.perf_counter()
        if not self._missing:
            now = time.perf_counter()
            self.moves.append(TimedMove(self._sent, self._acked, now, 0))
            if self.running:
                self.move()

    def move(self) -> None:
        """Send a move from the next seat.

        The server will answer this seat with "ack", and every seat with an update.
        """
        self._number += 1
        self._missing = self.seats + 1
        self._sent = time.perf_counter()
        self.wires[self._number % self.seats].send(str(self._number).encode())


async def play_at_full_speed(
    address: str, tables: int, seconds: float, read_cpu_seconds: Callable[[], float]
) -> tuple[list[TimedMove], float]:
    """Play on the baseline server without pauses: first a warm-up, then a measurement of `seconds`.

    Return the moves completed during the measurement, and the CPU seconds that the server used for it.
    `read_cpu_seconds` must return the CPU seconds used by the server so far.
    """
    loaded = [BareTable(number) for number in range(tables)]
    for begin in range(0, tables, CONNECT_AT_ONCE):
        await asyncio.gather(*(table.connect(address) for table in loaded[begin : begin + CONNECT_AT_ONCE]))
    await asyncio.sleep(0.5)
    for table in loaded:
        table.running = True
        table.move()
    await asyncio.sleep(seconds / 4)
    for table in loaded:
        table.moves.clear()
    began, worked = time.perf_counter(), read_cpu_seconds()
    await asyncio.sleep(seconds)
    worked = read_cpu_seconds() - worked
    for table in loaded:
        table.running = False
    await asyncio.sleep(0.5)
    moves = [move for table in loaded for move in table.moves if move.told <= began + seconds]
    for table in loaded:
        for each in table.wires:
            each.close()
    return moves, worked
