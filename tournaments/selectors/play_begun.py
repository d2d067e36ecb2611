"""Whether cards have been played, at a stage or by one entrant."""

from games.selectors.tables import any_card_played, seats_that_played
from tournaments.selectors.picture import Picture


def has_begun(picture: Picture, number: int) -> bool:
    """Whether a stage has a result or a card; games and results that were annulled do not count."""
    staged = picture.stage(number)
    tables = staged.tables if staged else ()
    games = [table.row.game_id for table in tables if table.row.game_id]
    return any(table.result is not None for table in tables) or any_card_played(games)


def has_played(picture: Picture, entry: int) -> bool:
    """Whether an entrant has a result, or has played a card in a game that counts."""
    for staged in picture.stages:
        for table in staged.all_tables:
            seats = {seated.seat for seated in table.seated if seated.entry == entry}
            if not seats:
                continue
            if table.result is not None or (
                table.row.game_id and seats & seats_that_played(table.row.game_id)
            ):
                return True
    return False
