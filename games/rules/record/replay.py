"""The moves of a record, played again by the rules: what state they lead to."""

from datetime import UTC, datetime
from typing import Any

from core.refusal import BadRequest
from games.rules import engine
from games.rules.actions import PlayerAction
from games.rules.cards import Card, is_card
from games.rules.engine import decide
from games.rules.options import recorded_options
from games.rules.protocol.values import MOVERS, SOURCES
from games.rules.state import NAMING_TRUMP, PAUSE, State
from games.rules.topics.bidding import Bid
from games.rules.topics.cheating import Accuse
from games.rules.topics.lobby import OpenTable, StartGame, TakeSeat
from games.rules.topics.pause import EndPause
from games.rules.topics.playing import Play
from games.rules.topics.rulings import PlayerReplaced, StopGame
from games.rules.topics.trump import NameTrump


def play_again(record: dict[str, Any]) -> State:
    """The state after all moves of a record; raises a Refusal where the rules do not allow one.

    Raises KeyError, TypeError, ValueError, IndexError or AttributeError where it is malformed.
    """
    at = datetime(2000, 1, 1, tzinfo=UTC)
    players, fairness = _first_players(record), record["fairness"]
    options = recorded_options(record["options"])
    opening = OpenTable(options, len(players), fairness["server_seed"])
    state, _ = engine.open_table(opening, at)
    for player, salt in zip(players, fairness["salts"], strict=True):
        seat = TakeSeat(player["name"], player["kind"], None, None, player["seat"], salt)
        state, _ = engine.step(state, None, seat, at)
    if state.round is None:
        state, _ = engine.step(state, 0, StartGame(), at)
    changes = list(record.get("substitutions", ()))
    for number, past in enumerate(record["rounds"], start=1):
        state = _after_pause(state, at)
        if state.round is None or state.round.number != number:
            raise ValueError(f"round {number} is one too many")
        state = _play_round(state, past, changes, at)
    return _to_the_end(state, record, changes, at)


def _to_the_end(state: State, record: dict[str, Any], changes: list[Any], at: datetime) -> State:
    """The last pause ends, or the game is stopped there or in the round after it, which is void."""
    if changes:
        state = _after_pause(state, at)
        state = _replace(state, changes, None, at)
    if changes:
        raise ValueError(f"nobody can sit down in round {changes[0]['round']!r}")
    if record.get("stopped") is True:
        return engine.step(state, None, StopGame(), at)[0]
    return _after_pause(state, at)


def _after_pause(state: State, at: datetime) -> State:
    return engine.step(state, None, EndPause(), at)[0] if state.status == PAUSE else state


def _first_players(record: dict[str, Any]) -> list[dict[str, Any]]:
    """Who began the game: those whom the first substitution of a seat replaced, else those of the end."""
    players = [dict(player) for player in record["players"]]
    for change in reversed(record.get("substitutions", [])):
        players[_seat(change["seat"], len(players))] |= change["replaced"]
    return players


def _replace(state: State, changes: list[Any], after: int | None, at: datetime) -> State:
    """Those sit down whose moment has come; what follows from it waits for the next move."""
    while changes and state.round is not None and changes[0]["round"] == state.round.number:
        if changes[0]["after"] != after:
            break
        change = changes.pop(0)
        seat = _seat(change["seat"], len(state.seats))
        state = engine.apply(state, PlayerReplaced(seat, change["name"], change["kind"], None, None), at)
    return state


def _seat(seat: object, players: int) -> int:
    if type(seat) is not int or not 0 <= seat < players:
        raise ValueError(f"there is no seat {seat!r}")
    return seat


def _play_round(state: State, past: dict[str, Any], changes: list[Any], at: datetime) -> State:
    state = _replace(state, changes, 0, at)
    if state.round is not None and state.status == NAMING_TRUMP:
        by = past.get("trump_by")
        state = _act(state, state.round.dealer, at, by=by, action=NameTrump(past["trump"]))
    for bid in past["bids"]:
        state = _act(state, bid["seat"], at, by=bid.get("by"), action=Bid(_whole_number("bid", bid["bid"])))
    accusations = list(past["accusations"])
    played = 0
    for trick in past["tricks"]:
        for play in trick["plays"]:
            state = _act(state, play["seat"], at, by=play["by"], action=Play(_card(play["card"])))
            played += 1
            while accusations and accusations[0]["after"] == played:
                state = _accuse(state, accusations.pop(0), at)
            state = _replace(state, changes, played, at)
    return state


def _accuse(state: State, call: dict[str, Any], at: datetime) -> State:
    """The verdict alone: among bots the last call ends the pause, but more of that moment may follow."""
    seat = _seat(call["accuser"], len(state.seats))
    if call["source"] not in SOURCES:
        raise BadRequest({"source": [f"This must be one of {', '.join(SOURCES)}."]})
    action = Accuse(_whole_number("accused", call["accused"]), call["source"])
    return engine.apply(state, decide(state, seat, action, None), at)


def _act(state: State, seat: object, at: datetime, *, action: PlayerAction, by: str | None = None) -> State:
    seat = _seat(seat, len(state.seats))
    if by not in (None, *MOVERS):
        raise ValueError(f"nobody moves as {by!r}")
    return engine.step(state, seat, action, at, by=by)[0]


def _whole_number(name: str, value: object) -> int:
    # Of the types that compare as numbers: a float or a bool would be taken for the same bid.
    if type(value) is not int:
        raise BadRequest({name: ["This must be a whole number."]})
    return value


def _card(code: object) -> Card:
    if not is_card(code):
        raise BadRequest({"card": ["This must be a card such as R7, J1 or W4."]})
    return str(code)
