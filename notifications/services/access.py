"""Removes devices whose login has ended."""

from datetime import datetime

from accounts.selectors import find_invalid_tokens
from notifications.models import PushDevice

SESSION_DEVICE = "push_device"
"""The name under which a browser's session stores its device's id, even when the session's key changes."""


def remove_devices_of_invalid_tokens(*, user_id: int, now: datetime) -> None:
    """Remove the user's push devices that were added with a bearer token that is no longer valid.

    Push devices that were added with a browser session are kept.
    """
    tokens = set(
        PushDevice.objects.filter(user=user_id, token__isnull=False).values_list("token_id", flat=True)
    )
    if tokens:
        PushDevice.objects.filter(token__in=find_invalid_tokens(tokens, now)).delete()
