"""Projections: the rows of seats, rounds, bids, tricks, cheats and scores, derived from a table's log.

A round is written when it is over, so that no row reveals a hidden card or bid of a running round. Cheats are
written when the game is over: until then not even the work of a commit may reveal that there was one.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any

from games import models
from games.rules.round import Round
from games.rules.sight import score_cells
from games.rules.state import State
from games.rules.topics.absence import PlayerAway, PlayerBack
from games.rules.topics.holds import TableHalted, TableResumed
from games.rules.topics.lobby import GameStarted, PlayerSeated, SeatLeft
from games.rules.topics.rounds import GameFinished, RoundDealt
from games.rules.topics.rulings import GameAnnulled, GameStopped, PlayerReplaced, TimeLimitSet
from games.store.entries import StoredEntry
from games.store.rate import rate
from games.store.rows import insert, insert_one, write_scores
from games.store.snapshot import TableSnapshot


def project(snapshot: TableSnapshot, entries: Sequence[StoredEntry]) -> None:
    """Bring a table's rows up to date after `entries`, within the transaction that appends them."""
    table_id, state = snapshot.table_id, snapshot.state
    for together, group in groupby(entries, lambda entry: isinstance(entry.event, PlayerSeated)):
        if together:
            _write_seats(table_id, [entry.event for entry in group])
        else:
            _project(table_id, state, group)


def _project(table_id: str, state: State, entries: Iterable[StoredEntry]) -> None:
    for entry in entries:
        match entry.event:
            case SeatLeft(seat=seat):
                models.Seat.objects.filter(table_id=table_id, seat=seat).delete()
            case GameStarted(seats=seats):
                _close_up(table_id, seats)
                models.Table.objects.filter(pk=table_id).update(started_at=entry.at)
            case RoundDealt(round=number) if number > 1:
                _close_round(table_id, state, number - 1)
            case PlayerAway() | PlayerBack():
                models.Table.objects.filter(pk=table_id).update(deserted=state.deserted)
            case PlayerReplaced() as replaced:
                _replace(table_id, state, replaced)
            case TableHalted() | TableResumed():
                models.Table.objects.filter(pk=table_id).update(halted=state.halted)
            case TimeLimitSet(closes_at=limit):
                models.Table.objects.filter(pk=table_id).update(closes_at=moment_of(limit))
            case GameStopped():
                models.Table.objects.filter(pk=table_id).update(halted=False, unrated=True)
            case GameAnnulled():
                models.Table.objects.filter(pk=table_id).update(halted=False)
            case GameFinished():
                _close_last_round(table_id, state)
                _finish(table_id, state)


def _write_seats(table_id: str, taken: Iterable[Any]) -> None:
    models.Seat.objects.bulk_create(
        models.Seat(
            table_id=table_id,
            seat=event.seat,
            user_id=event.user,
            name=event.name,
            kind=event.kind,
            level=event.level or "",
        )
        for event in taken
    )


def _replace(table_id: str, state: State, replaced: PlayerReplaced) -> None:
    """The score stays with the seat; the new player has not arrived yet."""
    models.Seat.objects.filter(table_id=table_id, seat=replaced.seat).update(
        user_id=replaced.user,
        name=replaced.name,
        kind=replaced.kind,
        level=replaced.level or "",
        arrived_at=None,
    )
    # Earlier rounds must not count in the statistics of the new player.
    models.Score.objects.filter(round__table_id=table_id, seat=replaced.seat).update(own_moves=False)
    models.Table.objects.filter(pk=table_id).update(deserted=state.deserted)
    if is_unrated(state):
        models.Table.objects.filter(pk=table_id).update(unrated=True)


def _close_up(table_id: str, seats: Sequence[int]) -> None:
    """Close the gaps when a game starts with free seats: each player moves down or stays."""
    for new, old in enumerate(seats):
        if new != old:
            models.Seat.objects.filter(table_id=table_id, seat=old).update(seat=new)


def _close_round(table_id: str, state: State, number: int) -> None:
    past = state.past[number - 1]
    key = insert_one(models.Round, {"table_id": table_id, **round_row(past)})
    for model, rows in round_details(state, past, finished=False).items():
        if model is models.Accusation:
            model.objects.bulk_create(model(round_id=key, **fields) for fields in rows)
        else:
            insert(model, rows, round_id=key)
    if past.totals:
        write_scores(table_id, past.totals)


def _close_last_round(table_id: str, state: State) -> None:
    """The last round, unless the game was stopped in a later one: then its rows are there, or it had none."""
    number = len(state.past)
    if not state.stopped or (number and not _is_closed(table_id, number)):
        _close_round(table_id, state, number)


def _is_closed(table_id: str, number: int) -> bool:
    return models.Round.objects.filter(table_id=table_id, number=number).exists()


def _finish(table_id: str, state: State) -> None:
    models.Table.objects.filter(pk=table_id).update(
        finished_at=state.finished_at, tie_break=state.tie_break or ""
    )
    for row in seat_rows(state):
        ended = {column: row[column] for column in ("score", "correct_bids", "rank")}
        models.Seat.objects.filter(table_id=table_id, seat=row["seat"]).update(**ended)
    _write_cheats(table_id, state)
    rate(models.Table.objects.get(pk=table_id))


def _write_cheats(table_id: str, state: State) -> None:
    rounds = {row.number: row for row in models.Round.objects.filter(table_id=table_id)}
    cheats = [
        models.Cheat(round=rounds[past.number], **fields)
        for past in state.past
        for fields in cheat_rows(past)
    ]
    # Older versions wrote cheats with their rounds: games that began then have some of these rows already.
    models.Cheat.objects.bulk_create(cheats, ignore_conflicts=True)


# --- The expected rows, for writing and for auditing ------------------------------------------------


def moment_of(limit: str | None) -> datetime | None:
    """A time limit as the row has it."""
    return None if limit is None else datetime.fromisoformat(limit)


def is_unrated(state: State) -> bool:
    """Whether the game says of nobody how strong they play: it was stopped, or a person came or went."""
    changes = state.substitutions
    return state.stopped or any({change.kind, change.before.kind} != {"bot"} for change in changes)


def seat_rows(state: State) -> list[dict[str, Any]]:
    """The columns of the seats: scores as of the last round that is over."""
    scores = state.past[-1].totals if state.past else None
    places = {place.seat: place for place in state.result or ()}
    return [
        {
            "seat": number,
            "user_id": seat.user,
            "name": seat.name,
            "kind": seat.kind,
            "level": seat.level or "",
            "score": scores[number] if scores else 0,
            "correct_bids": places[number].correct_bids if number in places else 0,
            "rank": places[number].rank if number in places else None,
        }
        for number, seat in enumerate(state.seats)
        if seat is not None
    ]


def round_row(past: Round) -> dict[str, Any]:
    """The columns of a round that is over."""
    return {
        "number": past.number,
        "cards": past.cards,
        "dealer": past.dealer,
        "turned": past.turned or "",
        "trump": past.trump or "",
        "reveal": past.reveal,
        "restricted": past.restricted,
    }


def cheat_rows(past: Round) -> list[dict[str, Any]]:
    """The columns of a round's cheats."""
    return [{"position": position, **cheat._asdict()} for position, cheat in enumerate(past.cheats)]


def own_moves(state: State, past: Round) -> list[bool]:
    """For each seat, whether its present player made the bid and played every card of a round by hand.

    Moves of a stand-in, a clock or a wing do not count for the player's statistics.
    """
    replaced = {change.seat for change in state.substitutions if change.round >= past.number}
    moves = [(seat, by) for (seat, _), by in zip(past.bids_made, past.bid_movers, strict=True)]
    moves += [(play.seat, play.by) for trick in past.tricks for play in trick.plays]
    others = {seat for seat, by in moves if by != state.own_mover(seat)}
    return [seat not in replaced | others for seat in range(len(past.hands))]


def round_details(state: State, past: Round, *, finished: bool) -> dict[Any, list[dict[str, Any]]]:
    """The columns of all that belongs to a round that is over, by model; cheats if the game is `finished`."""
    return {
        models.Bid: [
            {"position": position, "seat": seat, "bid": bid, "by": by}
            for position, ((seat, bid), by) in enumerate(zip(past.bids_made, past.bid_movers, strict=True))
        ],
        models.Trick: [
            {
                "number": trick.number,
                "leader": trick.leader,
                "winner": trick.winner,
                "plays": [play._asdict() for play in trick.plays],
            }
            for trick in past.tricks
        ],
        models.Score: [
            {**cell, "own_moves": own}
            for cell, own in zip(score_cells(past), own_moves(state, past), strict=True)
        ],
        models.Cheat: cheat_rows(past) if finished else [],
        models.Accusation: [
            {"position": position, **accusation._asdict(), "sensed_at": accusation.sensed_at or ""}
            for position, accusation in enumerate(past.accusations)
        ],
    }
