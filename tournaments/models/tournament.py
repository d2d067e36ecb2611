"""A tournament: who may enter, when, and by which rules; its progress is in its stages."""

import secrets
from datetime import datetime
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MinValueValidator, RegexValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from core.sentence import Sentence
from core.time_zones import known_zones
from tournaments.models.choices import Status, Visibility

MIN_PLAYERS = 3
"""Minimum number of entrants of a tournament: enough for one table."""


def new_lot_seed() -> str:
    """Return a random hexadecimal seed, from which a tournament computes the lots that break ties."""
    return secrets.token_hex(16)


MAX_TOURNAMENT_NAME = 80


def site_time_zone() -> str:
    """Return the name of the site's time zone, which new tournaments have by default."""
    return settings.TIME_ZONE


def check_time_zone(name: str) -> None:
    """Raise ValidationError if there is no time zone with this name."""
    if name not in known_zones():
        raise ValidationError(
            Sentence("There is no time zone %(name)s. Choose one from the list.", name=name)
        )


class Tournament(models.Model):
    """A tournament. Datetimes are in UTC; durations are in the unit that their names give."""

    slug = models.SlugField(
        _("slug"),
        unique=True,
        max_length=60,
        help_text=_("The address of its pages: small letters, digits and hyphens."),
        validators=[
            RegexValidator(r"^[a-z0-9]+(-[a-z0-9]+)*$", _("Small letters, digits and single hyphens."))
        ],
    )
    name = models.CharField(_("name"), max_length=MAX_TOURNAMENT_NAME, help_text=_("As players see it."))
    description = models.TextField(
        _("description"), blank=True, help_text=_("Plain text, for players: place, fee, what to bring.")
    )
    preset = models.CharField(max_length=24, blank=True, editable=False)
    visibility = models.CharField(
        _("visibility"),
        max_length=8,
        choices=Visibility.choices,
        default=Visibility.DRAFT,
        help_text=_(
            "Draft: only organisers see it; unlisted: everyone who has the address; public: everyone."
        ),
    )
    status = models.CharField(
        _("status"), max_length=9, choices=Status.choices, default=Status.ENTRY, editable=False, db_index=True
    )
    online = models.BooleanField(
        _("played here"),
        default=True,
        help_text=_("Off: the tables play with real cards, and results are entered by hand."),
    )
    automatic = models.BooleanField(
        _("runs by its timetable"), default=False, help_text=_("On: nobody needs to be at the desk.")
    )

    time_zone = models.CharField(
        _("time zone"),
        max_length=64,
        default=site_time_zone,
        validators=[check_time_zone],
        help_text=_(
            "Where the tournament is played. All its times are entered and shown in this time zone. "
            "If you change it, they stay as you typed them: 10:00 stays 10:00, in the new time zone."
        ),
    )
    entry_opens_at = models.DateTimeField(
        _("entry opens at"), null=True, blank=True, help_text=_("Empty: at once.")
    )
    entry_closes_at = models.DateTimeField(
        _("entry closes at"), null=True, blank=True, help_text=_("Later entrants go on the waiting list.")
    )
    check_in_opens_at = models.DateTimeField(
        _("check in opens at"),
        null=True,
        blank=True,
        help_text=_("Empty: no check-in by the timetable; everyone who has entered plays."),
    )
    check_in_closes_at = models.DateTimeField(
        _("check in closes at"),
        null=True,
        blank=True,
        help_text=_("Anyone who has not checked in by then is out. Empty: at the start."),
    )
    starts_at = models.DateTimeField(
        _("starts at"), null=True, blank=True, help_text=_("When the first cards are dealt.")
    )

    min_entrants = models.PositiveSmallIntegerField(
        _("fewest players"),
        default=MIN_PLAYERS,
        validators=[MinValueValidator(MIN_PLAYERS)],
        help_text=_("With fewer, the timetable cancels the tournament."),
    )
    capacity = models.PositiveSmallIntegerField(
        _("places"),
        null=True,
        blank=True,
        validators=[MinValueValidator(MIN_PLAYERS)],
        help_text=_("Further entrants go on the waiting list. Empty: no limit."),
    )
    nation_quota = models.PositiveSmallIntegerField(
        _("places per nation"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1)],
        help_text=_("Title holders do not count. Empty: no limit."),
    )

    grace_seconds = models.PositiveSmallIntegerField(
        _("waiting time"),
        default=180,
        help_text=_("Seconds that a table waits for players who are not there yet."),
    )
    protest_seconds = models.PositiveSmallIntegerField(
        _("protest period"),
        default=180,
        help_text=_("Seconds between the end of a stage and the next draw, for protests against results."),
    )
    break_seconds = models.PositiveSmallIntegerField(
        _("break"), default=120, help_text=_("Seconds between two stages, after the protest period.")
    )
    fill_with_bots = models.BooleanField(
        _("fill with bots"),
        default=True,
        help_text=_("Bots take seats whose players are not there. Off: the table waits for the organisers."),
    )
    same_deals = models.BooleanField(
        _("same deals"),
        default=False,
        help_text=_("All tables of one size in a stage play the same cards from the same seats."),
    )
    table_chat = models.BooleanField(
        _("chat at the tables"),
        default=False,
        help_text=_("Players and spectators may chat while games run. Off: when a table’s round is over."),
    )
    prizes = models.TextField(
        _("prizes"), blank=True, help_text=_("One line for each place, from the first.")
    )

    lot_seed = models.CharField(max_length=32, default=new_lot_seed, editable=False)
    games_break_ties = models.BooleanField(default=True, editable=False)
    """Whether a game's own ranking breaks ties at its table.

    False for stages closed before that was introduced.
    """
    reminded_at = models.DateTimeField(null=True, editable=False)
    finished_at = models.DateTimeField(_("finished at"), null=True, editable=False)
    due_at = models.DateTimeField(null=True, editable=False)
    """When the scheduler must next check the tournament."""
    ticked_at = models.DateTimeField(null=True, editable=False)
    """When the scheduler last checked the tournament; reveals for how long no server was running."""
    trouble = models.CharField(max_length=200, blank=True, editable=False)
    """Why the timetable cannot continue; empty if it can."""
    number = models.PositiveIntegerField(default=0, editable=False)
    """Counts the changes to anything that pages show; they reload when it grows."""

    class Meta:
        ordering = ("-starts_at", "slug")
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        indexes = (
            # Tournaments that are over are never due: the index has only the few that the scheduler asks for.
            models.Index(
                fields=("due_at",), name="tournament_by_due_at", condition=models.Q(due_at__isnull=False)
            ),
        )

    def __str__(self) -> str:
        """Return the tournament's name."""
        return self.name

    def get_absolute_url(self) -> str:
        """Return the path of the tournament's public page."""
        return f"/tournaments/{self.slug}"

    @property
    def table_visibility(self) -> str:
        """The visibility of the tournament's games: "public" or "private" (only with an invite link).

        The games are public only if the tournament is public. Where all tables play the same deals, games are
        private until their stage is over, even if this property is "public".
        """
        return "public" if self.visibility == Visibility.PUBLIC else "private"

    @property
    def follows_timetable(self) -> bool:
        """Whether the scheduler runs the tournament by its timetable. Always false for a draft."""
        return self.automatic and self.visibility != Visibility.DRAFT

    @property
    def zone(self) -> ZoneInfo:
        """The tournament's time zone as a ZoneInfo object."""
        return ZoneInfo(self.time_zone)

    @property
    def prizes_by_place(self) -> list[str]:
        """The prizes as a list, starting with the prize for the first place."""
        return [line.strip() for line in self.prizes.splitlines() if line.strip()]

    def entry_is_open(self, now: datetime) -> bool:
        """Return whether the entry period is open at the time `now`. Free places are not considered."""
        return (
            self.status == Status.ENTRY
            and (self.entry_opens_at is None or self.entry_opens_at <= now)
            and (self.entry_closes_at is None or now < self.entry_closes_at)
        )
