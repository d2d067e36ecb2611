"""Reports of chat messages, and the moderators' sanctions against accounts."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.models.chat import ChatMessage

MAX_NOTE_LENGTH = 300


class ReportReason(models.TextChoices):
    """Why a message is reported."""

    INSULT = "insult", _("Insult or harassment")
    SPAM = "spam", _("Spam or advertising")
    UNFAIR = "unfair", _("Gives cards away, or unfair play")
    OTHER = "other", _("Something else")


class ReportStatus(models.TextChoices):
    """The outcome of a report."""

    OPEN = "open", pgettext_lazy("status", "Open")
    UPHELD = "upheld", _("Upheld")
    DISMISSED = "dismissed", _("Dismissed")


class ChatReport(models.Model):
    """A report of a message, with a copy of the message and of the messages around it at that time."""

    message = models.ForeignKey(
        ChatMessage, verbose_name=_("reported message"), on_delete=models.CASCADE, related_name="reports"
    )
    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("reported by"),
        null=True,
        on_delete=models.SET_NULL,
        related_name="chat_reports",
    )
    reason = models.CharField(
        _("reason"), max_length=10, choices=ReportReason.choices, help_text=_("As the reporter chose it.")
    )
    note = models.CharField(
        _("note"), max_length=MAX_NOTE_LENGTH, blank=True, help_text=_("In the reporter’s words.")
    )
    context = models.JSONField(default=list, editable=False)
    """The reported message and those around it, in order, as `selectors.chat_reports.ContextMessage`."""
    reported_at = models.DateTimeField(_("reported on"))
    status = models.CharField(
        _("status"),
        max_length=10,
        choices=ReportStatus.choices,
        default=ReportStatus.OPEN,
        help_text=_("Upheld: the moderators agreed. Dismissed: they did not."),
    )
    closed_at = models.DateTimeField(_("decided on"), null=True, blank=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("decided by"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )

    class Meta:
        verbose_name = _("chat report")
        verbose_name_plural = _("chat reports")
        ordering = ("-reported_at", "-id")
        constraints = (models.UniqueConstraint(fields=("message", "reporter"), name="report_once"),)

    def __str__(self) -> str:
        """Return the word "report", in the active language, and the primary key of this chat report."""
        return gettext("report %(number)s") % {"number": self.pk}


class SanctionKind(models.TextChoices):
    """A warning is shown to the player; a suspension prevents the player from writing."""

    WARNING = "warning", _("Warning")
    SUSPENSION = "suspension", _("Suspension")


class ChatSanction(models.Model):
    """A warning to a player, or a suspension from all chat until `ends_at`.

    Lifting a suspension sets `ends_at` to the current time.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("player"),
        on_delete=models.CASCADE,
        related_name="chat_sanctions",
    )
    kind = models.CharField(_("warning or suspension"), max_length=10, choices=SanctionKind.choices)
    message = models.ForeignKey(
        ChatMessage,
        verbose_name=_("because of the message"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="sanctions",
    )
    reason = models.CharField(_("reason"), max_length=MAX_NOTE_LENGTH, help_text=_("The player reads this."))
    given_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("decided by"),
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    given_at = models.DateTimeField(_("decided on"))
    ends_at = models.DateTimeField(_("ends at"), null=True, blank=True, help_text=_("Empty for a warning."))

    class Meta:
        verbose_name = _("chat sanction")
        verbose_name_plural = _("chat sanctions")
        ordering = ("-given_at", "-id")

    def __str__(self) -> str:
        """Return the kind of penalty, such as a warning, and the id of the user who got it."""
        return gettext("%(kind)s of user %(user)s") % {
            "kind": self.get_kind_display(),
            "user": self.user_id,
        }
