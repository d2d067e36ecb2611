"""What was written wrongly of an entrant, put right."""

from datetime import datetime

from django.db import IntegrityError, transaction

from accounts.models import User
from tournaments.errors import AlreadyEntered, NoSuchTournament, ReasonMissing
from tournaments.models import Entry
from tournaments.models.choices import RoleKind
from tournaments.nations import nation_code
from tournaments.services.desk import Desk, at_desk, check_role
from tournaments.services.entering import (
    Places,
    checked_name,
    checked_nation,
    needs_nation,
    refuse_when_over,
)


def correct_entry(
    *,
    entry_id: int,
    name: str,
    nation: str,
    title_holder: bool | None,
    by: User,
    now: datetime,
    reason: str = "",
) -> Entry:
    """Correct a name, a nation, a title (None: as it is). A title, or more than a quota, takes an arbiter.

    Raises BadRequest by field, AlreadyEntered for a taken name, RoleMissing, and ReasonMissing where a quota
    counts nations and somebody gets another one, or one whose places are taken, without a `reason`.
    """
    tournament = Entry.objects.filter(pk=entry_id).values_list("tournament", flat=True).first()
    if tournament is None:
        raise NoSuchTournament("There is no such entrant.")
    with at_desk(tournament, by=by, now=now, role=RoleKind.HELPER) as desk:
        refuse_when_over(desk)
        entry = Entry.objects.get(pk=entry_id)
        before = {"name": entry.name, "nation": entry.nation, "title_holder": entry.title_holder}
        title_holder = entry.title_holder if title_holder is None else title_holder
        if title_holder != entry.title_holder or (needs_nation(desk) and reason.strip()):
            check_role(tournament, by, RoleKind.ARBITER)
        name, nation = checked_name(name), _new_nation(desk, entry, nation, title_holder, reason)
        after = {"name": name, "nation": nation, "title_holder": title_holder}
        if before == after:
            return entry
        entry.name, entry.nation, entry.title_holder = name, nation, title_holder
        try:
            with transaction.atomic():
                entry.save(update_fields=["name", "nation", "title_holder"])
        except IntegrityError:
            raise AlreadyEntered(f"{entry.name} has entered already.") from None
        desk.note("entry_corrected", before=before, after=after, reason=reason)
        return entry


def _new_nation(desk: Desk, entry: Entry, nation: str, title_holder: bool, reason: str) -> str:
    """The nation that an entrant gets; one that is stored already stays, even if it is none by ISO 3166."""
    if nation == entry.nation and (nation or not needs_nation(desk)):
        return nation
    excepted = bool(reason.strip())
    nation = checked_nation(nation, required=needs_nation(desk) and not excepted)
    if needs_nation(desk) and not excepted and nation != entry.nation:
        if nation_code(entry.nation):
            raise ReasonMissing("Say why: nations have a quota here, and this entrant has one.")
        moved = Entry(nation=nation, title_holder=title_holder, bot_level=entry.bot_level)
        if not entry.is_gone and not Places(desk, but=entry).nation_has_place(moved):
            raise ReasonMissing(f"Say why: the places of {nation} are taken.")
    return nation
