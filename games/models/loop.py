"""Heartbeats of running schedulers."""

from django.db import models


class Loop(models.Model):
    """A scheduler's heartbeat. A clean stop deletes the row; a killed scheduler leaves it behind."""

    id = models.CharField(primary_key=True, max_length=32)
    host = models.CharField(max_length=255)
    pid = models.PositiveIntegerField()
    seen_at = models.DateTimeField()
    owned = models.TextField(default="0-1023")
    """The shards that the scheduler was started with, as `games.shards.parse_shards` reads them."""
    served = models.TextField(default="0-1023")
    """The shards that the scheduler serves now: its own, and those whose owner is not running."""

    def __str__(self) -> str:
        """Return "loop" and the id of the background process whose heartbeat is stored here."""
        return f"loop {self.id}"
