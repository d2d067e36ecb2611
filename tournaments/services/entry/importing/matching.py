"""Which entrant a row of a file is about.

By `id`, else by account, else by name, club and birth year: an entrant fits if nothing that both sides know
differs. One who agrees in all goes before one who merely fits. Rows that fit several, or of which several fit
one, are never guessed at.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from accounts.models import User
from tournaments.models import Entry
from tournaments.rules.namesakes import name_key
from tournaments.services.entry.importing.reading import Row


class Match(NamedTuple):
    """A row and its entrant (None: a new one); `fault` says why no entrant can be found for it."""

    row: Row
    user: User | None
    entry: Entry | None = None
    fault: str = ""
    by_name: bool = False


def match_rows(rows: Sequence[Row], entries: Iterable[Entry], users: Mapping[str, User]) -> list[Match]:
    """A match for each row, in their order; `users` by their names in small letters."""
    return _Matching(list(entries), users).of(rows)


class _Matching:
    def __init__(self, entries: list[Entry], users: Mapping[str, User]) -> None:
        self._by_id = {str(entry.pk): entry for entry in entries}
        self._by_user = {entry.user_id: entry for entry in entries if entry.user_id}
        self._by_name: defaultdict[str, list[Entry]] = defaultdict(list)
        for entry in entries:
            self._by_name[name_key(entry.name)].append(entry)
        self._users = users
        self._claimed: dict[int, Row] = {}
        """The rows by the entries that they are about."""
        self._accounts: dict[int, Row] = {}
        """The rows by the accounts that they bring in."""

    def of(self, rows: Sequence[Row]) -> list[Match]:
        found = {row.line: self._by_id_or_account(row) for row in rows}
        for row in rows:
            match = found[row.line]
            if match.entry is None and not match.fault:
                found[row.line] = self._by_exact_name(match)
        fitting = {
            line: self._fitting(match)
            for line, match in found.items()
            if match.entry is None and not match.fault
        }
        wanted = Counter(one.pk for those in fitting.values() if len(those) == 1 for one in those)
        for line, those in fitting.items():
            found[line] = self._by_fitting_name(found[line], those, wanted)
        return [found[row.line] for row in rows]

    def _by_id_or_account(self, row: Row) -> Match:
        user = self._users.get(row.username.lower()) if row.username else None
        match = Match(row, user)
        if row.fault:
            return match._replace(fault=row.fault)
        if row.username and user is None:
            return match._replace(fault=f"there is no account called {row.username}.")
        with_account = self._by_user.get(user.pk) if user else None
        entry = self._by_id.get(row.id) if row.id else with_account
        if row.id and entry is None:
            return match._replace(
                fault=f"no entrant here has the id {row.id}. Leave it empty for new players."
            )
        if entry is not None and user is not None and entry.user_id not in (None, user.pk):
            return match._replace(fault=f"{entry.shown_name} has another account than {user.username}.")
        if entry is not None and with_account not in (None, entry):
            return match._replace(fault=f"the account {row.username} is that of another entrant.")
        if user is not None and with_account is None:
            before = self._accounts.setdefault(user.pk, row)
            if before.line != row.line:
                return match._replace(fault=f"the account {user.username} is already in line {before.line}.")
        return match if entry is None else self._claim(match, entry)

    def _by_exact_name(self, match: Match) -> Match:
        row = match.row
        same = [
            entry
            for entry in self._candidates(match)
            if name_key(entry.club) == name_key(row.club) and str(entry.birth_year or "") == row.birth_year
        ]
        if len(same) > 1:
            return match._replace(fault=_several(row, same))
        return self._claim(match._replace(by_name=True), same[0]) if same else match

    def _fitting(self, match: Match) -> list[Entry]:
        row = match.row
        return [
            entry
            for entry in self._candidates(match)
            if entry.pk not in self._claimed
            and (not entry.club or not row.club or name_key(entry.club) == name_key(row.club))
            and (not entry.birth_year or not row.birth_year or str(entry.birth_year) == row.birth_year)
        ]

    def _by_fitting_name(self, match: Match, those: list[Entry], wanted: Counter[int]) -> Match:
        row = match.row
        if len(those) > 1:
            return match._replace(fault=_several(row, those))
        if those and wanted[those[0].pk] > 1:
            return match._replace(fault=f"other lines may be {those[0].shown_name}, too: give the id.")
        if those:
            return self._claim(match._replace(by_name=True), those[0])
        if row.club or row.birth_year:
            return match
        before = [self._claimed[entry.pk] for entry in self._candidates(match) if entry.pk in self._claimed]
        if before:
            return match._replace(fault=f"{_stands(row, before[0])}{TELL}")
        return match

    def _candidates(self, match: Match) -> list[Entry]:
        """Entrants of the row's name; a row with an account fits only those without one."""
        named = self._by_name.get(name_key(match.row.name), []) if match.row.name else []
        return [entry for entry in named if match.user is None or entry.user_id is None]

    def _claim(self, match: Match, entry: Entry) -> Match:
        other = self._claimed.setdefault(entry.pk, match.row)
        if other.line != match.row.line:
            return match._replace(fault=f"{_stands(match.row, other)}.")
        return match._replace(entry=entry)


TELL = "; if this is somebody else, give their club or birth year."


def _stands(row: Row, before: Row) -> str:
    return f"{row.name or row.username or row.id} is already in line {before.line}"


def _several(row: Row, entries: list[Entry]) -> str:
    names = " or ".join(entry.shown_name for entry in entries)
    if row.club or row.birth_year:
        return (
            f"{row.name} may be {names}: give the id, or add the club or birth year of those entrants first."
        )
    return f"{row.name} may be {names}: give the id, the club or the birth year."
