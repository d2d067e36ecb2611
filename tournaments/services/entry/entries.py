"""Organisers' actions on entrants: enter, check in, withdraw, disqualify."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from accounts.models import User
from core.sentence import Sentence
from games.bots.choose import LEVELS
from tournaments.errors import SENT_TWICE, NoSuchTournament, NotEntered, ReasonMissing, WrongMoment
from tournaments.models import Entry
from tournaments.models.choices import EntryStatus, RoleKind, Status
from tournaments.models.entry import read_people_of_tournament
from tournaments.rules.namesakes import display_names, name_key
from tournaments.selectors.play_state import entrant_has_played
from tournaments.selectors.snapshot import read_snapshot
from tournaments.services.draw.later_draws import decide_affected_draw, discard_later_draw
from tournaments.services.editing import TournamentEdit, editing, require_reason, require_role
from tournaments.services.entry.adding import Entrant, add_entry
from tournaments.services.entry.checks import ensure_not_over
from tournaments.services.entry.places import has_free_place, next_start_number
from tournaments.services.entry.status import (
    DISQUALIFIED,
    LET_IN,
    change_status,
    end_participation,
    promote_from_waiting_list,
    status_before_check_in,
    status_before_disqualification,
)
from tournaments.services.stage.closing import record_corrected_standings

MAX_BOTS = 500


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
    if_entrants: int | None = None,
) -> Entry:
    """Enter a player in a tournament for an organiser. A `reason` overrides quotas for nations.

    Only arbiters may enter title holders or give a reason. Raise NotEntered if the account is unknown, or
    missing in a tournament on this site. To detect a form sent twice, raise WrongMoment if a namesake has a
    start number above `if_entrants`, the highest one when the form was opened.
    """
    with editing(tournament_id, by=by, now=now, role=RoleKind.HELPER) as edit:
        ensure_not_over(edit.tournament)
        if title_holder or reason.strip():
            # Both let somebody in beyond their nation's quota.
            require_role(tournament_id, by, RoleKind.ARBITER)
        user = User.objects.filter_by_name(username).first() if username else None
        if username and user is None:
            raise NotEntered(Sentence("There is no account called %(username)s.", username=username))
        if edit.tournament.online and user is None:
            raise NotEntered(Sentence("In a tournament on this site, every entrant needs an account."))
        name = user.username if user and not name else name
        if user is None and if_entrants is not None:
            # With an account, nobody can enter twice.
            namesakes = edit.tournament.entries.filter(name_key=name_key(name.strip()))
            if namesakes.filter(start_number__gt=if_entrants).exists():
                raise WrongMoment(SENT_TWICE)
        return add_entry(edit, Entrant(name, user, nation, title_holder, club, birth_year), reason=reason)


def enter_bots(
    *, tournament_id: int, by: User, now: datetime, count: int, level: str, if_bots: int | None = None
) -> list[Entry]:
    """Enter `count` bots of this level in a tournament, and check them in.

    Raise WrongMoment if the count or level is invalid, or if the tournament is over or not played on this
    site. To detect a form sent twice, also raise it if the tournament no longer has `if_bots` bots (None: no
    check).
    """
    with editing(tournament_id, by=by, now=now) as edit:
        ensure_not_over(edit.tournament)
        if not edit.tournament.online:
            raise WrongMoment(Sentence("Bots cannot play at tables with real cards."))
        if not 1 <= count <= MAX_BOTS or level not in LEVELS:
            raise WrongMoment(
                Sentence(
                    "You can add 1 to %(most)s bots, with one of the levels %(names)s.",
                    most=MAX_BOTS,
                    names=", ".join(LEVELS),
                )
            )
        if if_bots not in (None, edit.tournament.entries.exclude(bot_level="").count()):
            raise WrongMoment(SENT_TWICE)
        first = next_start_number(edit)
        taken = {name.lower() for name in edit.tournament.entries.values_list("name", flat=True)}
        # Enough names that `count` of them are free, whichever are taken.
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
        edit.add_audit_entry("bots_entered", after={"names": free, "level": level})
        return entries


def check_in_entry(*, entry_id: int, by: User, now: datetime) -> Entry:
    """Check in an entrant, even outside the check-in times. Do nothing if already checked in.

    Entrants on the waiting list stay there. Withdrawn entrants get a free place, or go on the waiting list if
    there is none. Raise WrongMoment if the entrant is disqualified or the tournament is over.
    """
    with _editing_entry(entry_id, by, now, RoleKind.HELPER) as (edit, entry):
        ensure_not_over(edit.tournament)
        _ensure_not_disqualified(entry)
        if not entry.is_checked_in and not entry.is_present_on_waiting_list:
            entry.checked_in_at = edit.now
            change_status(edit, entry, _status_after_check_in(edit, entry), "checked_in")
        return entry


def _status_after_check_in(edit: TournamentEdit, entry: Entry) -> str:
    """Return the status that a check-in gives an entrant.

    It is "waiting list" for those already on that list and for returning entrants without a free place,
    otherwise "checked in".
    """
    waits = entry.status == EntryStatus.STAND_BY or (entry.is_gone and not has_free_place(edit, entry))
    return EntryStatus.STAND_BY if waits else EntryStatus.CHECKED_IN


def admit_entry(*, entry_id: int, by: User, now: datetime, reason: str = "") -> Entry:
    """Give an entrant on the waiting list a place, and check them in.

    Raise ReasonMissing if no place is free and `reason` is empty, and WrongMoment if the entrant is not on
    the waiting list or the tournament is over.
    """
    with _editing_entry(entry_id, by, now, RoleKind.ARBITER) as (edit, entry):
        ensure_not_over(edit.tournament)
        if entry.status != EntryStatus.STAND_BY:
            raise WrongMoment(Sentence("%(name)s is not on the waiting list.", name=entry.shown_name))
        if not has_free_place(edit, entry) and not reason.strip():
            raise ReasonMissing(
                Sentence(
                    "There is no free place for %(name)s. Please give a reason for letting them "
                    "play all the same.",
                    name=entry.shown_name,
                )
            )
        entry.checked_in_at = entry.checked_in_at or edit.now
        change_status(edit, entry, EntryStatus.CHECKED_IN, LET_IN, reason)
        return entry


def undo_check_in(*, entry_id: int, by: User, now: datetime) -> Entry:
    """Undo a mistaken check-in of an entrant.

    Entrants from the waiting list return to it; others become "entered" or, if the tournament is running,
    "withdrawn". Raise WrongMoment if the entrant is not checked in or has already played, or the tournament
    is over.
    """
    with _editing_entry(entry_id, by, now, RoleKind.HELPER) as (edit, entry):
        edit.require_status(Status.ENTRY, Status.CHECK_IN, Status.RUNNING)
        if not entry.is_checked_in and not entry.is_present_on_waiting_list:
            raise WrongMoment(Sentence("%(name)s is not checked in.", name=entry.shown_name))
        if entrant_has_played(read_snapshot(edit.tournament), entry.pk):
            raise WrongMoment(
                Sentence("%(name)s has already played. Withdraw them instead.", name=entry.shown_name)
            )
        running = edit.tournament.status == Status.RUNNING
        status = EntryStatus.WITHDRAWN if running else EntryStatus.ENTERED
        if entry.is_present_on_waiting_list or status_before_check_in(entry) == EntryStatus.STAND_BY:
            status = EntryStatus.STAND_BY
        entry.checked_in_at = None
        change_status(edit, entry, status, "check_in_undone")
        return entry


def move_to_waiting_list(*, entry_id: int, by: User, now: datetime) -> Entry:
    """Put an entrant on the waiting list. Do nothing if they are already on it.

    While entry is open, the entrant's place goes to somebody else on the list. Raise WrongMoment if the
    entrant is disqualified or the tournament is over.
    """
    with _editing_entry(entry_id, by, now, RoleKind.HELPER) as (edit, entry):
        ensure_not_over(edit.tournament)
        _ensure_not_disqualified(entry)
        if entry.status != EntryStatus.STAND_BY:
            change_status(edit, entry, EntryStatus.STAND_BY, "put_on_stand_by")
            promote_from_waiting_list(edit, excluded_entry=entry)
        return entry


def withdraw_entry(*, entry_id: int, by: User | None, now: datetime, reason: str = "") -> Entry:
    """Withdraw an entrant. Do nothing if they have already withdrawn.

    While entry is open, an entrant on the waiting list gets the place. Raise WrongMoment if the entrant is
    disqualified or the tournament is over.
    """
    with _editing_entry(entry_id, by, now, RoleKind.HELPER) as (edit, entry):
        ensure_not_over(edit.tournament)
        _ensure_not_disqualified(entry)
        if entry.status != EntryStatus.WITHDRAWN:
            end_participation(edit, entry, EntryStatus.WITHDRAWN, "withdrawn", reason)
        return entry


def disqualify_entry(*, entry_id: int, by: User, now: datetime, reason: str) -> Entry:
    """Disqualify an entrant, who keeps their results but is no longer ranked and cannot qualify for a stage.

    Raise WrongMoment if the entrant is already disqualified.
    """
    why = require_reason(reason)
    with _editing_entry(entry_id, by, now, RoleKind.ARBITER) as (edit, entry):
        _ensure_not_disqualified(entry)
        end_participation(edit, entry, EntryStatus.DISQUALIFIED, DISQUALIFIED, why)
        record_corrected_standings(edit, 1)
        return entry


def lift_disqualification(
    *, entry_id: int, by: User, now: datetime, reason: str, next_draw: str | None = None
) -> Entry:
    """Lift an entrant's disqualification, and restore the former status if possible.

    If this affects a stage that has been drawn, `next_draw` must say "keep" or "discard" for its draw:
    otherwise raise NextStageDrawn. Raise WrongMoment if the entrant is not disqualified, or if the draw to
    discard is of a stage that has begun.
    """
    why = require_reason(reason)
    with _editing_entry(entry_id, by, now, RoleKind.ARBITER) as (edit, entry):
        if entry.status != EntryStatus.DISQUALIFIED:
            raise WrongMoment(Sentence("%(name)s is not disqualified.", name=entry.shown_name))
        status = _restored_status(edit, entry)
        snapshot = read_snapshot(edit.tournament)
        restored = snapshot.with_status(entry.pk, status)
        later = decide_affected_draw(edit, snapshot, restored, 0, next_draw, why)
        entry.checked_in_at = now if status == EntryStatus.CHECKED_IN else None
        change_status(edit, entry, status, "disqualification_lifted", why, note=later.audit_note)
        record_corrected_standings(edit, 1)
    discard_later_draw(later, by=by, now=now, reason=why)
    return entry


def _restored_status(edit: TournamentEdit, entry: Entry) -> str:
    """Return the status that an entrant gets when a disqualification is lifted.

    This is the former status, but "waiting list" if the place has been given away, and "withdrawn" if the
    entrant was not checked in when the tournament started.
    """
    status = status_before_disqualification(entry)
    if status is None:
        status = EntryStatus.CHECKED_IN if entry.placements.exists() else EntryStatus.STAND_BY
    if status not in (EntryStatus.ENTERED, EntryStatus.CHECKED_IN):
        return status
    # The place may have been given to somebody else in the meantime.
    if edit.tournament.status in (Status.ENTRY, Status.CHECK_IN):
        return status if has_free_place(edit, entry) else EntryStatus.STAND_BY
    # Since the start, entrants who were not checked in count as withdrawn.
    return EntryStatus.CHECKED_IN if status == EntryStatus.CHECKED_IN else EntryStatus.WITHDRAWN


def _ensure_not_disqualified(entry: Entry) -> None:
    """Raise WrongMoment if the entrant is disqualified."""
    if entry.status == EntryStatus.DISQUALIFIED:
        raise WrongMoment(Sentence("%(name)s is disqualified.", name=entry.shown_name))


def check_in_all(*, tournament_id: int, by: User, now: datetime) -> int:
    """Check in all entrants whose status is "entered", and return how many there were.

    Raise WrongMoment if the tournament is over.
    """
    with editing(tournament_id, by=by, now=now, role=RoleKind.HELPER) as edit:
        ensure_not_over(edit.tournament)
        waiting = Entry.objects.filter(tournament=edit.tournament, status=EntryStatus.ENTERED)
        shown = display_names(read_people_of_tournament(tournament_id))
        # Read before the update, after which this query no longer finds anybody.
        names = [shown[entry] for entry in waiting.values_list("pk", flat=True)]
        waiting.update(
            status=EntryStatus.CHECKED_IN, checked_in_at=now, status_before_check_in=EntryStatus.ENTERED
        )
        edit.add_audit_entry("all_checked_in", after={"names": names})
        return len(names)


@contextmanager
def _editing_entry(
    entry_id: int, by: User | None, now: datetime, role: str
) -> Iterator[tuple[TournamentEdit, Entry]]:
    """Lock an entrant's tournament, and yield the open edit (unit of work) and the entrant.

    Raise RoleMissing unless the user `by` has at least this role. The scheduler (None) needs no role.
    """
    tournament = Entry.objects.filter(pk=entry_id).values_list("tournament", flat=True).first()
    if tournament is None:
        raise NoSuchTournament(Sentence("There is no such entrant."))
    with editing(tournament, by=by, now=now, role=role) as edit:
        yield edit, Entry.objects.get(pk=entry_id)
