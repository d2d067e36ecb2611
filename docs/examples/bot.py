"""A bot at a table of Wizard, in sixty lines: how it plays is up to you. See ../bot-door.md.

BOT_PASSWORD=… python bot.py robby [--url http://127.0.0.1:8000] [--table ID]
"""

import argparse
import asyncio
import json
import os
import random
import uuid

from api import Api, Json
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed


def choose(sight: Json) -> Json:
    """Return the action to take on the bot's turn, with this view of the table. Put your own ideas here."""
    legal = sight["legal"]
    if legal["suits"]:
        return {"type": "name_trump", "suit": random.choice(legal["suits"])}
    if legal["bids"]:
        return {"type": "bid", "bid": random.choice(legal["bids"])}
    return {"type": "play", "card": random.choice(legal["cards"])}


async def play(api: Api, table: str) -> Json:
    """Play to the end of the game through lost connections, and return the last view of the table."""
    address = f"{api.url.replace('http', 'ws', 1)}/ws/tables/{table}"
    async for socket in connect(address, additional_headers={"Authorization": f"Bearer {api.token}"}):
        try:
            async for text in socket:
                sight = json.loads(text).get("sight", {"status": "unchanged", "turn": []})
                if sight["status"] in ("finished", "abandoned"):
                    return sight
                if sight["turn"] and sight["viewer"] in sight["turn"]:
                    # The same id for the same moment: what is sent twice happens once.
                    moment = str(uuid.uuid5(uuid.NAMESPACE_URL, f"{table}/{sight['number']}"))
                    frame = {"type": "action", "id": moment, "action": choose(sight)}
                    await socket.send(json.dumps(frame))
        except ConnectionClosed:
            pass  # It connects again, a little later each time.
        if socket.close_code in (4001, 4003, 4004):  # Token dead, not allowed, no such table.
            break
    raise SystemExit("The server lets this account in no more.")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Play a game as a bot; BOT_PASSWORD lets it in.")
    parser.add_argument("user", help="the name of the bot's account")
    parser.add_argument("--url", default="http://127.0.0.1:8000")
    parser.add_argument("--table", help="the id of a table to join; else one with the site's bots")
    args = parser.parse_args()
    password = os.environ.get("BOT_PASSWORD") or parser.error("BOT_PASSWORD is not set")
    api = Api(args.url)
    api.enter("auth/login", {"username": args.user, "password": password})
    table = api.join(args.table) if args.table else api.open({"preset": "tournament"}, 4, 3)
    for place in asyncio.run(play(api, table))["result"] or ():
        print(f"{place['rank']}. seat {place['seat']}: {place['score']}")
