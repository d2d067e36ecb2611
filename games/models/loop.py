"""The heartbeat of a scheduler: a row for each process that runs one."""

from django.db import models


class Loop(models.Model):
    """One loop; who ends in order takes the row away, who is killed leaves it behind."""

    id = models.CharField(primary_key=True, max_length=32)
    host = models.CharField(max_length=255)
    pid = models.PositiveIntegerField()
    seen_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"loop {self.id}"
