"""Challenges: invitations of named people to a table that waits for players."""

from datetime import datetime

from django.conf import settings
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models.table import GameStatus, Table


class ChallengeAnswer(models.TextChoices):
    """How a challenge ended, other than by expiring."""

    ACCEPTED = "accepted", _("Accepted")
    DECLINED = "declined", _("Declined")
    WITHDRAWN = "withdrawn", _("Withdrawn")


class Challenge(models.Model):
    """An invitation from a player at a table to another person to take a seat there. It reserves no seat.

    Whether a challenge is open follows from its answer, its expiry and its table, so no job has to close it.
    """

    table = models.ForeignKey(
        Table, verbose_name=_("table"), on_delete=models.CASCADE, related_name="challenges"
    )
    challenger = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("challenge by"),
        on_delete=models.CASCADE,
        related_name="sent_challenges",
    )
    challenged = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("challenge of"),
        on_delete=models.CASCADE,
        related_name="received_challenges",
    )
    challenged_at = models.DateTimeField(_("sent on"), db_index=True)
    expires_at = models.DateTimeField(_("expires at"))
    answer = models.CharField(
        _("answer"),
        max_length=9,
        choices=ChallengeAnswer,
        blank=True,
        default="",
        help_text=_("Empty while it waits, and if it expired."),
    )
    answered_at = models.DateTimeField(_("answered on"), null=True, blank=True, db_index=True)
    seat = models.PositiveSmallIntegerField(
        _("seat"), null=True, blank=True, help_text=_("Empty for the first free one.")
    )
    together = models.BooleanField(
        _("together"), default=False, help_text=_("The table waits for everybody, and ends if one declines.")
    )

    class Meta:
        verbose_name = _("challenge")
        verbose_name_plural = _("challenges")
        ordering = ("-challenged_at", "-id")
        constraints = (models.UniqueConstraint(fields=("table", "challenged"), name="challenge_once"),)

    def __str__(self) -> str:
        return gettext("a challenge by user %(user)s") % {"user": self.challenger_id}

    def state(self, now: datetime) -> str:
        """Return the challenge's state at the time `now`: its answer, such as "declined".

        A challenge without an answer is "open" or "expired".
        """
        if self.answer:
            return self.answer
        # It also expires when the table no longer waits for players.
        return "open" if self.expires_at > now and self.table.status == GameStatus.OPEN else "expired"
