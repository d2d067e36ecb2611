"""Handles push services' responses: deletes or postpones a message, or removes its device."""

import logging
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import NamedTuple

from django.db.models import F, QuerySet

from notifications.models import PendingPush, PushDevice

logger = logging.getLogger(__name__)

EXPIRED_STATUSES = (404, 410)
"""Statuses that mean that the subscription has expired or was cancelled (RFC 8030, 7.3)."""
RETRIED_STATUSES = (408, 425, 429)
"""Statuses of errors that may be temporary, in addition to all 5xx statuses."""
RETRY_DELAYS = tuple(timedelta(seconds=each) for each in (5, 30, 120, 600, 1800))
"""How long to wait after the first failure, the second, and so on; after one more, a message is dropped."""
MAX_RETRY_AFTER = timedelta(hours=1)
MAX_FAILURES = 5
"""A device is removed when this many messages in a row have been dropped."""


class PushResponse(NamedTuple):
    """A push service's response; `status` is None if the service could not be reached.

    `retry_after` is the value of the Retry-After header, or "" if it is missing.
    """

    status: int | None
    retry_after: str = ""


def handle_push_response(push: PendingPush, response: PushResponse, *, now: datetime) -> None:
    """Delete or postpone a push message, depending on the push service's response.

    Delete the message if the service has accepted it or refuses it permanently. After a temporary error,
    postpone or drop it. If the device's subscription has expired, delete the device.
    """
    status = response.status
    if status is not None and 200 <= status < 300:
        _delete_sent_message(push, now)
    elif status in EXPIRED_STATUSES:
        push.device.delete()
    elif status is None or status in RETRIED_STATUSES or status >= 500:
        _postpone_or_drop_message(push, response, now)
    else:
        logger.warning("A push service refused notification %s with %s", push.pk, status)
        _drop_message(push)


def choose_retry_delay(attempts: int, retry_after: str, now: datetime) -> timedelta | None:
    """Return how long to wait after `attempts` failures, or None to give up.

    `retry_after` is the Retry-After header of the push service's response, which can extend the wait.
    """
    if attempts > len(RETRY_DELAYS):
        return None
    return max(RETRY_DELAYS[attempts - 1], min(_parse_retry_after(retry_after, now), MAX_RETRY_AFTER))


def _parse_retry_after(retry_after: str, now: datetime) -> timedelta:
    """Return the wait in a Retry-After header (seconds or a date), or zero if it is missing or invalid."""
    if retry_after.isascii() and retry_after.isdigit():
        return timedelta(seconds=min(int(retry_after[:9]), MAX_RETRY_AFTER.total_seconds()))
    try:
        return max(parsedate_to_datetime(retry_after) - now, timedelta())
    except (TypeError, ValueError, OverflowError):
        return timedelta()


def _delete_sent_message(push: PendingPush, now: datetime) -> None:
    """Delete a message that was sent. Set the device's `last_sent_at` to `now` and its `failures` to 0."""
    _query_unless_replaced(push).delete()
    PushDevice.objects.filter(pk=push.device_id).update(last_sent_at=now, failures=0)


def _postpone_or_drop_message(push: PendingPush, response: PushResponse, now: datetime) -> None:
    """Postpone a message until the next attempt, or drop it.

    Drop it after too many attempts, or if it would expire before the next attempt.
    """
    attempts = push.attempts + 1
    delay = choose_retry_delay(attempts, response.retry_after, now)
    if delay is None or now + delay >= push.expires_at:
        _drop_message(push)
    else:
        _query_unless_replaced(push).update(due_at=now + delay, attempts=attempts)


def _drop_message(push: PendingPush) -> None:
    """Delete a message that cannot be sent, and add 1 to its device's count of failures.

    Delete the device after MAX_FAILURES failures in a row.
    """
    _query_unless_replaced(push).delete()
    PushDevice.objects.filter(pk=push.device_id).update(failures=F("failures") + 1)
    PushDevice.objects.filter(pk=push.device_id, failures__gte=MAX_FAILURES).delete()


def _query_unless_replaced(push: PendingPush) -> QuerySet[PendingPush]:
    """Return a query that finds the queued push message, or nothing if a newer message has replaced it."""
    return PendingPush.objects.filter(pk=push.pk, due_at=push.due_at)
