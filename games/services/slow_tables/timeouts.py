"""The server's command at a slow table when a player's time is up."""

from datetime import datetime

from games.rules.clock import slow_turn_deadline
from games.rules.options.pace import END
from games.rules.topics.absence import GoAway
from games.rules.topics.slow import ChangeVacations, EndLateGame, has_these_vacations
from games.selectors.people.vacations import vacation_periods_of
from games.services.commands.command import Command
from games.store.snapshot import TableSnapshot


def timeout_command(snapshot: TableSnapshot, timed_seats: tuple[int, ...], *, now: datetime) -> Command:
    """Return the server's command after a player's time has run out at a slow table.

    `timed_seats` are the seats that must act; the time of the one with the earliest deadline has run out. If
    the vacations of any of these players differ from those in the log, the command only updates the log.
    """
    state = snapshot.state
    for seat in timed_seats:
        sitter = state.seats[seat]
        if sitter is None or sitter.user is None:
            continue
        breaks = vacation_periods_of(sitter.user, now)
        # The vacation may extend the deadline, so add it first.
        if not has_these_vacations(state, seat, breaks):
            change = ChangeVacations(seat, breaks)
            return Command(snapshot.table_id, change, now, at_number=snapshot.moved)
    late = min(timed_seats, key=lambda seat: slow_turn_deadline(state, seat) or now)
    # The table's options decide whether the game ends or a stand-in plays.
    action = EndLateGame(late) if state.options.on_timeout == END else GoAway(late)
    return Command(snapshot.table_id, action, now, at_number=snapshot.moved)
