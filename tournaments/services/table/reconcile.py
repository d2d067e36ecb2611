"""Reconciles live games with a stage's rows after each commit, and again until both agree.

The rows are the desired state; this compares the games with it and requests the necessary changes. Repeating
that changes nothing, so a server that dies in between leaves nothing half done.
"""

import logging
from collections.abc import Callable
from datetime import datetime
from functools import partial

from core.refusal import Refusal
from games.models.table import RUNNING
from games.selectors.states import TableState, is_paused_by_players, table_states
from games.services import referee
from games.services.referee import Sitter
from tournaments.models import Placement, StageTable
from tournaments.models.entry import read_namesakes, set_display_names
from tournaments.selectors.sitters import required_sitter
from tournaments.services.table.handover import undo_late_handovers

logger = logging.getLogger(__name__)


def reconcile_tables(stage_id: int, *, now: datetime) -> None:
    """Make a stage's live games match the database, for example their players and time limits.

    If a request to a game fails, the error is only logged.
    """
    tables = list(StageTable.objects.filter(stage=stage_id).select_related("stage__tournament"))
    games = [table.game_id for table in tables if table.game_id]
    states = table_states([*games, *(game for table in tables for game in table.annulled)])
    placements: dict[int, list[Placement]] = {table.pk: [] for table in tables}
    # By table, not by stage: another draw may have made new tables since.
    for placement in Placement.objects.filter(table__in=placements).select_related("entry__user"):
        placements[placement.table_id].append(placement)
    _set_stand_in_names(tables, placements)
    for table in tables:
        for game in table.annulled:
            if game in states and states[game].status in RUNNING:
                _try_request(game, partial(referee.annul_game, table_id=game, now=now))
        if table.game_id in states and states[table.game_id].status in RUNNING:
            _reconcile_table(table, states[table.game_id], placements[table.pk], now)
    _undo_late_handovers(tables, states, placements, now)


def _set_stand_in_names(tables: list[StageTable], placements: dict[int, list[Placement]]) -> None:
    """Set the display name (`shown_name`) of each entrant for whom a bot plays, without saving the name.

    `placements` maps table ids to placements, which say who is to sit in which seat.
    """
    entries = [seat.entry for seats in placements.values() for seat in seats if seat.bot and seat.entry]
    if entries:
        set_display_names(entries, read_namesakes(tables[0].stage.tournament_id))


def _undo_late_handovers(
    tables: list[StageTable],
    states: dict[str, TableState],
    placements: dict[int, list[Placement]],
    now: datetime,
) -> None:
    """Give seats back to former players whose games ended before the replacements could join.

    Only the database is changed, because these games are over. `states` contains the state of each game by
    game id, as read before the games were changed. `placements` maps the ids of tournament tables to
    placements, which say who is to sit in which seat.
    """
    # These states were read before any request was sent.
    wrong = {
        table.game_id: seats
        for table in tables
        if table.game_id in states
        and (seats := _placements_not_seated(states[table.game_id], placements[table.pk]))
    }
    # Read again after the requests: only for games that have finished by now was a handover too late.
    after = table_states([game for game in wrong if game]) if wrong else {}
    too_late = [
        seat
        for game, state in after.items()
        if state.status == "finished"
        for seat in _placements_not_seated(state, wrong[game])
    ]
    if too_late:
        undo_late_handovers(tables[0].stage, too_late, now=now)


def _placements_not_seated(state: TableState, placements: list[Placement]) -> list[Placement]:
    """Return the placements whose player or bot is not in the assigned seat of the live game."""
    sitters = [(placement, required_sitter(placement)) for placement in placements]
    return [
        placement for placement, sitter in sitters if sitter and not _is_seated(state, placement.seat, sitter)
    ]


def _reconcile_table(
    table: StageTable, state: TableState, placements: list[Placement], now: datetime
) -> None:
    """Make a live game match the database: the players, the time limit and whether the game is on hold.

    If the table has been stopped, only stop the game. `state` is the game's present state, and `placements`
    say who is to sit in which seat. Requests that fail are only logged.
    """
    game = table.game_id
    assert game is not None
    # A stopped game is over: a new player, a limit or a hold would only be refused.
    if table.stopped_at is not None:
        _try_request(game, partial(referee.stop_game, table_id=game, now=now))
        return
    for placement in _placements_not_seated(state, placements):
        sitter = required_sitter(placement)
        assert sitter is not None
        _try_request(
            game,
            partial(referee.replace_player, table_id=game, seat=placement.seat, sitter=sitter, now=now),
        )
    if table.closes_at != state.closes_at:
        _try_request(game, partial(referee.set_time_limit, table_id=game, closes_at=table.closes_at, now=now))
    _try_request(game, partial(_reconcile_hold, table, state, now))


def _reconcile_hold(table: StageTable, state: TableState, now: datetime) -> None:
    """Put a live game on hold or resume it, as the organisers want."""
    game = table.game_id
    assert game is not None
    # A pause that the players agreed on must not be taken for the organisers' hold: only players end it, and
    # the organisers' hold replaces it.
    on_hold = state.halted and not is_paused_by_players(game)
    if table.halted_at is not None and not on_hold:
        referee.halt_table(table_id=game, now=now)
    if table.halted_at is None and on_hold:
        referee.resume_table(table_id=game, now=now)


def _is_seated(state: TableState, seat: int, sitter: Sitter) -> bool:
    """Return whether a player or bot (`sitter`) sits in a seat of the live game.

    All bots count as the same, whatever their names and levels.
    """
    there = state.sitters[seat]
    return there.user == sitter.user and (there.kind == "bot") == (sitter.kind == "bot")


def _try_request(game_id: str, send_request: Callable[[], None]) -> None:
    """Call `send_request`, which sends a request to a live game, and log any exception instead of raising it.

    `game_id` is used only for the log message.
    """
    try:
        send_request()
    except Refusal as refusal:
        logger.info("Table %s refused what its stage's rows ask for: %s", game_id, refusal.detail)
    except Exception:
        # The table keeps differing from its row until the next reconciliation.
        logger.exception("Table %s cannot be reconciled with its stage's rows", game_id)
