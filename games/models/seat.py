"""Seats with their players and results."""

from django.conf import settings
from django.db import models

from games.models.table import Table


class Seat(models.Model):
    """A taken seat; `user` is null for one of the site's bots, and after an account was deleted."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField(help_text="Seats count from 0.")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="seats"
    )
    name = models.CharField(max_length=40)
    kind = models.CharField(max_length=8)
    level = models.CharField("bot’s level", max_length=16, blank=True, default="")
    score = models.IntegerField(default=0)
    correct_bids = models.PositiveSmallIntegerField("bids met", default=0)
    rank = models.PositiveSmallIntegerField(null=True, blank=True, help_text="When the game is over.")
    arrived_at = models.DateTimeField(
        null=True, blank=True, help_text="When this player was first seen at the table."
    )
    """No event of the log tells it."""

    class Meta:
        ordering = ("table", "seat")
        constraints = (models.UniqueConstraint(fields=("table", "seat"), name="one_sitter_a_seat"),)

    def __str__(self) -> str:
        return f"{self.name} on seat {self.seat}"
