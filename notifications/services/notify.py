"""Notifies people: stores a message for each of their devices, which the sender sends soon afterwards."""

from base64 import urlsafe_b64encode
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.utils.crypto import salted_hmac

from accounts.models import User
from accounts.preferences import stored_preferences
from core.limits import Limit, count_attempt
from core.refusal import Throttled
from notifications.kinds import KINDS, Facts, NoticeKind, build_sentences
from notifications.models import PendingPush, PushDevice

NOTIFICATIONS = Limit("notifications", 120, 3600)
"""Maximum notifications for one person; those beyond it are dropped."""
MAX_TOPIC_BYTES = 24
"""32 characters in base64url, the longest topic that push services accept (RFC 8030, 5.4)."""


class PersonalNotice(NamedTuple):
    """One person's notification: the facts for the sentences' placeholders, and the page that it opens."""

    facts: Facts
    path: str


def notify_all(
    *,
    user_ids: Iterable[int],
    kind: NoticeKind,
    facts: Facts,
    path: str,
    subject: str,
    now: datetime,
    lifetime: timedelta | None = None,
) -> None:
    """Send several people the same notification on all their devices; see `notify_each`."""
    notice = PersonalNotice(facts, path)
    notices = dict.fromkeys(user_ids, notice)
    notify_each(notices=notices, kind=kind, subject=subject, now=now, lifetime=lifetime)


def notify_each(
    *,
    notices: Mapping[int, PersonalNotice],
    kind: NoticeKind,
    subject: str,
    now: datetime,
    lifetime: timedelta | None = None,
) -> None:
    """Send each person their own notification, on all their devices; `notices` is keyed by user id.

    Call this in the transaction that stores what people are notified of. `subject` identifies it, such as a
    table's id: a newer notification of the same kind and subject replaces an older one. Devices that stay
    offline for longer than `lifetime` (by default the kind's) do not get it. Skips people who have no device,
    have turned the kind off, or have had too many notifications. Makes two queries, however many people.
    Raises KeyError if a fact is missing.
    """
    # A missing fact is the caller's mistake, so it is found here rather than by the sender.
    for notice in notices.values():
        build_sentences(kind, notice.facts)
    expires_at = now + (lifetime or KINDS[kind].lifetime)
    devices = PushDevice.objects.filter(user__in=notices.keys(), user__is_active=True).select_related("user")
    by_user: dict[User, list[PushDevice]] = {}
    for device in devices if settings.PUSH else ():
        by_user.setdefault(device.user, []).append(device)
    rows = []
    for user, owned in by_user.items():
        if wants_notifications(user, kind) and _is_within_limit(user, now):
            facts, path = notices[user.pk]
            rows += [
                build_pending_push(device, kind, facts, path, subject, now=now, expires_at=expires_at)
                for device in owned
            ]
    store_pending(rows)


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
    """Build a message to one device, due at once; does not store it."""
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


def store_pending(rows: list[PendingPush]) -> None:
    """Store messages; each replaces an unsent message with the same topic to the same device."""
    PendingPush.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["device", "topic"],
        update_fields=["kind", "facts", "path", "created_at", "due_at", "expires_at", "attempts"],
    )


def wants_notifications(user: User, kind: NoticeKind) -> bool:
    """Whether the user has not turned off notifications of this kind."""
    preference = KINDS[kind].preference
    return preference is None or bool(getattr(stored_preferences(user.preferences), preference))


def build_topic(kind: NoticeKind, subject: str) -> str:
    """Return the topic under which a newer message replaces an older one.

    It is a keyed hash, so that push services, which see it, learn nothing about the subject.
    """
    digest = salted_hmac("notifications.topic", f"{kind} {subject}", algorithm="sha256").digest()
    return urlsafe_b64encode(digest[:MAX_TOPIC_BYTES]).decode()


def _is_within_limit(user: User, now: datetime) -> bool:
    """Count a notification for this user, and return whether it is within the limit."""
    with suppress(Throttled):
        count_attempt(limit=NOTIFICATIONS, who=str(user.pk), now=now)
        return True
    return False
