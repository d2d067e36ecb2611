"""Finds the effect of each line of a file of entrants, and why a line has to be left out."""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils.translation import gettext

from accounts.models import User
from core.refusal import BadRequest
from core.sentence import Sentence
from tournaments.models import Entry, Tournament
from tournaments.models.choices import STATUS_TEXTS, EntryStatus, RoleKind
from tournaments.models.entry import MAX_NAME
from tournaments.nations import nation_code
from tournaments.rules.namesakes import name_key
from tournaments.selectors.roles import find_role, role_includes
from tournaments.services.entry.adding import Entrant
from tournaments.services.entry.checks import (
    NATION_NEEDED,
    clean_birth_year,
    clean_club,
    needs_nation,
    unknown_nation_message,
)
from tournaments.services.entry.importing.effects import Change, LineEffect, PreviewLine
from tournaments.services.entry.importing.matching import Match
from tournaments.services.entry.importing.reading import Row
from tournaments.services.entry.places import Places

YES, NO = ("yes", "y", "true", "1", "x"), ("no", "n", "false", "0")
TITLES = Sentence("title holders are entered by an arbiter.")


class PreviewBuilder:
    """Builds the lines of a preview, keeping count of the places that earlier lines take."""

    def __init__(self, tournament: Tournament, actor: User, now: datetime, people: Sequence[Entry]) -> None:
        """Prepare a preview of an import by the user `actor`.

        `people` are the tournament's entrants except bots.
        """
        self._tournament = tournament
        self._now = now
        self._places = Places(tournament)
        self._open = tournament.entry_is_open(now)
        self._arbiter = role_includes(find_role(tournament.pk, actor), RoleKind.ARBITER)
        self._names = {name_key(entry.name) for entry in people}
        self._seen: dict[Any, int] = {}
        """The line of each new entrant, by name, club and birth year."""

    def build_lines(self, matches: Sequence[Match]) -> list[PreviewLine]:
        """Return a preview line for each match, in the order of the file."""
        # As in the merge, changes to existing entrants come first, because they may free a place in a quota.
        known = {
            match.row.line: self._build_existing_entrant_line(match)
            for match in matches
            if match.entry is not None
        }
        return [known.get(match.row.line) or self._build_new_entrant_line(match) for match in matches]

    def _build_existing_entrant_line(self, match: Match) -> PreviewLine:
        """Return the preview line of a row that matches an entrant.

        A row with an error or a forbidden change is marked as left out.
        """
        row, entry = match.row, match.entry
        assert entry is not None
        line = PreviewLine(row.line, LineEffect.UNCHANGED, entry.shown_name, entry)
        error = next(self._find_errors(match), "")
        if error:
            return line._replace(kind=LineEffect.LEFT_OUT, text=error)
        changes = tuple(change for change in _compare_filled_cells(match) if change.before != change.after)
        error = self._check_changes_and_update_places(
            entry, {change.field: change.after for change in changes}
        )
        if error:
            return line._replace(kind=LineEffect.LEFT_OUT, text=error)
        stays = (
            gettext("%(status)s, and stays so") % {"status": STATUS_TEXTS[EntryStatus(entry.status)]}
            if entry.is_gone
            else ""
        )
        return line._replace(
            kind=LineEffect.CHANGED if changes else LineEffect.UNCHANGED, changes=changes, text=stays
        )

    def _check_changes_and_update_places(self, entry: Entry, new_values: Mapping[str, Any]) -> str:
        """Return why these changes to an entrant are not allowed, or "" if they are allowed.

        `new_values` maps names of changed fields to new values. If the changes are allowed, also count the
        entrant's place under the new nation and title.
        """
        if "title_holder" in new_values and not self._arbiter:
            return TITLES
        if "nation" in new_values and needs_nation(self._tournament) and nation_code(entry.nation):
            return Sentence("nations have a quota here: change it on the entrant's page, with the reason.")
        nation = new_values.get("nation", entry.nation)
        holder = new_values.get("title_holder", entry.title_holder)
        if ("nation" in new_values or "title_holder" in new_values) and not self._places.recount_entrant(
            entry, nation, holder
        ):
            return Sentence("the places of %(nation)s are taken.", nation=nation) if nation else NATION_NEEDED
        return ""

    def _build_new_entrant_line(self, match: Match) -> PreviewLine:
        """Return the preview line of a row that adds an entrant.

        If the row is not valid, mark the line as left out, with the reason as its text.
        """
        row, user = match.row, match.user
        name = row.name or (user.username if user else row.username)
        line = PreviewLine(row.line, LineEffect.NEW, name)
        error = (
            match.error
            or next(self._find_errors(match), "")
            or next(self._find_errors_of_new_entrant(match, name), "")
        )
        if error:
            return line._replace(kind=LineEffect.LEFT_OUT, text=error)
        entrant = Entrant(
            name,
            user,
            nation_code(row.nation) or "",
            row.title_holder.lower() in YES,
            clean_club(row.club),
            _parse_year(row),
        )
        entry = Entry(nation=entrant.nation, title_holder=entrant.title_holder)
        stands_by = not (self._open and self._places.reserve_place(entry))
        text = Sentence("has a namesake") if name_key(name) in self._names else ""
        self._names.add(name_key(name))
        return line._replace(entrant=entrant, stands_by=stands_by, text=text)

    def _find_errors(self, match: Match) -> Iterator[str]:
        """Yield a message for each problem with a row of the uploaded file or with the row's account."""
        row, user = match.row, match.user
        yield from [match.error] if match.error else []
        if user is not None and user.kind == "guest":
            yield Sentence("%(username)s is a guest and needs an account first.", username=user.username)
        if user is not None and user.is_bot:
            yield Sentence("%(username)s is a bot.", username=user.username)
        if len(row.name) > MAX_NAME:
            yield Sentence("a name can have at most %(most)s characters.", most=MAX_NAME)
        if not row.name.isprintable():
            yield Sentence("%(name)s contains an invisible character.", name=repr(row.name))
        try:
            clean_club(row.club)
            clean_birth_year(_parse_year(row), self._now)
        except BadRequest as refusal:
            yield from (error for errors in refusal.errors.values() for error in errors)
        if row.nation and nation_code(row.nation) is None:
            yield unknown_nation_message(row.nation)
        if row.title_holder.lower() not in (*YES, *NO, ""):
            yield Sentence(
                "title_holder must be yes or no, not %(title_holder)s.", title_holder=repr(row.title_holder)
            )

    def _find_errors_of_new_entrant(self, match: Match, name: str) -> Iterator[str]:
        """Yield the reasons why a row of the uploaded file cannot become a new entrant called `name`."""
        row, user = match.row, match.user
        if not name:
            yield Sentence("the name is missing.")
        if self._tournament.online and user is None:
            yield Sentence(
                "%(name)s has no username. In a tournament on this site, every entrant needs an account.",
                name=name,
            )
        if not row.nation and needs_nation(self._tournament):
            yield Sentence("%(name)s: %(fault)s", name=name, fault=NATION_NEEDED)
        if row.title_holder.lower() in YES and not self._arbiter:
            yield TITLES
        # Each row is remembered, so that a later one with the same name, club and birth year is refused.
        line = self._seen.setdefault((name_key(name), name_key(row.club), row.birth_year), row.line)
        if line != row.line:
            yield Sentence(
                "%(name)s is already in line %(line)s; namesakes need a club or a birth year.",
                name=name,
                line=line,
            )


def _parse_year(row: Row) -> int | None:
    """Return the row's birth year, or None if the cell is empty.

    Raise BadRequest if the cell contains anything but one to four digits.
    """
    if not row.birth_year:
        return None
    # `int` would also accept signs, underscores and the digits of other scripts.
    if not re.fullmatch(r"[0-9]{1,4}", row.birth_year):
        raise BadRequest(
            {"birth_year": [Sentence("“%(birth_year)s” is not a year.", birth_year=row.birth_year)]}
        )
    return int(row.birth_year)


def _compare_filled_cells(match: Match) -> Iterator[Change]:
    """Yield the old and new value of each field that a row of the uploaded file fills in.

    The two values may be equal. Leave out the name if the row was matched by name.
    """
    row, entry = match.row, match.entry
    assert entry is not None
    if row.name and not match.by_name:
        yield Change("name", entry.name, row.name)
    if row.club:
        yield Change("club", entry.club, clean_club(row.club))
    if row.birth_year:
        yield Change("birth_year", entry.birth_year, _parse_year(row))
    if row.nation:
        yield Change("nation", entry.nation, nation_code(row.nation))
    if row.title_holder:
        yield Change("title_holder", entry.title_holder, row.title_holder.lower() in YES)
    if match.user is not None:
        yield Change("user", entry.user, match.user)
