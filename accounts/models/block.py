"""Blocks: whose messages a person no longer wants to get, wherever they are written."""

from typing import ClassVar

from django.conf import settings
from django.db import models


class Block(models.Model):
    """One account has blocked another. The blocked one is not told."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="blocks")
    blocked = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="blocked_by")
    blocked_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar[list[str]] = ["blocked__username"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=("user", "blocked"), name="block_once")
        ]

    def __str__(self) -> str:
        return f"a block by user {self.user_id}"
