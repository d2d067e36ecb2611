"""Removes devices whose login ends, but not when a browser's session merely changes its key."""

from typing import Any

from django.contrib.auth.signals import user_logged_out
from django.contrib.sessions.models import Session
from django.db.models.signals import post_save
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import timezone

from accounts.signals import access_changed
from notifications.models import PushDevice
from notifications.services.access import SESSION_DEVICE, remove_devices_of_invalid_tokens


@receiver(access_changed)
def remove_devices_after_access_change(user_id: int, **_: Any) -> None:
    """Remove the user's push devices whose bearer token is no longer valid, for example after it was revoked.

    The signal says that a token or session of the user may have become invalid.
    """
    # Devices with a browser session stay, because a session that is changing its key cannot be found for a
    # moment. Their sessions are checked before each message is sent.
    remove_devices_of_invalid_tokens(user_id=user_id, now=timezone.now())


@receiver(user_logged_out)
def remove_device_after_log_out(request: HttpRequest, **_: Any) -> None:
    """Remove the push device that was added with the browser session that is being logged out."""
    if (device_id := request.session.get(SESSION_DEVICE)) is not None:
        PushDevice.objects.filter(pk=device_id, session_key=request.session.session_key).delete()


@receiver(post_save, sender=Session)
def update_session_key_of_device(instance: Session, **_: Any) -> None:
    """Store a browser session's new key with the push device that was added in the session.

    Do nothing if no device was added in the session, or if the session's key has not changed.
    """
    # For example, the key changes when the user changes their password.
    if (device_id := instance.get_decoded().get(SESSION_DEVICE)) is not None:
        moved = PushDevice.objects.filter(pk=device_id, token=None).exclude(session_key=instance.pk)
        moved.update(session_key=instance.pk)
