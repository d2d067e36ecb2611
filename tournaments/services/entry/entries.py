"""Organisers' actions on entrants: enter, check in, withdraw, disqualify."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from accounts.models import User
from core.sentence import Sentence
from tournaments.errors import NoSuchTournament, NotEntered, ReasonMissing, SentTwice, WrongMoment
from tournaments.models import Entry
from tournaments.models.choices import EntryStatus, RoleKind, Status
from tournaments.models.entry import read_people_of_tournament
from tournaments.rules.namesakes import display_names, name_key
from tournaments.selectors.play_state import entrant_has_played
from tournaments.selectors.snapshot.read import read_snapshot
from tournaments.services.draw.later_draws import decide_affected_draw, discard_later_draw
from tournaments.services.editing import TournamentEdit, editing, require_reason, require_role
from tournaments.services.entry.adding import Entrant, add_entry
from tournaments.services.entry.checks import ensure_not_over
from tournaments.services.entry.places import has_free_place
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


def enter_player(
    *,
    tournament_id: int,
    actor: User,
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
    """Enter a player in a tournament at an organiser's request.

    If `name` is empty, the username is used. Raise NotEntered if no account is called `username`, or if
    `username` is empty in an online tournament. `if_entrants` is the highest start number when the organiser
    opened the form, or None for no check. Raise SentTwice if the player has no account, and an entrant with a
    higher number has the player's name. With a `reason`, the limit on entrants of each nation is ignored.
    """
    with editing(tournament_id, actor=actor, now=now, role=RoleKind.HELPER) as edit:
        ensure_not_over(edit.tournament)
        if title_holder or reason.strip():
            # Both let somebody in beyond their nation's quota.
            require_role(tournament_id, actor, RoleKind.ARBITER)
        user = User.objects.filter_by_name(username).first() if username else None
        if username and user is None:
            raise NotEntered(Sentence("There is no account called %(username)s.", username=username))
        if edit.tournament.online and user is None:
            raise NotEntered(Sentence("In a tournament on this site, every entrant needs an account."))
        name = user.username if user and not name else name
        if user is None and if_entrants is not None:
            # A namesake who entered after the form was opened means that it was sent twice.
            # With an account, nobody can enter twice.
            namesakes = edit.tournament.entries.filter(name_key=name_key(name.strip()))
            if namesakes.filter(start_number__gt=if_entrants).exists():
                raise SentTwice()
        return add_entry(edit, Entrant(name, user, nation, title_holder, club, birth_year), reason=reason)


def check_in_entry(*, entry_id: int, actor: User, now: datetime) -> Entry:
    """Check in an entrant, even outside the check-in times. Entrants on the waiting list stay on it.

    Do nothing if they are already checked in.
    """
    with _editing_entry(entry_id, actor, now, RoleKind.HELPER) as (edit, entry):
        ensure_not_over(edit.tournament)
        _ensure_not_disqualified(entry)
        if not entry.is_checked_in and not entry.is_present_on_waiting_list:
            entry.checked_in_at = edit.now
            change_status(edit, entry, _status_after_check_in(edit, entry), "checked_in")
        return entry


def _status_after_check_in(edit: TournamentEdit, entry: Entry) -> str:
    """Return the status that a check-in gives an entrant: CHECKED_IN, or STAND_BY for the waiting list.

    It is STAND_BY if the entrant is already on the waiting list, or has left the tournament and finds no free
    place.
    """
    waits = entry.status == EntryStatus.STAND_BY or (entry.is_gone and not has_free_place(edit, entry))
    return EntryStatus.STAND_BY if waits else EntryStatus.CHECKED_IN


def admit_entry(*, entry_id: int, actor: User, now: datetime, reason: str = "") -> Entry:
    """Give an entrant on the waiting list a place, and check them in.

    Raise ReasonMissing if no place is free and `reason` is empty.
    """
    with _editing_entry(entry_id, actor, now, RoleKind.ARBITER) as (edit, entry):
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


def undo_check_in(*, entry_id: int, actor: User, now: datetime) -> Entry:
    """Undo a mistaken check-in of an entrant.

    Raise WrongMoment if the entrant is not checked in or has already played.
    """
    with _editing_entry(entry_id, actor, now, RoleKind.HELPER) as (edit, entry):
        edit.require_status(Status.ENTRY, Status.CHECK_IN, Status.RUNNING)
        if not entry.is_checked_in and not entry.is_present_on_waiting_list:
            raise WrongMoment(Sentence("%(name)s is not checked in.", name=entry.shown_name))
        _ensure_not_played(edit, entry)
        # Since the start, an entrant who is not checked in counts as withdrawn.
        running = edit.tournament.status == Status.RUNNING
        status = EntryStatus.WITHDRAWN if running else EntryStatus.ENTERED
        if entry.is_present_on_waiting_list or status_before_check_in(entry) == EntryStatus.STAND_BY:
            status = EntryStatus.STAND_BY
        entry.checked_in_at = None
        change_status(edit, entry, status, "check_in_undone")
        return entry


def move_to_waiting_list(*, entry_id: int, actor: User, now: datetime) -> Entry:
    """Put an entrant on the waiting list. Do nothing if the entrant is already on it.

    Raise WrongMoment if the entrant has already played or is disqualified, or if the tournament is over.
    """
    with _editing_entry(entry_id, actor, now, RoleKind.HELPER) as (edit, entry):
        ensure_not_over(edit.tournament)
        _ensure_not_disqualified(entry)
        if entry.status != EntryStatus.STAND_BY:
            _ensure_not_played(edit, entry)
            change_status(edit, entry, EntryStatus.STAND_BY, "put_on_stand_by")
            # While entry is open, somebody else on the list gets the place.
            promote_from_waiting_list(edit, excluded_entry=entry)
        return entry


def withdraw_entry(*, entry_id: int, actor: User | None, now: datetime, reason: str = "") -> Entry:
    """Withdraw an entrant. Do nothing if they have already withdrawn.

    `actor` is the organiser, or None for the scheduler.
    """
    with _editing_entry(entry_id, actor, now, RoleKind.HELPER) as (edit, entry):
        ensure_not_over(edit.tournament)
        _ensure_not_disqualified(entry)
        if entry.status != EntryStatus.WITHDRAWN:
            end_participation(edit, entry, EntryStatus.WITHDRAWN, "withdrawn", reason)
        return entry


def disqualify_entry(*, entry_id: int, actor: User, now: datetime, reason: str) -> Entry:
    """Disqualify an entrant, who keeps their results but is no longer ranked.

    Raise WrongMoment if they are already disqualified.
    """
    why = require_reason(reason)
    with _editing_entry(entry_id, actor, now, RoleKind.ARBITER) as (edit, entry):
        _ensure_not_disqualified(entry)
        end_participation(edit, entry, EntryStatus.DISQUALIFIED, DISQUALIFIED, why)
        record_corrected_standings(edit, 1)
        return entry


def lift_disqualification(
    *, entry_id: int, actor: User, now: datetime, reason: str, next_draw: str | None = None
) -> Entry:
    """Lift an entrant's disqualification, and restore the former status if possible.

    If this affects the seats of a later stage that has already been drawn, `next_draw` says whether to "keep"
    or "discard" them; raise NextStageDrawn if it is None.
    """
    why = require_reason(reason)
    with _editing_entry(entry_id, actor, now, RoleKind.ARBITER) as (edit, entry):
        if entry.status != EntryStatus.DISQUALIFIED:
            raise WrongMoment(Sentence("%(name)s is not disqualified.", name=entry.shown_name))
        status = _restored_status(edit, entry)
        snapshot = read_snapshot(edit.tournament)
        restored = snapshot.with_entry_status(entry.pk, status)
        later = decide_affected_draw(edit, snapshot, restored, 0, next_draw, why)
        entry.checked_in_at = now if status == EntryStatus.CHECKED_IN else None
        change_status(edit, entry, status, "disqualification_lifted", why, note=later.audit_note)
        record_corrected_standings(edit, 1)
    discard_later_draw(later, actor=actor, now=now, reason=why)
    return entry


def _restored_status(edit: TournamentEdit, entry: Entry) -> str:
    """Return an entrant's status after a disqualification is lifted.

    This is the former status, but an entrant whose place is taken goes on the waiting list, and one who
    missed the check-in is withdrawn. If the former status is unknown, entrants with a seat count as checked
    in, and others as on the waiting list.
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


def _ensure_not_played(edit: TournamentEdit, entry: Entry) -> None:
    """Raise WrongMoment if the entrant has already played."""
    if entrant_has_played(read_snapshot(edit.tournament), entry.pk):
        raise WrongMoment(
            Sentence("%(name)s has already played. Withdraw them instead.", name=entry.shown_name)
        )


def check_in_all(*, tournament_id: int, actor: User, now: datetime) -> int:
    """Check in all entrants whose status is "entered", and return how many there were.

    Raise WrongMoment if the tournament is over.
    """
    with editing(tournament_id, actor=actor, now=now, role=RoleKind.HELPER) as edit:
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
    entry_id: int, actor: User | None, now: datetime, role: str
) -> Iterator[tuple[TournamentEdit, Entry]]:
    """Lock an entrant's tournament for changes, and yield a TournamentEdit and the entrant.

    `actor` is the organiser, or None for the scheduler. Raise RoleMissing if the organiser has neither the
    role `role` nor a higher one.
    """
    tournament = Entry.objects.filter(pk=entry_id).values_list("tournament", flat=True).first()
    if tournament is None:
        raise NoSuchTournament(Sentence("There is no such entrant."))
    with editing(tournament, actor=actor, now=now, role=role) as edit:
        yield edit, Entry.objects.get(pk=entry_id)
