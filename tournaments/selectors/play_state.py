"""Whether cards have been played in a stage, or by an entrant."""

from games.selectors.tables import any_card_played, seats_with_played_cards
from tournaments.selectors.snapshot.types import TournamentSnapshot


def play_has_begun(snapshot: TournamentSnapshot, stage_number: int) -> bool:
    """Return whether a card has been played or a result recorded at any table of a stage.

    Play-offs, annulled games and annulled results do not count.
    """
    stage = snapshot.find_stage(stage_number)
    tables = stage.tables if stage else ()
    games = [table.row.game_id for table in tables if table.row.game_id]
    return any(table.result is not None for table in tables) or any_card_played(games)


def entrant_has_played(snapshot: TournamentSnapshot, entry_id: int) -> bool:
    """Return whether an entrant has played a card or has a result.

    Annulled games and results do not count.
    """
    for stage in snapshot.stages:
        for table in stage.all_tables:
            seats = {seat.seat for seat in table.seats if seat.entry == entry_id}
            if not seats:
                continue
            if table.result is not None or (
                # Cards played by a bot or the clock do not count.
                table.row.game_id and seats & seats_with_played_cards(table.row.game_id)
            ):
                return True
    return False
