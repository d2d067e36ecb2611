"""The data of a table's page in the organisers' console."""

from typing import NamedTuple

from core.translation import translate_all
from tournaments.models import Entry, HandResult, Stage
from tournaments.models.choices import EntryStatus
from tournaments.selectors.desk.tables import DeskTable, desk_tables
from tournaments.selectors.seats import seat_name
from tournaments.selectors.snapshot.types import StageSnapshot, TournamentSnapshot


class OtherSeat(NamedTuple):
    """A seat at another table; `placement` is its id, and both numbers count from 1."""

    placement: int
    name: str
    table_number: int
    seat_number: int


class TablePage(NamedTuple):
    """The data of a table's page."""

    stage: Stage
    table: DeskTable
    stand_bys: list[Entry]
    hand_results: list[HandResult]
    result_key: str
    others: list[OtherSeat]
    """Seats at the stage's other tables, whose players can be swapped with this table's once published."""


def table_page(snapshot: TournamentSnapshot, stage_number: int, table_number: int) -> TablePage | None:
    """Return the data of a table's page in the organisers' console, or None if there is no such table."""
    stage = snapshot.find_stage(stage_number)
    found = [one for one in stage.all_tables if one.row.number == table_number] if stage else []
    if stage is None or not found:
        return None
    row = found[0].row
    stand_bys = [one for one in snapshot.entries.values() if one.status == EntryStatus.STAND_BY]
    return TablePage(
        stage=stage.row,
        table=desk_tables(snapshot, stage, tuple(found))[0],
        stand_bys=sorted(stand_bys, key=lambda entry: (entry.checked_in_at is None, entry.name)),
        hand_results=list(HandResult.objects.filter(table=row).select_related("by").order_by("-id")),
        result_key=found[0].result_key,
        others=[]
        if snapshot.tournament.online or row.play_off
        else _seats_at_other_tables(snapshot, stage, table_number),
    )


def _seats_at_other_tables(
    snapshot: TournamentSnapshot, stage: StageSnapshot, excluded_table_number: int
) -> list[OtherSeat]:
    """Return the seats at all tables of a stage except play-offs and the table `excluded_table_number`."""
    return [
        OtherSeat(seat.placement, translate_all(seat_name(snapshot, seat)), table.row.number, seat.seat + 1)
        for table in stage.tables
        if table.row.number != excluded_table_number
        for seat in table.seats
    ]
