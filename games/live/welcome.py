"""Who may stay: a socket outlives neither the token nor the session that opened it, nor its person's bar."""

from collections.abc import Collection
from datetime import datetime
from typing import Protocol, TypeVar

from accounts.selectors import barred_users, dead_tokens
from accounts.sessions import HeldSession, dead_sessions


class Opened(Protocol):
    """What opened a socket."""

    user_id: int | None
    token_id: int | None
    session: HeldSession | None


Line = TypeVar("Line", bound=Opened)


def unwelcome(lines: Collection[Line], *, now: datetime) -> list[Line]:
    """Those who may not stay: their token or session opens nothing any more, or they have been barred."""
    tokens = dead_tokens({line.token_id for line in lines if line.token_id is not None}, now)
    sessions = dead_sessions({line.session for line in lines if line.session is not None}, now)
    users = barred_users({line.user_id for line in lines if line.user_id is not None})
    return [
        line for line in lines if line.token_id in tokens or line.session in sessions or line.user_id in users
    ]
