"""The hall's data with 2,000 watchers, and against a bare answer of Django (/healthz), on the real server.

First both are asked as fast as they answer, in turns; then 2,000 connections ask every ten seconds, while the
tournament changes every two: each change is a new body for all of them.
"""

import asyncio
import os
import random
import resource
import tempfile
import time
from collections.abc import Callable
from statistics import median, quantiles

from asgiref.sync import sync_to_async

from bench.serving import QUIET, run_python
from bench.tournaments.events import create_checked_in_tournament, set_up_django

PLAYERS = 245
WATCHERS = 2000
EVERY = 10.0
"""Seconds between two looks of a watcher."""
LASTS = 30.0
"""Seconds for which they watch."""
CHANGES_EVERY = 2.0
AT_ONCE = 32
ASKED = 4000
"""Requests in a round of the comparison."""
HALL, BARE = "/tournaments/bench/hall.json", "/healthz"


class PollingClient:
    """A kept connection that remembers the ETag of the last response."""

    def __init__(self, address: str, path: str, *, sends_etag: bool) -> None:
        """Create a client that requests `path` again and again.

        With `sends_etag`, each request contains the ETag of the last response.
        """
        self.host, _, port = address.partition(":")
        self.port = int(port)
        self.path = path
        self.sends_etag = sends_etag
        self.etag = b""
        self.bodies = 0

    async def request_data(self) -> float:
        """Send a request, and return the seconds until the whole response has arrived."""
        if not hasattr(self, "reader"):
            self.reader, self.writer = await asyncio.open_connection(self.host, self.port)
        wants = b"If-None-Match: " + self.etag + b"\r\n" if self.etag and self.sends_etag else b""
        head = f"GET {self.path} HTTP/1.1\r\nHost: {self.host}\r\nAccept-Encoding: gzip\r\n".encode()
        began = time.perf_counter()
        self.writer.write(head + wants + b"\r\n")
        answer = (await self.reader.readuntil(b"\r\n\r\n")).lower()
        status = answer.split(b" ", 2)[1]
        if status not in (b"200", b"304"):
            raise SystemExit(f"the server answers {status.decode()}")
        if status == b"200":
            self.bodies += 1
            await self.reader.readexactly(int(answer.split(b"content-length: ")[1].split(b"\r\n")[0]))
        if b"etag: " in answer:
            self.etag = answer.split(b"etag: ")[1].split(b"\r\n")[0].replace(b'w/"', b'W/"')
        return time.perf_counter() - began


async def main() -> None:
    """Print requests per second and response times for the data of a hall screen.

    A hall screen is a public display at a tournament.
    """
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/bench.sqlite3"
        env = {**os.environ, **QUIET, "DATABASE_URL": url, "PORT": "0"}
        with run_python("manage.py", "serve", "--port", "0", env=env) as address:
            set_up_django(url)
            change = await sync_to_async(create_tournament)()
            await compare_request_rates(address)
            await poll_hall_data(address, change)


def create_tournament() -> Callable[[], None]:
    """Create a tournament and release its first draw.

    Return a function that marks the tournament as changed.
    """
    from tournaments.services.changes import record_and_announce_change
    from tournaments.services.draw import draws

    organiser, _ = create_checked_in_tournament("bench", [], bots=PLAYERS)
    draws.draw_stage(**organiser, stage_number=1, seed=1)
    draws.release_draw(**organiser, stage_number=1)
    return lambda: record_and_announce_change(organiser["tournament_id"], now=organiser["now"])


async def compare_request_rates(address: str) -> None:
    """Print the requests per second for a hall screen's data and for /healthz.

    The data is requested both without and with an ETag. An ETag saves the response's body.
    """
    kinds = {"whole": (HALL, False), "unchanged": (HALL, True), "bare": (BARE, False)}
    rates: dict[str, list[float]] = {kind: [] for kind in kinds}
    for number in range(6):
        for kind, (path, sends_etag) in kinds.items():
            clients = [PollingClient(address, path, sends_etag=sends_etag) for _ in range(AT_ONCE)]
            began = time.perf_counter()
            await asyncio.gather(*(_send_requests(client, ASKED // AT_ONCE) for client in clients))
            if number:
                rates[kind].append(ASKED / (time.perf_counter() - began))
    whole, unchanged, bare = (median(rates[kind]) for kind in kinds)
    ratios = [median(a / b for a, b in zip(rates[kind], rates["bare"], strict=True)) for kind in kinds]
    print(
        f"hall      {whole:,.0f} requests/s with the whole body ({PLAYERS} players), "
        f"{unchanged:,.0f} unchanged (304), "
        f"bare /healthz {bare:,.0f}: ratios {ratios[0]:.1f} and {ratios[1]:.1f}"
    )


async def _send_requests(client: PollingClient, times: int) -> None:
    """Send `times` requests one after another, and then close the connection."""
    for _ in range(times):
        await client.request_data()
    client.writer.close()


async def poll_hall_data(address: str, change: Callable[[], None]) -> None:
    """Let WATCHERS clients poll a hall screen's data while it changes, and print the response times."""
    clients = [PollingClient(address, HALL, sends_etag=True) for _ in range(WATCHERS)]
    took: list[float] = []
    changing = asyncio.ensure_future(_change_tournament_periodically(change))
    began = time.perf_counter()
    await asyncio.gather(*(_poll(client, began + LASTS, took) for client in clients))
    seconds = time.perf_counter() - began
    changing.cancel()
    cuts = quantiles(took, n=100)
    bodies = sum(client.bodies for client in clients)
    print(
        f"hall      {WATCHERS:,} watchers: {len(took) / seconds:,.0f} requests/s for {seconds:.0f} s, "
        f"{bodies:,} of {len(took):,} with a new body; "
        f"{cuts[49] * 1000:.1f} / {cuts[98] * 1000:.1f} ms (p50 / p99), "
        f"{max(took) * 1000:.0f} at worst; none failed"
    )


async def _poll(client: PollingClient, until: float, took: list[float]) -> None:
    """After a random delay, send a request every EVERY seconds until the time `until` (`perf_counter`).

    Append each response time in seconds to `took`.
    """
    await asyncio.sleep(random.uniform(0, EVERY))
    while time.perf_counter() < until:
        took.append(await client.request_data())
        await asyncio.sleep(EVERY)


async def _change_tournament_periodically(change: Callable[[], None]) -> None:
    """Call `change`, which marks the tournament as changed, every CHANGES_EVERY seconds until cancelled."""
    while True:
        await asyncio.sleep(CHANGES_EVERY)
        await sync_to_async(change)()


if __name__ == "__main__":
    asyncio.run(main())
