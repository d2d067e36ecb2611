"""Adds, removes and tests the devices on which users get notifications."""

import asyncio
from datetime import datetime
from typing import NamedTuple

from django.conf import settings
from django.db import transaction

from accounts.models import Token, User
from core.limits import Limit, count_attempt
from core.sentence import Sentence, message_of_error
from notifications.errors import InvalidSubscription, NotificationsOff
from notifications.kinds import KINDS, NoticeKind
from notifications.models import PushDevice
from notifications.models.device import hash_endpoint
from notifications.push.addresses import NotPublic, look_up_public_addresses
from notifications.push.endpoint import Endpoint, EndpointRefused, parse_endpoint
from notifications.push.keys import KeyRefused, decode_public_key, decode_secret
from notifications.services.notify import build_pending_push, store_pending_pushes

MAX_DEVICES = 20
"""Maximum number of devices per user; beyond this, the oldest devices are removed."""
SUBSCRIPTIONS = Limit("push-subscriptions", 60, 3600)
"""How often a user can add or renew a device."""
TESTS = Limit("push-tests", 10, 600)
"""How many test notifications a user can request."""
LOOK_UP_TIMEOUT_SECONDS = 3.0


class Subscription(NamedTuple):
    """The data that a browser or app provides to get notifications.

    `endpoint` is the URL at its push service, `p256dh` its public key, and `auth` its authentication secret.
    """

    endpoint: str
    p256dh: str
    auth: str
    name: str = ""
    language: str = "en"


class DeviceCredential(NamedTuple):
    """The login with which a device is added: a token, or the key of a browser's session.

    The device gets notifications until the login ends.
    """

    token: Token | None
    session_key: str


def add_device(
    *, user: User, subscription: Subscription, credential: DeviceCredential, now: datetime
) -> PushDevice:
    """Store a push subscription as one of the user's devices, or renew it.

    Delete any other user's device with the same endpoint, the user's previous device with the same
    `credential` (bearer token or browser session), and the user's oldest devices beyond MAX_DEVICES. Raise
    NotificationsOff if the site sends no notifications, Throttled after too many requests, or
    InvalidSubscription if the endpoint, the public key or the secret is not accepted.
    """
    if not settings.PUSH:
        raise NotificationsOff
    count_attempt(limit=SUBSCRIPTIONS, key=str(user.pk), now=now)
    _check_subscription(subscription)
    # The columns have no room for superfluous padding.
    subscription = subscription._replace(
        p256dh=subscription.p256dh.rstrip("="), auth=subscription.auth.rstrip("=")
    )
    with transaction.atomic():
        # One at a time for each user, so that the maximum is not exceeded.
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        digest = hash_endpoint(subscription.endpoint)
        PushDevice.objects.filter(digest=digest).exclude(user=user).delete()
        # A login has one subscription: a browser that has renewed it no longer uses the previous one.
        PushDevice.objects.filter(user=user, **credential._asdict()).exclude(digest=digest).delete()
        given = {**subscription._asdict(), **credential._asdict(), "failures": 0}
        device, _ = PushDevice.objects.update_or_create(
            digest=digest, defaults=given, create_defaults={**given, "user": user, "created_at": now}
        )
        kept = PushDevice.objects.filter(user=user).values_list("pk", flat=True)[:MAX_DEVICES]
        PushDevice.objects.filter(user=user).exclude(pk__in=[*kept, device.pk]).delete()
    return device


def remove_device(*, device: PushDevice) -> None:
    """Delete a device and the notifications that are queued for the device."""
    device.delete()


def queue_test_notification(*, device: PushDevice, now: datetime) -> None:
    """Queue a test notification for one device. Raise Throttled after too many tests."""
    count_attempt(limit=TESTS, key=str(device.user_id), now=now)
    expires_at = now + KINDS[NoticeKind.TEST].lifetime
    path = "/accounts/preferences/"
    row = build_pending_push(
        device, NoticeKind.TEST, {}, path, str(device.pk), now=now, expires_at=expires_at
    )
    store_pending_pushes([row])


def _check_subscription(subscription: Subscription) -> None:
    """Raise InvalidSubscription, with error messages by field, if the endpoint or a key is not accepted.

    This may block for a DNS look-up.
    """
    errors: dict[str, list[str]] = {}
    try:
        endpoint = parse_endpoint(subscription.endpoint)
        # "*" allows any host with public addresses.
        if not endpoint.is_own and "*" in settings.PUSH_SERVICES:
            _check_addresses(endpoint)
    except EndpointRefused as refusal:
        errors["endpoint"] = [message_of_error(refusal)]
    for name, decode in (("p256dh", decode_public_key), ("auth", decode_secret)):
        try:
            decode(getattr(subscription, name))
        except KeyRefused as refusal:
            errors[name] = [message_of_error(refusal)]
    if errors:
        raise InvalidSubscription(errors)


def _check_addresses(endpoint: Endpoint) -> None:
    """Raise EndpointRefused unless the endpoint's host is found and has only public addresses.

    This blocks for up to LOOK_UP_TIMEOUT_SECONDS.
    """

    async def require_public_addresses() -> None:
        """Raise NotPublic if the host has no address, or if any address of the host is not public.

        Raise TimeoutError if the look-up of the addresses takes longer than LOOK_UP_TIMEOUT_SECONDS.
        """
        async with asyncio.timeout(LOOK_UP_TIMEOUT_SECONDS):
            await look_up_public_addresses(endpoint.host, endpoint.port)

    # `asyncio.run` fails on a thread with a running event loop.
    try:
        asyncio.run(require_public_addresses())
    except (NotPublic, TimeoutError):
        raise EndpointRefused(Sentence("The endpoint must be on the public internet.")) from None
