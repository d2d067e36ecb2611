"""Access checks for open sockets: a socket outlives neither its token or session nor a ban of its user."""

from collections.abc import Collection
from datetime import datetime
from typing import Protocol, TypeVar

from accounts.selectors import barred_users, dead_tokens
from accounts.sessions import HeldSession, dead_sessions


class Credentials(Protocol):
    """What a socket was opened with."""

    user_id: int | None
    token_id: int | None
    session: HeldSession | None


Holder = TypeVar("Holder", bound=Credentials)


def revoked(holders: Collection[Holder], *, now: datetime) -> list[Holder]:
    """Return those whose token or session is no longer valid, or whose user has been barred."""
    tokens = dead_tokens({each.token_id for each in holders if each.token_id is not None}, now)
    sessions = dead_sessions({each.session for each in holders if each.session is not None}, now)
    users = barred_users({each.user_id for each in holders if each.user_id is not None})
    return [
        each
        for each in holders
        if each.token_id in tokens or each.session in sessions or each.user_id in users
    ]
