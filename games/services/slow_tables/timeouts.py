"""The server's command at a slow table when a player's time is up."""

from datetime import datetime

from games.rules.clock import slow_turn_deadline
from games.rules.options.pace import END
from games.rules.topics.absence import GoAway
from games.rules.topics.slow import ChangeVacations, EndLateGame, are_vacations_unchanged
from games.selectors.people.vacations import vacation_periods_of
from games.services.commands.command import Command
from games.store.snapshot import TableSnapshot


def timeout_command(snapshot: TableSnapshot, timed_seats: tuple[int, ...], *, now: datetime) -> Command:
    """Return the server's command after a player's time has run out at a slow table (days per move).

    `timed_seats` are the seats whose players must act. If the stored vacations of one of these players differ
    from those in the table's log, the command only updates the log. Otherwise, the command ends the game or
    lets a stand-in play for the player with the earliest deadline, as the table's options require.
    """
    state = snapshot.state
    for seat in timed_seats:
        sitter = state.seats[seat]
        if sitter is None or sitter.user is None:
            continue
        breaks = vacation_periods_of(sitter.user, now)
        # The vacation may extend the deadline, so add it first.
        if not are_vacations_unchanged(state, seat, breaks):
            change = ChangeVacations(seat, breaks)
            return Command(snapshot.table_id, change, now, at_number=snapshot.moved)
    late = min(timed_seats, key=lambda seat: slow_turn_deadline(state, seat) or now)
    # The table's options decide whether the game ends or a stand-in plays.
    action = EndLateGame(late) if state.options.on_timeout == END else GoAway(late)
    return Command(snapshot.table_id, action, now, at_number=snapshot.moved)
