"""Entrants as the desk looks for them."""

from typing import NamedTuple

from django.db.models import Q, QuerySet

from tournaments.errors import NoSuchTournament
from tournaments.models import Entry, Penalty, Stage, Tournament
from tournaments.models.choices import EntryStatus
from tournaments.nations import nation_code
from tournaments.selectors.picture import Picture, Placed, Staged
from tournaments.selectors.qualified import qualified_for


class SatAt(NamedTuple):
    """A seat that somebody has, or had."""

    staged: Staged
    table: Placed
    seat: int


class Entrant(NamedTuple):
    """One entrant with all that is known of them."""

    entry: Entry
    seats: list[SatAt]
    penalties: list[Penalty]
    stages: list[Staged]


def entrants_of(tournament: Tournament, *, search: str = "", status: str = "") -> QuerySet[Entry]:
    """The entrants whose name, account, nation or start number is searched for, by name."""
    found = Entry.objects.filter(tournament=tournament).select_related("user").order_by("name")
    if status in EntryStatus.values:
        found = found.filter(status=status)
    for word in search.replace("\0", "").split():
        nation = nation_code(word) or word
        ways = Q(name__icontains=word) | Q(user__username__icontains=word) | Q(nation__iexact=nation)
        if word.isdecimal() and len(word) < 8:
            ways |= Q(start_number=int(word))
        found = found.filter(ways)
    return found


def stage_without(picture: Picture, entry_id: int) -> Stage | None:
    """The stage that is drawn and not closed, where somebody would play it who has no seat in it."""
    staged = picture.current
    if staged is None or staged.row.drawn_at is None or entry_id in staged.entrants:
        return None
    return staged.row if entry_id in qualified_for(picture, staged.row.number) else None


def entrant_of(picture: Picture, entry_id: int) -> Entrant:
    """One of them; raises NoSuchTournament."""
    entry = picture.entries.get(entry_id)
    if entry is None:
        raise NoSuchTournament("There is no such entrant.")
    seats = [
        SatAt(staged, table, seated.seat + 1)
        for staged in picture.stages
        for table in staged.tables
        for seated in table.seated
        if seated.entry == entry_id
    ]
    penalties = [penalty for penalty in picture.penalties if penalty.entry_id == entry_id]
    return Entrant(entry, seats, penalties, list(picture.stages))
