"""Builds one viewer's view of a table (a "sight", or player view), starting from nothing.

Every payload that describes a table comes from this package.
"""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import overload

from games.rules import legal
from games.rules.clock import seats_on_clock, slow_turn_deadline, time_bank_left_ms
from games.rules.editions import BASE
from games.rules.marks import illegal_marked_card, illegal_prepared_bid, marked_card, prepared_bid
from games.rules.options.pace import SLOW, Break
from games.rules.protocol.sheet import to_result_place
from games.rules.protocol.sight import (
    Sight,
    SightLastTrick,
    SightPlayer,
    SightRound,
    SightTrick,
    SightUndo,
)
from games.rules.round import Round, Trick, UndoRequest
from games.rules.scoring import points_for_bid
from games.rules.sight.sheet import sheet_rows
from games.rules.state import State
from games.rules.statuses import RUNNING
from games.rules.undo import CARD
from games.rules.undo.ask import find_decision_for_undo_request, find_open_undo_request, find_seats_to_answer
from games.rules.undo.decision import last_decision


def viewer_sight(
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
    """Build one viewer's view of the table (a sight) as a JSON object.

    `viewer` is the viewer's seat, or None for a spectator. `number` is the number of the latest log entry.
    `server_time` is the current time. `deadline` is the time at which the server acts if no player does, or
    None. `connected` contains the seats whose players are connected. `away_at` maps the seats of absent
    players to the times at which bots take over. If `with_sheet` is true, add the score sheet.
    """
    public = public_sight(
        state,
        number=number,
        server_time=server_time,
        deadline=deadline,
        connected=connected,
        away_at=away_at,
    )
    return personalise_sight(state, public, viewer, with_sheet=with_sheet)


def public_sight(
    state: State,
    *,
    number: int,
    server_time: datetime,
    deadline: datetime | None,
    connected: Collection[int],
    away_at: Mapping[int, datetime] | None,
) -> Sight:
    """Build the part of the table's JSON view that everybody may see, without the score sheet.

    `number` is the number of the latest log entry. `server_time` is the current time. `deadline` is the time
    at which the server acts if no player does, or None. `connected` contains the seats whose players are
    connected, and `away_at` maps the seats of absent players to the times at which bots take over.
    """
    current = state.round
    play = current.play if current else None
    shared: Sight = {
        "number": number,
        "status": state.status,
        "viewer": None,
        "players": _player_views(state, server_time, connected, away_at or {}),
        "round": _public_round_view(state, current) if current else None,
        "trick": _trick_view(play.trick) if play and play.trick else None,
        "last_trick": _last_trick_view(play.tricks[-1]) if play and play.tricks else None,
        "turn": list(legal.seats_to_act(state)),
        "ready": sorted(current.ready) if current else [],
        "deadline": format_iso(deadline),
        "halted": state.halted,
        "own_pause": state.own_pause,
        "deserted": state.status in RUNNING and state.is_deserted,
        "pause_asked": sorted(state.pause_asked),
        "closes_at": state.closes_at,
        "server_time": format_iso(server_time),
        "hand": None,
        "wing": None,
        "playable": [],
        "can_accuse": [],
        "can_claim": [],
        "legal": {"suits": [], "bids": [], "cards": []},
        "commitment": state.commitment,
        "result": None if state.result is None else [to_result_place(place) for place in state.result],
    }
    if state.stand_in_asked:
        shared["stand_in_asked"] = [
            {"seat": seat, "absent": absent} for seat, absent in sorted(state.stand_in_asked)
        ]
    if state.options.undo and (ask := find_open_undo_request(state)) is not None:
        shared["undo"] = _undo_request_view(state, ask)
    if state.options.edition != BASE:
        # The edition comes right after the status; the other fields follow in the same order.
        return {"number": number, "status": state.status, "edition": state.options.edition, **shared}
    return shared


def personalise_sight(
    state: State,
    public: Sight,
    viewer: int | None,
    *,
    with_sheet: bool,
    with_cheats: bool = True,
) -> Sight:
    """Return a copy of a table's public view, and add what only this viewer may see and do.

    `with_sheet` adds the score sheet, and `with_cheats` adds the cheats of a finished game to the sheet.
    """
    seen: Sight = {**public, "viewer": viewer}
    if viewer is not None and state.round is not None:
        _add_private_view(seen, state, state.round, viewer)
        if state.marks:
            _add_marks(seen, state, viewer)
        if state.options.undo and (decision := find_decision_for_undo_request(state, viewer)) is not None:
            seen["can_undo"] = decision.kind
        bidding = state.round.bidding
        if not bidding.revealed and bidding.bids[viewer] is not None:
            # A new list: the public one is shared by all viewers, and must not get this viewer's secret bid.
            seen["players"] = [
                _show_bid(player, state.round) if player["seat"] == viewer else player
                for player in public["players"]
            ]
    if with_sheet:
        seen["sheet"] = sheet_rows(state, with_cheats)
    return seen


@overload
def format_iso(moment: datetime) -> str: ...
@overload
def format_iso(moment: datetime | None) -> str | None: ...
def format_iso(moment: datetime | None) -> str | None:
    """Format a moment in ISO 8601, with Z for UTC. Return None for None."""
    return None if moment is None else moment.isoformat().replace("+00:00", "Z")


def _add_private_view(seen: Sight, state: State, current: Round, viewer: int) -> None:
    """Add the viewer's hand, legal moves, and the seats they may accuse of cheating to their view `seen`."""
    seen["hand"] = list(current.play.hands[viewer])
    seen["can_accuse"] = list(legal.accusable_seats(state, viewer))
    # Most viewers do not have to act; the public view already says that they have no legal moves.
    if viewer in seen["turn"]:
        seen["playable"] = list(legal.playable_cards(state, viewer))
        seen["can_claim"] = list(legal.claimable_tricks(state, viewer))
        seen["legal"] = {
            "suits": list(legal.legal_suits(state, viewer)),
            "bids": list(legal.legal_bids(state, viewer)),
            "cards": list(legal.legal_plays(state, viewer)),
        }


def _add_marks(seen: Sight, state: State, viewer: int) -> None:
    """Add the viewer's card and bid chosen in advance to `seen`, the viewer's view of the table."""
    seen["wing"] = marked_card(state, viewer)
    if (bid := prepared_bid(state, viewer)) is not None:
        seen["prepared_bid"] = bid
    # A choice that is illegal on the current turn is shown as unmarked instead.
    card, bid = illegal_marked_card(state, viewer), illegal_prepared_bid(state, viewer)
    if card is not None or bid is not None:
        seen["unmarked"] = {"card": card, "bid": bid}


def _undo_request_view(state: State, request: UndoRequest) -> SightUndo:
    """Return the JSON view of an open request to undo the last decision."""
    decision = last_decision(state)
    return {
        "seat": request.seat,
        "kind": request.kind,
        "card": decision.value if decision is not None and decision.kind == CARD else None,
        "allowed": sorted(request.allowed),
        "waits_for": sorted(find_seats_to_answer(state, request)),
        "ends_at": format_iso(request.ends_at),
    }


def _player_views(
    state: State, now: datetime, connected: Collection[int], away_at: Mapping[int, datetime]
) -> list[SightPlayer]:
    """Return the public JSON view of each player, without secret bids.

    Leave out free seats. `connected` contains the seats whose players are connected, and `away_at` maps the
    seats of absent players to the times at which bots take over.
    """
    current, scores, away = state.round, state.scores, state.away
    on_clock = seats_on_clock(state) if state.options.pace == SLOW else ()
    players: list[SightPlayer] = []
    for number, seat in enumerate(state.seats):
        if seat is None:
            continue
        is_connected = number in connected
        score = scores[number] if scores else 0
        player: SightPlayer = {
            "seat": number,
            "name": seat.name,
            "kind": seat.kind,
            "connected": is_connected or not state.has_client(number),
            "away": number in away,
            "away_at": None if is_connected else format_iso(away_at.get(number)),
            "bid": None,
            "has_bid": False,
            "tricks": 0,
            "cards": 0,
            "score": score,
            "score_now": score,
        }
        if state.clocks is not None and state.options.pace == SLOW:
            player["vacation_until"] = format_iso(_vacation_end(state.clocks.breaks[number], now))
            is_timed = number in on_clock and not state.halted
            player["deadline"] = format_iso(slow_turn_deadline(state, number) if is_timed else None)
        elif state.clocks is not None:
            player["bank"] = time_bank_left_ms(state, number)
        if current is not None:
            bid, taken = current.bidding.bids[number], current.play.tricks_taken[number]
            player["has_bid"] = bid is not None  # All that everybody sees of a secret bid.
            player["tricks"] = taken
            player["cards"] = len(current.play.hands[number])
            if bid is not None and current.bidding.revealed:
                player["bid"] = bid
                player["score_now"] = _score_if_round_ended(score, bid, taken, current)
        players.append(player)
    return players


def _vacation_end(breaks: Iterable[Break], now: datetime) -> datetime | None:
    """Return the end of the vacation in progress at `now`, or None if there is none."""
    return next((end for start, end in breaks if start <= now < end), None)


def _show_bid(player: SightPlayer, current: Round) -> SightPlayer:
    """Return a copy of the player's JSON view with their bid, and their score if the round ended now.

    Without a bid, the view is unchanged.
    """
    bid = current.bidding.bids[player["seat"]]
    if bid is None:
        return player
    now = _score_if_round_ended(player["score"], bid, player["tricks"], current)
    return {**player, "bid": bid, "score_now": now}


def _score_if_round_ended(score: int, bid: int, taken: int, current: Round) -> int:
    """Return a player's score if the round ended now with `taken` tricks."""
    # A round that has been scored is already part of `score`.
    return score + points_for_bid(bid, taken) if current.points is None else score


def _public_round_view(state: State, current: Round) -> SightRound:
    """Return the public JSON view of a round: its cards, dealer, turned-up card, trump and bidding rules."""
    deal = current.deal
    return {
        "number": deal.number,
        "of": len(state.schedule),
        "cards": deal.cards,
        "dealer": deal.dealer,
        "turned": deal.turned_card,
        "trump": deal.trump,
        "reveal": deal.reveal,
        "restricted": deal.restricted,
    }


def _trick_view(trick: Trick) -> SightTrick:
    """Return the JSON view of a trick."""
    return {
        "number": trick.number,
        "leader": trick.leader,
        "plays": [{"seat": play.seat, "card": play.card} for play in trick.plays],
        "suit": trick.suit,
    }


def _last_trick_view(trick: Trick) -> SightLastTrick:
    """Return the JSON view of a complete trick, with its winner."""
    assert trick.winner is not None
    return {**_trick_view(trick), "winner": trick.winner}
