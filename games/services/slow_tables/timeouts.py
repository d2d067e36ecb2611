"""What the server does at a slow table when a player's days are over."""

from datetime import datetime

from games.rules.options.pace import END
from games.rules.topics.absence import GoAway
from games.rules.topics.slow import ChangeVacations, EndLateGame, knows_vacations
from games.selectors.people.vacations import breaks_of
from games.services.commands.command import Command
from games.store.snapshot import TableSnapshot


def late_command(snapshot: TableSnapshot, late: tuple[int, ...], *, now: datetime) -> Command:
    """Return the command for a slow table at which the time of the seats `late` is over.

    A player who is on vacation, of which the table was not told, gets more time; else a stand-in takes over,
    or the game ends, as the table says.
    """
    state = snapshot.state
    for seat in late:
        sitter = state.seats[seat]
        if sitter is None or sitter.user is None:
            continue
        breaks = breaks_of(sitter.user, now)
        if not knows_vacations(state, seat, breaks):
            change = ChangeVacations(seat, breaks)
            return Command(snapshot.table_id, change, now, at_number=snapshot.moved)
    if state.options.on_timeout == END:
        return Command(snapshot.table_id, EndLateGame(), now, at_number=snapshot.moved)
    return Command(snapshot.table_id, GoAway(late[0]), now, at_number=snapshot.moved)
