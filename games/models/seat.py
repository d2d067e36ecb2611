"""Who sits where, and how it ended for them."""

from django.conf import settings
from django.db import models

from games.models.table import Table


class Seat(models.Model):
    """A taken seat; without a user it is one of the house's bots."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="seats"
    )
    name = models.CharField(max_length=40)
    kind = models.CharField(max_length=8)
    level = models.CharField(max_length=16, blank=True, default="")
    score = models.IntegerField(default=0)
    correct_bids = models.PositiveSmallIntegerField(default=0)
    rank = models.PositiveSmallIntegerField(null=True, blank=True)
    arrived_at = models.DateTimeField(null=True, blank=True)
    """The first sign of life of its person at this table; no event of the log tells it."""

    class Meta:
        ordering = ("table", "seat")
        constraints = (models.UniqueConstraint(fields=("table", "seat"), name="one_sitter_a_seat"),)

    def __str__(self) -> str:
        return f"{self.name} on seat {self.seat}"
