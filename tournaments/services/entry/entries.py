"""What organisers do with entrants: enter, check in, withdraw, disqualify."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from accounts.models import User
from games.bots.choose import LEVELS
from tournaments.errors import NoSuchTournament, NotEntered, ReasonMissing, WrongMoment
from tournaments.models import Entry
from tournaments.models.choices import EntryStatus, RoleKind, Status
from tournaments.models.entry import people_of
from tournaments.rules.namesakes import shown_names
from tournaments.selectors.play_state import has_played
from tournaments.selectors.snapshot import read_snapshot
from tournaments.services.editing import TournamentEdit, check_role, editing, given_reason
from tournaments.services.entry.adding import Entrant, add_entry
from tournaments.services.entry.checks import refuse_when_over
from tournaments.services.entry.places import has_room, next_start_number
from tournaments.services.entry.status import change_status, status_before, take_out
from tournaments.services.stage.closing import note_corrected

MAX_BOTS = 500
LET_IN = "let_in"
"""The audit entry's type when a stand-by becomes a full entrant."""


def enter_player(
    *,
    tournament_id: int,
    by: User,
    now: datetime,
    name: str,
    username: str = "",
    nation: str = "",
    title_holder: bool = False,
    club: str = "",
    birth_year: int | None = None,
    reason: str = "",
) -> Entry:
    """Enter somebody; played here, they need an account (`username`).

    With a `reason` they get a place beyond their nation's quota, and may have no nation.
    """
    with editing(tournament_id, by=by, now=now, role=RoleKind.HELPER) as edit:
        refuse_when_over(edit)
        if title_holder or reason.strip():
            # Both let somebody in beyond their nation's quota.
            check_role(tournament_id, by, RoleKind.ARBITER)
        user = User.objects.named(username).first() if username else None
        if username and user is None:
            raise NotEntered(f"There is no account called {username}.")
        if edit.tournament.online and user is None:
            raise NotEntered("In a tournament on this site, every entrant needs an account.")
        name = user.username if user and not name else name
        return add_entry(edit, Entrant(name, user, nation, title_holder, club, birth_year), reason=reason)


def enter_bots(*, tournament_id: int, by: User, now: datetime, count: int, level: str) -> list[Entry]:
    """Enter `count` bots, which count as checked in at once."""
    with editing(tournament_id, by=by, now=now) as edit:
        refuse_when_over(edit)
        if not edit.tournament.online:
            raise WrongMoment("Bots cannot play at tables with real cards.")
        if not 1 <= count <= MAX_BOTS or level not in LEVELS:
            raise WrongMoment(
                f"You can add 1 to {MAX_BOTS} bots, with one of the levels {', '.join(LEVELS)}."
            )
        first = next_start_number(edit)
        taken = {name.lower() for name in edit.tournament.entries.values_list("name", flat=True)}
        names = (f"Bot {n}" for n in range(1, len(taken) + count + 1))
        free = [name for name in names if name.lower() not in taken][:count]
        entries = Entry.objects.bulk_create(
            Entry(
                tournament=edit.tournament,
                start_number=first + n,
                name=name,
                bot_level=level,
                status=EntryStatus.CHECKED_IN,
                entered_at=now,
                checked_in_at=now,
            )
            for n, name in enumerate(free)
        )
        edit.note("bots_entered", after={"names": free, "level": level})
        return entries


def check_in_entry(*, entry_id: int, by: User, now: datetime) -> Entry:
    """Note that somebody is there, whenever they come; also calls back who had left.

    A stand-by stays one, and somebody who is called back becomes one if their place is taken. They get a
    place when one is free as check-in closes, or when an arbiter lets them in.
    """
    with _editing_entry(entry_id, by, now, RoleKind.HELPER) as (edit, entry):
        refuse_when_over(edit)
        _refuse_disqualified(entry)
        if not entry.is_in and not entry.waits_here:
            entry.checked_in_at = edit.now
            change_status(edit, entry, _status_of_who_is_there(edit, entry), "checked_in")
        return entry


def _status_of_who_is_there(edit: TournamentEdit, entry: Entry) -> str:
    waits = entry.status == EntryStatus.STAND_BY or (entry.is_gone and not has_room(edit, entry))
    return EntryStatus.STAND_BY if waits else EntryStatus.CHECKED_IN


def let_in_entry(*, entry_id: int, by: User, now: datetime, reason: str = "") -> Entry:
    """Make a stand-by a full entrant who is there. Raises ReasonMissing where there is no place for them."""
    with _editing_entry(entry_id, by, now, RoleKind.ARBITER) as (edit, entry):
        refuse_when_over(edit)
        if entry.status != EntryStatus.STAND_BY:
            raise WrongMoment(f"{entry.shown_name} is not on the waiting list.")
        if not has_room(edit, entry) and not reason.strip():
            raise ReasonMissing(
                f"There is no free place for {entry.shown_name}. Please give a reason for letting them play "
                "all the same."
            )
        entry.checked_in_at = entry.checked_in_at or edit.now
        change_status(edit, entry, EntryStatus.CHECKED_IN, LET_IN, reason)
        return entry


def undo_check_in(*, entry_id: int, by: User, now: datetime) -> Entry:
    """Take a check-in back that was a mistake, as long as the entrant has played no card.

    A stand-by stands by again. After check-in has closed the others are out, as all are who did not come.
    """
    with _editing_entry(entry_id, by, now, RoleKind.HELPER) as (edit, entry):
        edit.require_status(Status.ENTRY, Status.CHECK_IN, Status.RUNNING)
        if not entry.is_in and not entry.waits_here:
            raise WrongMoment(f"{entry.shown_name} is not checked in.")
        if has_played(read_snapshot(edit.tournament), entry.pk):
            raise WrongMoment(f"{entry.shown_name} has already played. Withdraw them instead.")
        running = edit.tournament.status == Status.RUNNING
        status = EntryStatus.WITHDRAWN if running else EntryStatus.ENTERED
        before = status_before(edit, entry, "checked_in", "called", LET_IN)
        if entry.waits_here or before == EntryStatus.STAND_BY:
            status = EntryStatus.STAND_BY
        entry.checked_in_at = None
        change_status(edit, entry, status, "check_in_undone")
        return entry


def stand_by_entry(*, entry_id: int, by: User, now: datetime) -> Entry:
    """Make somebody a stand-by."""
    with _editing_entry(entry_id, by, now, RoleKind.HELPER) as (edit, entry):
        refuse_when_over(edit)
        _refuse_disqualified(entry)
        if entry.status != EntryStatus.STAND_BY:
            change_status(edit, entry, EntryStatus.STAND_BY, "put_on_stand_by")
        return entry


def withdraw_entry(*, entry_id: int, by: User | None, now: datetime, reason: str = "") -> Entry:
    """Take somebody out who leaves."""
    with _editing_entry(entry_id, by, now, RoleKind.HELPER) as (edit, entry):
        refuse_when_over(edit)
        _refuse_disqualified(entry)
        if entry.status != EntryStatus.WITHDRAWN:
            take_out(edit, entry, EntryStatus.WITHDRAWN, "withdrawn", reason)
        return entry


def disqualify_entry(*, entry_id: int, by: User, now: datetime, reason: str) -> Entry:
    """Exclude somebody; their results stay, they have no place in the standings and qualify for nothing."""
    why = given_reason(reason)
    with _editing_entry(entry_id, by, now, RoleKind.ARBITER) as (edit, entry):
        _refuse_disqualified(entry)
        take_out(edit, entry, EntryStatus.DISQUALIFIED, "disqualified", why)
        note_corrected(edit, 1)
        return entry


def lift_disqualification(*, entry_id: int, by: User, now: datetime, reason: str) -> Entry:
    """Take a disqualification back: the entrant is again what they were, and is listed again.

    Until the tournament runs they stand by if their place has been taken meanwhile. Raises ReasonMissing,
    WrongMoment.
    """
    why = given_reason(reason)
    with _editing_entry(entry_id, by, now, RoleKind.ARBITER) as (edit, entry):
        if entry.status != EntryStatus.DISQUALIFIED:
            raise WrongMoment(f"{entry.shown_name} is not disqualified.")
        status = _status_again(edit, entry)
        entry.checked_in_at = now if status == EntryStatus.CHECKED_IN else None
        change_status(edit, entry, status, "disqualification_lifted", why)
        note_corrected(edit, 1)
        return entry


def _status_again(edit: TournamentEdit, entry: Entry) -> str:
    """The status of an entrant whose disqualification is lifted."""
    status = status_before(edit, entry, "disqualified")
    if status is None:
        status = EntryStatus.CHECKED_IN if entry.placements.exists() else EntryStatus.STAND_BY
    if status not in (EntryStatus.ENTERED, EntryStatus.CHECKED_IN):
        return status
    if edit.tournament.status in (Status.ENTRY, Status.CHECK_IN):
        return status if has_room(edit, entry) else EntryStatus.STAND_BY
    # Entrants who had not checked in when check-in closed are out.
    return EntryStatus.CHECKED_IN if status == EntryStatus.CHECKED_IN else EntryStatus.WITHDRAWN


def _refuse_disqualified(entry: Entry) -> None:
    """Raise WrongMoment for a disqualified entrant: the decision stands until an arbiter lifts it."""
    if entry.status == EntryStatus.DISQUALIFIED:
        raise WrongMoment(f"{entry.shown_name} is disqualified.")


def check_in_all(*, tournament_id: int, by: User, now: datetime) -> int:
    """Check in everyone who has entered; gives how many that were."""
    with editing(tournament_id, by=by, now=now, role=RoleKind.HELPER) as edit:
        refuse_when_over(edit)
        waiting = Entry.objects.filter(tournament=edit.tournament, status=EntryStatus.ENTERED)
        shown = shown_names(people_of(tournament_id))
        names = [shown[entry] for entry in waiting.values_list("pk", flat=True)]
        waiting.update(status=EntryStatus.CHECKED_IN, checked_in_at=now)
        edit.note("all_checked_in", after={"names": names})
        return len(names)


@contextmanager
def _editing_entry(
    entry_id: int, by: User | None, now: datetime, role: str
) -> Iterator[tuple[TournamentEdit, Entry]]:
    """Edit the tournament of one entrant, whose row is read after the lock is held."""
    tournament = Entry.objects.filter(pk=entry_id).values_list("tournament", flat=True).first()
    if tournament is None:
        raise NoSuchTournament("There is no such entrant.")
    with editing(tournament, by=by, now=now, role=role) as edit:
        yield edit, Entry.objects.get(pk=entry_id)
