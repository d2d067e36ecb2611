"""The frame of a tournament's socket, as text; knows no tournament and no socket."""

from datetime import datetime
from typing import Any

import orjson


def tournament(
    *, number: int, status: str, stage: int | None, step: str, own: dict[str, Any] | None, now: datetime
) -> str:
    """Where the tournament is, and where its viewer has to be."""
    frame = {
        "type": "tournament",
        "number": number,
        "status": status,
        "stage": stage,
        "step": step,
        "own": own,
        "server_time": now,
    }
    return orjson.dumps(frame, option=orjson.OPT_UTC_Z).decode()
