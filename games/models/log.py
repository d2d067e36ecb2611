"""The append-only log of all tables (event sourcing).

Only the store reads its secrets: hands, seeds, bids.
"""

from django.db import models

from games.models.table import Table


class LogEntry(models.Model):
    """One event of a table, with its fields as JSON. Never edited, and deleted only with its table."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="log")
    number = models.PositiveIntegerField(help_text="In the table’s log, from 1.")
    seat = models.PositiveSmallIntegerField(null=True, blank=True, help_text="Seats count from 0.")
    action_id = models.CharField(  # noqa: DJ001 - null: no client's action
        "action’s id", max_length=64, null=True, blank=True, help_text="Set by the client that sent it."
    )
    type = models.CharField(max_length=20)
    data = models.TextField()
    at = models.DateTimeField()

    class Meta:
        ordering = ("table", "number")
        verbose_name_plural = "log entries"
        constraints = (
            models.UniqueConstraint(fields=("table", "number"), name="one_entry_a_number"),
            models.UniqueConstraint(
                fields=("table", "seat", "action_id"),
                name="one_entry_an_action",
                condition=models.Q(action_id__isnull=False),
            ),
        )

    def __str__(self) -> str:
        return f"{self.table_id} #{self.number} {self.type}"
