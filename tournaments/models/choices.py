"""The words that rows choose from."""

from django.db import models


class Visibility(models.TextChoices):
    """Who finds a tournament's pages."""

    DRAFT = "draft"
    UNLISTED = "unlisted"
    PUBLIC = "public"


class Status(models.TextChoices):
    """Where a tournament is."""

    ENTRY = "entry"
    CHECK_IN = "check_in", "Check-in"
    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"


class RoleKind(models.TextChoices):
    """What a person may do at the desk; each may all that those after it may."""

    OWNER = "owner"
    ARBITER = "arbiter"
    HELPER = "helper"
    VIEWER = "viewer"


class StageKind(models.TextChoices):
    """How a stage's tables are made."""

    DRAWN = "drawn", "Drawn by lot"
    SWISS = "swiss"
    KNOCK_OUT = "knock_out", "Knock-out"
    FINAL = "final"


PRELIMINARIES = (StageKind.DRAWN, StageKind.SWISS)
"""The kinds whose points add up to the standings."""


class Points(models.TextChoices):
    """What a game is worth."""

    RANK = "rank"
    ZERO_SUM = "zero_sum", "Zero-sum"
    GAME = "game"


class Qualify(models.TextChoices):
    """Who goes on from a stage."""

    ALL = "all"
    BEST = "best"
    PER_TABLE = "per_table", "Per table"


class TieBreak(models.TextChoices):
    """What decides an exact tie instead of the lot that is drawn here."""

    PLAY_OFF = "play_off", "play-off"
    DRAWN_LOT = "lot", "lot drawn by hand"


class EntryStatus(models.TextChoices):
    """Where an entrant is."""

    ENTERED = "entered"
    CHECKED_IN = "checked_in", "Checked in"
    STAND_BY = "stand_by", "Waiting list"
    WITHDRAWN = "withdrawn"
    DISQUALIFIED = "disqualified"


LEFT_STATUSES = (EntryStatus.WITHDRAWN, EntryStatus.DISQUALIFIED)
"""Those who play no more."""
