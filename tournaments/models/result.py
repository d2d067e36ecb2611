"""Results entered by hand, and penalties; rows are only added, but a swap moves a penalty for overrunning."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.models.entry import Entry
from tournaments.models.stage import Stage
from tournaments.models.table import StageTable


class HandResult(models.Model):
    """A result entered at the desk. A table's newest one counts, and overrides the result of its game.

    `rows` contains a dict for each seat, with the keys `seat`, `score` and `correct_bids`.
    """

    table = models.ForeignKey(
        StageTable, on_delete=models.CASCADE, related_name="hand_results", verbose_name=_("table")
    )
    rows = models.JSONField(
        _("result"), help_text=_("Score and bids met of each seat; here seats count from 0.")
    )
    reason = models.CharField(_("reason"), max_length=200)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
        verbose_name=_("entered by"),
    )
    at = models.DateTimeField(_("when"))

    class Meta:
        ordering = ("table", "id")
        verbose_name = _("result entered by hand")
        verbose_name_plural = _("results entered by hand")

    def __str__(self) -> str:
        """Return text such as "result of Table 3 by hand"."""
        return gettext("result of %(table)s by hand") % {"table": self.table}


class Penalty(models.Model):
    """Tournament points deducted from an entrant; a negative number gives points back."""

    entry = models.ForeignKey(
        Entry, on_delete=models.CASCADE, related_name="penalties", verbose_name=_("entrant")
    )
    stage = models.ForeignKey(
        Stage, null=True, on_delete=models.CASCADE, related_name="penalties", verbose_name=_("stage")
    )
    points = models.IntegerField(
        _("points"), help_text=_("Tournament points that are lost; below 0 they are given back.")
    )
    overrun = models.BooleanField(_("for time"), default=False, help_text=_("Their table overran its time."))
    reason = models.CharField(_("reason"), max_length=200)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
        verbose_name=_("entered by"),
    )
    at = models.DateTimeField(_("when"))

    class Meta:
        ordering = ("entry", "id")
        verbose_name = _("penalty")
        verbose_name_plural = _("penalties")
        constraints = (
            models.UniqueConstraint(
                fields=("entry", "stage"), name="one_overrun_a_stage", condition=Q(overrun=True)
            ),
        )

    def __str__(self) -> str:
        """Return text such as "-10 for Anna"."""
        return gettext("%(points)+d for %(entrant)s") % {"points": -self.points, "entrant": self.entry}
