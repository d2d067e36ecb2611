"""Encodes the frame of a tournament's socket."""

from datetime import datetime

import orjson

from tournaments.live.frames import TournamentFrame
from tournaments.selectors.own.entry import OwnEntry


def encode_tournament(
    *, number: int, status: str, stage: int | None, step: str, own: OwnEntry | None, now: datetime
) -> str:
    """Encode the tournament's state and the user's own entry as a JSON message.

    `number` is the tournament's version number, and `stage` the number of the last stage with published
    seats. `step` is a code for what the user can do next, and `own` is None if the user has not entered.
    """
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
