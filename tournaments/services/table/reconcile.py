"""Reconcile live games with a stage's rows: after the commit, and again until both agree.

The rows of a stage say how its games should be; this compares and asks for the difference. Doing it twice
changes nothing, so a server that dies in between leaves nothing half done.
"""

import logging
from collections.abc import Callable
from datetime import datetime
from functools import partial

from core.refusal import Refusal
from games.models.table import RUNNING
from games.selectors.states import TableState, table_states
from games.services import referee
from games.services.referee import Sitter
from tournaments.models import Placement, StageTable
from tournaments.models.entry import people_of, tell_apart
from tournaments.selectors.sitters import required_sitter
from tournaments.services.table.handover import undo_too_late

logger = logging.getLogger(__name__)


def reconcile_tables(stage_id: int, *, now: datetime) -> None:
    """Make the games of a stage what its rows say: halted, limited, stopped, annulled, and who sits there."""
    tables = list(StageTable.objects.filter(stage=stage_id).select_related("stage__tournament"))
    games = [table.game_id for table in tables if table.game_id]
    states = table_states([*games, *(game for table in tables for game in table.annulled)])
    placements: dict[int, list[Placement]] = {table.pk: [] for table in tables}
    # By table, not by stage: another draw may have made new tables since.
    for placement in Placement.objects.filter(table__in=placements).select_related("entry__user"):
        placements[placement.table_id].append(placement)
    _name_stand_ins(tables, placements)
    for table in tables:
        for game in table.annulled:
            if game in states and states[game].status in RUNNING:
                _ask(game, partial(referee.annul_game, table_id=game, now=now))
        if table.game_id in states and states[table.game_id].status in RUNNING:
            _reconcile_table(table, states[table.game_id], placements[table.pk], now)
    _undo_too_late(tables, states, placements, now)


def _name_stand_ins(tables: list[StageTable], placements: dict[int, list[Placement]]) -> None:
    """Read at once what namesakes are called whom bots play for, because a stand-in's name says so."""
    entries = [seat.entry for seats in placements.values() for seat in seats if seat.bot and seat.entry]
    if entries:
        tell_apart(entries, people_of(tables[0].stage.tournament_id))


def _undo_too_late(
    tables: list[StageTable],
    states: dict[str, TableState],
    placements: dict[int, list[Placement]],
    now: datetime,
) -> None:
    """Undo handovers of seats whose games finished before the newcomer could sit down."""
    wrong = {
        table.game_id: seats
        for table in tables
        if table.game_id in states and (seats := _not_seated(states[table.game_id], placements[table.pk]))
    }
    after = table_states([game for game in wrong if game]) if wrong else {}
    too_late = [
        seat
        for game, state in after.items()
        if state.status == "finished"
        for seat in _not_seated(state, wrong[game])
    ]
    if too_late:
        undo_too_late(tables[0].stage, too_late, now=now)


def _not_seated(state: TableState, placements: list[Placement]) -> list[Placement]:
    """Placements whose player or bot does not sit at the live table."""
    sitters = [(placement, required_sitter(placement)) for placement in placements]
    return [placement for placement, sitter in sitters if sitter and not _sits(state, placement.seat, sitter)]


def _reconcile_table(
    table: StageTable, state: TableState, placements: list[Placement], now: datetime
) -> None:
    game = table.game_id
    assert game is not None
    if table.stopped_at is not None:
        _ask(game, partial(referee.stop_game, table_id=game, now=now))
        return
    for placement in _not_seated(state, placements):
        sitter = required_sitter(placement)
        assert sitter is not None
        _ask(
            game,
            partial(referee.replace_player, table_id=game, seat=placement.seat, sitter=sitter, now=now),
        )
    if table.closes_at != state.closes_at:
        _ask(game, partial(referee.set_time_limit, table_id=game, closes_at=table.closes_at, now=now))
    if table.halted_at is not None and not state.halted:
        _ask(game, partial(referee.halt_table, table_id=game, now=now))
    if table.halted_at is None and state.halted:
        _ask(game, partial(referee.resume_table, table_id=game, now=now))


def _sits(state: TableState, seat: int, sitter: Sitter) -> bool:
    """Whether the seat is held by this person, or by a bot where a bot should sit."""
    there = state.sitters[seat]
    return there.user == sitter.user and (there.kind == "bot") == (sitter.kind == "bot")


def _ask(game: str, verb: Callable[[], None]) -> None:
    """Send one request to a live table; a refusal or failure is logged, so that the other tables go on."""
    try:
        verb()
    except Refusal as refusal:
        logger.info("Table %s refused what its stage's rows ask for: %s", game, refusal.detail)
    except Exception:
        # What the rows say stays undone there until the next look.
        logger.exception("Table %s cannot be reconciled with its stage's rows", game)
