"""What the site itself stores."""

from django.db import models


class StorageCheck(models.Model):
    """One row that `/readyz` writes, since only a write tells whether the database can store anything."""

    checked_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"checked at {self.checked_at}"
