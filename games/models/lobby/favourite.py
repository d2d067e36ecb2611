"""Favourites: games that somebody has saved to open them again."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from games.models.table import TableVisibility

MAX_NAME_LENGTH = 40


class Favourite(models.Model):
    """What `open_table` needs, under a name; the options are as they were when it was saved."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="favourites")
    name = models.CharField(max_length=MAX_NAME_LENGTH)
    size = models.PositiveSmallIntegerField("seats")
    options = models.JSONField()
    bots = models.PositiveSmallIntegerField(default=0, help_text="Seats that bots take at once.")
    bot_level = models.CharField("level of the bots", max_length=16)
    visibility = models.CharField(max_length=8, choices=TableVisibility.choices)
    visiting_bots = models.BooleanField(default=True, help_text="Other people’s bots may sit down.")
    saved_at = models.DateTimeField("saved on")

    class Meta:
        ordering: ClassVar[list[str]] = ["name"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=("user", "name"), name="favourite_name_once")
        ]

    def __str__(self) -> str:
        return f"{self.name} of user {self.user_id}"
