"""Ensures that users are notified only once of an occasion, even if several processes notice it."""

from datetime import datetime, timedelta

from notifications.models import ToldOccasion

KEEP = timedelta(days=60)
"""How long occasions are remembered."""


def record_occasion_if_new(*, user_id: int, topic: str, occasion: str, now: datetime) -> bool:
    """Record that a user is notified of an occasion, and return whether this is a new occasion.

    `occasion` identifies it, such as a turn, and `topic` says where it arises, such as a table's id. Return
    False if it is already the latest occasion that was recorded for this user and topic.
    """
    # Call this in the transaction that stores the notification. Only a topic's latest occasion is stored.
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
