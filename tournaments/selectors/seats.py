"""The names shown at the seats of a stage."""

from core.sentence import Sentence
from tournaments.selectors.snapshot.types import TableSeat, TournamentSnapshot

FILLER_NAME = Sentence("a bot")
"""The stored name of bots that fill empty seats and play for no entrant; pages show it translated."""


def seat_names_by_table(snapshot: TournamentSnapshot, stage_number: int) -> list[list[str]]:
    """Return the display names of the players at each table of a stage, in seat order, without play-offs."""
    stage = snapshot.find_stage(stage_number)
    if stage is None:
        return []
    return [[seat_name(snapshot, seat) for seat in table.seats] for table in stage.tables]


def seat_name(snapshot: TournamentSnapshot, seat: TableSeat) -> str:
    """Return the display name of a seat's entrant, or "a bot" for a seat without an entrant."""
    return FILLER_NAME if seat.entry is None else snapshot.entries[seat.entry].shown_name


def drawn_player_name(snapshot: TournamentSnapshot, player: int) -> str:
    """Return the display name of a player in a draw.

    `player` is an entry id, or a negative number for a bot.
    """
    return snapshot.entries[player].shown_name if player > 0 else FILLER_NAME
