"""Who sits where, in words."""

from tournaments.selectors.snapshot import TableSeat, TournamentSnapshot

FILLER_NAME = "a bot"
"""Who plays for nobody."""


def seat_names(snapshot: TournamentSnapshot, stage_number: int) -> list[list[str]]:
    """The names of a stage, table by table, by seat."""
    stage = snapshot.stage(stage_number)
    if stage is None:
        return []
    return [[seat_name(snapshot, seat) for seat in table.seats] for table in stage.tables]


def seat_name(snapshot: TournamentSnapshot, seat: TableSeat) -> str:
    """Whose seat it is."""
    return FILLER_NAME if seat.entry is None else snapshot.entries[seat.entry].shown_name


def player_name(snapshot: TournamentSnapshot, player: int) -> str:
    """The name of a player of a draw: an entry's id, or one below 0 for a bot that fills a table."""
    return snapshot.entries[player].shown_name if player > 0 else FILLER_NAME
