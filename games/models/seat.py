"""Seats with their players and results."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models.table import Table


class Seat(models.Model):
    """A taken seat. `user` is None for one of the site's bots, and after the account was deleted."""

    table = models.ForeignKey(Table, verbose_name=_("table"), on_delete=models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField(_("seat"), help_text=_("Seats count from 0."))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("user"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="seats",
    )
    name = models.CharField(_("name"), max_length=40)
    kind = models.CharField(_("kind"), max_length=8)
    level = models.CharField(_("bot’s level"), max_length=16, blank=True, default="")
    score = models.IntegerField(_("score"), default=0)
    correct_bids = models.PositiveSmallIntegerField(_("bids met"), default=0)
    rank = models.PositiveSmallIntegerField(
        _("rank"), null=True, blank=True, help_text=_("When the game is over.")
    )
    arrived_at = models.DateTimeField(
        _("arrived at"), null=True, blank=True, help_text=_("When this player was first seen at the table.")
    )
    """Not recorded in the log."""

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ("table", "seat")
        constraints = (models.UniqueConstraint(fields=("table", "seat"), name="one_sitter_a_seat"),)

    def __str__(self) -> str:
        return gettext("%(name)s on seat %(seat)s") % {"name": self.name, "seat": self.seat}
