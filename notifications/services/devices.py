"""Adds, removes and tests the devices on which people get notifications."""

import asyncio
from datetime import datetime
from typing import NamedTuple

from django.conf import settings
from django.db import transaction

from accounts.models import Token, User
from core.limits import Limit, count_attempt
from core.sentence import Sentence, sentence_of
from notifications.errors import InvalidSubscription, NotificationsOff
from notifications.kinds import KINDS, NoticeKind
from notifications.models import PushDevice
from notifications.models.device import digest_of_endpoint
from notifications.push.addresses import NotPublic, look_up_public_addresses
from notifications.push.endpoint import Endpoint, EndpointRefused, parse_endpoint
from notifications.push.keys import KeyRefused, decode_public_key, decode_secret
from notifications.services.notify import build_pending_push, store_pending

MAX_DEVICES = 20
"""Devices of one person; the oldest gives way to a new one."""
SUBSCRIPTIONS = Limit("push-subscriptions", 60, 3600)
"""Devices that one person can add or renew."""
TESTS = Limit("push-tests", 10, 600)
"""Test notifications that one person can ask for."""
LOOK_UP_TIMEOUT_SECONDS = 3.0


class Subscription(NamedTuple):
    """What a browser or an app gives to have notifications sent to it."""

    endpoint: str
    p256dh: str
    auth: str
    name: str = ""
    language: str = "en"


class LogIn(NamedTuple):
    """The log-in with which a device is added; it gets notifications until that ends."""

    token: Token | None
    session_key: str


def add_device(*, user: User, subscription: Subscription, credential: LogIn, now: datetime) -> PushDevice:
    """Store a subscription, or renew it if it is stored already, and return its device.

    A browser that belonged to another account now belongs to this one. Raises InvalidSubscription,
    NotificationsOff or Throttled.
    """
    if not settings.PUSH:
        raise NotificationsOff
    count_attempt(limit=SUBSCRIPTIONS, who=str(user.pk), now=now)
    _check_subscription(subscription)
    with transaction.atomic():
        # One at a time for each person, so that the cap holds.
        User.objects.select_for_update().get(pk=user.pk)
        digest = digest_of_endpoint(subscription.endpoint)
        PushDevice.objects.filter(digest=digest).exclude(user=user).delete()
        # A log-in has one subscription: a browser that has renewed it doesn't use the one before.
        PushDevice.objects.filter(user=user, **credential._asdict()).exclude(digest=digest).delete()
        given = {**subscription._asdict(), **credential._asdict(), "failures": 0}
        device, _ = PushDevice.objects.update_or_create(
            digest=digest, defaults=given, create_defaults={**given, "user": user, "created_at": now}
        )
        kept = PushDevice.objects.filter(user=user).values_list("pk", flat=True)[:MAX_DEVICES]
        PushDevice.objects.filter(user=user).exclude(pk__in=[*kept, device.pk]).delete()
    return device


def remove_device(*, device: PushDevice) -> None:
    """Send nothing to this device any more; what waits for it is dropped."""
    device.delete()


def send_test(*, device: PushDevice, now: datetime) -> None:
    """Send a test notification to one device; raises Throttled."""
    count_attempt(limit=TESTS, who=str(device.user_id), now=now)
    expires_at = now + KINDS[NoticeKind.TEST].lifetime
    path = "/accounts/preferences/"
    row = build_pending_push(
        device, NoticeKind.TEST, {}, path, str(device.pk), now=now, expires_at=expires_at
    )
    store_pending([row])


def _check_subscription(subscription: Subscription) -> None:
    """Raise InvalidSubscription, with the errors by field, if nothing could be sent to it."""
    errors: dict[str, list[str]] = {}
    try:
        endpoint = parse_endpoint(subscription.endpoint)
        if not endpoint.is_own and "*" in settings.PUSH_SERVICES:
            _check_addresses(endpoint)
    except EndpointRefused as refusal:
        errors["endpoint"] = [sentence_of(refusal)]
    for name, decode in (("p256dh", decode_public_key), ("auth", decode_secret)):
        try:
            decode(getattr(subscription, name))
        except KeyRefused as refusal:
            errors[name] = [sentence_of(refusal)]
    if errors:
        raise InvalidSubscription(errors)


def _check_addresses(endpoint: Endpoint) -> None:
    """Raise EndpointRefused if the host has no public address.

    Known services are not looked up here: their addresses are checked at each connection, as all are.
    """

    async def check() -> None:
        async with asyncio.timeout(LOOK_UP_TIMEOUT_SECONDS):
            await look_up_public_addresses(endpoint.host, endpoint.port)

    try:
        asyncio.run(check())
    except (NotPublic, TimeoutError):
        raise EndpointRefused(Sentence("The endpoint must be on the public internet.")) from None
