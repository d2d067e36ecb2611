"""A tournament: who may come, when, and by which rules; where it stands is told by its stages."""

import secrets
from datetime import datetime

from django.core.validators import MinValueValidator, RegexValidator
from django.db import models

from tournaments.models.choices import Status, Visibility

FEWEST = 3
"""Entrants of a tournament: as many as a table needs."""
# These lead elsewhere: no tournament can have them as its address.
RESERVED_SLUGS = ("new",)


def new_lot_seed() -> str:
    """The seed of all lots of a tournament, in hex."""
    return secrets.token_hex(16)


class Tournament(models.Model):
    """One event; times are moments in UTC, spans are in the unit that their name says."""

    slug = models.SlugField(
        unique=True,
        max_length=60,
        help_text="The address of its pages: small letters, digits and hyphens.",
        validators=[RegexValidator(r"^[a-z0-9]+(-[a-z0-9]+)*$", "Small letters, digits and single hyphens.")],
    )
    name = models.CharField(max_length=80)
    description = models.TextField(blank=True)
    preset = models.CharField(max_length=24, blank=True, editable=False)
    visibility = models.CharField(
        max_length=8,
        choices=Visibility.choices,
        default=Visibility.DRAFT,
        help_text="Draft: the organisers alone see it; unlisted: who has the address; public: everybody.",
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
        "runs by its timetable", default=False, help_text="Nobody needs to be at the desk."
    )

    entry_opens_at = models.DateTimeField(null=True, blank=True, help_text="Empty: at once.")
    entry_closes_at = models.DateTimeField(null=True, blank=True, help_text="Later entrants stand by.")
    check_in_opens_at = models.DateTimeField(null=True, blank=True)
    check_in_closes_at = models.DateTimeField(null=True, blank=True)
    starts_at = models.DateTimeField(null=True, blank=True)

    min_entrants = models.PositiveSmallIntegerField(default=FEWEST, validators=[MinValueValidator(FEWEST)])
    capacity = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        validators=[MinValueValidator(FEWEST)],
        help_text="Who comes later stands by. Empty: all may come.",
    )
    nation_quota = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        validators=[MinValueValidator(1)],
        help_text="Entrants of one nation at most; title holders come on top.",
    )

    grace_seconds = models.PositiveSmallIntegerField(
        default=180, help_text="How long a table waits for a player who has not come yet."
    )
    protest_seconds = models.PositiveSmallIntegerField(
        "protest period",
        default=180,
        help_text="Seconds to protest against results: by its timetable the next stage is drawn after them.",
    )
    break_seconds = models.PositiveSmallIntegerField(
        default=120, help_text="Between two stages, after the protest period."
    )
    fill_with_bots = models.BooleanField(
        default=True,
        help_text="Bots take the seats that nobody is there for. Off: such a table waits for the desk.",
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
    """When the house looks at it next."""
    tended_at = models.DateTimeField(null=True, editable=False)
    """When the house last looked: time that no server ran is charged to nobody."""
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

    def entry_is_open(self, now: datetime) -> bool:
        """Whether one can enter as a full entrant at `now`."""
        return (
            self.status == Status.ENTRY
            and (self.entry_opens_at is None or self.entry_opens_at <= now)
            and (self.entry_closes_at is None or now < self.entry_closes_at)
        )
