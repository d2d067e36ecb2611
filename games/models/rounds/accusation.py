"""Accusations and their verdicts, in the order of judgement."""

from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models.rounds.round import Round


class Accusation(models.Model):
    """An accusation and its verdict.

    `lux` and `sensed_at` are values reported by the phone; `received_at` is the server's time.
    """

    # The unique constraint's index begins with this column, so another one would only slow down inserts.
    round = models.ForeignKey(
        Round,
        verbose_name=_("round"),
        on_delete=models.CASCADE,
        related_name="accusations",
        db_index=False,
    )
    position = models.PositiveIntegerField(_("position"), help_text=_("In the order of the round, from 0."))
    accuser = models.PositiveSmallIntegerField(_("accuser’s seat"), help_text=_("Seats count from 0."))
    accused = models.PositiveSmallIntegerField(_("accused seat"), help_text=_("Seats count from 0."))
    source = models.CharField(
        _("source"), max_length=16, help_text=_("A phone’s light sensor, a button, or a mail.")
    )
    lux = models.FloatField(
        _("light"), null=True, blank=True, help_text=_("In lux, as the phone measured it.")
    )
    sensed_at = models.CharField(
        _("sensed at"), max_length=64, blank=True, default="", help_text=_("As the phone tells it.")
    )
    received_at = models.DateTimeField(_("received at"), help_text=_("By the server’s clock."))
    after = models.PositiveSmallIntegerField(
        _("cards played"), help_text=_("In the round, before this accusation.")
    )
    verdict = models.CharField(_("verdict"), max_length=8)
    accuser_points = models.IntegerField(_("accuser points"))
    accused_points = models.IntegerField(_("accused points"))

    class Meta:
        verbose_name = _("accusation")
        verbose_name_plural = _("accusations")
        ordering = ("round", "position")
        constraints = (
            models.UniqueConstraint(fields=("round", "position"), name="one_accusation_a_position"),
        )

    def __str__(self) -> str:
        return gettext("seat %(accuser)s accused seat %(accused)s: %(verdict)s") % {
            "accuser": self.accuser,
            "accused": self.accused,
            "verdict": self.verdict,
        }
