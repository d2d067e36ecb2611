"""Accusations and their verdicts, in the order in which they were judged."""

from django.db import models

from games.models.round import Round


class Accusation(models.Model):
    """Who called whom; `lux` and `sensed_at` are the phone's word, `received_at` is the server's."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="accusations")
    position = models.PositiveIntegerField()
    accuser = models.PositiveSmallIntegerField()
    accused = models.PositiveSmallIntegerField()
    source = models.CharField(max_length=16)
    lux = models.FloatField(null=True, blank=True)
    sensed_at = models.CharField(max_length=64, blank=True, default="")
    received_at = models.DateTimeField()
    after = models.PositiveSmallIntegerField()
    verdict = models.CharField(max_length=8)
    accuser_points = models.IntegerField()
    accused_points = models.IntegerField()

    class Meta:
        ordering = ("round", "position")
        constraints = (
            models.UniqueConstraint(fields=("round", "position"), name="one_accusation_a_position"),
        )

    def __str__(self) -> str:
        return f"seat {self.accuser} accused seat {self.accused}: {self.verdict}"
