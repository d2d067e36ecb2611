"""Received emails: an inbox in which each email has one row, however often it is delivered."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models.table import Table


class MailOutcome(models.TextChoices):
    """The outcome of processing an email."""

    WAITING = "waiting", _("Waiting")
    DONE = "done", _("Done")
    REFUSED = "refused", _("Refused")
    NOT_UNDERSTOOD = "not_understood", _("Not understood")
    NOT_ANSWERED = "not_answered", _("Not answered")
    FAILED = "failed", _("Failed")


class ReceivedMail(models.Model):
    """An email from a player's confirmed address to a reply address that was given to this player.

    The email is stored before its receipt is acknowledged to the mail server. The processor claims the row at
    `due_at`, and closes it in the transaction that queues the answer. The content is deleted then, but the
    row is kept as long as the reply address is valid, so that a second delivery is recognised.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("user"),
        on_delete=models.CASCADE,
        related_name="received_mails",
    )
    table = models.ForeignKey(
        Table, verbose_name=_("table"), null=True, on_delete=models.CASCADE, related_name="received_mails"
    )
    digest = models.CharField(max_length=64, editable=False)
    """A hash of the Message-ID or, without one, of the content."""
    message_id = models.CharField(_("Message-ID"), max_length=255, blank=True, default="")
    content = models.JSONField(default=dict, editable=False)
    """The sender's `lines`, `subject`, whether it `is_reply`, and whether its address is `general`.

    They may reveal cards, so no page shows them.
    """
    replies = models.JSONField(default=list, editable=False)
    """The results of the lines that have been processed so far."""
    received_at = models.DateTimeField(_("received at"), db_index=True, help_text=_("When it was stored."))
    due_at = models.DateTimeField(_("due at"), null=True, help_text=_("Empty once it is answered."))
    closed_at = models.DateTimeField(_("closed at"), null=True, help_text=_("When its answer was queued."))
    attempts = models.PositiveSmallIntegerField(
        _("attempts"), default=0, help_text=_("How often it could not be carried out.")
    )
    outcome = models.CharField(
        _("outcome"),
        max_length=14,
        choices=MailOutcome,
        default=MailOutcome.WAITING,
        help_text=_("What the answer says."),
    )

    class Meta:
        verbose_name = _("received mail")
        verbose_name_plural = _("received mails")
        ordering = ("-received_at", "-id")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=("user", "digest"), name="one_mail_a_message_id")
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=("due_at",), name="received_mail_due", condition=models.Q(due_at__isnull=False)
            )
        ]

    def __str__(self) -> str:
        return gettext("a mail from user %(user)s") % {"user": self.user_id}
