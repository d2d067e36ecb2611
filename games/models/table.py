"""A table: one game and its place; the hot columns are moved by the store alone."""

import secrets

from django.conf import settings
from django.db import models

ID_ALPHABET = "23456789abcdefghjkmnpqrstvwxyz"
ID_LENGTH = 10
INVITE_LENGTH = 8


def _draw(length: int) -> str:
    return "".join(secrets.choice(ID_ALPHABET) for _ in range(length))


def new_table_id() -> str:
    """A table's public id: no letters that are read for one another."""
    return _draw(ID_LENGTH)


def new_invite() -> str:
    """The code that opens a private table."""
    return _draw(INVITE_LENGTH)


class Status(models.TextChoices):
    """Where a table is, in the words of the sight."""

    OPEN = "open"
    NAMING_TRUMP = "naming_trump"
    BIDDING = "bidding"
    PLAYING = "playing"
    PAUSE = "pause"
    FINISHED = "finished"
    ABANDONED = "abandoned"


RUNNING = (Status.NAMING_TRUMP, Status.BIDDING, Status.PLAYING, Status.PAUSE)


class Visibility(models.TextChoices):
    """Who may find, join and watch a table."""

    PUBLIC = "public"
    PRIVATE = "private"


class Table(models.Model):
    """One game and its place; `number` counts its log entries, `due_at` is when the house must act itself."""

    id = models.CharField(primary_key=True, max_length=16, default=new_table_id, editable=False)
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.OPEN)
    number = models.PositiveIntegerField(default=0)
    due_at = models.DateTimeField(null=True, blank=True)
    size = models.PositiveSmallIntegerField()
    options = models.JSONField()
    visibility = models.CharField(max_length=8, choices=Visibility.choices, default=Visibility.PUBLIC)
    visiting_bots = models.BooleanField(default=True)
    """Whether other people's bots may sit down; bots of the house are brought by who sits there."""
    invite = models.CharField(max_length=16, default=new_invite)
    commitment = models.CharField(max_length=64)
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="opened_tables"
    )
    opened_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    tie_break = models.CharField(max_length=16, blank=True, default="")
    halted = models.BooleanField(default=False)
    """Whether the organisers have paused it."""
    deserted = models.BooleanField(default=False)
    """Whether everyone has left the running game: it waits for them, and nobody lists it as being played."""
    unlisted = models.BooleanField(default=False)
    """Whether nobody who sits at the open table is there: the lobby waits for somebody to come back."""
    closes_at = models.DateTimeField(null=True, blank=True)
    """When the organisers mean to close it; nothing happens by itself then."""
    unrated = models.BooleanField(default=False)
    """Whether it moves no rating whatever else it is: stopped, or people changed, or sealed when it ended."""
    sealed = models.BooleanField(default=False)
    """Whether others play, or will play, the same cards: until it is unsealed, nobody else sees any."""
    caption = models.CharField(max_length=200, blank=True, default="")
    """What the game belongs to, in words that stand above the table."""
    caption_url = models.CharField(max_length=200, blank=True, default="")

    next_table = models.ForeignKey(
        "self", null=True, editable=False, on_delete=models.SET_NULL, related_name="previous_tables"
    )
    """Where those who played here play again, once one of them has asked for it."""
    quarantined = models.CharField(max_length=500, blank=True, default="")
    """Why it is put aside: what is wrong with its log. Nobody moves it then; its status stays what it was."""

    class Meta:
        ordering = ("-opened_at",)
        indexes = (
            models.Index(fields=("status", "-opened_at"), name="table_by_status"),
            models.Index(
                fields=("due_at",), name="table_by_due_at", condition=models.Q(due_at__isnull=False)
            ),
        )

    def __str__(self) -> str:
        return f"table {self.id}"
