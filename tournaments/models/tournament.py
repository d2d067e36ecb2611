"""A tournament: who may come, when, and by which rules; where it stands is told by its stages."""

import secrets
from datetime import datetime
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MinValueValidator, RegexValidator
from django.db import models

from tournaments.models.choices import Status, Visibility
from tournaments.time_zones import known_zones

MIN_PLAYERS = 3
"""Entrants of a tournament: as many as a table needs."""


def new_lot_seed() -> str:
    """The seed of all lots of a tournament, in hex."""
    return secrets.token_hex(16)


def site_time_zone() -> str:
    """The time zone of tournaments whose organisers have not used another one."""
    return settings.TIME_ZONE


def check_time_zone(name: str) -> None:
    """Raise ValidationError for what is no time zone."""
    if name not in known_zones():
        raise ValidationError(f"There is no time zone {name}. Choose one from the list.")


class Tournament(models.Model):
    """One event; times are moments in UTC, spans are in the unit that their name says."""

    slug = models.SlugField(
        unique=True,
        max_length=60,
        help_text="The address of its pages: small letters, digits and hyphens.",
        validators=[RegexValidator(r"^[a-z0-9]+(-[a-z0-9]+)*$", "Small letters, digits and single hyphens.")],
    )
    name = models.CharField(max_length=80, help_text="As players see it.")
    description = models.TextField(
        blank=True, help_text="Plain text, for players: place, fee, what to bring."
    )
    preset = models.CharField(max_length=24, blank=True, editable=False)
    visibility = models.CharField(
        max_length=8,
        choices=Visibility.choices,
        default=Visibility.DRAFT,
        help_text="Draft: only organisers see it; unlisted: everyone who has the address; public: everyone.",
    )
    status = models.CharField(
        max_length=9, choices=Status.choices, default=Status.ENTRY, editable=False, db_index=True
    )
    online = models.BooleanField(
        "played here",
        default=True,
        help_text="Off: the tables play with real cards, and results are entered by hand.",
    )
    automatic = models.BooleanField(
        "runs by its timetable", default=False, help_text="On: nobody needs to be at the desk."
    )

    time_zone = models.CharField(
        max_length=64,
        default=site_time_zone,
        validators=[check_time_zone],
        help_text="Where the tournament is played. All its times are entered and shown in this time zone. "
        "If you change it, they stay as you typed them: 10:00 stays 10:00, in the new time zone.",
    )
    entry_opens_at = models.DateTimeField(null=True, blank=True, help_text="Empty: at once.")
    entry_closes_at = models.DateTimeField(
        null=True, blank=True, help_text="Later entrants go on the waiting list."
    )
    check_in_opens_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="Empty: no check-in by the timetable; everyone who has entered plays.",
    )
    check_in_closes_at = models.DateTimeField(
        null=True, blank=True, help_text="Anyone who has not checked in by then is out. Empty: at the start."
    )
    starts_at = models.DateTimeField(null=True, blank=True, help_text="When the first cards are dealt.")

    min_entrants = models.PositiveSmallIntegerField(
        "fewest players",
        default=MIN_PLAYERS,
        validators=[MinValueValidator(MIN_PLAYERS)],
        help_text="With fewer, the timetable cancels the tournament.",
    )
    capacity = models.PositiveSmallIntegerField(
        "places",
        null=True,
        blank=True,
        validators=[MinValueValidator(MIN_PLAYERS)],
        help_text="Further entrants go on the waiting list. Empty: no limit.",
    )
    nation_quota = models.PositiveSmallIntegerField(
        "places per nation",
        null=True,
        blank=True,
        validators=[MinValueValidator(1)],
        help_text="Title holders do not count. Empty: no limit.",
    )

    grace_seconds = models.PositiveSmallIntegerField(
        "waiting time",
        default=180,
        help_text="Seconds that a table waits for players who are not there yet.",
    )
    protest_seconds = models.PositiveSmallIntegerField(
        "protest period",
        default=180,
        help_text="Seconds between the end of a stage and the next draw, for protests against results.",
    )
    break_seconds = models.PositiveSmallIntegerField(
        "break", default=120, help_text="Seconds between two stages, after the protest period."
    )
    fill_with_bots = models.BooleanField(
        default=True,
        help_text="Bots take seats whose players are not there. Off: the table waits for the organisers.",
    )
    same_deals = models.BooleanField(
        default=False,
        help_text="All tables of one size in a stage play the same cards from the same seats.",
    )
    prizes = models.TextField(blank=True, help_text="One line for each place, from the first.")

    lot_seed = models.CharField(max_length=32, default=new_lot_seed, editable=False)
    games_break_ties = models.BooleanField(default=True, editable=False)
    """Whether a game breaks the ties at its table; not where stages were closed before games did."""
    reminded_at = models.DateTimeField(null=True, editable=False)
    finished_at = models.DateTimeField(null=True, editable=False)
    due_at = models.DateTimeField(null=True, editable=False)
    """When the scheduler looks at it next."""
    ticked_at = models.DateTimeField(null=True, editable=False)
    """When the scheduler last looked: time in which no server ran is charged to nobody."""
    trouble = models.CharField(max_length=200, blank=True, editable=False)
    """Why its timetable cannot go on; empty when it can."""
    number = models.PositiveIntegerField(default=0, editable=False)
    """How often anything that is shown of it has changed: pages ask again when it does."""

    class Meta:
        ordering = ("-starts_at", "slug")
        indexes = (
            models.Index(
                fields=("due_at",), name="tournament_by_due_at", condition=models.Q(due_at__isnull=False)
            ),
        )

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """The path of its page."""
        return f"/tournaments/{self.slug}"

    @property
    def zone(self) -> ZoneInfo:
        """The time zone by whose clocks it runs."""
        return ZoneInfo(self.time_zone)

    @property
    def prizes_by_place(self) -> list[str]:
        """The prizes, from that of the first place."""
        return [line.strip() for line in self.prizes.splitlines() if line.strip()]

    def entry_is_open(self, now: datetime) -> bool:
        """Whether one can enter as a full entrant at `now`."""
        return (
            self.status == Status.ENTRY
            and (self.entry_opens_at is None or self.entry_opens_at <= now)
            and (self.entry_closes_at is None or now < self.entry_closes_at)
        )
