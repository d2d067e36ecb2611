from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models.rounds.round import Round


class Bid(models.Model):
    """A bid, in the order of the round. A dealer's changed bid is stored as an additional row."""

    # The unique constraint's index begins with this column, so another one would only slow down inserts.
    round = models.ForeignKey(
        Round, verbose_name=_("round"), on_delete=models.CASCADE, related_name="bids", db_index=False
    )
    position = models.PositiveSmallIntegerField(
        _("position"), help_text=_("In the order of the round, from 0.")
    )
    seat = models.PositiveSmallIntegerField(_("seat"), help_text=_("Seats count from 0."))
    bid = models.PositiveSmallIntegerField(_("bid"))
    by = models.CharField(_("made by"), max_length=8, help_text=_("A human, a bot or the clock."))

    class Meta:
        verbose_name = _("bid")
        verbose_name_plural = _("bids")
        ordering = ("round", "position")
        constraints = (models.UniqueConstraint(fields=("round", "position"), name="one_bid_a_position"),)

    def __str__(self) -> str:
        return gettext("seat %(seat)s bid %(bid)s") % {"seat": self.seat, "bid": self.bid}
