"""The site's own rows."""

from django.db import models


class StorageCheck(models.Model):
    """A row that `/readyz` writes: only a write shows whether the database can store anything."""

    checked_at = models.DateTimeField()

    def __str__(self) -> str:
        """Return a text with the time at which the row was written."""
        return f"checked at {self.checked_at}"
