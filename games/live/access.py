"""Access to sockets: finds open sockets that must be closed, and refuses actions without an account.

A socket is closed when its token or session ends or its user is barred.
"""

from collections.abc import Collection
from datetime import datetime
from typing import Protocol, TypeVar

from accounts.selectors import find_inactive_users, find_invalid_tokens
from accounts.sockets.sessions import SocketSession, find_invalid_sessions
from core.refusal import NotAuthenticated
from core.sentence import Sentence


class Credentials(Protocol):
    """The credentials with which a socket was opened: a user, and a token or a session."""

    user_id: int | None
    token_id: int | None
    session: SocketSession | None


class NotLoggedIn(NotAuthenticated):
    """A visitor without an account tried to do something that requires one."""

    detail = Sentence("Log in, or play as a guest, to act at a table.")


Socket = TypeVar("Socket", bound=Credentials)


def find_revoked_sockets(sockets: Collection[Socket], *, now: datetime) -> list[Socket]:
    """Return the sockets whose token or session is no longer valid, or whose user is no longer active."""
    # A token or session is dead, too, if its user is barred; others have to be looked up by their users.
    others = {each.user_id for each in sockets if each.token_id is None and each.session is None}
    tokens = find_invalid_tokens({each.token_id for each in sockets if each.token_id is not None}, now)
    sessions = find_invalid_sessions({each.session for each in sockets if each.session is not None}, now)
    users = find_inactive_users({user_id for user_id in others if user_id is not None})
    return [
        each
        for each in sockets
        if each.token_id in tokens or each.session in sessions or each.user_id in users
    ]
