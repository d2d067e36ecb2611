"""Ensures that users are notified only once of an occasion, even if several processes notice it."""

from datetime import datetime, timedelta

from notifications.models import ToldOccasion

KEEP = timedelta(days=60)
"""How long occasions are remembered."""


def record_occasion(*, user_id: int, topic: str, occasion: str, now: datetime) -> bool:
    """Record that a user is being notified of an occasion, and return whether the occasion is new.

    `topic` is a subject that has many occasions, such as a table's id. `occasion` is one of them, such as a
    turn. For each topic only the latest occasion is stored. A new topic also deletes the user's records older
    than KEEP. Call this in the transaction that stores the notification.
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
