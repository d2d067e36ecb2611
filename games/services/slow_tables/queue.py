"""Queued moves: chosen in advance at slow tables, and made when it is the player's turn.

They are secret: they are stored outside the log, and a dropped queue leaves no trace in the log.
"""

import logging
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from accounts.models import User
from core.refusal import BadRequest, Refusal
from core.sentence import Sentence, encode_sentences, message_of_error
from games.models import QueuedMove
from games.models.mail import MailKind
from games.rules import legal
from games.rules.errors import NotSeated, WrongPhase
from games.rules.movers import CLAIM
from games.rules.options.pace import SLOW
from games.rules.statuses import OPEN, PLAYING, RUNNING
from games.rules.topics.bidding import Bid, BidMade
from games.rules.topics.playing import CardPlayed, Play
from games.rules.topics.trump import NameTrump, TrumpNamed
from games.selectors.queued_moves import (
    ACTION_PREFIX,
    describe_queue,
    due_queued_moves,
    queued_move_action_id,
    queued_moves,
)
from games.selectors.sights import build_sight
from games.selectors.tables import require_table_access
from games.services.commands.act import dispatch
from games.services.commands.command import Command, Stale, Unavailable
from games.services.mail import queue_email
from games.services.slow_tables.typed_moves import action_from_typed_move
from games.shards import ALL_SHARDS, ServedShards, Shards, all_shards
from games.store.snapshot import TableSnapshot
from games.store.tables import load_earlier_answers, load_snapshot, read_entries_after
from games.text_commands.moves import MAX_QUEUED, NamedMove, parse_move_line
from games.wire.queue import MoveQueue

logger = logging.getLogger(__name__)

BATCH_SIZE = 200
"""Maximum queued moves made in one tick of the scheduler; the others wait for the next tick."""


def replace_queued_moves(*, table_id: str, user: User, moves: Sequence[NamedMove], now: datetime) -> None:
    """Replace the moves that a user has queued at a slow table (days per move).

    An empty `moves` clears the queue, even after the game. Raise NotSeated for spectators, WrongPhase if the
    table is not slow or if moves are given after the game, and BadRequest for more than MAX_QUEUED moves.
    """
    require_table_access(table_id, user.pk, None)
    snapshot = load_snapshot(table_id)
    seat = snapshot.state.seat_of(user.pk)
    if seat is None:
        raise NotSeated()
    if snapshot.state.options.pace != SLOW:
        raise WrongPhase(Sentence("Moves can be queued only at slow tables."))
    if moves and snapshot.state.status not in (OPEN, *RUNNING):
        raise WrongPhase(Sentence("The game is over."))
    if len(moves) > MAX_QUEUED:
        raise BadRequest({"moves": [Sentence("A queue has room for %(most)d moves.", most=MAX_QUEUED)]})
    with transaction.atomic():
        # Locked, so that two queues that are stored at the same time are not mixed.
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        queued_moves(table_id, user.pk).delete()
        QueuedMove.objects.bulk_create(
            QueuedMove(
                table_id=table_id,
                seat=seat,
                user=user,
                position=position,
                text=move.text,
                number=snapshot.number,
                created_at=now,
            )
            for position, move in enumerate(moves)
        )


def queue_typed_moves(*, table_id: str, user: User, texts: Sequence[str], now: datetime) -> None:
    """Replace the moves that a user has queued at a slow table (days per move) with the moves in `texts`.

    Each text is a bid, trump suit or card as a person types it, such as "2", "red" or "R7". Raise BadRequest
    for text that is no move, and the same errors as `replace_queued_moves`.
    """
    moves = []
    for text in texts:
        move = parse_move_line(text)
        if move is None:
            unknown = Sentence("“%(text)s” is no move. Write 2, R7 or red.", text=text[:40])
            raise BadRequest({"moves": [unknown]}, unknown)
        moves.append(move)
    replace_queued_moves(table_id=table_id, user=user, moves=moves, now=now)


def read_queued_moves(*, table_id: str, user: User) -> MoveQueue:
    """Return the user's queued moves at a table in the API's format. Raise NotSeated for spectators."""
    require_table_access(table_id, user.pk, None)
    snapshot = load_snapshot(table_id)
    if snapshot.state.seat_of(user.pk) is None:
        raise NotSeated()
    return describe_queue(snapshot, user.pk)


class QueueWatch:
    """Makes queued moves at tables of the served shards when their players' turns come."""

    def __init__(self, served: ServedShards = all_shards) -> None:
        """Create the periodic job that makes queued moves.

        It handles only tables in the groups (shards) that the function `served` returns.
        """
        self._served = served

    def tick(self, *, now: datetime, monotonic_now: float) -> None:
        """Make queued moves for players whose turn it is, at the tables that this process serves."""
        make_queued_moves(now=now, shards=self._served())


def make_queued_moves(*, now: datetime, shards: Shards = ALL_SHARDS) -> int:
    """Try to make up to BATCH_SIZE queued moves of players whose turn it is. Return how many were tried.

    Only tables in the groups `shards` are considered.
    """
    due = due_queued_moves(BATCH_SIZE, shards)
    for queued in due:
        try:
            _make_queued_move(queued, now)
        except Exception:
            logger.exception("A queued move at table %s has failed", queued.table_id)
    return len(due)


def _make_queued_move(queued: QueuedMove, now: datetime) -> None:
    """Make a queued move if it is the player's turn.

    If the move is refused, cancel the player's queue and email the reason.
    """
    # The player may have emptied or replaced the queue while other moves were made.
    if not QueuedMove.objects.filter(pk=queued.pk).exists():
        return
    snapshot = load_snapshot(queued.table_id)
    seat = snapshot.state.seat_of(queued.user_id)
    if seat is None:
        _drop_queue(queued)
        return
    action_id = queued_move_action_id(queued)
    load_earlier_answers(snapshot)
    # The move is in the log, but the process died before the queued move was deleted.
    if snapshot.answer_to(seat, action_id) is not None:
        queued.delete()
        return
    if seat not in legal.seats_to_act(snapshot.state) or seat in snapshot.state.away:
        return
    if _has_moved_outside_queue(snapshot, queued, seat):
        _drop_queue_and_report(
            queued, Sentence("You have moved in another way since you queued your moves."), now
        )
        return
    try:
        action = _action_of_queued_move(snapshot, queued, seat, now)
        command = Command(
            queued.table_id, action, now, user=queued.user_id, action_id=action_id, at_number=snapshot.moved
        )
        outcome = dispatch(command)
        if isinstance(outcome, Refusal):
            raise outcome
    except (Stale, Unavailable):
        return
    except Refusal as refusal:
        _drop_queue_and_report(queued, message_of_error(refusal) or refusal.detail, now)
        return
    queued.delete()


def _action_of_queued_move(
    snapshot: TableSnapshot, queued: QueuedMove, seat: int, now: datetime
) -> Bid | Play | NameTrump:
    """Convert a queued move to an action for the game's current phase.

    Raise NotUnderstood or WrongPhase if the move is impossible or illegal.
    """
    seen = build_sight(snapshot, seat, now=now)
    move = parse_move_line(queued.text)
    if move is None:
        raise WrongPhase()
    action = action_from_typed_move(seen, move)
    # Refused even if cheating is allowed, because nobody queues a cheat.
    if isinstance(action, Play) and seen["status"] == PLAYING and action.card not in seen["legal"]["cards"]:
        raise WrongPhase(Sentence("%(card)s would break the rules now.", card=action.card))
    return action


def _has_moved_outside_queue(snapshot: TableSnapshot, queued: QueuedMove, seat: int) -> bool:
    """Return whether, since `queued` was stored, the player has made a move that was not queued."""
    return any(
        isinstance(entry.event, BidMade | CardPlayed | TrumpNamed)
        and entry.event.seat == seat
        # Cards played automatically after a claim of the remaining tricks do not count.
        and entry.event.by != CLAIM
        and not (entry.action_id or "").startswith(ACTION_PREFIX)
        for entry in read_entries_after(snapshot.table_id, queued.number)
    )


def _drop_queue(queued: QueuedMove) -> None:
    """Delete this queued move, and all others that its player has queued at its table."""
    queued_moves(queued.table_id, queued.user_id).delete()


def _drop_queue_and_report(queued: QueuedMove, why: str, now: datetime) -> None:
    """Store and email why a queued move was refused. Delete the player's other queued moves at the table."""
    with transaction.atomic():
        # Locked, as in `replace_queued_moves`.
        User.objects.select_for_update(no_key=True).get(pk=queued.user_id)
        # The player may have replaced the queue.
        if not QueuedMove.objects.filter(pk=queued.pk).exists():
            return
        rest, _ = queued_moves(queued.table_id, queued.user_id).exclude(pk=queued.pk).delete()
        sentences = [
            Sentence("Your queued move “%(text)s” was not made: %(why)s", text=queued.text, why=why),
            *([Sentence("The moves after it were dropped, too.")] if rest > 0 else []),
        ]
        # The refused move is kept, because the table's page shows the reason.
        queued.refused = encode_sentences(sentences)
        queued.save(update_fields=["refused"])
        queue_email(
            user_id=queued.user_id,
            kind=MailKind.MOVE_REPORT,
            now=now,
            table_id=queued.table_id,
            sentences=sentences,
            occasion=f"queue {queued.pk}",
        )
