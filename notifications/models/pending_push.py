"""Messages to be sent: an outbox, written in the same transaction as the change that a message reports."""

from typing import ClassVar

from django.db import models

from notifications.models.device import PushDevice


class PendingPush(models.Model):
    """A message to one device, which the sender claims at `due_at` and deletes when it has been sent.

    A newer message with the same `topic` replaces an older one, both here and at the push service.
    """

    device = models.ForeignKey(PushDevice, on_delete=models.CASCADE, related_name="pending")
    kind = models.CharField(max_length=16)
    facts = models.JSONField(default=dict)
    path = models.CharField(max_length=200, help_text="The page that the notification opens.")
    topic = models.CharField(max_length=32)
    created_at = models.DateTimeField()
    due_at = models.DateTimeField(db_index=True)
    expires_at = models.DateTimeField()
    attempts = models.PositiveSmallIntegerField(default=0)

    class Meta:
        verbose_name_plural = "pending pushes"
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=("device", "topic"), name="one_push_a_topic")
        ]

    def __str__(self) -> str:
        """Return the message's kind and its device's id, for example "turn for device 7"."""
        return f"{self.kind} for device {self.device_id}"
