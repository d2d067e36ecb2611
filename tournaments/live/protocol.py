"""The frame of a tournament's socket, as text; knows no tournament and no socket."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, cast

import orjson

from tournaments.live.frames import OwnEntry, TournamentFrame


def tournament(
    *, number: int, status: str, stage: int | None, step: str, own: Mapping[str, Any] | None, now: datetime
) -> str:
    """Where the tournament is, and where its viewer has to be."""
    frame: TournamentFrame = {
        "type": "tournament",
        "number": number,
        "status": status,
        "stage": stage,
        "step": step,
        "own": cast(OwnEntry | None, own),
        "server_time": now,
    }
    return orjson.dumps(frame, option=orjson.OPT_UTC_Z).decode()
