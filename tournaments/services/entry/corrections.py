"""Correct an entrant's name, nation, title and details."""

from datetime import datetime
from typing import NamedTuple

from accounts.models import User
from core.sentence import Sentence
from tournaments.errors import NoSuchTournament, ReasonMissing
from tournaments.models import Entry
from tournaments.models.choices import EntryStatus, RoleKind
from tournaments.nations import nation_code
from tournaments.services.editing import TournamentEdit, editing, require_role
from tournaments.services.entry.checks import (
    clean_birth_year,
    clean_club,
    clean_name,
    clean_nation,
    ensure_not_over,
    needs_nation,
)
from tournaments.services.entry.places import Places
from tournaments.services.entry.status import promote_from_waiting_list

CORRECTABLE = ("name", "nation", "title_holder", "club", "birth_year")


class Details(NamedTuple):
    """The details that distinguish namesakes."""

    club: str = ""
    birth_year: int | None = None


def correct_entry(
    *,
    entry_id: int,
    name: str | None = None,
    nation: str | None = None,
    title_holder: bool | None = None,
    actor: User,
    now: datetime,
    reason: str = "",
    details: Details | None = None,
) -> Entry:
    """Change an entrant's name, nation, title or details. A field that is None stays unchanged.

    `details` contains the new club and birth year. If the tournament limits the entrants of each nation, a
    `reason` is needed to replace a nation, or to exceed the limit by a new nation or the loss of the title.
    Raise ReasonMissing if this reason is blank, and RoleMissing if the user `actor` may not make the change.
    """
    tournament = Entry.objects.filter(pk=entry_id).values_list("tournament", flat=True).first()
    if tournament is None:
        raise NoSuchTournament(Sentence("There is no such entrant."))
    with editing(tournament, actor=actor, now=now, role=RoleKind.HELPER) as edit:
        ensure_not_over(edit.tournament)
        entry = Entry.objects.get(pk=entry_id)
        before = correctable_fields(entry)
        title_holder = entry.title_holder if title_holder is None else title_holder
        # Only arbiters may change titles or override the quota for nations.
        if title_holder != entry.title_holder or (needs_nation(edit.tournament) and reason.strip()):
            require_role(tournament, actor, RoleKind.ARBITER)
        loses_title = entry.title_holder and not title_holder
        if nation is not None or loses_title:
            new_nation = entry.nation if nation is None else nation
            entry.nation = _validate_new_nation(edit, entry, new_nation, title_holder, reason)
        if name is not None:
            entry.name = clean_name(name)
        entry.title_holder = title_holder
        if details is not None:
            entry.club = clean_club(details.club)
            entry.birth_year = clean_birth_year(details.birth_year, now)
        if before != correctable_fields(entry):
            entry.save(update_fields=(*CORRECTABLE, "name_key"))
            edit.add_audit_entry(
                "entry_corrected", before=before, after=correctable_fields(entry), reason=reason
            )
            if any(before[name] != getattr(entry, name) for name in ("nation", "title_holder")):
                # Their former nation may have a free place now.
                promote_from_waiting_list(edit)
        return entry


def correctable_fields(entry: Entry) -> dict[str, object]:
    """Return an entrant's id and correctable fields, for the audit log."""
    return {"entry": entry.pk, **{name: getattr(entry, name) for name in CORRECTABLE}}


def _validate_new_nation(
    edit: TournamentEdit, entry: Entry, nation: str, title_holder: bool, reason: str
) -> str:
    """Return the ISO code of an entrant's new nation, or "" if the entrant has none.

    Raise BadRequest if the new nation is unknown. If the tournament limits the entrants of each nation and
    `reason` is blank, raise BadRequest if the nation is missing, and ReasonMissing if the entrant already has
    another nation or needs a place for the nation but none is free. `title_holder` says whether the entrant
    will be a title holder, who needs no such place.
    """
    quota, excepted = needs_nation(edit.tournament), bool(reason.strip())
    if nation != entry.nation or (quota and not nation):
        nation = clean_nation(nation, required=quota and not excepted)
    changed = nation != entry.nation
    if not quota or excepted or not (changed or (entry.title_holder and not title_holder)):
        return nation
    if changed and nation_code(entry.nation):
        raise ReasonMissing(
            Sentence(
                "Please give a reason: this tournament has a quota for each nation, and this "
                "entrant already has a nation."
            )
        )
    moved = Entry(nation=nation, title_holder=title_holder, bot_level=entry.bot_level)
    # Title holders are exempt from the quota, so the loss of a title may need a place.
    counts = not entry.is_gone and (changed or entry.status != EntryStatus.STAND_BY)
    if counts and not Places(edit.tournament, excluded_entry=entry).nation_has_place(moved):
        raise ReasonMissing(
            Sentence("Please give a reason: all places for %(nation)s are taken.", nation=nation)
        )
    return nation
