"""Log to rows: what the events of a table mean for the seats, rounds, bids, tricks, cheats and scores.

Rounds are written when they are over, so that no row tells a hidden card, bid or cheat of a running one.
"""

from collections.abc import Sequence
from typing import Any

from games import models
from games.rules import events
from games.rules.sight import score_cells
from games.rules.state import Round, State
from games.store.entries import Entry
from games.store.loaded import Loaded
from games.store.rate import rate


def unfold(loaded: Loaded, entries: Sequence[Entry]) -> None:
    """Bring the rows of a table up to date after `entries`; inside the transaction that appends them."""
    table_id, state = loaded.table_id, loaded.state
    for entry in entries:
        match entry.event:
            case events.SeatTaken() as taken:
                _write_seat(table_id, taken)
            case events.SeatLeft(seat=seat):
                models.Seat.objects.filter(table_id=table_id, seat=seat).delete()
            case events.GameStarted(seats=seats):
                _close_up(table_id, seats)
                models.Table.objects.filter(pk=table_id).update(started_at=entry.at)
            case events.RoundDealt(round=number) if number > 1:
                _close_round(table_id, state, number - 1)
            case events.GameFinished():
                _close_round(table_id, state, len(state.past))
                _finish(table_id, state)


def _write_seat(table_id: str, taken: events.SeatTaken) -> None:
    models.Seat.objects.create(
        table_id=table_id,
        seat=taken.seat,
        user_id=taken.user,
        name=taken.name,
        kind=taken.kind,
        level=taken.level or "",
    )


def _close_up(table_id: str, seats: Sequence[int]) -> None:
    """The seats close up when a game starts with some free: each moves down or stays."""
    for new, old in enumerate(seats):
        if new != old:
            models.Seat.objects.filter(table_id=table_id, seat=old).update(seat=new)


def _close_round(table_id: str, state: State, number: int) -> None:
    past = state.past[number - 1]
    row = models.Round.objects.create(table_id=table_id, **round_row(past))
    for model, rows in round_details(past).items():
        model.objects.bulk_create(model(round=row, **fields) for fields in rows)
    for seat, total in enumerate(past.totals or ()):
        models.Seat.objects.filter(table_id=table_id, seat=seat).update(score=total)


def _finish(table_id: str, state: State) -> None:
    models.Table.objects.filter(pk=table_id).update(
        finished_at=state.finished_at, tie_break=state.tie_break or ""
    )
    for row in seat_rows(state):
        ended = {column: row[column] for column in ("score", "correct_bids", "rank")}
        models.Seat.objects.filter(table_id=table_id, seat=row["seat"]).update(**ended)
    rate(models.Table.objects.get(pk=table_id))


# --- What the rows have to be, for writing them and for auditing them --------------------------------------


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


def round_details(past: Round) -> dict[Any, list[dict[str, Any]]]:
    """The columns of all that belongs to a round that is over, by model."""
    return {
        models.Bid: [
            {"position": position, "seat": seat, "bid": bid}
            for position, (seat, bid) in enumerate(past.bids_made)
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
        models.Score: score_cells(past),
        models.Cheat: [
            {"position": position, **cheat._asdict()} for position, cheat in enumerate(past.cheats)
        ],
        models.Accusation: [
            {"position": position, **accusation._asdict(), "sensed_at": accusation.sensed_at or ""}
            for position, accusation in enumerate(past.accusations)
        ],
    }
