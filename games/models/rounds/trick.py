from django.db import models

from games.models.rounds.round import Round


class Trick(models.Model):
    """A complete trick.

    `plays` lists in order: seat, card, and who moved (human, bot, clock, wing or claim).
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tricks")
    number = models.PositiveSmallIntegerField(help_text="In its round, from 1.")
    leader = models.PositiveSmallIntegerField("leader’s seat", help_text="Seats count from 0.")
    winner = models.PositiveSmallIntegerField("winner’s seat")
    plays = models.JSONField(help_text="In order: seat, card, and who played it for the seat.")

    class Meta:
        ordering = ("round", "number")
        constraints = (models.UniqueConstraint(fields=("round", "number"), name="one_trick_a_number"),)

    def __str__(self) -> str:
        return f"trick {self.number}, taken by seat {self.winner}"
