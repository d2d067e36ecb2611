"""What was written wrongly of an entrant, put right."""

from datetime import datetime

from django.db import IntegrityError, transaction

from accounts.models import User
from tournaments.errors import AlreadyEntered, NoSuchTournament
from tournaments.models import Entry
from tournaments.models.choices import RoleKind
from tournaments.services.desk import at_desk
from tournaments.services.entering import checked_name, checked_nation, refuse_when_over


def correct_entry(
    *, entry_id: int, name: str, nation: str, title_holder: bool, by: User, now: datetime
) -> Entry:
    """Correct a name, a nation, a title. Raises BadRequest by field, or AlreadyEntered for another's name."""
    tournament = Entry.objects.filter(pk=entry_id).values_list("tournament", flat=True).first()
    if tournament is None:
        raise NoSuchTournament("There is no such entrant.")
    with at_desk(tournament, by=by, now=now, role=RoleKind.HELPER) as desk:
        refuse_when_over(desk)
        entry = Entry.objects.get(pk=entry_id)
        before = {"name": entry.name, "nation": entry.nation, "title_holder": entry.title_holder}
        name, nation = checked_name(name), checked_nation(nation)
        after = {"name": name, "nation": nation, "title_holder": title_holder}
        if before == after:
            return entry
        entry.name, entry.nation, entry.title_holder = name, nation, title_holder
        try:
            with transaction.atomic():
                entry.save(update_fields=["name", "nation", "title_holder"])
        except IntegrityError:
            raise AlreadyEntered(f"{entry.name} has entered already.") from None
        desk.note("entry_corrected", before=before, after=after)
        return entry
