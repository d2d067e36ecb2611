"""Slow tables: the decisions that they are waiting for, and people's vacations."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.table import Table


class SlowTurn(models.Model):
    """A decision that a slow table is waiting for. This is a projection of the table's log.

    With it, reminders and lists of a player's turns need not read the tables' logs.
    """

    table = models.ForeignKey(
        Table, verbose_name=_("table"), on_delete=models.CASCADE, related_name="slow_turns"
    )
    seat = models.PositiveSmallIntegerField(_("seat"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("user"), on_delete=models.CASCADE, related_name="slow_turns"
    )
    decision = models.CharField(
        _("decision"), max_length=40, help_text=_("Which decision of the game it is.")
    )
    """Identifies the decision within the game; see `pending_decision_id` in `games.rules.legal`."""
    deadline_at = models.DateTimeField(_("deadline"), help_text=_("When the time for it is over."))
    notice_at = models.DateTimeField(
        _("next notice"), null=True, help_text=_("When the player is next told of it.")
    )
    """None if no further notice is due."""
    remind_at = models.DateTimeField(_("reminder"), help_text=_("When a third of the time is left."))
    is_mailed = models.BooleanField(default=False, editable=False)
    """Whether the answer to one of the player's emails shows this decision, so no other email is needed."""

    class Meta:
        verbose_name = _("slow turn")
        verbose_name_plural = _("slow turns")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=("table", "seat"), name="one_slow_turn_a_seat")
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=("user", "deadline_at"), name="slow_turn_by_user"),
            models.Index(
                fields=("notice_at",), name="slow_turn_by_notice", condition=models.Q(notice_at__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        """Return the seat that has to act, and its table's id."""
        return f"seat {self.seat} of table {self.table_id}"


class QueuedMove(models.Model):
    """A move that a player has queued at a slow table, to be made on their turn if it is legal then.

    Both the move and its existence are the player's secret: it is not a log entry, and no page shows its
    text to others.
    """

    table = models.ForeignKey(
        Table, verbose_name=_("table"), on_delete=models.CASCADE, related_name="queued_moves"
    )
    seat = models.PositiveSmallIntegerField(_("seat"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("user"),
        on_delete=models.CASCADE,
        related_name="queued_moves",
    )
    position = models.PositiveSmallIntegerField(_("position"), help_text=_("From 0, the next one."))
    text = models.CharField(max_length=40, editable=False)
    """As typed: whether a number is a bid or a card is known only on the player's turn."""
    number = models.PositiveIntegerField(_("log entries"), help_text=_("Of the table, when it was queued."))
    """If the player's seat has moved in another way since then, the queue is void."""
    created_at = models.DateTimeField(_("queued at"))
    refused = models.JSONField(null=True, editable=False)
    """Why the move was not made, as encoded sentences, kept for the player; None while the move is queued."""

    class Meta:
        verbose_name = _("queued move")
        verbose_name_plural = _("queued moves")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=("table", "user", "position"), name="one_queued_move_a_position")
        ]

    def __str__(self) -> str:
        return f"move {self.position} of seat {self.seat} at table {self.table_id}"


class Vacation(models.Model):
    """Days in `time_zone` on which a person's time at slow tables stands still."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("user"), on_delete=models.CASCADE, related_name="vacations"
    )
    first_day = models.DateField(_("first day"), help_text=_("The days are those of the time zone."))
    last_day = models.DateField(_("last day"), help_text=_("It belongs to the vacation."))
    time_zone = models.CharField(
        _("time zone"), max_length=64, default="UTC", help_text=_("Where the person counts the days.")
    )
    starts_at = models.DateTimeField(_("starts at"), help_text=_("When time begins to stand still."))
    ends_at = models.DateTimeField(_("ends at"), help_text=_("When time runs on."))

    class Meta:
        verbose_name = _("vacation")
        verbose_name_plural = _("vacations")
        ordering: ClassVar[list[str]] = ["starts_at"]

    def __str__(self) -> str:
        return f"user {self.user_id}, {self.first_day} to {self.last_day}"
