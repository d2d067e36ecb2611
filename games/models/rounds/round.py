"""Scored rounds without their cards, which stay in the log."""

from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models.table import Table


class Round(models.Model):
    """A round of a table, written when the next one is dealt or the game ends."""

    # The unique constraint's index begins with this column, so another one would only slow down inserts.
    table = models.ForeignKey(
        Table, verbose_name=_("table"), on_delete=models.CASCADE, related_name="rounds", db_index=False
    )
    number = models.PositiveSmallIntegerField(_("number"), help_text=_("In the game, from 1."))
    cards = models.PositiveSmallIntegerField(_("cards"), help_text=_("That each player is dealt."))
    dealer = models.PositiveSmallIntegerField(_("dealer’s seat"), help_text=_("Seats count from 0."))
    turned = models.CharField(_("card turned up"), max_length=3, blank=True, default="")
    trump = models.CharField(
        _("trump"), max_length=1, blank=True, default="", help_text=_("Empty: no trump.")
    )
    reveal = models.CharField(_("bids shown"), max_length=10)
    restricted = models.BooleanField(
        _("restricted"), help_text=_("The bids must not add up to the number of tricks.")
    )

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering = ("table", "number")
        constraints = (models.UniqueConstraint(fields=("table", "number"), name="one_round_a_number"),)

    def __str__(self) -> str:
        return gettext("round %(round)s of %(table)s") % {"round": self.number, "table": self.table_id}
