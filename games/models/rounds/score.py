"""The score sheet ("Block of Truth"): each seat's result of each round."""

from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models.rounds.round import Round


class Score(models.Model):
    """One cell of the score sheet: bid, tricks, points for both, points from accusations, and the total."""

    # The unique constraint's index begins with this column, so another one would only slow down inserts.
    round = models.ForeignKey(
        Round, verbose_name=_("round"), on_delete=models.CASCADE, related_name="scores", db_index=False
    )
    seat = models.PositiveSmallIntegerField(_("seat"), help_text=_("Seats count from 0."))
    bid = models.PositiveSmallIntegerField(_("bid"))
    tricks = models.PositiveSmallIntegerField(_("tricks"))
    points = models.IntegerField(_("points"), help_text=_("For bid and tricks alone."))
    adjustment = models.IntegerField(
        _("adjustment"), default=0, help_text=_("Points of accusations in this round.")
    )
    total = models.IntegerField(_("total"), help_text=_("In the game, after this round."))
    own_moves = models.BooleanField(
        _("moved by hand"),
        help_text=_("The player bid and played all of it: no stand-in, no clock, no card laid aside."),
    )

    class Meta:
        verbose_name = _("score")
        verbose_name_plural = _("scores")
        ordering = ("round", "seat")
        constraints = (models.UniqueConstraint(fields=("round", "seat"), name="one_score_a_seat"),)

    def __str__(self) -> str:
        return gettext("seat %(seat)s: %(points)s") % {"seat": self.seat, "points": f"{self.points:+d}"}
