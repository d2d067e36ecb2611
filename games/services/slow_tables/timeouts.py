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
    """Return the server's command at a slow table where a player's time has run out.

    The command ends the game or lets a stand-in (bot) play, depending on the table's options. If a player's
    vacation is missing from the log, the command only adds the vacation, which may extend the deadline.
    `timed_seats` are the seats whose time is running.
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
    action = EndLateGame(late) if state.options.on_timeout == END else GoAway(late)
    return Command(snapshot.table_id, action, now, at_number=snapshot.moved)
