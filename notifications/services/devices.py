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
from notifications.models.device import hash_endpoint
from notifications.push.addresses import NotPublic, look_up_public_addresses
from notifications.push.endpoint import Endpoint, EndpointRefused, parse_endpoint
from notifications.push.keys import KeyRefused, decode_public_key, decode_secret
from notifications.services.notify import build_pending_push, store_pending_pushes

MAX_DEVICES = 20
"""Maximum number of devices of one person; beyond it, the oldest is removed."""
SUBSCRIPTIONS = Limit("push-subscriptions", 60, 3600)
"""How often one person can add or renew a device."""
TESTS = Limit("push-tests", 10, 600)
"""How many test notifications one person can ask for."""
LOOK_UP_TIMEOUT_SECONDS = 3.0


class Subscription(NamedTuple):
    """The data that a browser or an app provides so that notifications can be sent to it."""

    endpoint: str
    p256dh: str
    auth: str
    name: str = ""
    language: str = "en"


class LogIn(NamedTuple):
    """The log-in that a device is added with; the device gets notifications until the log-in ends."""

    token: Token | None
    session_key: str


def add_device(*, user: User, subscription: Subscription, credential: LogIn, now: datetime) -> PushDevice:
    """Store a push subscription, or renew it if it is already stored, and return its device.

    Replaces an earlier subscription of the same log-in, and the same browser's subscription of another
    account. Beyond MAX_DEVICES, the oldest devices are removed. Raises InvalidSubscription, NotificationsOff
    or Throttled.
    """
    if not settings.PUSH:
        raise NotificationsOff
    count_attempt(limit=SUBSCRIPTIONS, who=str(user.pk), now=now)
    _check_subscription(subscription)
    with transaction.atomic():
        # One at a time for each person, so that the maximum is not exceeded.
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        digest = hash_endpoint(subscription.endpoint)
        PushDevice.objects.filter(digest=digest).exclude(user=user).delete()
        # A log-in has one subscription: a browser that has renewed it no longer uses the previous one.
        PushDevice.objects.filter(user=user, **credential._asdict()).exclude(digest=digest).delete()
        given = {**subscription._asdict(), **credential._asdict(), "failures": 0}
        device, _ = PushDevice.objects.update_or_create(
            digest=digest, defaults=given, create_defaults={**given, "user": user, "created_at": now}
        )
        kept = PushDevice.objects.filter(user=user).values_list("pk", flat=True)[:MAX_DEVICES]
        PushDevice.objects.filter(user=user).exclude(pk__in=[*kept, device.pk]).delete()
    return device


def remove_device(*, device: PushDevice) -> None:
    """Remove a device, and with it the messages queued for it."""
    device.delete()


def send_test(*, device: PushDevice, now: datetime) -> None:
    """Queue a test notification for one device; raises Throttled if the user has asked for too many."""
    count_attempt(limit=TESTS, who=str(device.user_id), now=now)
    expires_at = now + KINDS[NoticeKind.TEST].lifetime
    path = "/accounts/preferences/"
    row = build_pending_push(
        device, NoticeKind.TEST, {}, path, str(device.pk), now=now, expires_at=expires_at
    )
    store_pending_pushes([row])


def _check_subscription(subscription: Subscription) -> None:
    """Raise InvalidSubscription, with the errors by field, if the endpoint or a key is not accepted."""
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
    """Raise EndpointRefused unless the host can be looked up and has only public addresses.

    Waits at most LOOK_UP_TIMEOUT_SECONDS. Must not be called on a thread with a running event loop.
    """

    async def check() -> None:
        """Look up the host; raises NotPublic, or TimeoutError after LOOK_UP_TIMEOUT_SECONDS."""
        async with asyncio.timeout(LOOK_UP_TIMEOUT_SECONDS):
            await look_up_public_addresses(endpoint.host, endpoint.port)

    try:
        asyncio.run(check())
    except (NotPublic, TimeoutError):
        raise EndpointRefused(Sentence("The endpoint must be on the public internet.")) from None
