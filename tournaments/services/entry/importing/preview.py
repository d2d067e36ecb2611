"""A preview of how a file would change the entrants."""

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any, NamedTuple

from django.db.models.functions import Lower

from accounts.models import User
from core.refusal import BadRequest
from tournaments.models import Entry, Tournament
from tournaments.models.choices import RoleKind
from tournaments.models.entry import MAX_NAME, tell_apart
from tournaments.nations import nation_code
from tournaments.rules.namesakes import name_key
from tournaments.selectors.roles import reaches, role_of
from tournaments.services.editing import TournamentEdit
from tournaments.services.entry.adding import Entrant
from tournaments.services.entry.checks import (
    NATION_NEEDED,
    checked_birth_year,
    checked_club,
    needs_nation,
    no_nation,
)
from tournaments.services.entry.importing.matching import Match, match_rows
from tournaments.services.entry.importing.reading import Row, Sheet
from tournaments.services.entry.places import Places

YES, NO = ("yes", "y", "true", "1", "x"), ("no", "n", "false", "0")
TITLES = "title holders are entered by an arbiter."


class LineEffect(StrEnum):
    """The effect of a line."""

    NEW = "new"
    CHANGED = "changed"
    UNCHANGED = "unchanged"
    LEFT_OUT = "left_out"


class Change(NamedTuple):
    """A field that the file would change, with its values before and after."""

    field: str
    before: Any
    after: Any

    @property
    def words(self) -> str:
        """The field's name on pages."""
        return {"user": "account", "title_holder": "title"}.get(self.field, self.field.replace("_", " "))

    @property
    def was(self) -> str:
        """The present value as text."""
        return _in_words(self.before)

    @property
    def becomes(self) -> str:
        """The new value as text."""
        return _in_words(self.after)


class PreviewLine(NamedTuple):
    """A line of the file; `text` says why it is left out, or what else there is to know."""

    line: int
    kind: LineEffect
    name: str
    entry: Entry | None = None
    entrant: Entrant | None = None
    changes: tuple[Change, ...] = ()
    stands_by: bool = False
    text: str = ""


class Preview(NamedTuple):
    """All lines; `missing` entrants are not in the file and stay as they are."""

    lines: list[PreviewLine]
    encoding: str
    missing: int

    def of(self, kind: str) -> list[PreviewLine]:
        """The lines of one kind."""
        return [line for line in self.lines if line.kind == kind]

    @property
    def new(self) -> list[PreviewLine]:
        """Lines of new entrants."""
        return self.of(LineEffect.NEW)

    @property
    def changed(self) -> list[PreviewLine]:
        """Lines that change an entrant."""
        return self.of(LineEffect.CHANGED)

    @property
    def unchanged(self) -> list[PreviewLine]:
        """Lines that change nothing."""
        return self.of(LineEffect.UNCHANGED)

    @property
    def left_out(self) -> list[PreviewLine]:
        """Lines that cannot be merged, each with the reason."""
        return self.of(LineEffect.LEFT_OUT)

    @property
    def key(self) -> str:
        """A hash of all effects, to notice that they are no longer those that somebody saw."""
        said = [
            (line.line, line.kind, line.entry and line.entry.pk, line.entrant, line.changes, line.stands_by)
            for line in self.lines
        ]
        return hashlib.sha256(repr(said).encode()).hexdigest()


def preview_of(tournament: Tournament, sheet: Sheet, *, by: User, now: datetime) -> Preview:
    """The sheet's effect now. Stores nothing, and takes a few queries, however long it is."""
    entries = list(tournament.entries.select_related("user"))
    tell_apart(entries, [entry.person for entry in entries])
    people = [entry for entry in entries if not entry.bot_level]
    matches = match_rows(sheet.rows, people, _users(sheet.rows))
    lines = _Preview(TournamentEdit(tournament, by, now), people).lines(matches)
    found = {match.entry.pk for match in matches if match.entry}
    return Preview(lines, sheet.encoding, sum(entry.pk not in found for entry in people if not entry.is_gone))


def _users(rows: Sequence[Row]) -> Mapping[str, User]:
    names = {row.username.lower() for row in rows if row.username}
    users = User.objects.annotate(small=Lower("username")).filter(small__in=names)
    return {user.username.lower(): user for user in users}


class _Preview:
    def __init__(self, edit: TournamentEdit, people: Sequence[Entry]) -> None:
        self._edit = edit
        self._places = Places(edit)
        self._open = edit.tournament.entry_is_open(edit.now)
        self._arbiter = edit.by is None or reaches(role_of(edit.tournament.pk, edit.by), RoleKind.ARBITER)
        self._names = {name_key(entry.name) for entry in people}
        self._seen: dict[Any, int] = {}
        """Lines of who is new, by what tells them apart."""

    def lines(self, matches: Sequence[Match]) -> list[PreviewLine]:
        """Changes come before new entrants, as they do when it is done: they may free a nation's place."""
        known = {match.row.line: self._of_known(match) for match in matches if match.entry is not None}
        return [known.get(match.row.line) or self._of_new(match) for match in matches]

    def _of_known(self, match: Match) -> PreviewLine:
        row, entry = match.row, match.entry
        assert entry is not None
        line = PreviewLine(row.line, LineEffect.UNCHANGED, entry.shown_name, entry)
        fault = next(self._faults(match), "")
        if fault:
            return line._replace(kind=LineEffect.LEFT_OUT, text=fault)
        changes = tuple(change for change in _changes(match) if change.before != change.after)
        fault = self._fault_of_changes(entry, {change.field: change.after for change in changes})
        if fault:
            return line._replace(kind=LineEffect.LEFT_OUT, text=fault)
        stays = f"{entry.get_status_display().lower()}, and stays so" if entry.is_gone else ""
        return line._replace(
            kind=LineEffect.CHANGED if changes else LineEffect.UNCHANGED, changes=changes, text=stays
        )

    def _fault_of_changes(self, entry: Entry, after: Mapping[str, Any]) -> str:
        if "title_holder" in after and not self._arbiter:
            return TITLES
        if "nation" in after and needs_nation(self._edit) and nation_code(entry.nation):
            return "nations have a quota here: change it on the entrant's page, with the reason."
        nation = after.get("nation", entry.nation)
        holder = after.get("title_holder", entry.title_holder)
        if ("nation" in after or "title_holder" in after) and not self._places.move(entry, nation, holder):
            return f"the places of {nation} are taken." if nation else NATION_NEEDED
        return ""

    def _of_new(self, match: Match) -> PreviewLine:
        row, user = match.row, match.user
        name = row.name or (user.username if user else row.username)
        line = PreviewLine(row.line, LineEffect.NEW, name)
        fault = match.fault or next(self._faults(match), "") or next(self._faults_of_new(match, name), "")
        if fault:
            return line._replace(kind=LineEffect.LEFT_OUT, text=fault)
        entrant = Entrant(
            name,
            user,
            nation_code(row.nation) or "",
            row.title_holder.lower() in YES,
            checked_club(row.club),
            _year(row),
        )
        entry = Entry(nation=entrant.nation, title_holder=entrant.title_holder)
        stands_by = not (self._open and self._places.take(entry))
        text = "has a namesake" if name_key(name) in self._names else ""
        self._names.add(name_key(name))
        return line._replace(entrant=entrant, stands_by=stands_by, text=text)

    def _faults(self, match: Match) -> Iterator[str]:
        """Faults of the cells themselves, whether the entrant is new or not."""
        row, user = match.row, match.user
        yield from [match.fault] if match.fault else []
        if user is not None and user.kind == "guest":
            yield f"{user.username} is a guest and needs an account first."
        if user is not None and user.is_bot:
            yield f"{user.username} is a bot."
        if len(row.name) > MAX_NAME:
            yield f"a name can have at most {MAX_NAME} characters."
        if not row.name.isprintable():
            yield f"{row.name!r} contains an invisible character."
        try:
            checked_club(row.club)
            checked_birth_year(_year(row), self._edit.now)
        except BadRequest as refusal:
            yield from (fault for faults in refusal.errors.values() for fault in faults)
        if row.nation and nation_code(row.nation) is None:
            yield no_nation(row.nation)
        if row.title_holder.lower() not in (*YES, *NO, ""):
            yield f"title_holder must be yes or no, not {row.title_holder!r}."

    def _faults_of_new(self, match: Match, name: str) -> Iterator[str]:
        row, user = match.row, match.user
        if not name:
            yield "the name is missing."
        if self._edit.tournament.online and user is None:
            yield f"{name} has no username. In a tournament on this site, every entrant needs an account."
        if not row.nation and needs_nation(self._edit):
            yield f"{name}: {NATION_NEEDED}"
        if row.title_holder.lower() in YES and not self._arbiter:
            yield TITLES
        line = self._seen.setdefault((name_key(name), name_key(row.club), row.birth_year), row.line)
        if line != row.line:
            yield f"{name} is already in line {line}; namesakes need a club or a birth year."


def _in_words(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) if value else "–"


def _year(row: Row) -> int | None:
    if not row.birth_year:
        return None
    if not re.fullmatch(r"[0-9]{1,4}", row.birth_year):
        raise BadRequest({"birth_year": [f"“{row.birth_year}” is not a year."]})
    return int(row.birth_year)


def _changes(match: Match) -> Iterator[Change]:
    """The values that a row gives for an entrant; empty cells change nothing."""
    row, entry = match.row, match.entry
    assert entry is not None
    if row.name and not match.by_name:
        yield Change("name", entry.name, row.name)
    if row.club:
        yield Change("club", entry.club, checked_club(row.club))
    if row.birth_year:
        yield Change("birth_year", entry.birth_year, _year(row))
    if row.nation:
        yield Change("nation", entry.nation, nation_code(row.nation))
    if row.title_holder:
        yield Change("title_holder", entry.title_holder, row.title_holder.lower() in YES)
    if match.user is not None:
        yield Change("user", entry.user, match.user)
