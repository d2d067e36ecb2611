"""Handles a push service's response: the message is done, is sent again later, or its device is removed."""

import logging
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import NamedTuple

from django.db.models import F, QuerySet

from notifications.models import PendingPush, PushDevice

logger = logging.getLogger(__name__)

EXPIRED_STATUSES = (404, 410)
"""The subscription has expired or was cancelled (RFC 8030, 7.3)."""
RETRIED_STATUSES = (408, 425, 429)
"""Errors that may be temporary, as are all 5xx."""
RETRY_DELAYS = tuple(timedelta(seconds=each) for each in (5, 30, 120, 600, 1800))
"""How long to wait after the first failure, the second, and so on; after the last, a message is dropped."""
MAX_RETRY_AFTER = timedelta(hours=1)
MAX_FAILURES = 5
"""A device is removed when this many messages in a row have been dropped."""


class DeviceAnswer(NamedTuple):
    """A push service's response; `status` is None if the service could not be reached."""

    status: int | None
    retry_after: str = ""


def store_outcome(push: PendingPush, answer: DeviceAnswer, *, now: datetime) -> None:
    """Store the outcome of sending a claimed message, depending on the push service's response.

    A message that was sent is deleted. If the subscription has expired, the device is deleted. A message that
    met a temporary fault is postponed, or dropped after too many; any other response is logged, and the
    message is dropped. A message that a newer one has replaced in the meantime is not changed.
    """
    status = answer.status
    if status is not None and 200 <= status < 300:
        _store_success(push, now)
    elif status in EXPIRED_STATUSES:
        push.device.delete()
    elif status is None or status in RETRIED_STATUSES or status >= 500:
        _postpone_or_drop_message(push, answer, now)
    else:
        logger.warning("A push service refused notification %s with %s", push.pk, status)
        _drop_message(push)


def choose_retry_delay(attempts: int, retry_after: str, now: datetime) -> timedelta | None:
    """Return how long to wait after this many failed attempts, or None if no further attempt is made.

    `retry_after` is the header's value, or ""; with it a push service may ask for a longer wait, up to
    MAX_RETRY_AFTER.
    """
    if attempts > len(RETRY_DELAYS):
        return None
    return max(RETRY_DELAYS[attempts - 1], min(_parse_retry_after(retry_after, now), MAX_RETRY_AFTER))


def _parse_retry_after(retry_after: str, now: datetime) -> timedelta:
    """Return the wait that a Retry-After header asks for, given in seconds or as a date.

    Returns zero if the header is missing or malformed, or if the date has passed. Seconds are capped at
    MAX_RETRY_AFTER.
    """
    if retry_after.isascii() and retry_after.isdigit():
        return timedelta(seconds=min(int(retry_after[:9]), MAX_RETRY_AFTER.total_seconds()))
    try:
        return max(parsedate_to_datetime(retry_after) - now, timedelta())
    except (TypeError, ValueError, OverflowError):
        return timedelta()


def _store_success(push: PendingPush, now: datetime) -> None:
    """Delete a message that was sent; store the time with its device, and reset its failures to 0."""
    _claimed_message(push).delete()
    PushDevice.objects.filter(pk=push.device_id).update(last_sent_at=now, failures=0)


def _postpone_or_drop_message(push: PendingPush, answer: DeviceAnswer, now: datetime) -> None:
    """Postpone a message that could not be sent, or drop it after too many attempts or if it would expire."""
    attempts = push.attempts + 1
    delay = choose_retry_delay(attempts, answer.retry_after, now)
    if delay is None or now + delay >= push.expires_at:
        _drop_message(push)
    else:
        _claimed_message(push).update(due_at=now + delay, attempts=attempts)


def _drop_message(push: PendingPush) -> None:
    """Delete a message that cannot be sent, and add one to its device's failures.

    Deletes the device after MAX_FAILURES such messages in a row.
    """
    _claimed_message(push).delete()
    PushDevice.objects.filter(pk=push.device_id).update(failures=F("failures") + 1)
    PushDevice.objects.filter(pk=push.device_id, failures__gte=MAX_FAILURES).delete()


def _claimed_message(push: PendingPush) -> QuerySet[PendingPush]:
    """Return a queryset with the claimed message alone, or empty if a newer message has replaced it."""
    return PendingPush.objects.filter(pk=push.pk, due_at=push.due_at)
