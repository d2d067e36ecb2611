"""The frame of a tournament's socket, as text; knows no tournament and no socket."""

from datetime import datetime

import orjson

from tournaments.live.frames import TournamentFrame
from tournaments.selectors.own.entry import OwnEntry


def tournament(
    *, number: int, status: str, stage: int | None, step: str, own: OwnEntry | None, now: datetime
) -> str:
    """Where the tournament is, and where its viewer has to be."""
    frame: TournamentFrame = {
        "type": "tournament",
        "number": number,
        "status": status,
        "stage": stage,
        "step": step,
        "own": own,
        "server_time": now,
    }
    return orjson.dumps(frame, option=orjson.OPT_UTC_Z).decode()
