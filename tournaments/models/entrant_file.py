"""Uploaded lists of entrants that have not been confirmed yet."""

from django.conf import settings
from django.db import models

from tournaments.models.tournament import Tournament


class EntrantFile(models.Model):
    """An uploaded CSV file awaiting confirmation, at most one per user and tournament."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entrant_files")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    data = models.BinaryField()
    at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("tournament", "by"), name="one_file_a_person"),)

    def __str__(self) -> str:
        """Return the tournament's name and the username of the uploader."""
        return f"{self.tournament}, by {self.by}"
