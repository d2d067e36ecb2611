"""Notifications to entrants, on the devices where they have allowed them.

They are stored with the edit, so nobody is notified of a change that was rolled back.
"""

from collections.abc import Callable

from django.urls import reverse

from core.sentence import encode_sentences
from notifications.kinds import NoticeKind
from notifications.services import PersonalNotice, notify_users, notify_users_individually
from tournaments.models import Stage, StageTable
from tournaments.models.choices import EntryStatus
from tournaments.services.editing import TournamentEdit


def notify_of_check_in(edit: TournamentEdit) -> None:
    """Notify the entrants who have not checked in, and everybody on the waiting list, that check-in is open.

    Skip entrants without an account.
    """
    tournament = edit.tournament
    waiting = tournament.entries.filter(
        status__in=(EntryStatus.ENTERED, EntryStatus.STAND_BY), user__isnull=False
    )
    notify_users(
        user_ids=[user_id for user_id in waiting.values_list("user", flat=True) if user_id is not None],
        kind=NoticeKind.CHECK_IN,
        facts={"tournament": tournament.name},
        path=tournament.get_absolute_url(),
        subject=str(tournament.pk),
        now=edit.now,
    )


def notify_of_seats(edit: TournamentEdit, stage: Stage) -> None:
    """Send each player of a stage a push notification with the number of their table."""
    address = edit.tournament.get_absolute_url()
    _notify_players(edit, stage, NoticeKind.SEATED, lambda table: address)


def notify_of_open_tables(edit: TournamentEdit, stage: Stage) -> None:
    """Notify the players of a stage that their tables are open.

    The notification opens the player's game on this site or, if there is none, the tournament's page.
    """
    address = edit.tournament.get_absolute_url()
    _notify_players(
        edit,
        stage,
        NoticeKind.TABLE_OPEN,
        lambda table: reverse("table", args=[table.game_id]) if table.game_id else address,
    )


def _notify_players(
    edit: TournamentEdit, stage: Stage, kind: NoticeKind, get_page_path: Callable[[StageTable], str]
) -> None:
    """Send a push notification of type `kind` to each player of a stage.

    The notification opens the page whose path `get_page_path` returns for the player's table.
    """
    seats = stage.placements.filter(play_off=False, bot=False, entry__user__push_devices__isnull=False)
    placements = seats.select_related("entry", "table").distinct()
    names = {"tournament": edit.tournament.name, "stage": encode_sentences(stage.title)}
    notify_users_individually(
        notices={
            placement.entry.user_id: PersonalNotice(
                {**names, "table": placement.table.number}, get_page_path(placement.table)
            )
            for placement in placements
            if placement.entry is not None and placement.entry.user_id is not None
        },
        kind=kind,
        subject=f"{edit.tournament.pk} {stage.number}",
        now=edit.now,
    )
