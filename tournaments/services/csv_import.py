"""Entrants from a spreadsheet: all of them, or none and a sentence for each fault."""

import csv
import io
from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from django.db.models.functions import Lower

from accounts.models import User
from games.rules.errors import BadRequest
from tournaments.errors import RoleMissing
from tournaments.models.choices import RoleKind
from tournaments.nations import nation_code
from tournaments.services.desk import Desk, at_desk, check_role
from tournaments.services.entering import (
    LONGEST_NAME,
    NATION_NEEDED,
    Entrant,
    add_entries,
    needs_nation,
    no_nation,
    refuse_when_over,
)

COLUMNS = ("name", "username", "nation", "title_holder")
LARGEST = 1_000_000
"""Bytes of a file."""
MOST = 5000
"""Entrants of one file."""
FORMULA = ("=", "+", "-", "@", "\t", "\r")
YES, NO = ("yes", "y", "true", "1", "x"), ("", "no", "n", "false", "0")


class BadCsv(BadRequest):
    """The file cannot be taken in; `faults` has a sentence for each line that is wrong."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__({"file": faults})
        self.faults = faults


class Row(NamedTuple):
    """One line of the file."""

    line: int
    name: str
    username: str
    nation: str
    title_holder: str


def import_entries(*, tournament_id: int, data: bytes, by: User, now: datetime) -> int:
    """Enter everybody in a CSV file with the columns of COLUMNS (`name` or `username` is needed).

    Gives how many. UTF-8, separated by commas, semicolons or tabs. Raises BadCsv, and RoleMissing where
    somebody holds a title and `by` is no arbiter; nobody is entered then.
    """
    rows = list(rows_of(data))
    with at_desk(tournament_id, by=by, now=now, role=RoleKind.HELPER) as desk:
        refuse_when_over(desk)
        _check_titles(rows, tournament_id, by)
        users = _users(rows)
        faults = list(_faults(desk, rows, users))
        if faults:
            raise BadCsv(faults)
        return len(add_entries(desk, [_entrant(row, users.get(row.username.lower())) for row in rows]))


def _check_titles(rows: list[Row], tournament_id: int, by: User) -> None:
    """A title lets somebody in beyond their nation's quota; raises RoleMissing."""
    holder = next((row for row in rows if row.title_holder in YES), None)
    if holder is None:
        return
    try:
        check_role(tournament_id, by, RoleKind.ARBITER)
    except RoleMissing:
        raise RoleMissing(f"Line {holder.line}: title holders are entered by an arbiter.") from None


def rows_of(data: bytes) -> Iterator[Row]:
    """The lines of a file; raises BadCsv for what is no such file."""
    if len(data) > LARGEST:
        raise BadCsv([f"The file is larger than {LARGEST // 1000} kB."])
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadCsv(["The file is not in UTF-8: save it again as “CSV UTF-8”."]) from None
    if "\0" in text:
        raise BadCsv(["This is no text file: save the spreadsheet as CSV first."])
    head, *_ = text.splitlines() or [""]
    separator = max(",;\t", key=head.count)
    reader = csv.reader(io.StringIO(text), delimiter=separator)
    try:
        lines = [(reader.line_num, [cell.strip() for cell in cells]) for cells in reader]
    except csv.Error as fault:
        raise BadCsv([f"Line {reader.line_num}: {fault}."]) from None
    columns = [cell.lower().replace(" ", "_") for cell in lines[0][1]] if lines else []
    unknown = [name for name in columns if name not in COLUMNS]
    if unknown or not {"name", "username"} & set(columns) or len(set(columns)) < len(columns):
        raise BadCsv([f"The first line must name the columns, out of {', '.join(COLUMNS)}."])
    filled = [(line, cells) for line, cells in lines[1:] if any(cells)]
    if not filled or len(filled) > MOST:
        raise BadCsv([f"The file must have from 1 to {MOST} entrants."])
    yield from (_row(line, dict(zip(columns, cells, strict=False))) for line, cells in filled)


def _row(line: int, cells: dict[str, str]) -> Row:
    return Row(
        line,
        cells.get("name", ""),
        cells.get("username", ""),
        cells.get("nation", ""),
        cells.get("title_holder", "").lower(),
    )


def _entrant(row: Row, user: User | None) -> Entrant:
    name = row.name or (user.username if user else "")
    return Entrant(name, user, row.nation, row.title_holder in YES)


def _users(rows: list[Row]) -> dict[str, User]:
    """The accounts of those who are named by one, by their name in small letters."""
    names = {row.username.lower() for row in rows if row.username}
    users = User.objects.annotate(small=Lower("username")).filter(small__in=names)
    return {user.username.lower(): user for user in users}


def _faults(desk: Desk, rows: list[Row], users: dict[str, User]) -> Iterator[str]:
    known = list(desk.tournament.entries.values_list("name", "user"))
    entered = {name.lower() for name, _ in known}
    with_account = {user for _, user in known if user is not None}
    seen: dict[str, int] = {}
    accounts: dict[User, int] = {}
    for row in rows:
        user = users.get(row.username.lower())
        name = row.name or (user.username if user else row.username)
        at = f"Line {row.line}"
        if any(cell.startswith(FORMULA) for cell in (row.name, row.username, row.nation)):
            yield f"{at}: {name!r} is a formula, not a name."
        elif row.username and user is None:
            yield f"{at}: nobody here is called {row.username}."
        elif desk.tournament.online and user is None:
            yield f"{at}: {name or 'this line'} has no username; played here, entrants need an account."
        elif user is not None and user.kind == "guest":
            yield f"{at}: {user.username} is a guest, without an account of their own."
        elif user is not None and user.is_bot:
            yield f"{at}: {user.username} is a bot."
        elif not name:
            yield f"{at}: there is no name."
        elif len(name) > LONGEST_NAME:
            yield f"{at}: a name has at most {LONGEST_NAME} letters."
        elif not name.isprintable():
            yield f"{at}: {name!r} has a sign in it that cannot be seen."
        elif row.nation and nation_code(row.nation) is None:
            yield f"{at}: {no_nation(row.nation)}"
        elif not row.nation and needs_nation(desk):
            yield f"{at}: {name}: {NATION_NEEDED}"
        elif row.title_holder not in (*YES, *NO):
            yield f"{at}: whether {name} holds a title is told by yes or no, not by {row.title_holder!r}."
        elif name.lower() in seen:
            yield f"{at}: {name} stands in line {seen[name.lower()]} already."
        elif user is not None and user in accounts:
            yield f"{at}: the account {user.username} stands in line {accounts[user]} already."
        elif name.lower() in entered or (user is not None and user.pk in with_account):
            yield f"{at}: {name} has entered already."
        seen.setdefault(name.lower(), row.line)
        if user is not None:
            accounts.setdefault(user, row.line)
