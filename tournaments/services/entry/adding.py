"""Add entrants to a tournament."""

from collections.abc import Sequence
from typing import NamedTuple

from django.db import IntegrityError, transaction

from accounts.models import User
from core.sentence import Sentence
from tournaments.errors import AlreadyEntered
from tournaments.models import Entry
from tournaments.models.choices import EntryStatus
from tournaments.models.entry import read_namesakes, set_display_names
from tournaments.services.editing import TournamentEdit
from tournaments.services.entry.checks import (
    clean_birth_year,
    clean_club,
    clean_name,
    clean_nation,
    ensure_account_may_enter,
    needs_nation,
)
from tournaments.services.entry.places import Places, next_start_number


class Entrant(NamedTuple):
    """A person to be added as an entrant."""

    name: str
    user: User | None = None
    nation: str = ""
    title_holder: bool = False
    club: str = ""
    birth_year: int | None = None


def add_entry(edit: TournamentEdit, entrant: Entrant, *, reason: str = "") -> Entry:
    """Add one entrant, and return the new entry. Raise AlreadyEntered if they have already entered.

    They go on the waiting list if the entry period is not open or no place is free. If there is a `reason`,
    the limit on entrants of each nation is ignored, and the entrant needs no nation.
    """
    return add_entries(edit, [entrant], reason=reason)[0]


def add_entries(edit: TournamentEdit, entrants: Sequence[Entrant], *, reason: str = "") -> list[Entry]:
    """Add all the entrants, or none of them if one cannot be added, and return the new entries.

    They go on the waiting list if the entry period is not open or no place is free. If there is a `reason`,
    the limit on entrants of each nation is ignored, and entrants need no nation. Raise AlreadyEntered if one
    of them has already entered.
    """
    first, open_ = next_start_number(edit), edit.tournament.entry_is_open(edit.now)
    places, excepted = Places(edit.tournament), bool(reason.strip())
    required = needs_nation(edit.tournament) and not excepted
    entries = [
        _new_entry(edit, one, start_number, required)
        for start_number, one in enumerate(entrants, start=first)
    ]
    for entry in entries:
        has_place = open_ and places.reserve_place(entry, beyond_quota=excepted)
        entry.status = EntryStatus.ENTERED if has_place else EntryStatus.STAND_BY
    try:
        with transaction.atomic():
            Entry.objects.bulk_create(entries)
    except IntegrityError:
        raise AlreadyEntered(
            Sentence("%(name)s has already entered.", name=entries[0].name)
            if len(entries) == 1
            else Sentence("One of these players has already entered.")
        ) from None
    set_display_names(entries, read_namesakes(edit.tournament.pk))
    new_values = [
        {"name": entry.shown_name, "nation": entry.nation, "status": entry.status} for entry in entries
    ]
    edit.add_audit_entries("entered", new_values, reason=reason)
    return entries


def _new_entry(edit: TournamentEdit, entrant: Entrant, start_number: int, nation_required: bool) -> Entry:
    """Validate an entrant's data, and return an unsaved entry.

    Raise GuestCannotEnter or BotCannotEnter if the account belongs to a guest or bot. Raise BadRequest if a
    field is invalid, or if the nation is missing although `nation_required`.
    """
    if entrant.user is not None:
        ensure_account_may_enter(entrant.user)
    return Entry(
        tournament=edit.tournament,
        start_number=start_number,
        user=entrant.user,
        name=clean_name(entrant.name),
        club=clean_club(entrant.club),
        birth_year=clean_birth_year(entrant.birth_year, edit.now),
        nation=clean_nation(entrant.nation, required=nation_required),
        title_holder=entrant.title_holder,
        entered_at=edit.now,
    )
