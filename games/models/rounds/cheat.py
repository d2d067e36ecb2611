from django.db import models

from games.models.rounds.round import Round


class Cheat(models.Model):
    """A card that broke the duty to follow suit; `called_by` is null if nobody called it."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="cheats")
    position = models.PositiveSmallIntegerField(help_text="In the order of the round, from 0.")
    trick = models.PositiveSmallIntegerField(help_text="Tricks count from 1.")
    seat = models.PositiveSmallIntegerField(help_text="Seats count from 0.")
    card = models.CharField(max_length=3)
    owed = models.CharField("suit owed", max_length=1, help_text="R, Y, G or B.")
    called_by = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="The seat that called it. Empty: nobody did."
    )

    class Meta:
        ordering = ("round", "position")
        constraints = (models.UniqueConstraint(fields=("round", "position"), name="one_cheat_a_position"),)

    def __str__(self) -> str:
        return f"seat {self.seat} played {self.card} and owed {self.owed}"
