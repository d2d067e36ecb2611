"""Entrants as the desk looks for them."""

from typing import NamedTuple, TypedDict

from django.db.models import Q, QuerySet

from tournaments.errors import NoSuchTournament
from tournaments.models import Entry, Penalty, Stage, Tournament
from tournaments.models.choices import EntryStatus
from tournaments.models.entry import people_of, tell_apart
from tournaments.nations import nation_code
from tournaments.rules.namesakes import confusable
from tournaments.selectors.qualified import qualified_for
from tournaments.selectors.snapshot import StageSnapshot, StageTableSnapshot, TournamentSnapshot


class EntrantSeat(NamedTuple):
    """A seat that somebody has, or had."""

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
    """An entrant in a file that can be imported again."""

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
    """Entrants of one name, of whom some can be told apart by their start number alone."""

    name: str
    entries: list[Entry]


class EntrantPage(NamedTuple):
    """One entrant with all that is known of them."""

    entry: Entry
    seats: list[EntrantSeat]
    penalties: list[Penalty]
    stages: list[StageSnapshot]


def search_entrants(tournament: Tournament, *, search: str = "", status: str = "") -> QuerySet[Entry]:
    """The entrants whose name, account, club, nation, birth year or start number is searched for, by name."""
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


def namesake_groups(tournament: Tournament) -> list[NamesakeGroup]:
    """Those who play and are called the same, where club and birth year don't tell them apart."""
    people = people_of(tournament.pk)
    alike = confusable(people)
    ids = [person.id for group in alike for person in group]
    found = {entry.pk: entry for entry in Entry.objects.filter(pk__in=ids).select_related("user")}
    tell_apart(found.values(), people)
    groups = [[found[person.id] for person in group] for group in alike]
    return [
        NamesakeGroup(group[0].name, group)
        for group in groups
        # Who has left is found in few lists, and nobody asks them for their club any more.
        if sum(not entry.is_gone for entry in group) > 1
    ]


def entrant_rows(tournament: Tournament) -> list[EntrantRow]:
    """All people who have entered, in the columns of a file that can be imported again; bots can't."""
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


def stage_without_seat(snapshot: TournamentSnapshot, entry_id: int) -> Stage | None:
    """The stage that is drawn and not closed, where somebody would play it who has no seat in it."""
    stage = snapshot.current
    if stage is None or stage.row.drawn_at is None or entry_id in stage.entrants:
        return None
    return stage.row if entry_id in qualified_for(snapshot, stage.row.number) else None


def entrant_page(snapshot: TournamentSnapshot, entry_id: int) -> EntrantPage:
    """An entrant's page; raises NoSuchTournament."""
    entry = snapshot.entries.get(entry_id)
    if entry is None:
        raise NoSuchTournament("There is no such entrant.")
    seats = [
        EntrantSeat(stage, table, seat.seat + 1)
        for stage in snapshot.stages
        for table in stage.all_tables
        for seat in table.seats
        if seat.entry == entry_id
    ]
    penalties = [penalty for penalty in snapshot.penalties if penalty.entry_id == entry_id]
    return EntrantPage(entry, seats, penalties, list(snapshot.stages))
