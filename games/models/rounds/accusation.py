"""Accusations and their verdicts, in the order of judgement."""

from django.db import models

from games.models.rounds.round import Round


class Accusation(models.Model):
    """An accusation and its verdict.

    `lux` and `sensed_at` are reported by the phone, `received_at` by the server.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="accusations")
    position = models.PositiveIntegerField(help_text="In the order of the round, from 0.")
    accuser = models.PositiveSmallIntegerField("accuser’s seat", help_text="Seats count from 0.")
    accused = models.PositiveSmallIntegerField("accused seat", help_text="Seats count from 0.")
    source = models.CharField(max_length=16, help_text="A phone’s light sensor, a button, or a mail.")
    lux = models.FloatField("light", null=True, blank=True, help_text="In lux, as the phone measured it.")
    sensed_at = models.CharField(max_length=64, blank=True, default="", help_text="As the phone tells it.")
    received_at = models.DateTimeField(help_text="By the server’s clock.")
    after = models.PositiveSmallIntegerField(
        "cards played", help_text="In the round, before this accusation."
    )
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
