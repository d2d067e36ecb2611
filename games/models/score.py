"""The Block of Truth: what a round brought each seat."""

from django.db import models

from games.models.round import Round


class Score(models.Model):
    """One cell of the sheet: bid and tricks, points for them, accusations' points, and the total after it."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="scores")
    seat = models.PositiveSmallIntegerField()
    bid = models.PositiveSmallIntegerField()
    tricks = models.PositiveSmallIntegerField()
    points = models.IntegerField()
    adjustment = models.IntegerField(default=0)
    total = models.IntegerField()
    own_moves = models.BooleanField()
    """Whether who sat there in the end bid and played by hand: no stand-in, no clock, no wing."""

    class Meta:
        ordering = ("round", "seat")
        constraints = (models.UniqueConstraint(fields=("round", "seat"), name="one_score_a_seat"),)

    def __str__(self) -> str:
        return f"seat {self.seat}: {self.points:+d}"
