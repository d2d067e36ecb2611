"""The finished game as `wizard-record/1`."""

from typing import Final, cast

from games.rules.errors import NotFinished
from games.rules.protocol.options import TableOptions
from games.rules.protocol.record import (
    GameRecord,
    RecordAccusation,
    RecordBid,
    RecordRound,
    RecordSubstitution,
    RecordTrick,
)
from games.rules.protocol.sight import result_place
from games.rules.round import Round, Trick
from games.rules.sight import iso, score_cells
from games.rules.state import FINISHED, State, Substitution
from games.rules.verdicts import Accusation

FORMAT: Final = "wizard-record/1"


def record_of(state: State, table: str) -> GameRecord:
    """The record of a finished game; raises NotFinished before.

    `players` are those who sat there at the end; `substitutions` tell who sat there before. A stopped game's
    void round is left out.
    """
    if state.status != FINISHED or state.result is None:
        raise NotFinished()
    assert state.started_at is not None
    assert state.finished_at is not None
    seats = [seat for seat in state.seats if seat is not None]
    record: GameRecord = {
        "format": FORMAT,
        "table": table,
        "started_at": iso(state.started_at),
        "finished_at": iso(state.finished_at),
        "options": cast(TableOptions, state.options.as_dict()),
        "players": [{"seat": n, "name": seat.name, "kind": seat.kind} for n, seat in enumerate(seats)],
        "fairness": {
            "commitment": state.commitment,
            "server_seed": state.server_seed,
            "salts": [seat.salt for seat in seats],
        },
        "rounds": [_round(past) for past in state.past],
        "result": [result_place(place) for place in state.result],
        "tie_break": state.tie_break,
    }
    if state.stopped:
        record["stopped"] = True
    if state.substitutions:
        record["substitutions"] = [_substitution(change, len(state.past)) for change in state.substitutions]
    return record


def _substitution(change: Substitution, rounds: int) -> RecordSubstitution:
    """A change of the player on a seat; `after` is null in a round that was void."""
    return {
        "round": change.round,
        "after": change.after if change.round <= rounds else None,
        "seat": change.seat,
        "name": change.name,
        "kind": change.kind,
        "replaced": {"name": change.before.name, "kind": change.before.kind},
    }


def _round(past: Round) -> RecordRound:
    # The keys stand in the order in which records have always had them.
    beginning = {"trump_by": past.trump_by} if past.trump_by else {}
    return cast(
        RecordRound,
        {
            "number": past.number,
            "cards": past.cards,
            "dealer": past.dealer,
            "hands": [list(hand) for hand in past.dealt],
            "turned": past.turned,
            "trump": past.trump,
            **beginning,
            "reveal": past.reveal,
            "restricted": past.restricted,
            "bids": [
                _bid(seat, bid, by) for (seat, bid), by in zip(past.bids_made, past.bids_by, strict=True)
            ],
            "tricks": [_trick(trick) for trick in past.tricks],
            "cheats": [
                {"trick": cheat.trick, "seat": cheat.seat, "card": cheat.card, "owed": cheat.owed}
                for cheat in past.cheats
            ],
            "accusations": [_accusation(accusation) for accusation in past.accusations],
            "scores": score_cells(past),
        },
    )


def _bid(seat: int, bid: int, by: str | None) -> RecordBid:
    return {"seat": seat, "bid": bid, "by": by} if by else {"seat": seat, "bid": bid}


def _trick(trick: Trick) -> RecordTrick:
    assert trick.winner is not None
    return {
        "plays": [{"seat": play.seat, "card": play.card, "by": play.by} for play in trick.plays],
        "winner": trick.winner,
    }


def _accusation(accusation: Accusation) -> RecordAccusation:
    return {
        "accuser": accusation.accuser,
        "accused": accusation.accused,
        "after": accusation.after,
        "source": accusation.source,
        "verdict": accusation.verdict,
        "accuser_points": accusation.accuser_points,
        "accused_points": accusation.accused_points,
    }
