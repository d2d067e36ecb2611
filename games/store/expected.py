"""The rows that are derived from a log, for writing them and for auditing them."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple, TypedDict

from django.db.models import Model

from games import models
from games.rules.movers import BOT, CLAIM
from games.rules.protocol.record import RecordPlay
from games.rules.protocol.sheet import SheetCell
from games.rules.round import Round
from games.rules.sight.sheet import sheet_cells
from games.rules.state import State


class SeatRow(TypedDict):
    """The columns of a seat, with its score after the last finished round."""

    seat: int
    user_id: int | None
    name: str
    kind: str
    level: str
    score: int
    correct_bids: int
    rank: int | None


class RoundRow(TypedDict):
    """The columns of a finished round."""

    number: int
    cards: int
    dealer: int
    turned: str
    trump: str
    reveal: str
    restricted: bool


class BidRow(TypedDict):
    """The columns of a bid."""

    position: int
    seat: int
    bid: int
    by: str


class TrickRow(TypedDict):
    """The columns of a trick."""

    number: int
    leader: int
    winner: int | None
    plays: list[RecordPlay]


class ScoreRow(SheetCell):
    """The columns of a player's score in a round."""

    own_moves: bool


class CheatRow(TypedDict):
    """The columns of a cheat."""

    position: int
    trick: int
    seat: int
    card: str
    owed: str
    called_by: int | None


class AccusationRow(TypedDict):
    """The columns of an accusation."""

    position: int
    accuser: int
    accused: int
    after: int
    source: str
    verdict: str
    accuser_points: int
    accused_points: int
    lux: float | None
    sensed_at: str
    received_at: datetime


class RoundDetails(NamedTuple):
    """The rows of a finished round's bids, tricks, scores, cheats and accusations."""

    bids: list[BidRow]
    tricks: list[TrickRow]
    scores: list[ScoreRow]
    cheats: list[CheatRow]
    accusations: list[AccusationRow]

    def rows_by_model(self) -> Iterator[tuple[type[Model], Sequence[Mapping[str, object]]]]:
        """Yield pairs of a database model, such as Bid, and the rows of that model for the round."""
        yield models.Bid, self.bids
        yield models.Trick, self.tricks
        yield models.Score, self.scores
        yield models.Cheat, self.cheats
        yield models.Accusation, self.accusations


def parse_time_limit(limit: str | None) -> datetime | None:
    """Parse a game's time limit, a time in ISO 8601 format. Return None if there is no limit."""
    return None if limit is None else datetime.fromisoformat(limit)


def is_unrated(state: State) -> bool:
    """Return whether ratings ignore a game, because it was stopped early or a player was replaced.

    A bot that was replaced by another bot makes no difference.
    """
    changes = state.substitutions
    return state.stopped or any({change.kind, change.before.kind} != {BOT} for change in changes)


def seat_rows(state: State) -> list[SeatRow]:
    """Return the database rows of all taken seats, with the scores after the last finished round."""
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


def round_row(past: Round) -> RoundRow:
    """Return the database row of a finished round.

    Its bids, tricks and scores have rows of their own (see `round_detail_rows`).
    """
    return {
        "number": past.number,
        "cards": past.cards,
        "dealer": past.dealer,
        "turned": past.turned_card or "",
        "trump": past.trump or "",
        "reveal": past.reveal,
        "restricted": past.restricted,
    }


def round_detail_rows(state: State, past: Round, *, is_game_over: bool) -> RoundDetails:
    """Return the database rows of a finished round's bids, tricks, scores, cheats and accusations.

    If `is_game_over` is false, leave out the cheats (cards played illegally).
    """
    return RoundDetails(
        bids=[
            {"position": position, "seat": seat, "bid": bid, "by": by}
            for position, ((seat, bid), by) in enumerate(zip(past.bids_made, past.bid_movers, strict=True))
        ],
        tricks=[
            {
                "number": trick.number,
                "leader": trick.leader,
                "winner": trick.winner,
                "plays": [{"seat": play.seat, "card": play.card, "by": play.by} for play in trick.plays],
            }
            for trick in past.tricks
        ],
        scores=[
            {**cell, "own_moves": own}
            for cell, own in zip(sheet_cells(past), own_moves_by_seat(state, past), strict=True)
        ],
        cheats=cheat_rows(past) if is_game_over else [],
        accusations=_accusation_rows(past),
    )


def cheat_rows(past: Round) -> list[CheatRow]:
    """Return the database rows of the cheats (cards played illegally) in a round."""
    return [
        {
            "position": position,
            "trick": cheat.trick,
            "seat": cheat.seat,
            "card": cheat.card,
            "owed": cheat.owed,
            "called_by": cheat.called_by,
        }
        for position, cheat in enumerate(past.cheats)
    ]


def _accusation_rows(past: Round) -> list[AccusationRow]:
    """Return the database rows of the accusations of cheating in a round."""
    return [
        {
            "position": position,
            "accuser": accusation.accuser,
            "accused": accusation.accused,
            "after": accusation.after,
            "source": accusation.source,
            "verdict": accusation.verdict,
            "accuser_points": accusation.accuser_points,
            "accused_points": accusation.accused_points,
            "lux": accusation.lux,
            "sensed_at": accusation.sensed_at or "",
            "received_at": accusation.received_at,
        }
        for position, accusation in enumerate(past.accusations)
    ]


def own_moves_by_seat(state: State, past: Round) -> list[bool]:
    """Return for each seat whether its present player personally made all of its moves in a round.

    Moves by a stand-in or the clock, and cards set in advance, do not count as the player's own.
    """
    # A seat that changed hands in this round or later counts as False.
    replaced = {change.seat for change in state.substitutions if change.round >= past.number}
    moves = [(seat, by) for (seat, _), by in zip(past.bids_made, past.bid_movers, strict=True)]
    moves += [(play.seat, play.by) for trick in past.tricks for play in trick.plays]
    # Cards played after a claim are ignored.
    others = {seat for seat, by in moves if by not in (state.own_player_mover(seat), CLAIM)}
    return [seat not in replaced | others for seat in range(len(past.hands))]
