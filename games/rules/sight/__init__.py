"""All that one viewer may know, built by adding; every payload about a table passes through here."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import overload

from games.rules import legal
from games.rules.clock import bank_left
from games.rules.editions import BASE
from games.rules.protocol.sight import (
    OwnSight,
    SheetCell,
    SheetCheat,
    SheetRow,
    Sight,
    SightLastTrick,
    SightPlayer,
    SightRound,
    SightTrick,
    result_place,
)
from games.rules.round import Round, Trick
from games.rules.scoring import points
from games.rules.state import FINISHED, RUNNING, State
from games.rules.verdicts import Cheat


def sight_of(
    state: State,
    viewer: int | None,
    *,
    number: int,
    server_time: datetime,
    deadline: datetime | None = None,
    connected: Collection[int] = (),
    away_at: Mapping[int, datetime] | None = None,
    with_sheet: bool = True,
) -> Sight:
    """The contract's sight for the seat `viewer` (None: an onlooker) of a table at log entry `number`.

    `connected` are the seats that give signs of life, `away_at` says when stand-ins take over others,
    `deadline` is when the server acts by itself.
    """
    public = public_sight(
        state,
        number=number,
        server_time=server_time,
        deadline=deadline,
        connected=connected,
        away_at=away_at,
    )
    return own_sight(state, public, viewer, with_sheet=with_sheet)


def public_sight(
    state: State,
    *,
    number: int,
    server_time: datetime,
    deadline: datetime | None,
    connected: Collection[int],
    away_at: Mapping[int, datetime] | None,
) -> Sight:
    """What everybody may know, an onlooker's sight but for the sheet; made once for all viewers."""
    current = state.round
    play = current.play if current else None
    shared: Sight = {
        "number": number,
        "status": state.status,
        "viewer": None,
        "players": _players(state, connected, away_at or {}),
        "round": _round(state, current) if current else None,
        "trick": _trick(play.trick) if play and play.trick else None,
        "last_trick": _last_trick(play.tricks[-1]) if play and play.tricks else None,
        "turn": list(legal.turn(state)),
        "ready": sorted(current.ready) if current else [],
        "deadline": iso(deadline),
        "halted": state.halted,
        "own_pause": state.own_pause,
        "deserted": state.status in RUNNING and state.deserted,
        "pause_asked": sorted(state.pause_asked),
        "closes_at": state.closes_at,
        "server_time": iso(server_time),
        "hand": None,
        "wing": None,
        "playable": [],
        "can_accuse": [],
        "legal": {"suits": [], "bids": [], "cards": []},
        "commitment": state.commitment,
        "result": None if state.result is None else [result_place(place) for place in state.result],
    }
    if state.options.edition != BASE:
        # The edition stands behind the status; the other fields follow in the same order.
        return {"number": number, "status": state.status, "edition": state.options.edition, **shared}
    return shared


def own_sight(
    state: State,
    public: Sight,
    viewer: int | None,
    *,
    with_sheet: bool,
    with_cheats: bool = True,
) -> Sight:
    """A viewer's sight: the public one (which stays as it is), and what the viewer alone may know and do.

    Without `with_cheats` a finished game holds its cheats back, as its record is: others play its cards.
    """
    seen: Sight = {**public, "viewer": viewer}
    if viewer is not None and state.round is not None:
        seen |= _own(state, state.round, viewer)  # type: ignore[typeddict-item]  # It is a part of a sight.
        bidding = state.round.bidding
        if not bidding.revealed and bidding.bids[viewer] is not None:
            seen["players"] = [
                _with_bid(player, state.round) if player["seat"] == viewer else player
                for player in public["players"]
            ]
    if with_sheet:
        seen["sheet"] = _sheet(state, with_cheats)
    return seen


@overload
def iso(moment: datetime) -> str: ...
@overload
def iso(moment: datetime | None) -> str | None: ...
def iso(moment: datetime | None) -> str | None:
    """A moment in ISO 8601 with Z for UTC."""
    return None if moment is None else moment.isoformat().replace("+00:00", "Z")


def _own(state: State, current: Round, viewer: int) -> OwnSight:
    """What the viewer alone may know and do."""
    return {
        "hand": list(current.play.hands[viewer]),
        "wing": current.play.wings[viewer] if current.play.wings else None,
        "playable": list(legal.playable(state, viewer)),
        "can_accuse": list(legal.can_accuse(state, viewer)),
        "legal": {
            "suits": list(legal.legal_suits(state, viewer)),
            "bids": list(legal.legal_bids(state, viewer)),
            "cards": list(legal.legal_plays(state, viewer)),
        },
    }


def _players(state: State, connected: Collection[int], away_at: Mapping[int, datetime]) -> list[SightPlayer]:
    current, clients = state.round, state.clients()
    players: list[SightPlayer] = []
    for number, seat in enumerate(state.seats):
        if seat is None:
            continue
        score = state.scores[number] if state.scores else 0
        player: SightPlayer = {
            "seat": number,
            "name": seat.name,
            "kind": seat.kind,
            "connected": number in connected or number not in clients,
            "away": number in state.away,
            "away_at": None if number in connected else iso(away_at.get(number)),
            "bid": None,
            "has_bid": False,
            "tricks": 0,
            "cards": 0,
            "score": score,
            "score_now": score,
        }
        if state.clocks is not None:
            player["bank"] = bank_left(state, number)
        if current is not None:
            player["has_bid"] = current.bidding.bids[number] is not None
            player["tricks"] = current.play.taken[number]
            player["cards"] = len(current.play.hands[number])
            if current.bidding.revealed:
                player = _with_bid(player, current)
        players.append(player)
    return players


def _with_bid(player: SightPlayer, current: Round) -> SightPlayer:
    """A player as who knows the bid sees them."""
    bid, taken = current.bidding.bids[player["seat"]], current.play.taken[player["seat"]]
    if bid is None:
        return player
    counts = current.points is None
    now = player["score"] + points(bid, taken) if counts else player["score"]
    return {**player, "bid": bid, "score_now": now}


def _round(state: State, current: Round) -> SightRound:
    deal = current.deal
    return {
        "number": deal.number,
        "of": len(state.schedule),
        "cards": deal.cards,
        "dealer": deal.dealer,
        "turned": deal.turned,
        "trump": deal.trump,
        "reveal": deal.reveal,
        "restricted": deal.restricted,
    }


def _trick(trick: Trick) -> SightTrick:
    return {
        "number": trick.number,
        "leader": trick.leader,
        "plays": [{"seat": play.seat, "card": play.card} for play in trick.plays],
        "suit": trick.suit,
    }


def _last_trick(trick: Trick) -> SightLastTrick:
    assert trick.winner is not None
    return {**_trick(trick), "winner": trick.winner}


def _sheet(state: State, with_cheats: bool) -> list[SheetRow]:
    rows: list[SheetRow] = [
        {"round": past.number, "cells": score_cells(past)}
        for past in state.all_rounds
        if past.points is not None
    ]
    if state.status == FINISHED and with_cheats:
        # Cheats are seen when the game has ended, not before: until then no row has the field at all.
        for row, past in zip(rows, state.past, strict=True):
            row["cheats"] = [_cheat(cheat) for cheat in past.cheats]
    return rows


def _cheat(cheat: Cheat) -> SheetCheat:
    return {
        "trick": cheat.trick,
        "seat": cheat.seat,
        "card": cheat.card,
        "owed": cheat.owed,
        "called_by": cheat.called_by,
    }


def score_cells(scored: Round) -> list[SheetCell]:
    """The cells of a scored round, by seat, in the words of sheet and record."""
    assert scored.points is not None
    assert scored.totals is not None
    return [
        {
            "seat": seat,
            "bid": scored.bids[seat] or 0,
            "tricks": scored.taken[seat],
            "points": scored.points[seat],
            "adjustment": scored.adjustments[seat],
            "total": scored.totals[seat],
        }
        for seat in range(len(scored.hands))
    ]
