"""Matches rows of a file with entrants.

A row is matched by `id`, otherwise by account, otherwise by name, club and birth year. An entrant who agrees
in all of these is preferred; failing that, an entrant is compatible if no detail that both sides know
differs. If several rows or entrants are compatible, the row is refused instead of guessed.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from accounts.models import User
from core.sentence import Sentence, join_with_or
from tournaments.models import Entry
from tournaments.rules.namesakes import name_key
from tournaments.services.entry.importing.reading import Row


class Match(NamedTuple):
    """A row and its entrant, or None for a new entrant; `error` says why the row cannot be matched."""

    row: Row
    user: User | None
    entry: Entry | None = None
    error: str = ""
    by_name: bool = False


def match_rows_with_entrants(
    rows: Sequence[Row], entries: Iterable[Entry], users_by_name: Mapping[str, User]
) -> list[Match]:
    """Return a match for each row of an uploaded file, with the matching entrant or account.

    `entries` are the tournament's entrants, and `users_by_name` maps lower-case usernames to accounts. A row
    without a matching entrant is for a new entrant. The match of an ambiguous or contradictory row has an
    `error`.
    """
    return _Matcher(list(entries), users_by_name).match_all(rows)


class _Matcher:
    """Matches rows with entrants, and remembers which entrants and accounts are already taken."""

    def __init__(self, entries: list[Entry], users_by_name: Mapping[str, User]) -> None:
        """Index the entries by id, account and name. `users_by_name` is keyed by lower-case username."""
        self._by_id = {str(entry.pk): entry for entry in entries}
        self._by_user = {entry.user_id: entry for entry in entries if entry.user_id}
        self._by_name: defaultdict[str, list[Entry]] = defaultdict(list)
        for entry in entries:
            self._by_name[name_key(entry.name)].append(entry)
        self._users = users_by_name
        self._claimed: dict[int, Row] = {}
        """The row with which each entry was matched."""
        self._accounts: dict[int, Row] = {}
        """The row that brings in each account."""

    def match_all(self, rows: Sequence[Row]) -> list[Match]:
        """Match the rows with entrants where possible, and return the matches in the order of the rows."""
        # First by id and account, then by equal name and details, then by name without contradicting details.
        found = {row.line: self._match_by_id_or_account(row) for row in rows}
        for row in rows:
            match = found[row.line]
            if match.entry is None and not match.error:
                found[row.line] = self._match_by_exact_name(match)
        fitting = {
            line: self._compatible_entrants(match)
            for line, match in found.items()
            if match.entry is None and not match.error
        }
        wanted = Counter(one.pk for those in fitting.values() if len(those) == 1 for one in those)
        for line, those in fitting.items():
            found[line] = self._match_by_compatible_details(found[line], those, wanted)
        return [found[row.line] for row in rows]

    def _match_by_id_or_account(self, row: Row) -> Match:
        """Match a row with an entrant by the row's id or, if the row has no id, by the row's account.

        A row gives an account by its username. Return a match without an entrant if the row gives neither an
        id nor an account, or if it gives only an account that no entrant has. Set an `error` if the row
        already has one, if the id or account does not exist, if the two contradict each other, or if another
        row already refers to the same entrant or account.
        """
        user = self._users.get(row.username.lower()) if row.username else None
        match = Match(row, user)
        if row.error:
            return match._replace(error=row.error)
        if row.username and user is None:
            return match._replace(error=Sentence("there is no account called %(name)s.", name=row.username))
        with_account = self._by_user.get(user.pk) if user else None
        entry = self._by_id.get(row.id) if row.id else with_account
        if row.id and entry is None:
            return match._replace(
                error=Sentence(
                    "no entrant here has the id %(id)s. Leave it empty for new players.", id=row.id
                )
            )
        if entry is not None and user is not None and entry.user_id not in (None, user.pk):
            return match._replace(
                error=Sentence(
                    "%(entrant)s has another account than %(name)s.",
                    entrant=entry.shown_name,
                    name=user.username,
                )
            )
        if entry is not None and with_account not in (None, entry):
            return match._replace(
                error=Sentence("the account %(name)s is that of another entrant.", name=row.username)
            )
        if user is not None and with_account is None:
            before = self._accounts.setdefault(user.pk, row)
            if before.line != row.line:
                return match._replace(
                    error=Sentence(
                        "the account %(name)s is already in line %(line)s.",
                        name=user.username,
                        line=before.line,
                    )
                )
        return match if entry is None else self._assign_entrant(match, entry)

    def _match_by_exact_name(self, match: Match) -> Match:
        """Match a row with the entrant who has the same name, club and birth year, if there is one.

        `match` contains the row. If the row gives an account, only entrants without an account count. Return
        the match with the entrant, or with an `error` if there are several such entrants or if another row
        already has that entrant.
        """
        row = match.row
        same = [
            entry
            for entry in self._entrants_with_row_name(match)
            if name_key(entry.club) == name_key(row.club) and str(entry.birth_year or "") == row.birth_year
        ]
        if len(same) > 1:
            return match._replace(error=_ambiguous_row_message(row, same))
        return self._assign_entrant(match._replace(by_name=True), same[0]) if same else match

    def _compatible_entrants(self, match: Match) -> list[Entry]:
        """Return the unmatched entrants whose name, club and birth year fit the imported row.

        An empty club or birth year fits any value.
        """
        row = match.row
        return [
            entry
            for entry in self._entrants_with_row_name(match)
            if entry.pk not in self._claimed
            and (not entry.club or not row.club or name_key(entry.club) == name_key(row.club))
            and (not entry.birth_year or not row.birth_year or str(entry.birth_year) == row.birth_year)
        ]

    def _match_by_compatible_details(
        self, match: Match, candidates: list[Entry], sole_candidate_counts: Counter[int]
    ) -> Match:
        """Match a row with its candidate if there is exactly one. Leave it unmatched if there is none.

        `match` contains the row, and `candidates` are the entrants who fit the row. `sole_candidate_counts`
        maps an entry id to the number of rows for which this entrant is the sole candidate. Set an `error` if
        there are several candidates, or if the entrant is the sole candidate of several rows. Also set an
        `error` if there are no candidates, the row has no club or birth year, and another row was matched
        with an entrant of the same name.
        """
        row = match.row
        if len(candidates) > 1:
            return match._replace(error=_ambiguous_row_message(row, candidates))
        if candidates and sole_candidate_counts[candidates[0].pk] > 1:
            return match._replace(
                error=Sentence(
                    "other lines may be %(name)s, too: give the id.", name=candidates[0].shown_name
                )
            )
        if candidates:
            return self._assign_entrant(match._replace(by_name=True), candidates[0])
        if row.club or row.birth_year:
            return match
        before = [
            self._claimed[entry.pk]
            for entry in self._entrants_with_row_name(match)
            if entry.pk in self._claimed
        ]
        if before:
            return match._replace(error=_duplicate_row_message(row, before[0], suggest_details=True))
        return match

    def _entrants_with_row_name(self, match: Match) -> list[Entry]:
        """Return the entrants with the row's name.

        If the row gives an account, return only entrants who do not have an account yet.
        """
        named = self._by_name.get(name_key(match.row.name), []) if match.row.name else []
        return [entry for entry in named if match.user is None or entry.user_id is None]

    def _assign_entrant(self, match: Match, entry: Entry) -> Match:
        """Return the match with this entrant, or with an `error` if another row already has the entrant."""
        other = self._claimed.setdefault(entry.pk, match.row)
        if other.line != match.row.line:
            return match._replace(error=_duplicate_row_message(match.row, other))
        return match._replace(entry=entry)


def _duplicate_row_message(row: Row, earlier_row: Row, *, suggest_details: bool = False) -> str:
    """Return the error message for a row with the same player as an earlier row.

    With `suggest_details`, say how to tell namesakes apart.
    """
    who = row.name or row.username or row.id
    if suggest_details:
        return Sentence(
            "%(who)s is already in line %(line)s; if this is somebody else, give their club or birth year.",
            who=who,
            line=earlier_row.line,
        )
    return Sentence("%(who)s is already in line %(line)s.", who=who, line=earlier_row.line)


def _ambiguous_row_message(row: Row, entries: list[Entry]) -> str:
    """Return an error message for a row that could mean any of several entrants."""
    names = join_with_or([entry.shown_name for entry in entries])
    if row.club or row.birth_year:
        return Sentence(
            "%(name)s may be %(names)s: give the id, or add the club or birth year of those entrants first.",
            name=row.name,
            names=names,
        )
    return Sentence(
        "%(name)s may be %(names)s: give the id, the club or the birth year.", name=row.name, names=names
    )
