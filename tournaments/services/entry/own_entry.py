"""Players' own actions: enter, check in, withdraw."""

from datetime import datetime

from accounts.models import User
from core.sentence import Sentence
from tournaments.errors import (
    AlreadyEntered,
    CheckInClosed,
    EntryClosed,
    NationFixed,
    NotEntered,
)
from tournaments.models import Entry
from tournaments.models.choices import EntryStatus, Status
from tournaments.nations import nation_code
from tournaments.services.editing import TournamentEdit, editing_without_role
from tournaments.services.entry.adding import Entrant, add_entry
from tournaments.services.entry.checks import (
    OVER,
    clean_nation,
    ensure_account_may_enter,
    ensure_not_over,
    needs_nation,
)
from tournaments.services.entry.places import status_of_new_entrant
from tournaments.services.entry.status import change_status, end_participation
from tournaments.services.table.no_shows import replace_leaver_with_bots


def enter_tournament(*, tournament_id: int, user: User, now: datetime, nation: str = "") -> Entry:
    """Enter a user in a tournament, or put them on the waiting list if they cannot have a place.

    Raise AlreadyEntered if they are an entrant or have been disqualified, and EntryClosed before the entry
    period or once the tournament is over. Raise BadRequest if `nation` is invalid, or if it is missing
    although the tournament limits the entrants of each nation.
    """
    ensure_account_may_enter(user)
    with editing_without_role(tournament_id, actor=user, now=now) as edit:
        tournament = edit.tournament
        if tournament.status in OVER or (tournament.entry_opens_at and now < tournament.entry_opens_at):
            raise EntryClosed()
        entry = Entry.objects.filter(tournament=tournament, user=user).first()
        if entry is not None and entry.status != EntryStatus.WITHDRAWN:
            raise AlreadyEntered()
        if entry is None:
            return add_entry(edit, Entrant(user.username, user, nation))
        entry.nation = _nation_on_reentry(edit, entry, nation)
        entry.entered_at = now
        change_status(edit, entry, status_of_new_entrant(edit, entry), "entered")
        return entry


def _nation_on_reentry(edit: TournamentEdit, entry: Entry, nation: str) -> str:
    """Return the nation of an entrant who enters again: `nation` or, if it is empty, the former one.

    Raise NationFixed if the nation must not change because the tournament limits the entrants of each nation.
    Raise BadRequest if `nation` is invalid.
    """
    quota = needs_nation(edit.tournament)
    had = nation_code(entry.nation) or ""
    given = clean_nation(nation, required=quota and not had)
    if quota and had and given and given != had:
        raise NationFixed(Sentence("You entered for %(had)s. Only the organisers can change that.", had=had))
    return given or entry.nation


def withdraw_from_tournament(*, tournament_id: int, user: User, now: datetime) -> Entry:
    """Withdraw a user from a tournament.

    Raise NotEntered if they are not in it, and WrongMoment if the tournament is over.
    """
    with editing_without_role(tournament_id, actor=user, now=now) as edit:
        entry = _get_own_entry(edit, user)
        ensure_not_over(edit.tournament)
        end_participation(edit, entry, EntryStatus.WITHDRAWN, "withdrawn")
        replace_leaver_with_bots(edit, entry.pk)
        return entry


def check_in_to_tournament(*, tournament_id: int, user: User, now: datetime) -> Entry:
    """Check a user in to a tournament. Do nothing if they have already checked in.

    Raise CheckInClosed if check-in is not open.
    """
    with editing_without_role(tournament_id, actor=user, now=now) as edit:
        entry = _get_own_entry(edit, user)
        # Entrants on the waiting list can still be called while the tournament is running.
        open_ = (Status.CHECK_IN, *((Status.RUNNING,) if entry.status == EntryStatus.STAND_BY else ()))
        if edit.tournament.status not in open_:
            raise CheckInClosed()
        if not entry.is_checked_in and not entry.is_present_on_waiting_list:
            _store_check_in(edit, entry)
        return entry


def _get_own_entry(edit: TournamentEdit, user: User) -> Entry:
    """Return the user's entry. Raise NotEntered if they have not entered or have left."""
    entry = Entry.objects.filter(tournament=edit.tournament, user=user).first()
    if entry is None or entry.is_gone:
        raise NotEntered()
    return entry


def _store_check_in(edit: TournamentEdit, entry: Entry) -> None:
    """Record a check-in. An entrant on the waiting list stays on it."""
    entry.checked_in_at = edit.now
    status = EntryStatus.STAND_BY if entry.status == EntryStatus.STAND_BY else EntryStatus.CHECKED_IN
    change_status(edit, entry, status, "checked_in")
