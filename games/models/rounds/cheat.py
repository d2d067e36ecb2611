from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models.rounds.round import Round


class Cheat(models.Model):
    """A card played in violation of the rule to follow suit. `called_by` is None if nobody called it."""

    # The unique constraint's index begins with this column, so another one would only slow down inserts.
    round = models.ForeignKey(
        Round, verbose_name=_("round"), on_delete=models.CASCADE, related_name="cheats", db_index=False
    )
    position = models.PositiveSmallIntegerField(
        _("position"), help_text=_("In the order of the round, from 0.")
    )
    trick = models.PositiveSmallIntegerField(_("trick"), help_text=_("Tricks count from 1."))
    seat = models.PositiveSmallIntegerField(_("seat"), help_text=_("Seats count from 0."))
    card = models.CharField(_("card"), max_length=3)
    owed = models.CharField(_("suit owed"), max_length=1, help_text=_("R, Y, G or B."))
    called_by = models.PositiveSmallIntegerField(
        _("called by"), null=True, blank=True, help_text=_("The seat that called it. Empty: nobody did.")
    )

    class Meta:
        verbose_name = _("cheat")
        verbose_name_plural = _("cheats")
        ordering = ("round", "position")
        constraints = (models.UniqueConstraint(fields=("round", "position"), name="one_cheat_a_position"),)

    def __str__(self) -> str:
        return gettext("seat %(seat)s played %(card)s and owed %(suit)s") % {
            "seat": self.seat,
            "card": self.card,
            "suit": self.owed,
        }
