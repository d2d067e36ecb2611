"""Correct an entrant's name, nation, title and details."""

from datetime import datetime
from typing import NamedTuple

from accounts.models import User
from tournaments.errors import NoSuchTournament, ReasonMissing
from tournaments.models import Entry
from tournaments.models.choices import RoleKind
from tournaments.nations import nation_code
from tournaments.services.editing import TournamentEdit, check_role, editing
from tournaments.services.entry.checks import (
    checked_birth_year,
    checked_club,
    checked_name,
    checked_nation,
    needs_nation,
    refuse_when_over,
)
from tournaments.services.entry.places import Places

CORRECTABLE = ("name", "nation", "title_holder", "club", "birth_year")


class Details(NamedTuple):
    """The details that tell namesakes apart."""

    club: str = ""
    birth_year: int | None = None


def correct_entry(
    *,
    entry_id: int,
    name: str | None = None,
    nation: str | None = None,
    title_holder: bool | None = None,
    by: User,
    now: datetime,
    reason: str = "",
    details: Details | None = None,
) -> Entry:
    """Correct a name, a nation, a title, and details (None: what is there stays).

    A title, or more than a quota, takes an arbiter. Raises BadRequest by field, RoleMissing, and
    ReasonMissing where a quota counts nations and somebody gets another one, or one whose places are
    taken, without a `reason`.
    """
    tournament = Entry.objects.filter(pk=entry_id).values_list("tournament", flat=True).first()
    if tournament is None:
        raise NoSuchTournament("There is no such entrant.")
    with editing(tournament, by=by, now=now, role=RoleKind.HELPER) as edit:
        refuse_when_over(edit)
        entry = Entry.objects.get(pk=entry_id)
        before = words_of(entry)
        title_holder = entry.title_holder if title_holder is None else title_holder
        if title_holder != entry.title_holder or (needs_nation(edit) and reason.strip()):
            check_role(tournament, by, RoleKind.ARBITER)
        if nation is not None:
            entry.nation = _new_nation(edit, entry, nation, title_holder, reason)
        if name is not None:
            entry.name = checked_name(name)
        entry.title_holder = title_holder
        if details is not None:
            entry.club = checked_club(details.club)
            entry.birth_year = checked_birth_year(details.birth_year, now)
        if before != words_of(entry):
            entry.save(update_fields=CORRECTABLE)
            edit.note("entry_corrected", before=before, after=words_of(entry), reason=reason)
        return entry


def words_of(entry: Entry) -> dict[str, object]:
    """The correctable fields of an entrant, as the audit log keeps them."""
    return {"entry": entry.pk, **{name: getattr(entry, name) for name in CORRECTABLE}}


def _new_nation(edit: TournamentEdit, entry: Entry, nation: str, title_holder: bool, reason: str) -> str:
    """The nation that an entrant gets; one that is stored already stays, even if it is none by ISO 3166."""
    if nation == entry.nation and (nation or not needs_nation(edit)):
        return nation
    excepted = bool(reason.strip())
    nation = checked_nation(nation, required=needs_nation(edit) and not excepted)
    if needs_nation(edit) and not excepted and nation != entry.nation:
        if nation_code(entry.nation):
            raise ReasonMissing(
                "Please give a reason: this tournament has a quota for each nation, and this entrant "
                "already has a nation."
            )
        moved = Entry(nation=nation, title_holder=title_holder, bot_level=entry.bot_level)
        if not entry.is_gone and not Places(edit, but=entry).nation_has_place(moved):
            raise ReasonMissing(f"Please give a reason: all places for {nation} are taken.")
    return nation
