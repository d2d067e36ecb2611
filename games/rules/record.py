"""The finished game as `wizard-record/1`, and the check of any record: play it again, compare."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from games.rules import engine
from games.rules.actions import EndPause, OpenTable, StartGame, TakeSeat, parse_action
from games.rules.errors import NotFinished, Refusal
from games.rules.options import parse_options
from games.rules.sight import iso, score_cells
from games.rules.state import FINISHED, NAMING_TRUMP, PAUSE, Round, State

FORMAT = "wizard-record/1"
_ACCUSATION = ("accuser", "accused", "after", "source", "verdict", "accuser_points", "accused_points")
KINDS = ("human", "guest", "bot")
"""What a player can be."""
MOVERS = ("human", "bot", "clock", "wing")
"""Who can have moved for a seat."""


def record_of(state: State, table: str) -> dict[str, Any]:
    """The record of a finished game; raises NotFinished before."""
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
    }


def _round(past: Round) -> dict[str, Any]:
    return {
        "number": past.number,
        "cards": past.cards,
        "dealer": past.dealer,
        "hands": [list(hand) for hand in past.dealt],
        "turned": past.turned,
        "trump": past.trump,
        "reveal": past.reveal,
        "restricted": past.restricted,
        "bids": [{"seat": seat, "bid": bid} for seat, bid in past.bids_made],
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
        played = record_of(_play_again(record), record["table"])
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
    for player in record["players"]:
        if not isinstance(player["name"], str):
            yield f"A player's name is {player['name']!r}; this must be a text."
        if player["kind"] not in KINDS:
            yield f"A player's kind is {player['kind']!r}; this must be one of {', '.join(KINDS)}."
    started, finished = (datetime.fromisoformat(record[name]) for name in ("started_at", "finished_at"))
    if started.utcoffset() != timedelta(0) or finished.utcoffset() != timedelta(0):
        yield "Moments must be in UTC."
    elif finished < started:
        yield "The game ended before it started."


def _play_again(record: dict[str, Any]) -> State:
    at = datetime(2000, 1, 1, tzinfo=UTC)
    players, fairness = record["players"], record["fairness"]
    options = parse_options(record["options"])
    opening = OpenTable(options, len(players), fairness["server_seed"])
    state, _ = engine.open_table(opening, at)
    for player, salt in zip(players, fairness["salts"], strict=True):
        seat = TakeSeat(player["name"], player["kind"], None, None, player["seat"], salt)
        state, _ = engine.step(state, None, seat, at)
    if state.round is None:
        state, _ = engine.step(state, 0, StartGame(), at)
    for number, past in enumerate(record["rounds"], start=1):
        if state.round is None or state.round.number != number:
            raise ValueError(f"round {number} is one too many")
        state = _play_round(state, past, at)
    return state


def _play_round(state: State, past: dict[str, Any], at: datetime) -> State:
    if state.round is not None and state.status == NAMING_TRUMP:
        state = _act(state, state.round.dealer, at, type="name_trump", suit=past["trump"])
    for bid in past["bids"]:
        state = _act(state, bid["seat"], at, type="bid", bid=bid["bid"])
    accusations = list(past["accusations"])
    played = 0
    for trick in past["tricks"]:
        for play in trick["plays"]:
            state = _act(state, play["seat"], at, by=play["by"], type="play", card=play["card"])
            played += 1
            while accusations and accusations[0]["after"] == played:
                call = accusations.pop(0)
                accusation = {"accused": call["accused"], "source": call["source"]}
                state = _act(state, call["accuser"], at, type="accuse", **accusation)
    if state.status == PAUSE:
        state, _ = engine.step(state, None, EndPause(), at)
    return state


def _act(state: State, seat: object, at: datetime, *, by: str | None = None, **action: object) -> State:
    if type(seat) is not int or not 0 <= seat < len(state.seats):
        raise ValueError(f"there is no seat {seat!r}")
    if by not in (None, *MOVERS):
        raise ValueError(f"nobody moves as {by!r}")
    return engine.step(state, seat, parse_action(action), at, by=by)[0]


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
