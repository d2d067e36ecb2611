"""A round that is over: one deal, without its cards (those stay in the log)."""

from django.db import models

from games.models.table import Table


class Round(models.Model):
    """One deal of a table, written when the next one is dealt or the game ends."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    cards = models.PositiveSmallIntegerField()
    dealer = models.PositiveSmallIntegerField()
    turned = models.CharField(max_length=3, blank=True, default="")
    trump = models.CharField(max_length=1, blank=True, default="")
    reveal = models.CharField(max_length=10)
    restricted = models.BooleanField()

    class Meta:
        ordering = ("table", "number")
        constraints = (models.UniqueConstraint(fields=("table", "number"), name="one_round_a_number"),)

    def __str__(self) -> str:
        return f"round {self.number} of {self.table_id}"
