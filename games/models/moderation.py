"""Reports about chat messages, and what moderators did to accounts because of them."""

from django.conf import settings
from django.db import models

from games.models.chat import ChatMessage

MAX_NOTE_LENGTH = 300


class ReportReason(models.TextChoices):
    """Why a message is reported."""

    INSULT = "insult", "Insult or harassment"
    SPAM = "spam", "Spam or advertising"
    UNFAIR = "unfair", "Gives cards away, or unfair play"
    OTHER = "other", "Something else"


class ReportStatus(models.TextChoices):
    """What became of a report."""

    OPEN = "open"
    UPHELD = "upheld"
    DISMISSED = "dismissed"


class ChatReport(models.Model):
    """A message that somebody reported, with a copy of the messages around it as they were then."""

    message = models.ForeignKey(
        ChatMessage, verbose_name="reported message", on_delete=models.CASCADE, related_name="reports"
    )
    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name="reported by",
        null=True,
        on_delete=models.SET_NULL,
        related_name="chat_reports",
    )
    reason = models.CharField(
        max_length=10, choices=ReportReason.choices, help_text="As the reporter chose it."
    )
    note = models.CharField(max_length=MAX_NOTE_LENGTH, blank=True, help_text="In the reporter’s words.")
    context = models.JSONField(default=list, editable=False)
    """The messages around it, in order: `selectors.chat_reports.ContextMessage`."""
    reported_at = models.DateTimeField("reported on")
    status = models.CharField(
        max_length=10,
        choices=ReportStatus.choices,
        default=ReportStatus.OPEN,
        help_text="Upheld: the moderators agreed. Dismissed: they did not.",
    )
    closed_at = models.DateTimeField("decided on", null=True, blank=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name="decided by",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )

    class Meta:
        ordering = ("-reported_at", "-id")
        constraints = (models.UniqueConstraint(fields=("message", "reporter"), name="report_once"),)

    def __str__(self) -> str:
        return f"report {self.pk}"


class SanctionKind(models.TextChoices):
    """A warning is shown to the player; a suspension keeps them from writing."""

    WARNING = "warning"
    SUSPENSION = "suspension"


class ChatSanction(models.Model):
    """A warning or a suspension from all chat. A suspension ends at `ends_at`, or when it is lifted."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name="player",
        on_delete=models.CASCADE,
        related_name="chat_sanctions",
    )
    kind = models.CharField("warning or suspension", max_length=10, choices=SanctionKind.choices)
    message = models.ForeignKey(
        ChatMessage,
        verbose_name="because of the message",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="sanctions",
    )
    reason = models.CharField(max_length=MAX_NOTE_LENGTH, help_text="The player reads this.")
    given_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name="decided by",
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    given_at = models.DateTimeField("decided on")
    ends_at = models.DateTimeField(null=True, blank=True, help_text="Empty for a warning.")

    class Meta:
        ordering = ("-given_at", "-id")

    def __str__(self) -> str:
        return f"{self.kind} of user {self.user_id}"
