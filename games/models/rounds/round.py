"""Scored rounds without their cards, which stay in the log."""

from django.db import models

from games.models.table import Table


class Round(models.Model):
    """A round of a table, written when the next one is dealt or the game ends."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField(help_text="In the game, from 1.")
    cards = models.PositiveSmallIntegerField(help_text="That each player is dealt.")
    dealer = models.PositiveSmallIntegerField("dealer’s seat", help_text="Seats count from 0.")
    turned = models.CharField("card turned up", max_length=3, blank=True, default="")
    trump = models.CharField(max_length=1, blank=True, default="", help_text="Empty: no trump.")
    reveal = models.CharField("bids shown", max_length=10)
    restricted = models.BooleanField(help_text="The bids must not add up to the number of tricks.")

    class Meta:
        ordering = ("table", "number")
        constraints = (models.UniqueConstraint(fields=("table", "number"), name="one_round_a_number"),)

    def __str__(self) -> str:
        return f"round {self.number} of {self.table_id}"
