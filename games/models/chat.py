"""Chat at tables: messages and mutes. They are not part of any table's log."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models.table import Table

MAX_TEXT_LENGTH = 300


class Channel(models.TextChoices):
    """The recipients of a message: everybody at the table, or only the table's spectators."""

    TABLE = "table", _("Table")
    SPECTATORS = "spectators", _("Spectators")


class ChatMessage(models.Model):
    """A message's text, or the code of a quick phrase. Moderators can hide it; nobody can edit it."""

    table = models.ForeignKey(
        Table, verbose_name=_("table"), on_delete=models.CASCADE, related_name="chat_messages"
    )
    channel = models.CharField(
        _("channel"),
        max_length=10,
        choices=Channel.choices,
        help_text=_("Players never see what spectators write."),
    )
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("written by"),
        on_delete=models.CASCADE,
        related_name="chat_messages",
    )
    seat = models.PositiveSmallIntegerField(
        _("seat"), null=True, blank=True, help_text=_("Empty for spectators.")
    )
    text = models.CharField(_("message"), max_length=MAX_TEXT_LENGTH, blank=True)
    phrase = models.CharField(
        _("quick phrase"), max_length=20, blank=True, help_text=_("Its code, without text.")
    )
    message_id = models.CharField(max_length=64, editable=False)
    """An idempotency key: an id chosen by the client, or a random one."""
    # The hubs' queries for missed messages and the deletion of old ones both filter by this column.
    sent_at = models.DateTimeField(_("written at"), db_index=True)
    hidden_at = models.DateTimeField(_("hidden at"), null=True, blank=True, editable=False)
    hidden_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("hidden by"),
        null=True,
        blank=True,
        editable=False,
        on_delete=models.SET_NULL,
        related_name="+",
    )

    class Meta:
        verbose_name = _("chat message")
        verbose_name_plural = _("chat messages")
        ordering = ("-id",)
        indexes = (models.Index(fields=("table", "id"), name="chat_by_table"),)
        constraints = (
            models.UniqueConstraint(fields=("table", "author", "message_id"), name="chat_message_once"),
        )

    def __str__(self) -> str:
        return gettext("message %(number)s at table %(table)s") % {
            "number": self.pk,
            "table": self.table_id,
        }


class ChatMute(models.Model):
    """`user` receives no messages from `muted` at this table, or from anybody there if `muted` is None."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="chat_mutes")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="chat_mutes")
    muted = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )

    class Meta:
        constraints = (
            # NULLs are never equal, so a mute of everybody needs a constraint of its own.
            models.UniqueConstraint(fields=("table", "user", "muted"), name="chat_mute_once"),
            models.UniqueConstraint(
                fields=("table", "user"), name="chat_off_once", condition=models.Q(muted=None)
            ),
        )

    def __str__(self) -> str:
        return f"a mute by user {self.user_id} at table {self.table_id}"
