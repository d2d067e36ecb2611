"""A stage's tables and their seats."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext

from core.sentence import Sentence
from games.models import Table
from tournaments.models.entry import Entry
from tournaments.models.stage import Stage


class StageTable(models.Model):
    """Table `number` (from 1) of a stage. `game` is its table on this site, once it has been opened.

    A play-off (`play_off`) decides the order of entrants who are tied after the stage, and counts for nothing
    else.
    """

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    size = models.PositiveSmallIntegerField()
    game = models.OneToOneField(
        Table, null=True, blank=True, on_delete=models.PROTECT, related_name="stage_table"
    )
    opened_at = models.DateTimeField(null=True, blank=True)
    closes_at = models.DateTimeField(null=True, blank=True)
    """When the table's time is over; moved by added time and by pauses."""
    halted_at = models.DateTimeField(null=True, blank=True)
    overran_at = models.DateTimeField(null=True, blank=True)
    stopped_at = models.DateTimeField(null=True, blank=True)
    annulled = models.JSONField(default=list, blank=True)
    """The ids of annulled games."""
    play_off = models.BooleanField(default=False)
    rounds = models.JSONField(null=True, blank=True)
    """The rounds of a play-off, in the form of an option mix's rounds; null at other tables."""
    called_off_at = models.DateTimeField(null=True, blank=True)
    """When a play-off was called off."""

    class Meta:
        ordering = ("stage", "number")
        constraints = (models.UniqueConstraint(fields=("stage", "number"), name="one_table_a_number"),)

    def __str__(self) -> str:
        """Return text such as "Table 3" in the active language."""
        return gettext("Table %(number)d") % {"number": self.number}


class Placement(models.Model):
    """A seat at a stage's table. Seat 0 deals first.

    The result counts for `entry`, or for nobody if it is null. If `bot` is true, a bot plays instead of the
    entrant.
    """

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="placements")
    table = models.ForeignKey(StageTable, on_delete=models.CASCADE, related_name="placements")
    seat = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(
        Entry, null=True, blank=True, on_delete=models.PROTECT, related_name="placements"
    )
    bot = models.BooleanField(default=False)
    locked = models.BooleanField(default=False)
    play_off = models.BooleanField(default=False)
    """Copied from the table: an entrant has one seat in the stage, and may have others at its play-offs."""
    previous_entry = models.ForeignKey(
        Entry, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    """The entrant for whom the result counted before the seat was handed over."""
    previous_bot = models.BooleanField(null=True, blank=True)
    """Whether a bot played before; null if the seat was never handed over."""

    class Meta:
        ordering = ("table", "seat")
        constraints = (
            models.UniqueConstraint(fields=("table", "seat"), name="one_placement_a_seat"),
            models.UniqueConstraint(
                fields=("stage", "entry"),
                name="one_placement_a_stage",
                condition=Q(entry__isnull=False, play_off=False),
            ),
        )

    def __str__(self) -> str:
        """Return the entrant, table and seat in English, such as "Anna at table 3, seat 1"."""
        return self.text

    @property
    def text(self) -> str:
        """The entrant, table and seat in English for the audit log, such as "Anna at table 3, seat 1"."""
        return Sentence(
            "%(who)s at table %(table)d, seat %(seat)d",
            who=self.entry.shown_name if self.entry else Sentence("a bot"),
            table=self.table.number,
            seat=self.seat + 1,
        )
