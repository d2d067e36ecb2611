"""Projections: rows of seats, rounds, bids, tricks, cheats and scores, derived from a table's log.

A round is written when it is over, so that no row reveals a hidden card or bid of the current one. Cheats are
written when the game is over; until then not even the time of a commit may reveal one.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby

from django.db.models import F

from games import models
from games.rules.events import Event
from games.rules.options import MAX_PLAYERS
from games.rules.options.pace import SLOW
from games.rules.state import State
from games.rules.topics.absence import PlayerAway, PlayerBack
from games.rules.topics.holds import TableHalted, TableResumed
from games.rules.topics.hosting import OptionsChanged
from games.rules.topics.lobby import GameStarted, PlayerSeated, SeatLeft
from games.rules.topics.rounds import GameFinished, RoundDealt
from games.rules.topics.rulings import GameAnnulled, GameStopped, PlayerReplaced, TimeLimitSet
from games.rules.topics.slow import GameOutOfTime
from games.store.entries import StoredEntry
from games.store.expected import (
    cheat_rows,
    is_unrated,
    parse_time_limit,
    round_detail_rows,
    round_row,
    seat_rows,
)
from games.store.mails import queue_result_emails
from games.store.round_snapshots.rows import delete_snapshot, write_snapshot
from games.store.rows import insert_row, insert_rows, update_seat_scores
from games.store.slow_turns import update_slow_turns
from games.store.snapshot import TableSnapshot

PROJECTED_EVENTS: frozenset[type[Event]] = frozenset(
    (
        PlayerSeated,
        SeatLeft,
        OptionsChanged,
        GameStarted,
        RoundDealt,
        PlayerAway,
        PlayerBack,
        PlayerReplaced,
        TableHalted,
        TableResumed,
        TimeLimitSet,
        GameStopped,
        GameAnnulled,
        GameOutOfTime,
        GameFinished,
    )
)
"""Events for which `update_projections` may write rows; those of other types change none at a live table."""


def may_change_projections(snapshot: TableSnapshot, entries: Sequence[StoredEntry]) -> bool:
    """Return whether new log entries may change rows derived from the log (projections).

    If they may, the caller must call `update_projections`.
    """
    if snapshot.state.options.pace == SLOW:
        return bool(entries)
    return any(type(entry.event) in PROJECTED_EVENTS for entry in entries)


def update_projections(snapshot: TableSnapshot, entries: Sequence[StoredEntry]) -> None:
    """Update the rows derived from a table's log (projections) after new log entries.

    If the table is slow (with days for each move), also store whose turn it is, and queue emails about a
    finished round or game.
    """
    # Called in the transaction that appends the entries. `snapshot` is the table after them.
    table_id, state = snapshot.table_id, snapshot.state
    # Consecutive seatings become one INSERT.
    for together, group in groupby(entries, lambda entry: isinstance(entry.event, PlayerSeated)):
        if together:
            _insert_seats(table_id, [entry.event for entry in group if isinstance(entry.event, PlayerSeated)])
        else:
            _update_rows_for_entries(snapshot, group)
    if state.options.pace == SLOW and entries:
        update_slow_turns(snapshot, entries[-1].at)
        queue_result_emails(table_id, state, entries)


def _update_rows_for_entries(snapshot: TableSnapshot, entries: Iterable[StoredEntry]) -> None:
    """Update the database rows of a table, its seats and its rounds to reflect new log entries.

    Many types of entries change no rows. A finished round is stored when the next one is dealt or the game
    ends with a result. When the next round is dealt, the stored snapshot of the game is replaced. When the
    game ends, with or without a result, the snapshot is deleted.
    """
    table_id, state = snapshot.table_id, snapshot.state
    for entry in entries:
        match entry.event:
            case SeatLeft(seat=seat):
                models.Seat.objects.filter(table_id=table_id, seat=seat).delete()
            case OptionsChanged(options=options):
                models.Table.objects.filter(pk=table_id).update(options=options, pace=state.options.pace)
            case GameStarted(seats=seats):
                _renumber_seats(table_id, seats)
                models.Table.objects.filter(pk=table_id).update(started_at=entry.at)
            # Not when the round is scored: accusations in the pause after it still change its points.
            case RoundDealt(round=number) if number > 1:
                _write_round(table_id, state, number - 1)
                write_snapshot(snapshot)
            case PlayerAway() | PlayerBack():
                models.Table.objects.filter(pk=table_id).update(deserted=state.is_deserted)
            case PlayerReplaced() as replaced:
                _replace_player(table_id, state, replaced)
            case TableHalted() | TableResumed():
                models.Table.objects.filter(pk=table_id).update(halted=state.halted)
            case TimeLimitSet(closes_at=limit):
                models.Table.objects.filter(pk=table_id).update(closes_at=parse_time_limit(limit))
            case GameStopped():
                models.Table.objects.filter(pk=table_id).update(halted=False, unrated=True)
            case GameAnnulled() | GameOutOfTime():
                models.Table.objects.filter(pk=table_id).update(halted=False)
                delete_snapshot(table_id)
            case GameFinished():
                _write_last_round(table_id, state)
                _write_result(table_id, state)
                delete_snapshot(table_id)


def _insert_seats(table_id: str, events: Iterable[PlayerSeated]) -> None:
    """Insert a row of the model Seat for each event. In each event, a player took a seat."""
    models.Seat.objects.bulk_create(
        models.Seat(
            table_id=table_id,
            seat=event.seat,
            user_id=event.user,
            name=event.name,
            kind=event.kind,
            level=event.level or "",
        )
        for event in events
    )


def _replace_player(table_id: str, state: State, event: PlayerReplaced) -> None:
    """Store the new player of a seat, after a player has been replaced.

    `state` is the state of the game after the event. The game becomes unrated unless a bot replaced a bot.
    """
    models.Seat.objects.filter(table_id=table_id, seat=event.seat).update(
        user_id=event.user,
        name=event.name,
        kind=event.kind,
        level=event.level or "",
        arrived_at=None,
    )
    # Earlier rounds must not count in the statistics of the new player.
    models.Score.objects.filter(round__table_id=table_id, seat=event.seat).update(own_moves=False)
    models.Table.objects.filter(pk=table_id).update(deserted=state.is_deserted)
    if is_unrated(state):
        models.Table.objects.filter(pk=table_id).update(unrated=True)


def _renumber_seats(table_id: str, seats: Sequence[int]) -> None:
    """Renumber a table's stored seats when a game starts.

    The seat that had the number `seats[0]` gets the number 0, and so on.
    """
    # Free seats are left out, and seats may be drawn by lot.
    if list(seats) == list(range(len(seats))):
        return
    rows = models.Seat.objects.filter(table_id=table_id)
    # By numbers that no seat has: two rows of a table can't have the same one for a moment.
    rows.update(seat=F("seat") + MAX_PLAYERS)
    for new, old in enumerate(seats):
        rows.filter(seat=old + MAX_PLAYERS).update(seat=new)


def _write_round(table_id: str, state: State, number: int) -> None:
    """Insert a finished round with its bids, tricks, scores and accusations, and update the seats' scores.

    Round numbers begin with 1.
    """
    past = state.past[number - 1]
    key = insert_row(models.Round, {"table_id": table_id, **round_row(past)})
    details = round_detail_rows(state, past, is_game_over=False)
    insert_rows(models.Bid, details.bids, round_id=key)
    insert_rows(models.Trick, details.tricks, round_id=key)
    insert_rows(models.Score, details.scores, round_id=key)
    models.Accusation.objects.bulk_create(
        models.Accusation(round_id=key, **fields) for fields in details.accusations
    )
    if past.totals:
        update_seat_scores(table_id, past.totals)


def _write_last_round(table_id: str, state: State) -> None:
    """Store the last finished round when a game ends, if there is one that is not stored yet."""
    number = len(state.past)
    if not state.stopped or (number and not _is_round_written(table_id, number)):
        _write_round(table_id, state, number)


def _is_round_written(table_id: str, number: int) -> bool:
    """Return whether the round with this number is stored as a Round."""
    return models.Round.objects.filter(table_id=table_id, number=number).exists()


def _write_result(table_id: str, state: State) -> None:
    """Store the result of a finished game and the cards played illegally, and set `rating_due`."""
    # The scheduler updates the ratings in a separate transaction, because they belong to people and not to
    # the table.
    models.Table.objects.filter(pk=table_id).update(
        finished_at=state.finished_at, tie_break=state.tie_break or "", rating_due=True
    )
    for row in seat_rows(state):
        models.Seat.objects.filter(table_id=table_id, seat=row["seat"]).update(
            score=row["score"], correct_bids=row["correct_bids"], rank=row["rank"]
        )
    _write_cheats(table_id, state)


def _write_cheats(table_id: str, state: State) -> None:
    """Store the cards played illegally in a finished game, except those that are already stored."""
    rounds = {row.number: row for row in models.Round.objects.filter(table_id=table_id)}
    cheats = [
        models.Cheat(round=rounds[past.number], **fields)
        for past in state.past
        for fields in cheat_rows(past)
    ]
    # Older versions wrote cheats with their rounds: games that began then have some of these rows already.
    models.Cheat.objects.bulk_create(cheats, ignore_conflicts=True)
