"""A draw of 245 players is released: until the last socket has its seat; the real server, on SQLite.

First the organiser presses the desk's button, and the word comes at once. Then they act in another process
than the sockets', as on several machines: the server learns of it by its look once a second.
"""

import asyncio
import os
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from statistics import quantiles
from typing import Any

import httpx
import orjson
from asgiref.sync import sync_to_async
from websockets.asyncio.client import ClientConnection, connect

from bench.serving import QUIET, run_python
from bench.tournaments.events import (
    OrganiserContext,
    create_checked_in_tournament,
    create_session,
    set_up_django,
)

PLAYERS = 245
ROUNDS = 7
Frame = dict[str, Any]


async def main() -> None:
    """Print how long it takes after a draw is released until all players know their seats."""
    # The server's own console releases it first, then another process.
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/bench.sqlite3"
        env = {**os.environ, **QUIET, "DATABASE_URL": url, "PORT": "0"}
        with run_python("manage.py", "serve", "--port", "0", env=env) as address:
            set_up_django(url)
            names = [f"player{number}" for number in range(PLAYERS)]
            organiser, tokens = await sync_to_async(create_checked_in_tournament)("bench", names)
            async with AsyncExitStack() as stack:
                sockets = [await _open_socket(stack, address, token) for token in tokens]
                await asyncio.gather(*(_wait_for_message(socket, lambda frame: True) for socket in sockets))
                owner = await sync_to_async(create_session)(organiser["actor"])
                path = f"/admin/tournaments/tournament/{organiser['tournament_id']}/desk/stages/1/release/"
                async with _logged_in_client(address, owner) as client:
                    await measure_releases(
                        sockets, organiser, "the desk's button", lambda: _press_button(client, path)
                    )
                act = sync_to_async(_release_draw)
                await measure_releases(sockets, organiser, "another process", lambda: act(organiser))


async def measure_releases(
    sockets: list[ClientConnection],
    organiser: OrganiserContext,
    released_by: str,
    release: Callable[[], Awaitable[None]],
) -> None:
    """Draw the seating of the first stage, release it and take it back; repeat this ROUNDS times.

    Call `release` to release the seating. Print how many seconds pass until all players know their seats.
    The printed line contains `released_by`, which says how the seating was released.
    """
    from tournaments.services.draw import draws

    drawn, released, told = [], [], []
    for number in range(ROUNDS):
        began = time.perf_counter()
        await sync_to_async(draws.draw_stage)(**organiser, stage_number=1, seed=number)
        drawn.append(time.perf_counter() - began)
        began = time.perf_counter()
        heard = asyncio.gather(*(_wait_for_message(socket, _assigns_table) for socket in sockets))
        await release()
        released.append(time.perf_counter() - began)
        told.append(max(await heard) - began)
        await sync_to_async(draws.take_back_draw)(**organiser, stage_number=1)
        await asyncio.gather(
            *(_wait_for_message(socket, lambda frame: not _assigns_table(frame)) for socket in sockets)
        )
    print(
        f"release   {_median_and_worst(told)} s (median / worst of {ROUNDS}) "
        f"until the last of {len(sockets)} sockets has its seat, by {released_by}, "
        f"itself done in {_median_and_worst(released)}; the draw before {_median_and_worst(drawn)}"
    )


def _release_draw(organiser: OrganiserContext) -> None:
    """Show the players the seating that was drawn for the tournament's first stage."""
    from tournaments.services.draw import draws

    draws.release_draw(**organiser, stage_number=1)


def _logged_in_client(address: str, session: str) -> httpx.AsyncClient:
    """Return an HTTP client for the server at `address` (host:port), logged in by the cookie `session`."""
    token = "x" * 32
    return httpx.AsyncClient(
        base_url=f"http://{address}",
        cookies={"sessionid": session, "csrftoken": token},
        headers={"X-CSRFToken": token},
    )


async def _press_button(client: httpx.AsyncClient, path: str) -> None:
    """Send a POST request to `path`, as a button of the organisers' console does.

    Exit if the response is not a redirect.
    """
    answer = await client.post(path)
    if answer.status_code != 302:
        raise SystemExit(f"the desk answers {answer.status_code}")


async def _open_socket(stack: AsyncExitStack, address: str, token: str) -> ClientConnection:
    """Open a player's WebSocket to the tournament, and return the connection. `stack` closes it later."""
    headers = {"Authorization": f"Bearer {token}"}
    return await stack.enter_async_context(
        connect(f"ws://{address}/ws/tournaments/bench", additional_headers=headers)
    )


async def _wait_for_message(socket: ClientConnection, wanted: Callable[[Frame], bool]) -> float:
    """Receive messages until `wanted` accepts one. Return that message's arrival time (`perf_counter`)."""
    while not wanted(orjson.loads(await socket.recv())):
        pass
    return time.perf_counter()


def _assigns_table(message: Frame) -> bool:
    """Return whether a message from the server tells a player which table is theirs."""
    return bool(message["own"]["table"])


def _median_and_worst(values: list[float]) -> str:
    """Return the median and the maximum of the values as text, such as "0.12 / 0.34"."""
    return f"{quantiles(values, n=2)[0]:.2f} / {max(values):.2f}"


if __name__ == "__main__":
    asyncio.run(main())
