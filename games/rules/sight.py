"""All that one viewer may know, built by adding; every payload about a table passes through here."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from games.rules import legal
from games.rules.events import (
    Accused,
    BidMade,
    BidsRevealed,
    CardPlayed,
    Event,
    GameFinished,
    GameStarted,
    PlayerAway,
    PlayerBack,
    PlayerReady,
    RoundDealt,
    RoundScored,
    SeatLeft,
    SeatTaken,
    TableOpened,
    TrickTaken,
    TrumpNamed,
    WingSet,
    type_of,
)
from games.rules.scoring import points
from games.rules.state import FINISHED, Round, State, Trick


def sight_of(
    state: State,
    viewer: int | None,
    *,
    number: int,
    server_time: datetime,
    deadline: datetime | None = None,
    connected: Collection[int] = (),
    with_sheet: bool = True,
) -> dict[str, Any]:
    """The contract's sight for the seat `viewer` (None: an onlooker) of a table at log entry `number`.

    `connected` are the seats that give signs of life, `deadline` is when the house acts by itself.
    """
    current = state.round
    seen: dict[str, Any] = {
        "number": number,
        "status": state.status,
        "viewer": viewer,
        "players": _players(state, viewer, connected),
        "round": _round(state, current) if current else None,
        "trick": _trick(current.trick) if current and current.trick else None,
        "last_trick": _last_trick(current.tricks[-1]) if current and current.tricks else None,
        "turn": list(legal.turn(state)),
        "ready": sorted(current.ready) if current else [],
        "deadline": iso(deadline),
        "server_time": iso(server_time),
        **_own(state, viewer),
        "commitment": state.commitment,
        "result": None if state.result is None else [place._asdict() for place in state.result],
    }
    if with_sheet:
        seen["sheet"] = _sheet(state)
    return seen


def iso(moment: datetime | None) -> str | None:
    """A moment in ISO 8601 with Z for UTC."""
    return None if moment is None else moment.isoformat().replace("+00:00", "Z")


def _own(state: State, viewer: int | None) -> dict[str, Any]:
    """What the viewer alone may know and do."""
    own: dict[str, Any] = {"hand": None, "wing": None, "playable": [], "can_accuse": []}
    own["legal"] = {"suits": [], "bids": [], "cards": []}
    if viewer is None:
        return own
    if state.round is not None:
        own["hand"] = list(state.round.hands[viewer])
        own["wing"] = state.round.wings[viewer] if state.round.wings else None
        own["playable"] = list(legal.playable(state, viewer))
        own["can_accuse"] = list(legal.can_accuse(state, viewer))
        own["legal"] = {
            "suits": list(legal.legal_suits(state, viewer)),
            "bids": list(legal.legal_bids(state, viewer)),
            "cards": list(legal.legal_plays(state, viewer)),
        }
    return own


def _players(state: State, viewer: int | None, connected: Collection[int]) -> list[dict[str, Any]]:
    current = state.round
    players = []
    for number, seat in enumerate(state.seats):
        if seat is None:
            continue
        score = state.scores[number] if state.scores else 0
        player = {
            "seat": number,
            "name": seat.name,
            "kind": seat.kind,
            "connected": seat.kind == "bot" or number in connected,
            "away": False,
            "bid": None,
            "has_bid": False,
            "tricks": 0,
            "cards": 0,
            "score": score,
            "score_now": score,
        }
        if current is not None:
            bid = current.bids[number]
            known = bid if current.revealed or number == viewer else None
            player["bid"] = known
            player["has_bid"] = bid is not None
            player["tricks"] = current.taken[number]
            player["cards"] = len(current.hands[number])
            if known is not None and current.points is None:
                player["score_now"] = score + points(known, current.taken[number])
        players.append(player)
    return players


def _round(state: State, current: Round) -> dict[str, Any]:
    return {
        "number": current.number,
        "of": len(state.schedule),
        "cards": current.cards,
        "dealer": current.dealer,
        "turned": current.turned,
        "trump": current.trump,
        "reveal": current.reveal,
        "restricted": current.restricted,
    }


def _trick(trick: Trick) -> dict[str, Any]:
    return {
        "number": trick.number,
        "leader": trick.leader,
        "plays": [{"seat": play.seat, "card": play.card} for play in trick.plays],
        "suit": trick.suit,
    }


def _last_trick(trick: Trick) -> dict[str, Any]:
    return {**_trick(trick), "winner": trick.winner}


def _sheet(state: State) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = [
        {"round": past.number, "cells": score_cells(past)}
        for past in state.all_rounds
        if past.points is not None
    ]
    if state.status == FINISHED:
        # Cheats are seen when the game has ended, not before: until then no row has the field at all.
        for row, past in zip(rows, state.past, strict=True):
            row["cheats"] = [cheat._asdict() for cheat in past.cheats]
    return rows


def score_cells(scored: Round) -> list[dict[str, Any]]:
    """The cells of a scored round, by seat, in the words of sheet and record."""
    assert scored.points is not None
    assert scored.totals is not None
    return [
        {
            "seat": seat,
            "bid": scored.bids[seat],
            "tricks": scored.taken[seat],
            "points": scored.points[seat],
            "adjustment": scored.adjustments[seat],
            "total": scored.totals[seat],
        }
        for seat in range(len(scored.hands))
    ]


# --- Events ------------------------------------------------------------------------------------------------


def redact(event: Event, viewer: int | None, *, number: int, at: datetime) -> dict[str, Any]:
    """What `viewer` may know of log entry `number`; one that is hidden from them shows only its number."""
    known = _known(event, viewer)
    if known is None:
        return {"number": number}
    return {"type": type_of(event), "number": number, "at": iso(at), **known}


def _known(event: Event, viewer: int | None) -> dict[str, Any] | None:
    match event:
        case TableOpened():
            return {"options": event.options, "commitment": event.commitment}
        case SeatTaken():
            return {"seat": event.seat, "name": event.name, "kind": event.kind}
        case SeatLeft():
            return {"seat": event.seat, "name": event.name}
        case GameStarted():
            return {"seats": list(event.seats)}
        case RoundDealt():
            return {
                "round": event.round,
                "cards": event.cards,
                "dealer": event.dealer,
                "hand": None if viewer is None else list(event.hands[viewer]),
                "turned": event.turned,
                "trump": event.trump,
                "reveal": event.reveal,
                "restricted": event.restricted,
            }
        case TrumpNamed():
            return {"seat": event.seat, "suit": event.suit}
        case BidMade():
            hidden = event.secret and event.seat != viewer
            return {"seat": event.seat, "bid": None if hidden else event.bid}
        case BidsRevealed():
            return {"bids": [{"seat": seat, "bid": bid} for seat, bid in enumerate(event.bids)]}
        case CardPlayed():
            return {"seat": event.seat, "card": event.card, "by": event.by}
        case WingSet():
            return {"seat": event.seat, "card": event.card} if event.seat == viewer else None
        case TrickTaken():
            return {"trick": event.trick, "winner": event.winner}
        case Accused():
            return {
                "accuser": event.accuser,
                "accused": event.accused,
                "after": event.after,
                "source": event.source,
                "verdict": event.verdict,
                "accuser_points": event.accuser_points,
                "accused_points": event.accused_points,
            }
        case RoundScored():
            return {"round": event.round, "points": list(event.points)}
        case PlayerReady() | PlayerAway() | PlayerBack():
            return {"seat": event.seat}
        case GameFinished():
            names = ("seat", "score", "correct_bids", "rank")
            result = [dict(zip(names, place, strict=True)) for place in event.result]
            return {"result": result, "tie_break": event.tie_break}
        case _:
            return None
