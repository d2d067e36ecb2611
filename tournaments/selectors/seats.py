"""The names shown at the seats of a stage."""

from core.sentence import Sentence
from tournaments.selectors.snapshot import TableSeat, TournamentSnapshot

FILLER_NAME = Sentence("a bot")
"""The stored name of bots that fill empty seats and play for no entrant; pages show it translated."""


def seat_names_by_table(snapshot: TournamentSnapshot, stage_number: int) -> list[list[str]]:
    """Return a list for each table of a stage: the display names of its players, in seat order.

    Play-offs are left out. Return [] if there is no such stage.
    """
    stage = snapshot.find_stage(stage_number)
    if stage is None:
        return []
    return [[seat_name(snapshot, seat) for seat in table.seats] for table in stage.tables]


def seat_name(snapshot: TournamentSnapshot, seat: TableSeat) -> str:
    """Return the display name of the seat's entrant, or "a bot" if a bot plays there for no entrant."""
    return FILLER_NAME if seat.entry is None else snapshot.entries[seat.entry].shown_name


def drawn_player_name(snapshot: TournamentSnapshot, player: int) -> str:
    """Return the display name for a player id from a draw: an entry id or, for "a bot", a negative number."""
    return snapshot.entries[player].shown_name if player > 0 else FILLER_NAME
