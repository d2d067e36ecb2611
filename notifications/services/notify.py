"""Notifies users: stores a message for each of a user's devices, which the sender sends soon afterwards."""

from base64 import urlsafe_b64encode
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.utils.crypto import salted_hmac

from accounts.models import User
from accounts.preferences import stored_preferences
from core.limits import Limit, count_attempt
from core.refusal import Throttled
from notifications.kinds import KINDS, Facts, NoticeKind, build_title_and_body
from notifications.models import PendingPush, PushDevice

NOTIFICATIONS = Limit("notifications", 120, 3600)
"""Maximum rate of notifications for one user; further notifications are dropped."""
MAX_TOPIC_BYTES = 24
"""32 characters in base64url, the longest topic that push services accept (RFC 8030, 5.4)."""


class PersonalNotice(NamedTuple):
    """One user's notification: the values of its placeholders (`facts`), and the page that it opens."""

    facts: Facts
    path: str


class Notice(NamedTuple):
    """A notification to one user.

    `facts` contains the values of its placeholders, and `path` is the page that it opens. `subject`
    identifies what it is about, such as a table's id: a newer notification of the same kind and subject
    replaces an older one. A device that is offline for longer than `lifetime` (by default the kind's) does
    not get it.
    """

    user_id: int
    kind: NoticeKind
    facts: Facts
    path: str
    subject: str
    lifetime: timedelta | None = None


def notify_users(
    *,
    user_ids: Iterable[int],
    kind: NoticeKind,
    facts: Facts,
    path: str,
    subject: str,
    now: datetime,
    lifetime: timedelta | None = None,
) -> None:
    """Queue the same push notification for several users.

    `facts` has the values for the placeholders in the notification's text, and `path` is the page that the
    notification opens. `subject` identifies the topic of the notification, such as a table's id: unsent
    notifications to the same users with the same kind and subject are replaced. A device that is offline for
    longer than `lifetime` does not get the notification; None means the default lifetime of `kind`.
    """
    notice = PersonalNotice(facts, path)
    notices = dict.fromkeys(user_ids, notice)
    notify_users_individually(notices=notices, kind=kind, subject=subject, now=now, lifetime=lifetime)


def notify_users_individually(
    *,
    notices: Mapping[int, PersonalNotice],
    kind: NoticeKind,
    subject: str,
    now: datetime,
    lifetime: timedelta | None = None,
) -> None:
    """Queue push notifications of the same kind that differ in text or page from user to user.

    `notices` maps user ids to the values for the placeholders in the text and the page that opens. `subject`
    identifies the topic of the notifications, such as a table's id: unsent notifications to the same users
    with the same kind and subject are replaced. A device that is offline for longer than `lifetime` does not
    get the notification; None means the default lifetime of `kind`.
    """
    queue_notifications(
        notices=[Notice(user_id, kind, *notice, subject, lifetime) for user_id, notice in notices.items()],
        now=now,
    )


def queue_notifications(*, notices: Sequence[Notice], now: datetime) -> None:
    """Queue notifications for all push devices of their recipients.

    Skip recipients who do not want this kind of notification or have already got too many. Raise KeyError if
    a value for a placeholder in a notification's text is missing.
    """
    # Call this in the transaction that stores the reported changes.
    # A missing value is the caller's mistake, so it is found here rather than by the sender.
    for notice in notices:
        build_title_and_body(notice.kind, notice.facts)
    owners = {notice.user_id for notice in notices}
    devices = PushDevice.objects.filter(user__in=owners, user__is_active=True).select_related("user")
    by_user: dict[int, list[PushDevice]] = {}
    for device in devices if settings.PUSH else ():
        by_user.setdefault(device.user_id, []).append(device)
    rows: dict[tuple[int, str], PendingPush] = {}
    for notice in notices:
        owned = by_user.get(notice.user_id)
        if not owned or not wants_notifications(owned[0].user, notice.kind):
            continue
        if not _count_and_check_rate_limit(owned[0].user, now):
            continue
        expires_at = now + (notice.lifetime or KINDS[notice.kind].lifetime)
        for device in owned:
            row = build_pending_push(
                device,
                notice.kind,
                notice.facts,
                notice.path,
                notice.subject,
                now=now,
                expires_at=expires_at,
            )
            # Keep only the last of equal keys: one statement cannot replace the same message twice.
            rows[device.pk, row.topic] = row
    store_pending_pushes(list(rows.values()))


def build_pending_push(
    device: PushDevice,
    kind: NoticeKind,
    facts: Facts,
    path: str,
    subject: str,
    *,
    now: datetime,
    expires_at: datetime,
) -> PendingPush:
    """Return an unsaved push message to one device, which is due at `now` and expires at `expires_at`.

    `facts` has the values for the placeholders in the message's text, and `path` is the page that the message
    opens. `subject` identifies the topic of the message, such as a table's id.
    """
    return PendingPush(
        device=device,
        kind=kind,
        facts=dict(facts),
        path=path,
        topic=build_topic(kind, subject),
        created_at=now,
        due_at=now,
        expires_at=expires_at,
    )


def store_pending_pushes(pushes: list[PendingPush]) -> None:
    """Add push messages to the queue.

    Each replaces a queued message to the same device that has the same `topic`: the same kind and subject.
    """
    PendingPush.objects.bulk_create(
        pushes,
        update_conflicts=True,
        unique_fields=["device", "topic"],
        update_fields=["kind", "facts", "path", "created_at", "due_at", "expires_at", "attempts"],
    )


def wants_notifications(user: User, kind: NoticeKind) -> bool:
    """Return whether the user wants this kind of notification. Some kinds cannot be turned off."""
    preference = KINDS[kind].preference
    return preference is None or bool(getattr(stored_preferences(user.preferences), preference))


def build_topic(kind: NoticeKind, subject: str) -> str:
    """Return a topic for push messages: a text of 32 characters that is a hash of their kind and subject.

    A push service replaces a message that is not delivered yet with a newer one that has the same topic.
    """
    # A keyed hash, so that push services learn nothing about the subject.
    digest = salted_hmac("notifications.topic", f"{kind} {subject}", algorithm="sha256").digest()
    return urlsafe_b64encode(digest[:MAX_TOPIC_BYTES]).decode()


def _count_and_check_rate_limit(user: User, now: datetime) -> bool:
    """Count a notification to the user. Return False if this exceeds the rate limit NOTIFICATIONS."""
    with suppress(Throttled):
        count_attempt(limit=NOTIFICATIONS, key=str(user.pk), now=now)
        return True
    return False
