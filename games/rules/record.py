"""The finished game as `wizard-record/1`, and the check of any record: play it again, compare."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from games.rules.errors import NotFinished, Refusal
from games.rules.replaying import play_again
from games.rules.sight import iso, score_cells
from games.rules.state import FINISHED, Round, State

FORMAT = "wizard-record/1"
_ACCUSATION = ("accuser", "accused", "after", "source", "verdict", "accuser_points", "accused_points")
KINDS = ("human", "guest", "bot")
"""What a player can be."""


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


def check_record(record: object) -> list[str]:
    """The faults of a record, each a sentence; none where it is what the rules make of its moves."""
    if not isinstance(record, dict) or record.get("format") != FORMAT:
        return [f"This is no record of the format {FORMAT}."]
    try:
        told = list(_faults_of_what_is_told(record))
        played = record_of(play_again(record), record["table"])
    except Refusal as refusal:
        return [f"The moves are not possible: {refusal.detail}"]
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, AssertionError) as fault:
        return [f"The record is malformed: {type(fault).__name__} {fault}"]
    played["started_at"], played["finished_at"] = record.get("started_at"), record.get("finished_at")
    return [*told, *_differences("record", record, played)]


def _faults_of_what_is_told(record: dict[str, Any]) -> Iterator[str]:
    """Faults of what no move can show: the table, the players' names and kinds, the moments."""
    if not isinstance(record["table"], str):
        yield f"record.table is {record['table']!r}; this must be a text."
    for player in (*record["players"], *_substitutes(record)):
        if not isinstance(player["name"], str):
            yield f"A player's name is {player['name']!r}; this must be a text."
        if player["kind"] not in KINDS:
            yield f"A player's kind is {player['kind']!r}; this must be one of {', '.join(KINDS)}."
    started, finished = (datetime.fromisoformat(record[name]) for name in ("started_at", "finished_at"))
    if started.utcoffset() != timedelta(0) or finished.utcoffset() != timedelta(0):
        yield "Moments must be in UTC."
    elif finished < started:
        yield "The game ended before it started."


def _substitutes(record: dict[str, Any]) -> list[dict[str, Any]]:
    """Those who took over a seat, and those they replaced."""
    changes = record.get("substitutions", [])
    return [player for change in changes for player in (change, change["replaced"])]


def _differences(place: str, said: object, played: object) -> list[str]:
    """Where two JSON values differ, as sentences."""
    if isinstance(said, dict) and isinstance(played, dict):
        faults = [f"{place}.{key} is missing." for key in played if key not in said]
        for key in played:
            if key in said:
                faults += _differences(f"{place}.{key}", said[key], played[key])
        return faults
    if isinstance(said, list) and isinstance(played, list) and len(said) == len(played):
        return [
            fault
            for n, (a, b) in enumerate(zip(said, played, strict=True))
            for fault in _differences(f"{place}[{n}]", a, b)
        ]
    same = said == played and type(said) is type(played)
    return [] if same else [f"{place} is {said!r}; the rules give {played!r}."]
