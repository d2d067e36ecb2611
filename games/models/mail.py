"""Emails of slow games: an outbox, and the addresses to which emails could not be delivered."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.models.table import Table

MAX_MESSAGE_ID = 255


class MailKind(models.TextChoices):
    """What an email is about."""

    CHALLENGE = "challenge", pgettext_lazy("email", "Challenge")
    TURN = "turn", _("Turn")
    REMINDER = "reminder", _("Reminder")
    DIGEST = "digest", _("Digest")
    ROUND = "round", _("Round scored")
    RESULT = "result", _("Result")
    MESSAGE = "message", _("Chat message")
    MOVE_REPORT = "move_report", _("Prepared move refused")
    ANSWER = "answer", _("Answer to a mail")
    RECHECK = "recheck", _("Check of an address")


class PendingMail(models.Model):
    """An email to one person, whose text is written only when the email is sent.

    The sender claims the row at `due_at`, and deletes it after sending. An email is sent at least once, and
    always with the same Message-ID, so that mailboxes keep one copy.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("user"),
        on_delete=models.CASCADE,
        related_name="pending_mails",
    )
    kind = models.CharField(_("kind"), max_length=12, choices=MailKind)
    table = models.ForeignKey(
        Table, verbose_name=_("table"), null=True, on_delete=models.CASCADE, related_name="pending_mails"
    )
    facts = models.JSONField(default=dict, editable=False)
    """Details for the email that are not in the table's state. May reveal cards, so no page shows them."""
    occasion = models.CharField(
        _("occasion"), max_length=80, blank=True, default="", help_text=_("Of which there is one mail only.")
    )
    message_id = models.CharField(_("Message-ID"), max_length=MAX_MESSAGE_ID, unique=True)
    in_reply_to = models.CharField(_("In-Reply-To"), max_length=MAX_MESSAGE_ID, blank=True, default="")
    created_at = models.DateTimeField(_("queued at"))
    due_at = models.DateTimeField(_("due at"), db_index=True, help_text=_("When it is sent, or sent again."))
    attempts = models.PositiveSmallIntegerField(
        _("attempts"), default=0, help_text=_("How often it could not be sent.")
    )

    class Meta:
        verbose_name = _("pending mail")
        verbose_name_plural = _("pending mails")
        ordering = ("due_at", "id")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=("user", "occasion"), name="one_mail_an_occasion", condition=~models.Q(occasion="")
            )
        ]

    def __str__(self) -> str:
        return gettext("a mail to user %(user)s") % {"user": self.user_id}


class BouncedAddress(models.Model):
    """An address to which emails could not be delivered. Once it is blocked, no more are sent to it."""

    address = models.CharField(_("address"), max_length=254, unique=True, help_text=_("In lower case."))
    failures = models.PositiveSmallIntegerField(
        _("failures"), default=0, help_text=_("Deliveries in a row that failed for a while.")
    )
    reports = models.JSONField(default=list, editable=False)
    """Hashes of the counted delivery reports, because mail servers may deliver a report twice."""
    bounced_at = models.DateTimeField(_("last failure"))
    blocked_at = models.DateTimeField(
        _("blocked at"), null=True, blank=True, help_text=_("No mails about games are sent to it since then.")
    )

    class Meta:
        verbose_name = _("bounced address")
        verbose_name_plural = _("bounced addresses")
        ordering = ("-bounced_at",)

    def __str__(self) -> str:
        return self.address
