from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models.rounds.round import Round


class Trick(models.Model):
    """A complete trick.

    `plays` lists, for each card in order, the seat, the card, and who played it (human, bot, clock, wing or
    claim).
    """

    # The unique constraint's index begins with this column, so another one would only slow down inserts.
    round = models.ForeignKey(
        Round, verbose_name=_("round"), on_delete=models.CASCADE, related_name="tricks", db_index=False
    )
    number = models.PositiveSmallIntegerField(_("number"), help_text=_("In its round, from 1."))
    leader = models.PositiveSmallIntegerField(_("leader’s seat"), help_text=_("Seats count from 0."))
    winner = models.PositiveSmallIntegerField(_("winner’s seat"))
    plays = models.JSONField(_("plays"), help_text=_("In order: seat, card, and who played it for the seat."))

    class Meta:
        verbose_name = _("trick")
        verbose_name_plural = _("tricks")
        ordering = ("round", "number")
        constraints = (models.UniqueConstraint(fields=("round", "number"), name="one_trick_a_number"),)

    def __str__(self) -> str:
        return gettext("trick %(trick)s, taken by seat %(seat)s") % {
            "trick": self.number,
            "seat": self.winner,
        }
