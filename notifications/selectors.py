"""Queries about devices that get notifications."""

from collections.abc import Collection
from datetime import datetime

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.db.models import QuerySet

from accounts.models import User
from accounts.selectors import find_invalid_tokens
from notifications.models import PushDevice


def list_devices(user: User) -> QuerySet[PushDevice]:
    """Return the user's devices that get push notifications, newest first."""
    return PushDevice.objects.filter(user=user)


def find_logged_out_devices(devices: Collection[PushDevice], *, now: datetime) -> set[int]:
    """Return the ids of the devices whose bearer token or browser session is no longer valid."""
    tokens = find_invalid_tokens({each.token_id for each in devices if each.token_id is not None}, now)
    keys = {each.session_key for each in devices if each.token_id is None}
    open_sessions = {
        session.session_key: session.get_decoded()
        for session in Session.objects.filter(pk__in=keys, expire_date__gt=now)
    }
    return {
        each.pk
        for each in devices
        if (
            each.token_id in tokens
            if each.token_id is not None
            else not _has_valid_session(each, open_sessions)
        )
    }


def _has_valid_session(device: PushDevice, open_sessions: dict[str, dict[str, object]]) -> bool:
    """Return whether a device's browser session is open and still logged in as the device's user.

    This is the session in which the device was added. Return False if the session still has the hash of an
    earlier password. `open_sessions` maps the keys of open sessions to the sessions' data.
    """
    data = open_sessions.get(device.session_key, {})
    return data.get(SESSION_KEY) == str(device.user_id) and data.get(HASH_SESSION_KEY) in (
        device.user.get_session_auth_hash(),
        *device.user.get_session_auth_fallback_hash(),
    )


def find_users_with_push_devices(user_ids: Collection[int]) -> set[int]:
    """Return the ids of the users in `user_ids` who have a device for push notifications."""
    return set(PushDevice.objects.filter(user__in=user_ids).values_list("user", flat=True))
