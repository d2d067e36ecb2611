"""Notifications to entrants, on the devices where they have allowed them.

They are stored with the edit, so nobody is told of what was rolled back.
"""

from collections.abc import Iterable

from django.urls import reverse

from notifications.kinds import NoticeKind
from notifications.services import notify_all
from tournaments.models import Placement, Stage
from tournaments.models.choices import EntryStatus
from tournaments.services.editing import TournamentEdit


def notify_of_check_in(edit: TournamentEdit) -> None:
    """Tell everybody who has entered, or is on the waiting list, that check-in is open."""
    tournament = edit.tournament
    waiting = tournament.entries.filter(
        status__in=(EntryStatus.ENTERED, EntryStatus.STAND_BY), user__isnull=False
    )
    notify_all(
        user_ids=[user_id for user_id in waiting.values_list("user", flat=True) if user_id is not None],
        kind=NoticeKind.CHECK_IN,
        facts={"tournament": tournament.name},
        path=tournament.get_absolute_url(),
        subject=str(tournament.pk),
        now=edit.now,
    )


def notify_of_seats(edit: TournamentEdit, stage: Stage) -> None:
    """Tell the players of a released draw at which table they play."""
    for placement in _placements(stage):
        _notify_player(edit, stage, placement, NoticeKind.SEATED, edit.tournament.get_absolute_url())


def notify_of_open_tables(edit: TournamentEdit, stage: Stage) -> None:
    """Tell the players of a stage that their tables are open: their games, or with real cards the clocks."""
    for placement in _placements(stage):
        game_id = placement.table.game_id
        path = reverse("table", args=[game_id]) if game_id else edit.tournament.get_absolute_url()
        _notify_player(edit, stage, placement, NoticeKind.TABLE_OPEN, path)


def _placements(stage: Stage) -> Iterable[Placement]:
    """Return the seats of people who have an account and a device."""
    seats = stage.placements.filter(play_off=False, bot=False, entry__user__push_devices__isnull=False)
    return seats.select_related("entry", "table").distinct()


def _notify_player(
    edit: TournamentEdit, stage: Stage, placement: Placement, kind: NoticeKind, path: str
) -> None:
    """Tell one player of their table; the news that it is open replaces nothing but its own kind."""
    entry = placement.entry
    if entry is None or entry.user_id is None:
        return
    notify_all(
        user_ids=[entry.user_id],
        kind=kind,
        facts={
            "tournament": edit.tournament.name,
            "stage": stage.title,
            "table": placement.table.number,
        },
        path=path,
        subject=f"{edit.tournament.pk} {stage.number}",
        now=edit.now,
    )
