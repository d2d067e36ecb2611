"""People at a table of the real server, for figures taken from outside: calls, sockets, the newest sights."""

import asyncio
import random
import time
import uuid
from contextlib import AsyncExitStack
from typing import Any

import httpx
import orjson
from websockets.asyncio.client import ClientConnection, connect

Frame = dict[str, Any]


class ConnectedSeat:
    """A person's socket at a table."""

    def __init__(self, socket: ClientConnection) -> None:
        """Create a seat whose player uses this connected socket."""
        self.socket = socket
        self.sight: Frame = {}
        self.heard = 0
        """Bytes of the update that was heard last."""

    async def send_action(self, action: Frame) -> str:
        """Send a player's action with a new random id, and return the id."""
        action_id = str(uuid.uuid4())
        await self.socket.send(orjson.dumps({"type": "action", "id": action_id, "action": action}).decode())
        return action_id

    async def receive_message(self) -> tuple[Frame, float]:
        """Wait for the next message, and return it with its arrival time (`perf_counter`).

        If the message is an update, store the player's view of the table in `self.sight`. If the message is a
        refusal, exit the program.
        """
        text = await self.socket.recv()
        at = time.perf_counter()
        frame = orjson.loads(text)
        if frame["type"] == "refused":
            raise SystemExit(f"refused: {frame}")
        if frame["type"] == "update":
            self.sight, self.heard = frame["sight"], len(text)
        return frame, at

    async def wait_for_update(self, number: int) -> float:
        """Wait for an update whose log number is at least `number`, and return its arrival time.

        The log number is the table's position in its log, which the update shows. The time is a
        `perf_counter` value.
        """
        while True:
            frame, at = await self.receive_message()
            if frame["type"] == "update" and frame["number"] >= number:
                return at

    async def wait_for_ack_and_update(self, action_id: str, number: int) -> tuple[float, float]:
        """Wait for an action's acknowledgement and for an update, and return both arrival times.

        The log number of the update (the table's position in its log) is at least `number`. The times are
        `perf_counter` values.
        """
        acked = told = 0.0
        while not (acked and told):
            frame, at = await self.receive_message()
            if frame["type"] == "ack" and frame["id"] == action_id:
                acked = at
            elif frame["type"] == "update" and frame["number"] >= number:
                told = at
        return acked, told


async def act_and_wait(seats: list[ConnectedSeat], actor: int, action: Frame) -> tuple[float, float]:
    """Send an action from seat `actor`, and wait until all seats have received the resulting update.

    Return the arrival times (`perf_counter`) of the acknowledgement and of the last seat's update.
    """
    number = seats[actor].sight["number"] + 1
    action_id = await seats[actor].send_action(action)
    others = (seat.wait_for_update(number) for seat in seats if seat is not seats[actor])
    answer = seats[actor].wait_for_ack_and_update(action_id, number)
    (acked, told), rest = await asyncio.gather(answer, asyncio.gather(*others))
    return acked, max(told, *rest)


async def end_pause(seats: list[ConnectedSeat]) -> None:
    """End the pause between two rounds: send the action "ready" from each seat."""
    for seat in range(len(seats)):
        await act_and_wait(seats, seat, {"type": "ready"})


def random_action(sight: Frame, rng: random.Random) -> Frame:
    """Return a random legal action for a player on turn. `sight` is the player's view of the table."""
    legal = sight["legal"]
    if legal["suits"]:
        return {"type": "name_trump", "suit": rng.choice(legal["suits"])}
    if legal["bids"]:
        return {"type": "bid", "bid": rng.choice(legal["bids"])}
    return {"type": "play", "card": rng.choice(sight["playable"])}


async def open_sockets(
    stack: AsyncExitStack, address: str, options: Frame, count: int = 4
) -> list[ConnectedSeat]:
    """Open a table of `count` guests, connect a socket for each guest, and wait for each first update.

    `options` are the table's options, as the API takes them. Return the seats; `stack` closes their sockets.
    """
    async with httpx.AsyncClient(base_url=f"http://{address}/api/v1/", verify=False) as http:
        people = [await _post(http, "auth/guest", {}) for _ in range(count)]
        headers = [{"Authorization": f"Bearer {person['token']}"} for person in people]
        table = await _post(http, "tables", {"options": options, "seats": count}, headers[0])
        for other in headers[1:]:
            await _post(http, f"tables/{table['id']}/join", {}, other)
    url = f"ws://{address}/ws/tables/{table['id']}"
    seats = [
        ConnectedSeat(await stack.enter_async_context(connect(url, additional_headers=each)))
        for each in headers
    ]
    await asyncio.gather(*(seat.wait_for_update(0) for seat in seats))
    return seats


async def _post(http: httpx.AsyncClient, path: str, body: Frame, headers: Frame | None = None) -> Frame:
    """Send a POST request with a JSON body, and return the JSON of the response.

    Raise HTTPStatusError for an error status.
    """
    answer = await http.post(path, json=body, headers=headers)
    found: Frame = answer.raise_for_status().json()
    return found
