"""The score sheet ("Block of Truth"): each seat's result of each round."""

from django.db import models

from games.models.rounds.round import Round


class Score(models.Model):
    """One cell of the score sheet: bid, tricks, points for them, points of accusations, and the total."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="scores")
    seat = models.PositiveSmallIntegerField(help_text="Seats count from 0.")
    bid = models.PositiveSmallIntegerField()
    tricks = models.PositiveSmallIntegerField()
    points = models.IntegerField(help_text="For bid and tricks alone.")
    adjustment = models.IntegerField(default=0, help_text="Points of accusations in this round.")
    total = models.IntegerField(help_text="In the game, after this round.")
    own_moves = models.BooleanField(
        "moved by hand",
        help_text="The player bid and played all of it: no stand-in, no clock, no card laid aside.",
    )

    class Meta:
        ordering = ("round", "seat")
        constraints = (models.UniqueConstraint(fields=("round", "seat"), name="one_score_a_seat"),)

    def __str__(self) -> str:
        return f"seat {self.seat}: {self.points:+d}"
