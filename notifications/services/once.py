"""Ensures that users are notified only once of an occasion, even if several processes notice it."""

from datetime import datetime, timedelta

from notifications.models import ToldOccasion

KEEP = timedelta(days=60)
"""How long occasions are remembered."""


def record_occasion_if_new(*, user_id: int, topic: str, occasion: str, now: datetime) -> bool:
    """Record that a user is notified of an occasion. Return False if that was already recorded.

    For example, `topic` is a table's id, and `occasion` identifies a turn at this table. Only the latest
    occasion of each topic is stored. Call this in the transaction that stores the notification.
    """
    told = ToldOccasion.objects.filter(user=user_id)
    # Conditional, so that only one of several processes changes the row.
    if told.filter(topic=topic).exclude(occasion=occasion).update(occasion=occasion, told_at=now):
        return True
    _, is_new = told.get_or_create(
        topic=topic, defaults={"user_id": user_id, "occasion": occasion, "told_at": now}
    )
    if is_new:
        told.filter(told_at__lt=now - KEEP).delete()
    return is_new
