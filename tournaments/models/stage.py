"""A stage: each player who is still in plays one game, all at the same time."""

from django.contrib import admin
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from core.sentence import Sentence
from core.translation import translate_all
from tournaments.models.choices import Points, Qualify, StageKind
from tournaments.models.mix import OptionMix
from tournaments.models.tournament import Tournament


def usual_points() -> list[int]:
    """Return the default points for the ranks at a table, from the first to the fifth."""
    return [45, 30, 20, 10, 5]


class Stage(models.Model):
    """Stage `number` (from 1) of a tournament. Each datetime is null until the event has happened."""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="stages", verbose_name=_("tournament")
    )
    number = models.PositiveSmallIntegerField(
        _("number"),
        validators=[MinValueValidator(1)],
        help_text=_("Stages are played in the order of their numbers."),
    )
    name = models.CharField(
        _("name"), max_length=60, blank=True, help_text=_("Empty: Stage 1, Final and so on.")
    )
    kind = models.CharField(
        _("kind"),
        max_length=9,
        choices=StageKind.choices,
        default=StageKind.DRAWN,
        help_text=_(
            "Swiss: the leader plays the best-placed players not met yet. Knock-out: "
            "only those who qualify at their table go on. Final: one table plays for the title."
        ),
    )
    mix = models.ForeignKey(
        OptionMix,
        on_delete=models.PROTECT,
        related_name="stages",
        verbose_name=_("option mix"),
        help_text=_("The game that is played."),
    )
    points = models.CharField(
        _("points"),
        max_length=8,
        choices=Points.choices,
        default=Points.RANK,
        help_text=_(
            "Rank: by rank at the table. Zero-sum: +1 for each player below, −1 for each above. "
            "Game: the points of the game."
        ),
    )
    points_table = models.JSONField(
        _("points table"),
        default=usual_points,
        help_text=_("Points by rank, from the first. Shared ranks share their points."),
    )
    qualify = models.CharField(
        _("who goes on"),
        max_length=9,
        choices=Qualify.choices,
        default=Qualify.ALL,
        help_text=_("All, the best of the standings, or the best of each table."),
    )
    qualify_count = models.PositiveSmallIntegerField(
        _("how many go on"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1)],
        help_text=_("In all, or from each table. Empty: all."),
    )
    minutes = models.PositiveSmallIntegerField(
        _("minutes a game"), null=True, blank=True, help_text=_("Empty: no limit.")
    )
    warn_minutes = models.PositiveSmallIntegerField(
        _("warning"), default=5, help_text=_("Minutes before the end of a game. 0: none.")
    )
    overrun_penalty = models.PositiveSmallIntegerField(
        _("overrun penalty"),
        default=0,
        help_text=_("Points that each player loses when their table runs over its time."),
    )
    overtime_minutes = models.PositiveSmallIntegerField(
        _("overtime minutes"),
        null=True,
        blank=True,
        validators=[MaxValueValidator(600)],
        help_text=_(
            "The game is stopped this many minutes after its time is up. The rounds scored by then "
            "count. Empty: never."
        ),
    )

    drawn_at = models.DateTimeField(_("drawn at"), null=True, editable=False)
    released_at = models.DateTimeField(_("released at"), null=True, editable=False)
    started_at = models.DateTimeField(_("started at"), null=True, editable=False)
    warned_at = models.DateTimeField(null=True, editable=False)
    closed_at = models.DateTimeField(_("closed at"), null=True, editable=False)
    draw_seed = models.PositiveBigIntegerField(null=True, editable=False)
    tie_breaks = models.JSONField(default=list, editable=False)
    """Ties that organisers broke: `how` (see TieBreak) and the entrants' ids in their `order`."""
    draw_report = models.JSONField(default=dict, editable=False)
    """The account of the draw: repeated meetings, costs, alternatives tried, who had qualified."""

    class Meta:
        ordering = ("tournament", "number")
        verbose_name = _("stage")
        verbose_name_plural = _("stages")
        constraints = (models.UniqueConstraint(fields=("tournament", "number"), name="one_stage_a_number"),)

    def __str__(self) -> str:
        """Return the stage's title in the active language."""
        return self.shown_title

    @property
    def title(self) -> str:
        """The name that organisers gave the stage, or else an untranslated default such as "Stage 2"."""
        if self.name:
            return self.name
        if self.kind == StageKind.FINAL:
            return Sentence("Final")
        if self.kind == StageKind.KNOCK_OUT:
            return Sentence("Stage %(number)s, knock-out", number=self.number)
        return Sentence("Stage %(number)s", number=self.number)

    @property
    @admin.display(description=_("title"))
    def shown_title(self) -> str:
        """The stage's title, with default titles such as "Stage 2" translated into the active language."""
        return translate_all(self.title)
