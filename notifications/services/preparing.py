"""Turns a queued message into a request in the recipient's language, just before the message is sent."""

import json
import logging
from datetime import datetime

from django.utils import translation

from accounts.language import preferred_language
from notifications.kinds import KINDS, NoticeKind, build_title_and_body
from notifications.models import PendingPush, PushDevice
from notifications.push.endpoint import EndpointRefused, parse_endpoint
from notifications.push.keys import KeyRefused
from notifications.push.message import MAX_PAYLOAD_BYTES, Message, build_message
from notifications.selectors import find_logged_out_devices
from notifications.services.notify import wants_notifications

logger = logging.getLogger(__name__)
MAX_TEXT = 400
"""Maximum number of characters of a title or a body."""


def prepare_or_discard_message(push: PendingPush, *, now: datetime) -> Message | None:
    """Return the encrypted HTTP request that delivers the queued notification `push` to its device.

    If the user no longer wants the notification or is inactive, delete the notification and return None. If
    the device is logged out or its subscription is invalid, delete the device with all of its queued
    notifications and return None.
    """
    device = push.device
    if find_logged_out_devices([device], now=now):
        device.delete()
        return None
    if (
        push.kind not in list(NoticeKind)
        or not device.user.is_active
        or not wants_notifications(device.user, NoticeKind(push.kind))
    ):
        push.delete()
        return None
    try:
        return build_message(
            # Checked again, because the settings may have changed since the device was added.
            parse_endpoint(device.endpoint),
            build_payload(push),
            p256dh=device.p256dh,
            auth=device.auth,
            ttl=max(0, int((push.expires_at - now).total_seconds())),
            urgency=KINDS[NoticeKind(push.kind)].urgency,
            topic=push.topic,
            now=now,
        )
    except (EndpointRefused, KeyRefused) as refusal:
        logger.warning("Device %s gets no notifications any more: %s", device.pk, refusal)
        device.delete()
        return None


def build_payload(push: PendingPush) -> bytes:
    """Return the notification in the user's language, as JSON for the device's service worker."""
    with translation.override(choose_language(push.device)):
        title, body = build_title_and_body(NoticeKind(push.kind), push.facts)
    fields = {
        "kind": push.kind,
        "title": title[:MAX_TEXT],
        "body": body[:MAX_TEXT],
        "path": push.path,
        # A notification replaces an older one with the same tag.
        "tag": push.topic,
    }
    payload = json.dumps(fields, ensure_ascii=False).encode()
    assert len(payload) <= MAX_PAYLOAD_BYTES, "names and sentences are short"
    return payload


def choose_language(device: PushDevice) -> str:
    """Return the language that the user has chosen, or else that of the device's browser."""
    return preferred_language(device.user) or device.language
