"""The analysis of one seat's decisions in a finished game: computed once, round by round."""

from django.db import models

from games.models.table import Table


class Analysis(models.Model):
    """A seat's judged rounds so far, as the API returns them. `made_at` is when the last round was stored."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="analyses")
    seat = models.PositiveSmallIntegerField()
    data = models.JSONField(default=list)
    made_at = models.DateTimeField(null=True, blank=True)
    # Room for the origin (32), the process's number and the host's name (255), with blanks.
    claimed_by = models.CharField(max_length=320, blank=True, default="", editable=False)
    """The process that makes the analysis, until it is done or the claim expires."""
    claimed_until = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        ordering = ("table", "seat")
        constraints = (models.UniqueConstraint(fields=("table", "seat"), name="one_analysis_a_seat"),)

    def __str__(self) -> str:
        """Return the seat whose play is analysed, and its table's id."""
        return f"analysis of seat {self.seat} at {self.table_id}"
