from django.db import models

from games.models.rounds.round import Round


class Bid(models.Model):
    """A bid, in the order of the round. A dealer's changed bid is a second row, the last one."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="bids")
    position = models.PositiveSmallIntegerField(help_text="In the order of the round, from 0.")
    seat = models.PositiveSmallIntegerField(help_text="Seats count from 0.")
    bid = models.PositiveSmallIntegerField()
    by = models.CharField("made by", max_length=8, help_text="A human, a bot or the clock.")

    class Meta:
        ordering = ("round", "position")
        constraints = (models.UniqueConstraint(fields=("round", "position"), name="one_bid_a_position"),)

    def __str__(self) -> str:
        return f"seat {self.seat} bid {self.bid}"
