"""A file is uploaded, looked at in a preview, and only then merged with the entrants."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import QuerySet

from accounts.models import User
from tournaments.errors import EntrantsChanged, NoSuchTournament
from tournaments.models import EntrantFile, Entry, Tournament
from tournaments.models.choices import RoleKind
from tournaments.services.editing import TournamentEdit, check_role, editing
from tournaments.services.entry.adding import add_entries
from tournaments.services.entry.checks import refuse_when_over
from tournaments.services.entry.corrections import CORRECTABLE
from tournaments.services.entry.importing.preview import Preview, PreviewLine, preview_of
from tournaments.services.entry.importing.reading import sheet_of

UPLOAD_LIFETIME = timedelta(days=1)
"""For so long a file waits to be confirmed."""


class MergeCounts(NamedTuple):
    """The number of lines of each kind in a merged file."""

    new: int
    changed: int
    unchanged: int
    left_out: int


def upload(*, tournament_id: int, data: bytes, by: User, now: datetime) -> int:
    """Keep a file until it is confirmed, instead of any that this person has uploaded before.

    Gives the number of its lines. Raises BadCsv for what is no list of entrants, WrongMoment.
    """
    check_role(tournament_id, by, RoleKind.HELPER)
    sheet = sheet_of(data)
    tournament = Tournament.objects.filter(pk=tournament_id).first()
    if tournament is None:
        raise NoSuchTournament()
    refuse_when_over(TournamentEdit(tournament, by, now))
    EntrantFile.objects.filter(at__lt=now - UPLOAD_LIFETIME).delete()
    EntrantFile.objects.update_or_create(tournament=tournament, by=by, defaults={"data": data, "at": now})
    return len(sheet.rows)


def preview(*, tournament_id: int, by: User, now: datetime) -> Preview | None:
    """The effect that this person's file would have now; None without a file."""
    file = _waiting_files(tournament_id, by, now).select_related("tournament").first()
    return preview_of(file.tournament, sheet_of(bytes(file.data)), by=by, now=now) if file else None


def _waiting_files(tournament_id: int, by: User, now: datetime) -> QuerySet[EntrantFile]:
    return EntrantFile.objects.filter(tournament=tournament_id, by=by, at__gte=now - UPLOAD_LIFETIME)


def discard(*, tournament_id: int, by: User) -> None:
    """Forget this person's file."""
    check_role(tournament_id, by, RoleKind.HELPER)
    EntrantFile.objects.filter(tournament=tournament_id, by=by).delete()


def merge(*, tournament_id: int, seen: str, by: User, now: datetime) -> MergeCounts:
    """Do what this person's file would do, if that is still what they have `seen` (a preview's `key`).

    Enters who is new and changes what the file says otherwise. Nobody is taken out, and no status changes.
    Raises EntrantsChanged if it would do something else now.
    """
    with editing(tournament_id, by=by, now=now, role=RoleKind.HELPER) as edit:
        refuse_when_over(edit)
        file = _waiting_files(tournament_id, by, now).first()
        if file is None:
            raise EntrantsChanged("This list is not there any more: upload it again.")
        found = preview_of(edit.tournament, sheet_of(bytes(file.data)), by=by, now=now)
        if found.key != seen:
            raise EntrantsChanged()
        _change(edit, found.changed)
        add_entries(edit, [line.entrant for line in found.new if line.entrant])
        file.delete()
        return MergeCounts(len(found.new), len(found.changed), len(found.unchanged), len(found.left_out))


def _change(edit: TournamentEdit, lines: Sequence[PreviewLine]) -> None:
    entries = [line.entry for line in lines if line.entry]
    befores = [_words(entry) for entry in entries]
    for line in lines:
        for change in line.changes:
            setattr(line.entry, change.field, change.after)
    # Each field costs as much as all the others: only those that change are written.
    fields = {change.field for line in lines for change in line.changes}
    if fields:
        Entry.objects.bulk_update(entries, sorted(fields), batch_size=200)
    edit.note_each("entry_corrected", [_words(entry) for entry in entries], befores=befores)


def _words(entry: Entry) -> dict[str, object]:
    fields = {name: getattr(entry, name) for name in CORRECTABLE}
    return {"entry": entry.pk, **fields, "account": entry.user.username if entry.user else ""}
