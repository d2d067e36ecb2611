"""Who sits where, in words."""

from tournaments.selectors.snapshot import TableSeat, TournamentSnapshot

FILLER = "a bot"
"""Who plays for nobody."""


def seats_by_name(snapshot: TournamentSnapshot, number: int) -> list[list[str]]:
    """The names of a stage, table by table, by seat."""
    stage = snapshot.stage(number)
    if stage is None:
        return []
    return [[name_of(snapshot, seat) for seat in table.seats] for table in stage.tables]


def name_of(snapshot: TournamentSnapshot, seat: TableSeat) -> str:
    """Whose seat it is."""
    return FILLER if seat.entry is None else snapshot.entries[seat.entry].shown_name
