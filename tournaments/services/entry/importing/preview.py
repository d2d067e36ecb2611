"""A preview of how a file would change the entrants."""

import hashlib
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db.models.functions import Lower

from accounts.models import User
from tournaments.models import Tournament
from tournaments.models.entry import set_display_names
from tournaments.services.entry.importing.effects import LineEffect, PreviewLine
from tournaments.services.entry.importing.matching import match_rows_with_entrants
from tournaments.services.entry.importing.preview_builder import PreviewBuilder
from tournaments.services.entry.importing.reading import ParsedCsv, Row


class Preview(NamedTuple):
    """What each line of a file would do; `missing` counts the entrants who are not in the file."""

    lines: list[PreviewLine]
    encoding: str
    missing: int

    def lines_of_kind(self, kind: str) -> list[PreviewLine]:
        """Return the lines with this effect. `kind` is a value of LineEffect."""
        return [line for line in self.lines if line.kind == kind]

    @property
    def new_lines(self) -> list[PreviewLine]:
        """The lines that add an entrant."""
        return self.lines_of_kind(LineEffect.NEW)

    @property
    def changed_lines(self) -> list[PreviewLine]:
        """The lines that change an entrant."""
        return self.lines_of_kind(LineEffect.CHANGED)

    @property
    def unchanged_lines(self) -> list[PreviewLine]:
        """The lines whose entrants stay as they are."""
        return self.lines_of_kind(LineEffect.UNCHANGED)

    @property
    def left_out_lines(self) -> list[PreviewLine]:
        """The lines that will not be merged. The `text` of each line says why."""
        return self.lines_of_kind(LineEffect.LEFT_OUT)

    @property
    def key(self) -> str:
        """A hash of the preview's lines, to detect later changes."""
        said = [
            (line.line, line.kind, line.entry and line.entry.pk, line.entrant, line.changes, line.stands_by)
            for line in self.lines
        ]
        return hashlib.sha256(repr(said).encode()).hexdigest()


def build_preview(tournament: Tournament, parsed: ParsedCsv, *, actor: User, now: datetime) -> Preview:
    """Return a preview of what importing a parsed CSV file would change."""
    # The number of queries does not depend on the length of the file.
    entries = list(tournament.entries.select_related("user"))
    set_display_names(entries, [entry.person for entry in entries])
    people = [entry for entry in entries if not entry.bot_level]
    matches = match_rows_with_entrants(parsed.rows, people, _users_by_name(parsed.rows))
    lines = PreviewBuilder(tournament, actor, now, people).build_lines(matches)
    found = {match.entry.pk for match in matches if match.entry}
    return Preview(
        lines, parsed.encoding, sum(entry.pk not in found for entry in people if not entry.is_gone)
    )


def _users_by_name(rows: Sequence[Row]) -> Mapping[str, User]:
    """Return the accounts whose usernames occur in the rows, keyed by lower-case username."""
    names = {row.username.lower() for row in rows if row.username}
    users = User.objects.annotate(small=Lower("username")).filter(small__in=names)
    return {user.username.lower(): user for user in users}
