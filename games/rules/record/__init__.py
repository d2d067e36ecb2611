"""The finished game as `wizard-record/1`."""

from typing import Any, NamedTuple

from games.rules.errors import NotFinished
from games.rules.round import Round
from games.rules.sight import iso, score_cells
from games.rules.state import FINISHED, State

FORMAT = "wizard-record/1"
_ACCUSATION = ("accuser", "accused", "after", "source", "verdict", "accuser_points", "accused_points")


def record_of(state: State, table: str) -> dict[str, Any]:
    """The record of a finished game; raises NotFinished before.

    `players` are those who sat there at the end; `substitutions` tell who sat there before. A stopped game's
    void round is left out.
    """
    if state.status != FINISHED or state.result is None:
        raise NotFinished()
    seats = [seat for seat in state.seats if seat is not None]
    return {
        "format": FORMAT,
        "table": table,
        "started_at": iso(state.started_at),
        "finished_at": iso(state.finished_at),
        "options": state.options.as_dict(),
        "players": [{"seat": n, "name": seat.name, "kind": seat.kind} for n, seat in enumerate(seats)],
        "fairness": {
            "commitment": state.commitment,
            "server_seed": state.server_seed,
            "salts": [seat.salt for seat in seats],
        },
        "rounds": [_round(past) for past in state.past],
        "result": [place._asdict() for place in state.result],
        "tie_break": state.tie_break,
        **_interventions(state),
    }


def _interventions(state: State) -> dict[str, Any]:
    """What the organisers did, if they did anything; `after` is null in a round that was void."""
    found: dict[str, Any] = {"stopped": True} if state.stopped else {}
    if state.substitutions:
        found["substitutions"] = [
            {
                "round": change.round,
                "after": change.after if change.round <= len(state.past) else None,
                "seat": change.seat,
                "name": change.name,
                "kind": change.kind,
                "replaced": {"name": change.before.name, "kind": change.before.kind},
            }
            for change in state.substitutions
        ]
    return found


def _round(past: Round) -> dict[str, Any]:
    return {
        "number": past.number,
        "cards": past.cards,
        "dealer": past.dealer,
        "hands": [list(hand) for hand in past.dealt],
        "turned": past.turned,
        "trump": past.trump,
        **({"trump_by": past.trump_by} if past.trump_by else {}),
        "reveal": past.reveal,
        "restricted": past.restricted,
        "bids": [
            {"seat": seat, "bid": bid, **({"by": by} if by else {})}
            for (seat, bid), by in zip(past.bids_made, past.bids_by, strict=True)
        ],
        "tricks": [
            {"plays": [play._asdict() for play in trick.plays], "winner": trick.winner}
            for trick in past.tricks
        ],
        "cheats": [_fields(cheat, "trick", "seat", "card", "owed") for cheat in past.cheats],
        "accusations": [_fields(accusation, *_ACCUSATION) for accusation in past.accusations],
        "scores": score_cells(past),
    }


def _fields(item: NamedTuple, *names: str) -> dict[str, Any]:
    return {name: getattr(item, name) for name in names}
