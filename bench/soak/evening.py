"""Many tables for long: people think, lose their line, leave and return; memory and progress are watched."""

import asyncio
import statistics
import time
from typing import Any, NamedTuple

from tests.support.faults.checks import audit, check_log, rows
from tests.support.faults.killing import Group, Seat
from tests.support.faults.people import guests
from tests.support.servers import ServerProcess

SAMPLE_INTERVAL_SECONDS = 5.0
"""Seconds between two looks at memory and progress."""
STUCK_SECONDS = 90.0
"""Seconds without a new log entry after which a running table is stuck; a decision takes 15 and the bank."""
TIMED = {"preset": "custom", "rounds": [{"cards": cards} for cards in range(1, 9)], "pause": 2, "clock": 15}
CALL_TIMEOUT = 5.0
"""Seconds of silence after which somebody's client asks again: others think, too."""
START_TIMEOUT = 120
GROWN = 1.25
"""How much more memory the last quarter of the time may need than the second, by when all is loaded."""
MIB = 1024 * 1024
RUNNING = "SELECT id, number FROM games_table WHERE status IN ('naming_trump', 'bidding', 'playing', 'pause')"


class Guest(Seat):
    """Thinks for a second or so; now and then the line breaks, or the person is gone for a while."""

    absence_seconds = 0.0
    """Seconds until this person comes back."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Create a simulated guest who sits in a seat and plays. The arguments are those of `Seat`.

        After CALL_TIMEOUT seconds without a message, the client asks the server for missed updates.
        """
        super().__init__(*args, patience=CALL_TIMEOUT, **kwargs)

    async def think(self) -> None:
        """Wait for a random time before a move.

        With a probability of 3 %, raise ConnectionResetError, so that the guest loses the connection.
        """
        await asyncio.sleep(self.rng.uniform(0.2, 1.8))
        luck = self.rng.random()
        if luck < 0.03:
            self.absence_seconds = self.rng.uniform(5, 40) if luck < 0.005 else 0.0
            raise ConnectionResetError

    async def visit(self) -> None:
        """Stay away for `self.absence_seconds`. Then play until the connection breaks or the game is over."""
        absence_seconds, self.absence_seconds = self.absence_seconds, 0.0
        await asyncio.sleep(absence_seconds)
        await super().visit()


class ServerMonitor:
    """Samples the server's memory and notes when each table last moved."""

    def __init__(self, server: ServerProcess) -> None:
        """Prepare to watch this server's memory and tables, without starting yet."""
        self.server = server
        self.memory: list[int] = []
        self.stuck: set[str] = set()
        self._moved: dict[str, tuple[int, float]] = {}

    async def sample_until_cancelled(self) -> None:
        """Record the server's memory and find stuck tables, every SAMPLE_INTERVAL_SECONDS.

        Run until the task is cancelled.
        """
        while True:
            await asyncio.sleep(SAMPLE_INTERVAL_SECONDS)
            self.memory.append(self.server.resident())
            self._note_stuck_tables(await asyncio.to_thread(rows, self.server, RUNNING), time.monotonic())

    def _note_stuck_tables(self, running: list[tuple[str, int]], now: float) -> None:
        """Add each table without a new log entry for STUCK_SECONDS to `self.stuck`.

        `running` has the id and the newest log number of each running table. `now` is in seconds of
        `time.monotonic`.
        """
        moved = {}
        for table_id, number in running:
            before = self._moved.get(table_id)
            moved[table_id] = before if before and before[0] == number else (number, now)
            if now - moved[table_id][1] > STUCK_SECONDS:
                self.stuck.add(table_id)
        self._moved = moved


class Evening(NamedTuple):
    """The figures in lines, and what broke a promise."""

    figures: str
    broken: list[str]


async def simulate_evening(server: ServerProcess, *, tables: int, minutes: float, seed: int) -> Evening:
    """Let guests play at `tables` tables for `minutes`.

    Raise AssertionError if an acknowledged action is lost or stored twice.
    """
    groups = [
        Group(server, await asyncio.to_thread(guests, server, 2), f"{seed} {number}", TIMED, Guest)
        for number in range(tables)
    ]
    playing = [asyncio.create_task(group.play()) for group in groups]
    monitor = ServerMonitor(server)
    looking = asyncio.create_task(monitor.sample_until_cancelled())
    done, _ = await asyncio.wait(
        [*playing, looking], timeout=minutes * 60, return_when=asyncio.FIRST_EXCEPTION
    )
    for task in done:
        task.result()
    for group in groups:
        group.close()
    async with asyncio.timeout(START_TIMEOUT):
        await asyncio.gather(*playing)
    looking.cancel()
    return await asyncio.to_thread(_check_and_summarise, server, groups, monitor, minutes)


def _check_and_summarise(
    server: ServerProcess, groups: list[Group], monitor: ServerMonitor, minutes: float
) -> Evening:
    """Check each game's log, and return a summary.

    `groups` has the guests of each table, with all games that they have played. `minutes` is how long they
    played. Raise AssertionError if an acknowledged action is lost or stored twice.
    """
    games = [game for group in groups for game in group.games]
    entries = sum(len(check_log(server, game[0].table_id, game)) for game in games)
    seats = [seat for game in games for seat in game]
    acked, lines = sum(len(seat.acked) for seat in seats), sum(seat.connections for seat in seats)
    held = monitor.memory
    parts = [statistics.median(held[n * len(held) // 4 : (n + 1) * len(held) // 4]) / MIB for n in range(4)]
    shown = ", ".join(f"{part:.0f}" for part in parts)
    figures = (
        f"evening   {minutes:g} min, {len(groups)} tables, {len(games):,} games, {lines:,} connections: "
        f"{acked:,} acked ({acked / minutes / 60:,.0f}/s), {entries:,} entries; 0 acked lost, 0 doubled, "
        f"{len(monitor.stuck)} stuck tables\n"
        f"evening   resident memory by quarter of the time: {shown} MiB, {max(held) / MIB:.0f} at most\n"
        f"evening   audit: {audit(server).strip()}"
    )
    broken = [f"Table {table_id} was stuck." for table_id in sorted(monitor.stuck)]
    if parts[3] > GROWN * parts[1]:
        broken.append(f"Memory grew from {parts[1]:.0f} to {parts[3]:.0f} MiB.")
    return Evening(figures, broken)
