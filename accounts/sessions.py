"""Browsers' sessions as sockets hold them: which have died since, and word when one ends."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.db.models.signals import post_delete
from django.dispatch import receiver

from accounts.models import User
from accounts.services.access import tell_access_changed


class HeldSession(NamedTuple):
    """A session at the moment at which a socket came with it; a new password makes another `auth_hash`."""

    key: str
    user_id: int
    auth_hash: str


def held_session(scope: Mapping[str, Any]) -> HeldSession | None:
    """The session that opened a socket, None where somebody else's proof or nobody's did; no database."""
    user, session = scope.get("user"), scope.get("session")
    if session is None or user is None or not user.is_authenticated or session.session_key is None:
        return None
    return HeldSession(session.session_key, user.pk, user.get_session_auth_hash())


def dead_sessions(held: Collection[HeldSession], now: datetime) -> set[HeldSession]:
    """Those of the sessions that open nothing: ended, expired, of another password, or of a barred user."""
    if not held:
        return set()
    keys = [session.key for session in held]
    open_keys = set(
        Session.objects.filter(pk__in=keys, expire_date__gt=now).values_list("session_key", flat=True)
    )
    users = User.objects.filter(pk__in={session.user_id for session in held}, is_active=True).only("password")
    hashes = {user.pk: user.get_session_auth_hash() for user in users}
    return {
        session
        for session in held
        if session.key not in open_keys or hashes.get(session.user_id) != session.auth_hash
    }


@receiver(post_delete, sender=Session)
def tell_that_a_session_ended(instance: Session, **_: Any) -> None:
    """Logging out deletes a session's row, whichever of Django's and allauth's ways leads there."""
    user_id = instance.get_decoded().get(SESSION_KEY)
    if user_id is not None:
        tell_access_changed(user_id=int(user_id))
