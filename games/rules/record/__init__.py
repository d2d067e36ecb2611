"""Builds the record of a finished game, in the format `wizard-record/1`."""

from typing import Final

from games.rules.errors import NotFinished
from games.rules.protocol.record import (
    GameRecord,
    NamedTrump,
    ProvenClaims,
    RecordAccusation,
    RecordBid,
    RecordClaim,
    RecordRound,
    RecordSubstitution,
    RecordTrick,
    RecordUndone,
    TakenBack,
)
from games.rules.protocol.sheet import to_result_place
from games.rules.protocol.values import Mover
from games.rules.round import Round, RoundClaim, Trick, UndoneDecision
from games.rules.sight import format_iso
from games.rules.sight.sheet import sheet_cells
from games.rules.state import State, Substitution
from games.rules.statuses import FINISHED
from games.rules.verdicts import Accusation

FORMAT: Final = "wizard-record/1"


def build_record(state: State, table_id: str) -> GameRecord:
    """Build the JSON record of a finished game. Raise NotFinished if the game is not over."""
    if state.status != FINISHED or state.result is None:
        raise NotFinished()
    assert state.started_at is not None
    assert state.finished_at is not None
    seats = [seat for seat in state.seats if seat is not None]
    record: GameRecord = {
        "format": FORMAT,
        "table": table_id,
        "started_at": format_iso(state.started_at),
        "finished_at": format_iso(state.finished_at),
        "options": state.options.as_dict(),
        "players": [{"seat": n, "name": seat.name, "kind": seat.kind} for n, seat in enumerate(seats)],
        "fairness": {
            "commitment": state.commitment,
            "server_seed": state.server_seed,
            "salts": [seat.salt for seat in seats],
        },
        # The unfinished round of a game that was stopped is left out.
        "rounds": [_to_record_round(past) for past in state.past],
        "result": [to_result_place(place) for place in state.result],
        "tie_break": state.tie_break,
    }
    if state.stopped:
        record["stopped"] = True
    if state.substitutions:
        record["substitutions"] = [
            _to_record_substitution(change, len(state.past)) for change in state.substitutions
        ]
    return record


def _to_record_substitution(change: Substitution, recorded_round_count: int) -> RecordSubstitution:
    """Convert the replacement of a player to its entry in the record.

    `recorded_round_count` is the number of rounds in the record. If the player was replaced in a later round,
    because the game was stopped during that round, the entry's `after` is None.
    """
    return {
        "round": change.round,
        "after": change.after if change.round <= recorded_round_count else None,
        "seat": change.seat,
        "name": change.name,
        "kind": change.kind,
        "replaced": {"name": change.before.name, "kind": change.before.kind},
    }


def _to_record_round(scored: Round) -> RecordRound:
    """Convert a scored round to its entry in the record.

    Some keys, such as `claims`, are left out if there is nothing to list.
    """
    # The keys are in the order in which records have always had them.
    beginning: NamedTrump = {"trump_by": scored.trump_by} if scored.trump_by else {}
    claims: ProvenClaims = (
        {"claims": [_to_record_claim(claim) for claim in scored.claims]} if scored.claims else {}
    )
    taken_back: TakenBack = {}
    if scored.undo.undone:
        taken_back = {"undone": [_to_record_undone_decision(decision) for decision in scored.undo.undone]}
    return {
        "number": scored.number,
        "cards": scored.cards,
        "dealer": scored.dealer,
        "hands": [list(hand) for hand in scored.dealt_hands],
        "turned": scored.turned_card,
        "trump": scored.trump,
        **beginning,
        "reveal": scored.reveal,
        "restricted": scored.restricted,
        "bids": [
            _to_record_bid(seat, bid, by)
            for (seat, bid), by in zip(scored.bids_made, scored.proxy_bidders, strict=True)
        ],
        "tricks": [_to_record_trick(trick) for trick in scored.tricks],
        "cheats": [
            {"trick": cheat.trick, "seat": cheat.seat, "card": cheat.card, "owed": cheat.owed}
            for cheat in scored.cheats
        ],
        "accusations": [_to_record_accusation(accusation) for accusation in scored.accusations],
        **claims,
        **taken_back,
        "scores": sheet_cells(scored),
    }


def _to_record_bid(seat: int, bid: int, by: Mover | None) -> RecordBid:
    """Convert a bid to its entry in the record.

    `by` is "bot" or "clock" if one of them made the bid, and None if the player did.
    """
    return {"seat": seat, "bid": bid, "by": by} if by else {"seat": seat, "bid": bid}


def _to_record_trick(trick: Trick) -> RecordTrick:
    """Convert a complete trick to its entry in the record."""
    assert trick.winner is not None
    return {
        "plays": [{"seat": play.seat, "card": play.card, "by": play.by} for play in trick.plays],
        "winner": trick.winner,
    }


def _to_record_undone_decision(decision: UndoneDecision) -> RecordUndone:
    """Convert an undone decision (a card, bid or trump) to its entry in the record."""
    return {
        "seat": decision.seat,
        "kind": decision.kind,
        "value": decision.value,
        "after": decision.after,
    }


def _to_record_claim(claim: RoundClaim) -> RecordClaim:
    """Convert a proven claim of the remaining tricks to its entry in the record."""
    return {"seat": claim.seat, "tricks": claim.tricks, "after": claim.after}


def _to_record_accusation(accusation: Accusation) -> RecordAccusation:
    """Convert an accusation of cheating and its verdict to its entry in the record."""
    return {
        "accuser": accusation.accuser,
        "accused": accusation.accused,
        "after": accusation.after,
        "source": accusation.source,
        "verdict": accusation.verdict,
        "accuser_points": accusation.accuser_points,
        "accused_points": accusation.accused_points,
    }
