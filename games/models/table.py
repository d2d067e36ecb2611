"""Tables: one game each. Only the store changes the columns that change with every action."""

import secrets

from django.conf import settings
from django.db import models
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.models.shards import ShardField
from games.rules import statuses
from games.rules.options import pace as paces

ID_ALPHABET = "23456789abcdefghjkmnpqrstvwxyz"
ID_LENGTH = 10
INVITE_LENGTH = 8


def _random_code(length: int) -> str:
    """Return a random code of digits and lower-case letters, without characters that look alike."""
    return "".join(secrets.choice(ID_ALPHABET) for _ in range(length))


def new_table_id() -> str:
    """Return a random table id, without characters that look alike, such as "0" and "o"."""
    return _random_code(ID_LENGTH)


def new_invite() -> str:
    """Return a random invite code for a table."""
    return _random_code(INVITE_LENGTH)


class GameStatus(models.TextChoices):
    """A table's status, with the same values as in the sight."""

    OPEN = statuses.OPEN, pgettext_lazy("status", "Open")
    NAMING_TRUMP = statuses.NAMING_TRUMP, _("Naming Trump")
    BIDDING = statuses.BIDDING, _("Bidding")
    PLAYING = statuses.PLAYING, pgettext_lazy("status", "Playing")
    PAUSE = statuses.PAUSE, pgettext_lazy("status", "Pause")
    FINISHED = statuses.FINISHED, _("Finished")
    ABANDONED = statuses.ABANDONED, _("Abandoned")


RUNNING = (GameStatus.NAMING_TRUMP, GameStatus.BIDDING, GameStatus.PLAYING, GameStatus.PAUSE)


class TablePace(models.TextChoices):
    """Whether players are present during the game, or have days for each decision."""

    LIVE = paces.LIVE, pgettext_lazy("pace", "Live")
    SLOW = paces.SLOW, pgettext_lazy("pace", "Slow")


class TableVisibility(models.TextChoices):
    """Whether everybody may find, join and watch a table, or only people with the invite code."""

    PUBLIC = "public", _("Public")
    PRIVATE = "private", _("Private")


class Table(models.Model):
    """One game. `number` counts the entries of its log, and `due_at` is when the scheduler must act next."""

    id = models.CharField(_("id"), primary_key=True, max_length=16, default=new_table_id, editable=False)
    status = models.CharField(_("status"), max_length=12, choices=GameStatus.choices, default=GameStatus.OPEN)
    number = models.PositiveIntegerField(_("log entries"), default=0)
    due_at = models.DateTimeField(
        _("due at"),
        null=True,
        blank=True,
        help_text=_("When the server next moves by itself: a bot, the clock, a pause."),
    )
    shard = ShardField(default=0, editable=False)
    """The shard to which the table belongs, for schedulers that share the work; see `games.shards`."""
    mark_version = models.PositiveIntegerField(default=0, editable=False)
    """The number of changes without log entries: to players' marks, or to `due_at` after an outage."""
    pace = models.CharField(
        _("pace"),
        max_length=8,
        choices=TablePace.choices,
        default=TablePace.LIVE,
        help_text=_("Slow tables give days for a decision."),
    )
    """A copy of the option with this name, for queries."""
    size = models.PositiveSmallIntegerField(_("seats"))
    options = models.JSONField(_("options"))
    visibility = models.CharField(
        _("visibility"), max_length=8, choices=TableVisibility.choices, default=TableVisibility.PUBLIC
    )
    visiting_bots = models.BooleanField(
        _("visiting bots"), default=True, help_text=_("Other people’s bots may sit down.")
    )
    """Whether bot accounts may take seats. Players can add the site's own bots in any case."""
    invite = models.CharField(_("invite"), max_length=16, default=new_invite)
    commitment = models.CharField(
        _("commitment"),
        max_length=64,
        help_text=_("The hash that proves afterwards that the deals were fixed before."),
    )
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("opened by"),
        null=True,
        on_delete=models.SET_NULL,
        related_name="opened_tables",
    )
    opened_at = models.DateTimeField(_("opened at"))
    started_at = models.DateTimeField(_("started at"), null=True, blank=True)
    finished_at = models.DateTimeField(_("finished at"), null=True, blank=True)
    tie_break = models.CharField(
        _("tie break"),
        max_length=16,
        blank=True,
        default="",
        help_text=_("What decided the first place, if points did not."),
    )
    halted = models.BooleanField(_("paused"), default=False, help_text=_("By the organisers."))
    deserted = models.BooleanField(
        _("deserted"), default=False, help_text=_("Everyone has left the running game; it waits.")
    )
    """Whether everybody has left the game in progress; if so, the lobby does not list it."""
    unlisted = models.BooleanField(
        _("not in the lobby"), default=False, help_text=_("Nobody who sits at the open table is there.")
    )
    """Whether nobody is present at the open table. Reset when somebody comes back."""
    closes_at = models.DateTimeField(
        _("closes at"), null=True, blank=True, help_text=_("The end of its time in a tournament.")
    )
    """Only displayed: nothing happens automatically at this time."""
    unrated = models.BooleanField(_("unrated"), default=False, help_text=_("The game moves no rating."))
    """Whether the game is excluded from ratings: it was stopped, its people changed, or it was unsealed."""
    rating_due = models.BooleanField(default=False, db_default=False, editable=False)
    """Whether the game is over and has not moved its players' ratings yet; see `services/ratings.py`."""
    sealed = models.BooleanField(
        _("sealed"), default=False, help_text=_("Others play the same cards: nobody else sees them.")
    )
    """Whether other tables play, or will play, the same deals, so that only the players may see them."""
    silent = models.BooleanField(
        _("without chat"), default=False, help_text=_("Nobody can chat here until the game is over.")
    )
    """Set by tournaments for the tables of a stage."""
    caption = models.CharField(
        _("caption"), max_length=200, blank=True, default="", help_text=_("Stands above the table.")
    )
    """The event that the game belongs to, displayed above the table; English if it can be translated."""
    caption_sentence = models.JSONField(null=True, editable=False)
    """The caption as an encoded `core.sentence.Sentence`, or None if it is not to be translated."""
    caption_url = models.CharField(_("caption’s link"), max_length=200, blank=True, default="")

    next_table = models.ForeignKey(
        "self", null=True, editable=False, on_delete=models.SET_NULL, related_name="previous_tables"
    )
    """The table of the rematch, once one of the players has asked for one."""
    quarantined = models.CharField(
        _("quarantined"),
        max_length=500,
        blank=True,
        default="",
        help_text=_("What is wrong with its log: nobody can play on until that is repaired. Empty: nothing."),
    )
    """While this is not empty, nobody can act at the table; the status is kept."""

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        ordering = ("-opened_at",)
        indexes = (
            # For the lobby's lists, newest first.
            models.Index(fields=("status", "-opened_at"), name="table_by_status"),
            # Schedulers query every second. Most tables are over, have no `due_at`, and are left out. Few are
            # due at a time, so the time comes first: those of other schedulers are skipped in the index.
            models.Index(
                fields=("due_at", "shard"), name="table_by_due_at", condition=models.Q(due_at__isnull=False)
            ),
            # Nearly empty: games are rated within a second or so.
            models.Index(
                fields=("finished_at",), name="table_by_rating_due", condition=models.Q(rating_due=True)
            ),
        )

    def __str__(self) -> str:
        return gettext("table %(table)s") % {"table": self.id}
