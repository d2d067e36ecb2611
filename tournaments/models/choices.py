"""The choices of the rows' fields."""

from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from core.sentence import Sentence


class Visibility(models.TextChoices):
    """Who can find a tournament's pages."""

    DRAFT = "draft", _("Draft")
    UNLISTED = "unlisted", _("Unlisted")
    PUBLIC = "public", _("Public")


class Status(models.TextChoices):
    """The phase of a tournament."""

    ENTRY = "entry", _("Entry")
    CHECK_IN = "check_in", _("Check-in")
    RUNNING = "running", _("Running")
    FINISHED = "finished", _("Finished")
    CANCELLED = "cancelled", _("Cancelled")


class RoleKind(models.TextChoices):
    """A person's role in organising a tournament; each role includes the rights of the roles after it."""

    OWNER = "owner", _("Owner")
    ARBITER = "arbiter", _("Arbiter")
    HELPER = "helper", _("Helper")
    VIEWER = "viewer", _("Viewer")


class StageKind(models.TextChoices):
    """How a stage's tables are drawn."""

    DRAWN = "drawn", _("Drawn by lot")
    SWISS = "swiss", _("Swiss")
    KNOCK_OUT = "knock_out", _("Knock-out")
    FINAL = "final", _("Final")


PRELIMINARIES = (StageKind.DRAWN, StageKind.SWISS)
"""The kinds of stage whose points add up in the standings."""


class Points(models.TextChoices):
    """How a game is scored for the standings."""

    RANK = "rank", _("Rank")
    ZERO_SUM = "zero_sum", _("Zero-sum")
    GAME = "game", _("Game")


class Qualify(models.TextChoices):
    """Who goes on from a stage."""

    ALL = "all", _("All")
    BEST = "best", _("Best")
    PER_TABLE = "per_table", _("Per table")


NO_BEST = Sentence(
    "From a knock-out stage or a final, choose all or the best of each table: only preliminaries count in "
    "the standings."
)
"""Why the best of the standings cannot go on from a stage that does not count in them."""
TOO_FEW_BEST = Sentence("At least three must go on, because a table needs three players.")
"""Why fewer of the best of the standings than MIN_PLAYERS cannot go on."""


def qualify_choices(kind: str) -> list[tuple[str, Any]]:
    """Return the choices of who qualifies from a stage of this kind, as (value, label) for a form field.

    `kind` is a value of StageKind. The choice BEST (the best of the standings) is left out unless the stage
    is a preliminary, because no other stage counts in the standings.
    """
    return [choice for choice in Qualify.choices if kind in PRELIMINARIES or choice[0] != Qualify.BEST]


class TieBreak(models.TextChoices):
    """What decides an exact tie instead of the computed lot."""

    PLAY_OFF = "play_off", _("play-off")
    DRAWN_LOT = "lot", _("lot drawn by hand")


class EntryStatus(models.TextChoices):
    """The status of an entrant."""

    ENTERED = "entered", _("Entered")
    CHECKED_IN = "checked_in", _("Checked in")
    STAND_BY = "stand_by", _("Waiting list")
    WITHDRAWN = "withdrawn", _("Withdrawn")
    DISQUALIFIED = "disqualified", _("Disqualified")


STATUS_TEXTS = {
    EntryStatus.ENTERED: _("entered"),
    EntryStatus.CHECKED_IN: _("checked in"),
    EntryStatus.STAND_BY: _("waiting list"),
    EntryStatus.WITHDRAWN: _("withdrawn"),
    EntryStatus.DISQUALIFIED: _("disqualified"),
}
"""The statuses as used inside a sentence."""
QUALIFY_TEXTS = {
    Qualify.ALL: _("all"),
    Qualify.BEST: pgettext_lazy("who goes on", "best"),
    Qualify.PER_TABLE: _("per table"),
}
"""Who goes on, as used inside a sentence."""
POINTS_TEXTS = {
    Points.RANK: _("rank"),
    Points.ZERO_SUM: _("zero-sum"),
    Points.GAME: _("game"),
}
"""How a game is scored, as used inside a sentence."""
ROLE_TEXTS = {
    RoleKind.OWNER: _("owner"),
    RoleKind.ARBITER: _("arbiter"),
    RoleKind.HELPER: _("helper"),
    RoleKind.VIEWER: _("viewer"),
}
"""The roles, as used inside a sentence."""
LEFT_STATUSES = (EntryStatus.WITHDRAWN, EntryStatus.DISQUALIFIED)
"""The statuses of entrants who have left."""
