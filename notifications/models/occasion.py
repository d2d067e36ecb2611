"""The occasions of which users have been notified, so that they are notified only once."""

from typing import ClassVar

from django.conf import settings
from django.db import models


class ToldOccasion(models.Model):
    """The latest occasion in a topic of which a user was notified, such as their turn at a table."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="told_occasions"
    )
    topic = models.CharField(max_length=40)
    occasion = models.CharField(max_length=80)
    told_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=("user", "topic"), name="one_occasion_a_topic")
        ]

    def __str__(self) -> str:
        """Return the topic and its latest occasion, for example a table's id and a turn at that table."""
        return f"{self.topic}: {self.occasion}"
