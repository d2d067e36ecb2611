"""Uploads a file of entrants, previews it and, once confirmed, merges it."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import QuerySet

from accounts.models import User
from core.sentence import Sentence
from tournaments.errors import EntrantsChanged, NoSuchTournament
from tournaments.models import EntrantFile, Entry, Tournament
from tournaments.models.choices import RoleKind
from tournaments.rules.namesakes import name_key
from tournaments.services.editing import TournamentEdit, editing, require_role
from tournaments.services.entry.adding import add_entries
from tournaments.services.entry.checks import ensure_not_over
from tournaments.services.entry.corrections import CORRECTABLE
from tournaments.services.entry.importing.effects import PreviewLine
from tournaments.services.entry.importing.preview import Preview, build_preview
from tournaments.services.entry.importing.reading import parse_entrant_csv
from tournaments.services.entry.status import promote_from_waiting_list

UPLOAD_LIFETIME = timedelta(days=1)
"""How long an uploaded file is kept for confirmation."""


class MergeCounts(NamedTuple):
    """How many lines of a merged file had each kind of effect."""

    new: int
    changed: int
    unchanged: int
    left_out: int


def store_entrant_file(*, tournament_id: int, data: bytes, actor: User, now: datetime) -> int:
    """Store an uploaded list of entrants until the user confirms it, and return its number of rows.

    Raise BadCsv if the file cannot be parsed.
    """
    require_role(tournament_id, actor, RoleKind.HELPER)
    parsed = parse_entrant_csv(data)
    tournament = Tournament.objects.filter(pk=tournament_id).first()
    if tournament is None:
        raise NoSuchTournament()
    # Avoids previewing a file that can't be merged; `merge_entrant_file` checks again, under the lock.
    ensure_not_over(tournament)
    EntrantFile.objects.filter(at__lt=now - UPLOAD_LIFETIME).delete()
    # The new file replaces the user's earlier one.
    EntrantFile.objects.update_or_create(tournament=tournament, by=actor, defaults={"data": data, "at": now})
    return len(parsed.rows)


def preview_entrant_file(*, tournament_id: int, actor: User, now: datetime) -> Preview | None:
    """Return a preview of merging the user's uploaded list of entrants.

    Return None if there is no file or it has expired.
    """
    file = _unexpired_files(tournament_id, actor, now).select_related("tournament").first()
    return (
        build_preview(file.tournament, parse_entrant_csv(bytes(file.data)), actor=actor, now=now)
        if file
        else None
    )


def _unexpired_files(tournament_id: int, actor: User, now: datetime) -> QuerySet[EntrantFile]:
    """Return the user's uploaded lists of entrants that have not expired."""
    return EntrantFile.objects.filter(tournament=tournament_id, by=actor, at__gte=now - UPLOAD_LIFETIME)


def discard_entrant_file(*, tournament_id: int, actor: User) -> None:
    """Delete the user's uploaded file, if there is one."""
    require_role(tournament_id, actor, RoleKind.HELPER)
    EntrantFile.objects.filter(tournament=tournament_id, by=actor).delete()


def merge_entrant_file(*, tournament_id: int, preview_key: str, actor: User, now: datetime) -> MergeCounts:
    """Merge the user's uploaded list into the entrants.

    `preview_key` is the key of the preview that the user saw. Raise EntrantsChanged if the file is missing
    or has expired, or if merging it would no longer have the effects that this preview showed.
    """
    with editing(tournament_id, actor=actor, now=now, role=RoleKind.HELPER) as edit:
        ensure_not_over(edit.tournament)
        file = _unexpired_files(tournament_id, actor, now).first()
        if file is None:
            raise EntrantsChanged(Sentence("This list is not there any more: upload it again."))
        found = build_preview(edit.tournament, parse_entrant_csv(bytes(file.data)), actor=actor, now=now)
        # Computed again under the lock: nothing is merged that was not in the preview.
        if found.key != preview_key:
            raise EntrantsChanged()
        # Entrants who are not in the file stay.
        _apply_changes(edit, found.changed_lines)
        add_entries(edit, [line.entrant for line in found.new_lines if line.entrant])
        if any(
            change.field in ("nation", "title_holder")
            for line in found.changed_lines
            for change in line.changes
        ):
            # After the new entrants, whose places the preview promised.
            promote_from_waiting_list(edit)
        file.delete()
        return MergeCounts(
            new=len(found.new_lines),
            changed=len(found.changed_lines),
            unchanged=len(found.unchanged_lines),
            left_out=len(found.left_out_lines),
        )


def _apply_changes(edit: TournamentEdit, lines: Sequence[PreviewLine]) -> None:
    """Save these preview lines' changes to existing entrants, with an audit entry for each entrant."""
    entries = [line.entry for line in lines if line.entry]
    old_values = [_audited_fields(entry) for entry in entries]
    for line in lines:
        for change in line.changes:
            setattr(line.entry, change.field, change.after)
    # Each field adds to the cost of the query, so only those that change are written.
    fields = {change.field for line in lines for change in line.changes}
    if "name" in fields:
        fields.add("name_key")
        for entry in entries:
            entry.name_key = name_key(entry.name)
    if fields:
        Entry.objects.bulk_update(entries, sorted(fields), batch_size=200)
    edit.add_audit_entries(
        "entry_corrected", [_audited_fields(entry) for entry in entries], old_values=old_values
    )


def _audited_fields(entry: Entry) -> dict[str, object]:
    """Return an entrant's id, username and the fields in CORRECTABLE, such as the name, for the audit log."""
    fields = {name: getattr(entry, name) for name in CORRECTABLE}
    return {"entry": entry.pk, **fields, "account": entry.user.username if entry.user else ""}
