"""A phone at a table of Wizard: the reference client, for whoever writes one. See ../android.md.

It needs Python 3.11 and `websockets` 14 or newer, knows the public contract alone, and shows the whole
exchange: log in, find a table, keep a socket alive, play, call a cheater out by covering the light sensor.

    python phone.py --open-seats 4 --bots 3 --cheating --rounds 5,3,1 --readings readings.json --suspect ask
"""

import argparse
import asyncio
import contextlib
import getpass
import json
import random
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, datetime
from urllib.parse import urlencode

from api import Api, Json
from cover import Cover, CoverDetector
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

Readings = AsyncIterator[tuple[float, float | str | None]]
Pick = Callable[[dict[int, str]], Awaitable[int | None]]
OVER = ("finished", "abandoned")
DENIED = (4001, 4003, 4004)
"""Closes after which it is no use to come back: token dead, not allowed, no such table."""


class ClosedForGood(Exception):
    """The server closed the socket, and would close the next one as well."""


async def replay(path: str, scene: str, step: float = 50) -> Readings:
    """Yield a scene of a readings file in real time, as (milliseconds, event) pairs.

    Between the readings, yield (time, None) every `step` milliseconds, as a phone's timer would.
    """
    with open(path, encoding="utf-8") as file:
        timeline = next(one for one in json.load(file)["scenes"] if one["name"] == scene)["timeline"]
    now = 0.0
    for at, what in [*timeline, [timeline[-1][0] + 1000, None]]:
        while now < at:
            await asyncio.sleep(min(step, at - now) / 1000)
            now = min(now + step, at)
            yield now, None
        yield at, what


async def ask(suspects: dict[int, str]) -> int | None:
    """Ask on the terminal which suspect (names by seat) cheated. Return the seat, or None for nobody."""
    print("Who cheated?", *(f"{seat}: {name}" for seat, name in suspects.items()), sep="\n  ")
    answer = await asyncio.to_thread(input, "Seat, or nothing: ")
    return int(answer) if answer.strip().isdigit() else None


def simple_move(sight: Json, rng: random.Random) -> Json:
    """Return a random legal action for the player on turn."""
    legal = sight["legal"]
    if legal["suits"]:
        return {"type": "name_trump", "suit": rng.choice(legal["suits"])}
    if legal["bids"]:
        return {"type": "bid", "bid": rng.choice(legal["bids"])}
    return {"type": "play", "card": rng.choice(legal["cards"])}


class Phone:
    """One player's app at one table: a socket that comes back, moves, accusations."""

    def __init__(
        self,
        api: Api,
        table: str,
        *,
        rng: random.Random,
        readings: Readings | None = None,
        pick: Pick = ask,
        say: Callable[[str], None] = print,
    ) -> None:
        """Prepare to play as the account of `api`. `play` connects.

        `readings` come from the light sensor, if there is one. `pick` lets the person choose a suspect, and
        `say` shows a line of text.
        """
        self.api, self.table, self.rng = api, table, rng
        self.readings, self.pick, self.say = readings, pick, say
        self.sight: Json = {"number": 0, "status": "unknown"}
        self.events: list[Json] = []
        self.pending: dict[str, Json] = {}
        """Actions without an answer, by id: sent again, under the same id, after each reconnect."""
        self.acked = self.moved_at = -1
        self.asking = False
        self.socket: ClientConnection | None = None
        self.failures, self.retry_after = 0, 0.0

    # --- The connection

    async def play(self) -> Json:
        """Play the game to its end, reconnecting after every lost connection, and return the last sight.

        Raises ClosedForGood if the server no longer admits the account.
        """
        sensing = asyncio.create_task(self._sense())
        try:
            while not self._over():
                with contextlib.suppress(OSError, ConnectionClosed, TimeoutError):
                    await self._live()
                if not self._over():
                    await self._wait()
        finally:
            sensing.cancel()
        return self.sight

    async def _wait(self) -> None:
        """Wait before reconnecting: as long as the server asked for, otherwise longer after each failure."""
        backoff = min(0.2 * 2**self.failures, 10)
        self.failures += 1
        await asyncio.sleep((self.retry_after or backoff) * self.rng.uniform(1, 1.25))

    async def _live(self) -> None:
        """Connect, resend unanswered actions, and play until the connection or the game ends."""
        query = urlencode({"after": self.sight["number"]})
        address = f"{self.api.url.replace('http', 'ws', 1)}/ws/tables/{self.table}?{query}"
        self.retry_after = 0.0
        headers = {"Authorization": f"Bearer {self.api.token}"}
        async with connect(address, additional_headers=headers) as self.socket:
            for action_id, action in list(self.pending.items()):
                await self._send(action_id, action)
            with contextlib.suppress(ConnectionClosed):
                while not self._over():
                    self._hear(json.loads(await self.socket.recv()))
                    await self._move()
        if self.socket.close_code in DENIED:
            raise ClosedForGood(self.socket.close_code)

    def _hear(self, frame: Json) -> None:
        """Handle a frame of the server; frames of unknown types are ignored."""
        match frame["type"]:
            case "update" if frame["number"] >= self.sight["number"]:
                self.failures = 0
                # The score sheet is left out while it is unchanged.
                self.sight = {"sheet": self.sight.get("sheet", []), **frame["sight"]}
                for event in frame["events"]:
                    self._tell(event)
            case "ack":
                self.pending.pop(frame["id"], None)
                self.acked = max(self.acked, frame["number"])
            case "refused":
                self.pending.pop(frame["id"], None)
                self.say(f"Refused ({frame['code']}): {frame['detail']}")
            case "bye":
                self.retry_after = frame["retry_after"] or 0.0

    async def act(self, action: Json) -> None:
        """Send an action with a new id, and keep it until it is answered."""
        action_id = str(uuid.uuid4())
        self.pending[action_id] = action
        await self._send(action_id, action)

    async def _send(self, action_id: str, action: Json) -> None:
        """Send an action; a lost connection is ignored, because the next one sends the action again."""
        frame = {"type": "action", "id": action_id, "action": action}
        with contextlib.suppress(ConnectionClosed):  # then the next connection sends it again
            if self.socket is not None:
                await self.socket.send(json.dumps(frame))

    # --- The game

    async def _move(self) -> None:
        """Send the player's next action, if there is one. Send at most one for each log number."""
        number = self.sight["number"]
        if self.asking or self.pending or number < self.acked or number <= self.moved_at:
            return
        if action := self._todo():
            self.moved_at = number
            await self.act(action)

    def _todo(self) -> Json | None:
        """Return the action that the player has to take now, or None."""
        sight, me = self.sight, self.sight.get("viewer")
        if me is None or sight["status"] == "open":
            return None
        if sight["status"] == "pause":
            return None if me in sight["ready"] else {"type": "ready"}
        return self.choose(sight) if me in sight["turn"] else None

    def choose(self, sight: Json) -> Json:
        """Return the action for the player's turn: a random legal one. Override this to play better."""
        return simple_move(sight, self.rng)

    def _tell(self, event: Json) -> None:
        """Store an event, and print accusations and scores."""
        self.events.append(event)
        kind = event.get("type")  # an event that is hidden from us shows only its number
        if kind == "accused":
            accuser, accused = self.name_of(event["accuser"]), self.name_of(event["accused"])
            points = f"{event['accuser_points']:+} for {accuser}, {event['accused_points']:+} for {accused}"
            self.say(f"{accuser} accuses {accused}: {event['verdict']} ({points})")
        elif kind == "round_scored":
            self.say("Scores: " + ", ".join(f"{one['name']} {one['score']}" for one in self.sight["players"]))

    def name_of(self, seat: int) -> str:
        return next(one["name"] for one in self.sight["players"] if one["seat"] == seat)

    def _over(self) -> bool:
        return self.sight["status"] in OVER

    # --- Accusing

    async def _sense(self) -> None:
        """Watch the light sensor, and start an accusation whenever it has been covered."""
        detector = CoverDetector()
        if self.readings is not None:
            async for at, what in self.readings:
                if cover := detector.sense(at, what):
                    await self.accuse(cover)

    async def accuse(self, cover: Cover) -> None:
        """Let the person pick a suspect after the sensor was covered, and send the accusation."""
        sensed_at = datetime.now(UTC).isoformat()
        suspects = {seat: self.name_of(seat) for seat in self.sight.get("can_accuse", ())}
        if not suspects:
            return
        self.asking = True
        accused = await self.pick(suspects)
        self.asking = False
        if accused in self.sight["can_accuse"]:
            sensed = {"source": "light_sensor", "lux": cover.lux, "sensed_at": sensed_at}
            await self.act({"type": "accuse", "accused": accused, **sensed})
        await self._move()


# --- The command


def parse_arguments() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description="Play a game of Wizard as a phone would.")
    parser.add_argument("--url", default="http://127.0.0.1:8000")
    parser.add_argument("--user", help="log in under this name instead of playing as a guest")
    parser.add_argument("--table", help="the id of a table to join; else any open one, else a new one")
    parser.add_argument("--invite", help="the code of a private table")
    parser.add_argument("--open-seats", type=int, metavar="N", help="open a table of N seats")
    parser.add_argument("--bots", type=int, default=3, help="how many of them bots take")
    parser.add_argument("--cheating", action="store_true", help="a table at which one may cheat")
    parser.add_argument("--rounds", default="", help="cards by round, such as 5,3,1; else the full game")
    parser.add_argument("--readings", metavar="FILE", help="readings of a light sensor")
    parser.add_argument("--scene", default="cover by hand", help="which of its scenes")
    parser.add_argument("--suspect", default="ask", metavar="SEAT|ask", help="whom a cover accuses")
    parser.add_argument("--seed", type=int, help="for the same choices again")
    return parser.parse_args()


def sit_down(api: Api, args: argparse.Namespace) -> str:
    """Log in or become a guest, join or open a table, and return its id."""
    if args.user:
        password = getpass.getpass()
        api.enter("auth/login", {"username": args.user, "password": password, "device": "phone.py"})
    else:
        api.enter("auth/guest", {"device": "phone.py"})
    if args.table:
        return api.join(args.table, args.invite)
    rounds = [{"cards": int(cards)} for cards in args.rounds.split(",") if cards]
    options = {"cheating": args.cheating, **({"preset": "custom", "rounds": rounds} if rounds else {})}
    found = None if args.open_seats else api.join_any()
    return found or api.open(options, args.open_seats or 4, args.bots)


def main() -> None:
    args = parse_arguments()
    api = Api(args.url)
    table = sit_down(api, args)
    print(f"{api.name} sits at {api.url}/tables/{table}/")

    async def suspect(suspects: dict[int, str]) -> int | None:
        """Return the seat to accuse: the one on the command line, or the one that the person picks."""
        return await ask(suspects) if args.suspect == "ask" else int(args.suspect)

    readings = replay(args.readings, args.scene) if args.readings else None
    phone = Phone(api, table, rng=random.Random(args.seed), readings=readings, pick=suspect)
    final = asyncio.run(phone.play())
    for place in final["result"] or ():
        print(f"{place['rank']}. {phone.name_of(place['seat'])}: {place['score']}")


if __name__ == "__main__":
    main()
