"""Requests for a quick match: one person who waits to be seated with others."""

from django.conf import settings
from django.db import models

from games.models.table import Table


class Pace(models.TextChoices):
    """How fast people want to play; each pace is one of the table's clocks."""

    FAST = "fast"
    NORMAL = "normal"
    RELAXED = "relaxed"


class MatchRequest(models.Model):
    """One person's search for a table; `table` is set once, when a table has been found.

    A request never changes its wishes: another one replaces it, with another primary key. So whoever claims
    a request by its key claims it with the wishes that were read.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="match_request"
    )
    """Unique, so that nobody is in two searches."""
    size = models.PositiveSmallIntegerField("players", null=True, help_text="Empty for any number.")
    pace = models.CharField(max_length=8, choices=Pace.choices, help_text="Decides the table’s clock.")
    fill_with_bots = models.BooleanField(help_text="Bots may take the seats that stay free.")
    bot_level = models.CharField("level of the bots", max_length=16)
    salt = models.CharField(max_length=64, blank=True, editable=False)
    requested_at = models.DateTimeField("waiting since")
    patient_until = models.DateTimeField(help_text="When bots take the free seats, if they may.")
    seen_at = models.DateTimeField(help_text="The last sign of life of the person’s page or app.")
    table = models.ForeignKey(Table, null=True, on_delete=models.CASCADE, related_name="match_requests")
    matched_at = models.DateTimeField("given a table on", null=True)

    class Meta:
        ordering = ("requested_at", "id")

    def __str__(self) -> str:
        return f"a match request of user {self.user_id}"
