"""The data of the list of entrants and of each entrant's page in the organisers' console."""

from collections.abc import Sequence
from typing import NamedTuple, TypedDict

from django.db.models import Q, QuerySet

from core.sentence import Sentence
from tournaments.errors import NoSuchTournament
from tournaments.models import Entry, Penalty, Stage, Tournament
from tournaments.models.choices import EntryStatus
from tournaments.models.entry import read_namesakes, set_display_names
from tournaments.nations import nation_code
from tournaments.rules.namesakes import Person, find_indistinguishable_namesakes
from tournaments.selectors.qualified import qualifiers_for_stage
from tournaments.selectors.snapshot.types import StageSnapshot, StageTableSnapshot, TournamentSnapshot


class EntrantSeat(NamedTuple):
    """A seat that an entrant has or had; `seat` is numbered from 1."""

    stage: StageSnapshot
    table: StageTableSnapshot
    seat: int


EXPORT_COLUMNS = (
    "id",
    "start_number",
    "name",
    "username",
    "club",
    "birth_year",
    "nation",
    "title_holder",
    "status",
)


class EntrantRow(TypedDict):
    """An entrant's row in a file that can be imported again."""

    id: int
    start_number: int
    name: str
    username: str
    club: str
    birth_year: int | None
    nation: str
    title_holder: str
    status: str


class NamesakeGroup(NamedTuple):
    """Entrants with the same name, some of whom differ only by their start numbers."""

    name: str
    entries: list[Entry]


class EntrantPage(NamedTuple):
    """The data of one entrant's page."""

    entry: Entry
    seats: list[EntrantSeat]
    penalties: list[Penalty]
    stages: list[StageSnapshot]


class FoundEntrants(NamedTuple):
    """The first entrants found by a search, the number of all found (`many`), and groups of namesakes."""

    found: list[Entry]
    many: int
    namesakes: list[NamesakeGroup]


def search_entrants(tournament: Tournament, *, search: str = "", status: str = "") -> QuerySet[Entry]:
    """Return the entrants who match every word of `search`, ordered by name.

    A word matches if it is part of the name, username or club, or if it equals the nation, birth year or
    start number. If `status` is one of the known statuses, return only entrants with this status.
    """
    found = (
        Entry.objects.filter(tournament=tournament).select_related("user").order_by("name", "start_number")
    )
    if status in EntryStatus.values:
        found = found.filter(status=status)
    for word in search.replace("\0", "").split():
        nation = nation_code(word) or word
        ways = Q(name__icontains=word) | Q(user__username__icontains=word) | Q(nation__iexact=nation)
        ways |= Q(club__icontains=word)
        if word.isdecimal() and len(word) < 8:
            ways |= Q(start_number=int(word))
        if word.isdecimal() and len(word) == 4:
            ways |= Q(birth_year=int(word))
        found = found.filter(ways)
    return found


def search_entrants_with_namesakes(
    tournament: Tournament, *, search: str, status: str, limit: int
) -> FoundEntrants:
    """Return the first `limit` entrants who match `search` and `status`, and the number of all who match.

    Also return groups of entrants with the same name who cannot all be told apart by club and birth year.
    These groups are the same for every search: they have entrants from the whole tournament.
    """
    found = search_entrants(tournament, search=search, status=status)
    first = list(found[: limit + 1])
    people = read_namesakes(tournament.pk)
    # Sets `shown_name`, which tells namesakes apart.
    set_display_names(first, people)
    many = len(first) if len(first) <= limit else found.count()
    return FoundEntrants(first[:limit], many, _build_namesake_groups(people))


def namesake_groups(tournament: Tournament) -> list[NamesakeGroup]:
    """Return groups of entrants with the same name who cannot all be told apart by club and birth year.

    Groups in which fewer than two entrants are still in the tournament are left out.
    """
    return _build_namesake_groups(read_namesakes(tournament.pk))


def _build_namesake_groups(people: Sequence[Person]) -> list[NamesakeGroup]:
    """Return groups of entrants with the same name who cannot all be told apart by club and birth year.

    Groups in which fewer than two entrants are still in the tournament are left out. `people` must contain
    all entrants who share their name with another entrant.
    """
    alike = find_indistinguishable_namesakes(people)
    ids = [person.id for group in alike for person in group]
    found = {entry.pk: entry for entry in Entry.objects.filter(pk__in=ids).select_related("user")}
    set_display_names(found.values(), people)
    groups = [[found[person.id] for person in group] for group in alike]
    return [
        NamesakeGroup(group[0].name, group)
        for group in groups
        # Entrants who have left appear in few lists and can no longer be asked for their club.
        if sum(not entry.is_gone for entry in group) > 1
    ]


def entrant_rows(tournament: Tournament) -> list[EntrantRow]:
    """Return rows for an export of all entrants except bots, ordered by start number."""
    people = Entry.objects.filter(tournament=tournament, bot_level="").select_related("user")
    return [
        {
            "id": entry.pk,
            "start_number": entry.start_number,
            "name": entry.name,
            "username": entry.user.username if entry.user else "",
            "club": entry.club,
            "birth_year": entry.birth_year,
            "nation": entry.nation,
            "title_holder": "yes" if entry.title_holder else "no",
            "status": entry.status,
        }
        for entry in people.order_by("start_number")
    ]


def find_stage_that_omits_entrant(snapshot: TournamentSnapshot, entry_id: int) -> Stage | None:
    """Return the current stage if this entrant qualifies for it but got no seat in its draw, or else None."""
    stage = snapshot.current_stage
    if stage is None or stage.row.drawn_at is None or entry_id in stage.entrants:
        return None
    return stage.row if entry_id in qualifiers_for_stage(snapshot, stage.row.number) else None


def entrant_page(snapshot: TournamentSnapshot, entry_id: int) -> EntrantPage:
    """Return the data of an entrant's page in the organisers' console.

    Raise NoSuchTournament (a 404) if there is no such entrant.
    """
    entry = snapshot.entries.get(entry_id)
    if entry is None:
        raise NoSuchTournament(Sentence("There is no such entrant."))
    seats = [
        EntrantSeat(stage, table, seat.seat + 1)
        for stage in snapshot.stages
        for table in stage.all_tables
        for seat in table.seats
        if seat.entry == entry_id
    ]
    penalties = [penalty for penalty in snapshot.penalties if penalty.entry_id == entry_id]
    return EntrantPage(entry, seats, penalties, list(snapshot.stages))
