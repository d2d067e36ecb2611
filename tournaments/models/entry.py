"""Who takes part."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower

from tournaments.models.choices import GONE, EntryStatus
from tournaments.models.tournament import Tournament


class Entry(models.Model):
    """One entrant: a person with an account, a person at a real table without one, or a bot (`bot_level`)."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    start_number = models.PositiveIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="tournament_entries",
    )
    name = models.CharField(max_length=40)
    nation = models.CharField(max_length=3, blank=True)
    title_holder = models.BooleanField(default=False)
    bot_level = models.CharField(max_length=16, blank=True)
    status = models.CharField(max_length=12, choices=EntryStatus.choices, default=EntryStatus.ENTERED)
    entered_at = models.DateTimeField()
    checked_in_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("tournament", "start_number")
        verbose_name_plural = "entries"
        constraints = (
            models.UniqueConstraint(
                fields=("tournament", "user"), name="one_entry_a_person", condition=Q(user__isnull=False)
            ),
            models.UniqueConstraint(F("tournament"), Lower("name"), name="one_entry_a_name"),
            models.UniqueConstraint(fields=("tournament", "start_number"), name="one_entry_a_start_number"),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def is_in(self) -> bool:
        """Whether they play when the next stage is drawn."""
        return self.status == EntryStatus.CHECKED_IN

    @property
    def waits_here(self) -> bool:
        """Whether they stand by and are there."""
        return self.status == EntryStatus.STAND_BY and self.checked_in_at is not None

    @property
    def is_gone(self) -> bool:
        """Whether they have withdrawn or were disqualified."""
        return self.status in GONE


class ForbiddenPair(models.Model):
    """Two entrants who are not seated at one table."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="forbidden_pairs")
    one = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("one", "other"), name="one_pair_once"),
            models.CheckConstraint(condition=~Q(one=F("other")), name="a_pair_is_two"),
        )

    def __str__(self) -> str:
        return f"{self.one} and {self.other}"
