"""The append-only log of all tables (event sourcing).

Only the store reads the log's secrets: hands, seeds and bids.
"""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.table import Table


class LogEntry(models.Model):
    """One event of a table, with its fields as JSON. Never edited, and deleted only with the table."""

    # The unique constraint's index begins with this column, so another one would only slow down inserts.
    table = models.ForeignKey(
        Table, verbose_name=_("table"), on_delete=models.CASCADE, related_name="log", db_index=False
    )
    number = models.PositiveIntegerField(_("number"), help_text=_("In the table’s log, from 1."))
    seat = models.PositiveSmallIntegerField(
        _("seat"), null=True, blank=True, help_text=_("Seats count from 0.")
    )
    action_id = models.CharField(  # noqa: DJ001 - null: no client's action
        _("action’s id"), max_length=64, null=True, blank=True, help_text=_("Set by the client that sent it.")
    )
    type = models.CharField(_("type"), max_length=20)
    # Text rather than a JSONField: the store writes and reads it by orjson, in hand-written statements.
    data = models.TextField(_("data"))
    at = models.DateTimeField(_("at"))

    class Meta:
        ordering = ("table", "number")
        verbose_name = _("log entry")
        verbose_name_plural = _("log entries")
        constraints = (
            models.UniqueConstraint(fields=("table", "number"), name="one_entry_a_number"),
            models.UniqueConstraint(
                fields=("table", "seat", "action_id"),
                name="one_entry_an_action",
                condition=models.Q(action_id__isnull=False),
            ),
        )

    def __str__(self) -> str:
        """Return the table's id, the entry's number in the table's log, and its type."""
        return f"{self.table_id} #{self.number} {self.type}"


class RoundSnapshot(models.Model):
    """A table's state when its newest round was dealt, so that loading the table replays at most one round.

    The log is authoritative: a table without a snapshot is loaded from its log alone, so snapshots may be
    deleted at any time. They are as secret as the log, because a state contains all hands and seeds.
    """

    table = models.OneToOneField(Table, on_delete=models.CASCADE, primary_key=True, related_name="+")
    number = models.PositiveIntegerField()
    """The number of the last log entry that the state includes."""
    moved = models.PositiveIntegerField()
    """The number of the last entry, up to `number`, that may have changed which seats are to move."""
    code_version = models.CharField(max_length=64)
    """The version of the code that wrote the row; other versions ignore the row."""
    # Text rather than a JSONField: the store encodes and decodes it itself.
    data = models.TextField()

    def __str__(self) -> str:
        """Return the table's id, and the number of the last log entry that the stored state includes."""
        return f"{self.table_id} #{self.number}"


class Mark(models.Model):
    """The card and the bid that one seat's player has marked in advance. Others must not notice changes."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="+")
    seat = models.PositiveSmallIntegerField()
    # Text rather than a JSONField: the store writes and reads it by orjson, in hand-written statements.
    data = models.TextField()
    answered = models.TextField(default="[]")
    """The newest idempotency keys of the seat's marks, each with the log number that was the response."""

    class Meta:
        constraints = (models.UniqueConstraint(fields=("table", "seat"), name="one_mark_row_a_seat"),)

    def __str__(self) -> str:
        """Return the table's id and the seat whose player has marked a card or a bid in advance."""
        return f"{self.table_id} seat {self.seat}"
