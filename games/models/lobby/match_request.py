"""Requests for a quick match: people who are waiting to be seated with others."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models.table import Table


class Pace(models.TextChoices):
    """How fast people want to play; each pace is one of the table's clocks."""

    FAST = "fast", _("Fast")
    NORMAL = "normal", _("Normal")
    RELAXED = "relaxed", _("Relaxed")


class MatchRequest(models.Model):
    """One person's search for a table. `table` is set once, when a table has been found.

    The search criteria of a request never change: different criteria lead to a new request with a new primary
    key. A process that claims a request by its key can therefore rely on the criteria it has read.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        verbose_name=_("user"),
        on_delete=models.CASCADE,
        related_name="match_request",
    )
    """Unique, so that nobody can have two requests."""
    size = models.PositiveSmallIntegerField(_("players"), null=True, help_text=_("Empty for any number."))
    pace = models.CharField(
        _("pace"), max_length=8, choices=Pace.choices, help_text=_("Decides the table’s clock.")
    )
    fill_with_bots = models.BooleanField(
        _("fill with bots"), help_text=_("Bots may take the seats that stay free.")
    )
    bot_level = models.CharField(_("level of the bots"), max_length=16)
    salt = models.CharField(max_length=64, blank=True, editable=False)
    requested_at = models.DateTimeField(_("waiting since"))
    patient_until = models.DateTimeField(
        _("patient until"), help_text=_("When bots take the free seats, if they may.")
    )
    seen_at = models.DateTimeField(
        _("seen at"), help_text=_("The last sign of life of the person’s page or app.")
    )
    table = models.ForeignKey(
        Table, verbose_name=_("table"), null=True, on_delete=models.CASCADE, related_name="match_requests"
    )
    matched_at = models.DateTimeField(_("given a table on"), null=True)

    class Meta:
        verbose_name = _("match request")
        verbose_name_plural = _("match requests")
        ordering = ("requested_at", "id")

    def __str__(self) -> str:
        """Return a text with the id of the user who is looking for a table."""
        return gettext("a match request of user %(user)s") % {"user": self.user_id}
