"""Browser sessions of sockets: finds sessions that have ended, and announces when one ends."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.db.models.signals import post_delete
from django.dispatch import receiver

from accounts.models import User
from accounts.services.access import announce_access_change


class SocketSession(NamedTuple):
    """The session with which a socket was opened. `auth_hash` changes when the user sets a new password."""

    key: str
    user_id: int
    auth_hash: str


def find_session_of_socket(scope: Mapping[str, Any]) -> SocketSession | None:
    """Return the browser session that a WebSocket uses, given its ASGI scope.

    Return None if nobody is logged in or the WebSocket uses a bearer token.
    """
    user, session = scope.get("user"), scope.get("session")
    if session is None or user is None or not user.is_authenticated or session.session_key is None:
        return None
    return SocketSession(session.session_key, user.pk, user.get_session_auth_hash())


def find_invalid_sessions(sessions: Collection[SocketSession], now: datetime) -> set[SocketSession]:
    """Return those of `sessions` that can no longer be used.

    A session is invalid if it has ended or expired, or if its user has changed the password or is
    deactivated.
    """
    if not sessions:
        return set()
    keys = [session.key for session in sessions]
    open_keys = set(
        Session.objects.filter(pk__in=keys, expire_date__gt=now).values_list("session_key", flat=True)
    )
    users = User.objects.filter(pk__in={session.user_id for session in sessions}, is_active=True).only(
        "password"
    )
    hashes = {user.pk: user.get_session_auth_hash() for user in users}
    return {
        session
        for session in sessions
        if session.key not in open_keys or hashes.get(session.user_id) != session.auth_hash
    }


@receiver(post_delete, sender=Session)
def announce_session_end(instance: Session, **_: Any) -> None:
    """Send the signal `access_changed` when a user's session is deleted, such as at log-out.

    Its receivers then close the sockets that were opened with the session.
    """
    user_id = instance.get_decoded().get(SESSION_KEY)
    if user_id is not None:
        announce_access_change(user_id=int(user_id))
