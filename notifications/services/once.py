"""Ensures that users are notified only once of an occasion, even if several processes notice it."""

from datetime import datetime, timedelta

from notifications.models import ToldOccasion

KEEP = timedelta(days=60)
"""How long occasions are remembered."""


def record_occasion_if_new(*, user_id: int, topic: str, occasion: str, now: datetime) -> bool:
    """Record what a user is being notified of (an occasion), and return whether the occasion is new.

    For example, an occasion is the user's turn in a game. `topic` identifies what the occasion belongs to,
    such as a table's id. `occasion` identifies the occasion within the topic, such as the number of the turn.
    Return False, and record nothing, if `occasion` is already the latest occasion of this user and topic. The
    first occasion of a topic also deletes the user's records that are older than KEEP.
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
