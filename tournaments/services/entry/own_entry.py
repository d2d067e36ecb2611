"""What players do for themselves: enter, check in, leave."""

from datetime import datetime

from accounts.models import User
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
    check_account,
    checked_nation,
    needs_nation,
    refuse_when_over,
)
from tournaments.services.entry.places import first_status
from tournaments.services.entry.status import change_status, take_out


def enter(*, tournament_id: int, user: User, now: datetime, nation: str = "") -> Entry:
    """Enter; who comes late, or when all places are taken, stands by.

    Raises EntryClosed, AlreadyEntered, GuestCannotEnter, BotCannotEnter, NationFixed, BadRequest by field.
    """
    check_account(user)
    with editing_without_role(tournament_id, by=user, now=now) as edit:
        tournament = edit.tournament
        if tournament.status in OVER or (tournament.entry_opens_at and now < tournament.entry_opens_at):
            raise EntryClosed()
        entry = Entry.objects.filter(tournament=tournament, user=user).first()
        if entry is not None and entry.status != EntryStatus.WITHDRAWN:
            raise AlreadyEntered()
        if entry is None:
            return add_entry(edit, Entrant(user.username, user, nation))
        entry.nation = _nation_again(edit, entry, nation)
        entry.entered_at = now
        change_status(edit, entry, first_status(edit, entry), "entered")
        return entry


def _nation_again(edit: TournamentEdit, entry: Entry, nation: str) -> str:
    """The nation of somebody who comes again; where there is a quota they keep the one they had."""
    quota = needs_nation(edit)
    had = nation_code(entry.nation) or ""
    given = checked_nation(nation, required=quota and not had)
    if quota and had and given and given != had:
        raise NationFixed(f"You entered for {had}. Only the organisers can change that.")
    return given or entry.nation


def withdraw(*, tournament_id: int, user: User, now: datetime) -> Entry:
    """Leave; a running game is played on by a bot when the grace is over. Raises NotEntered."""
    with editing_without_role(tournament_id, by=user, now=now) as edit:
        entry = _own_entry(edit, user)
        refuse_when_over(edit)
        take_out(edit, entry, EntryStatus.WITHDRAWN, "withdrawn")
        return entry


def check_in(*, tournament_id: int, user: User, now: datetime) -> Entry:
    """Check in; a stand-by stays one, but can be called from now on. A second time changes nothing.

    Raises NotEntered, CheckInClosed.
    """
    with editing_without_role(tournament_id, by=user, now=now) as edit:
        entry = _own_entry(edit, user)
        open_ = (Status.CHECK_IN, *((Status.RUNNING,) if entry.status == EntryStatus.STAND_BY else ()))
        if edit.tournament.status not in open_:
            raise CheckInClosed()
        if not entry.is_in and not entry.waits_here:
            _check_in(edit, entry)
        return entry


def _own_entry(edit: TournamentEdit, user: User) -> Entry:
    entry = Entry.objects.filter(tournament=edit.tournament, user=user).first()
    if entry is None or entry.is_gone:
        raise NotEntered()
    return entry


def _check_in(edit: TournamentEdit, entry: Entry) -> None:
    entry.checked_in_at = edit.now
    status = EntryStatus.STAND_BY if entry.status == EntryStatus.STAND_BY else EntryStatus.CHECKED_IN
    change_status(edit, entry, status, "checked_in")
