"""One viewer's view of a table (sight), built by adding what they may know.

Every payload about a table comes from here.
"""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import overload

from games.rules import legal
from games.rules.clock import bank_left_ms
from games.rules.editions import BASE
from games.rules.marks import marked_card, prepared_bid, unmarked_bid, unmarked_card
from games.rules.options.pace import SLOW, Break
from games.rules.protocol.sight import (
    OwnSight,
    Sight,
    SightLastTrick,
    SightPlayer,
    SightRound,
    SightTrick,
    SightUndo,
    result_place,
)
from games.rules.round import Round, Trick, UndoAsk
from games.rules.scoring import points_for_bid
from games.rules.sight.sheet import sheet_rows
from games.rules.state import State
from games.rules.statuses import RUNNING
from games.rules.undo import CARD
from games.rules.undo.ask import can_ask, find_open_ask, people_to_ask
from games.rules.undo.decision import last_decision


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
    """Return all that the seat `viewer` may know of a table at log entry `number` (the viewer's sight).

    `viewer` is None for a spectator. `connected` are the seats with a live connection, `away_at` says when
    stand-ins take over other seats, and `deadline` is when the server acts next. Without `with_sheet`, the
    score sheet is left out.
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
    """Return the part of a table's view (sight) that everybody may know, without the score sheet.

    It is built once for all viewers.

    The arguments are those of `sight_of`.
    """
    current = state.round
    play = current.play if current else None
    shared: Sight = {
        "number": number,
        "status": state.status,
        "viewer": None,
        "players": _player_rows(state, server_time, connected, away_at or {}),
        "round": _round_part(state, current) if current else None,
        "trick": _trick_part(play.trick) if play and play.trick else None,
        "last_trick": _last_trick_part(play.tricks[-1]) if play and play.tricks else None,
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
        "result": None if state.result is None else [result_place(place) for place in state.result],
    }
    if state.stand_in_asked:
        shared["stand_in_asked"] = [
            {"seat": seat, "absent": absent} for seat, absent in sorted(state.stand_in_asked)
        ]
    if state.options.undo and (ask := find_open_ask(state)) is not None:
        shared["undo"] = _undo_part(state, ask)
    if state.options.edition != BASE:
        # The edition comes right after the status; the other fields follow in the same order.
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
    """Return one viewer's view of the table (sight): `public`, and what only this viewer may know and do.

    The score sheet is added if `with_sheet`. Without `with_cheats`, the sheet of a finished game hides
    cheats, because other tables are still playing the same cards.
    """
    seen: Sight = {**public, "viewer": viewer}
    if viewer is not None and state.round is not None:
        seen |= _own_part(state, state.round, viewer)  # type: ignore[typeddict-item]  # It is a part of a sight.
        if state.marks:
            _add_marks(seen, state, viewer)
        if state.options.undo and (decision := can_ask(state, viewer)) is not None:
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
    """Format a moment as ISO 8601 with Z for UTC. Returns None if there is no moment."""
    return None if moment is None else moment.isoformat().replace("+00:00", "Z")


def _own_part(state: State, current: Round, viewer: int) -> OwnSight:
    """Return the viewer's hand and legal moves, the private part of their view; `wing` is left empty."""
    return {
        "hand": list(current.play.hands[viewer]),
        "wing": None,
        "playable": list(legal.playable_cards(state, viewer)),
        "can_accuse": list(legal.accusable_seats(state, viewer)),
        "can_claim": list(legal.claimable_tricks(state, viewer)),
        "legal": {
            "suits": list(legal.legal_suits(state, viewer)),
            "bids": list(legal.legal_bids(state, viewer)),
            "cards": list(legal.legal_plays(state, viewer)),
        },
    }


def _add_marks(seen: Sight, state: State, viewer: int) -> None:
    """Add the viewer's marked card and prepared bid to their view, and any that the rules refuse now.

    Apart from `wing`, fields without a value are left out.
    """
    seen["wing"] = marked_card(state, viewer)
    if (bid := prepared_bid(state, viewer)) is not None:
        seen["prepared_bid"] = bid
    card, bid = unmarked_card(state, viewer), unmarked_bid(state, viewer)
    if card is not None or bid is not None:
        seen["unmarked"] = {"card": card, "bid": bid}


def _undo_part(state: State, ask: UndoAsk) -> SightUndo:
    """Return the open undo request as viewers of the table see it."""
    decision = last_decision(state)
    return {
        "seat": ask.seat,
        "kind": ask.kind,
        "card": decision.value if decision is not None and decision.kind == CARD else None,
        "allowed": sorted(ask.allowed),
        "waits_for": sorted(people_to_ask(state, ask)),
        "ends_at": format_iso(ask.ends_at),
    }


def _player_rows(
    state: State, now: datetime, connected: Collection[int], away_at: Mapping[int, datetime]
) -> list[SightPlayer]:
    """Return the players as everybody sees them, with their bids if these have been revealed."""
    current, clients = state.round, state.client_seats()
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
            "away_at": None if number in connected else format_iso(away_at.get(number)),
            "bid": None,
            "has_bid": False,
            "tricks": 0,
            "cards": 0,
            "score": score,
            "score_now": score,
        }
        if state.clocks is not None and state.options.pace == SLOW:
            player["vacation_until"] = format_iso(_vacation_end(state.clocks.breaks[number], now))
        elif state.clocks is not None:
            player["bank"] = bank_left_ms(state, number)
        if current is not None:
            # Of a secret bid everybody sees only that it has been made.
            player["has_bid"] = current.bidding.bids[number] is not None
            player["tricks"] = current.play.tricks_taken[number]
            player["cards"] = len(current.play.hands[number])
            if current.bidding.revealed:
                player = _show_bid(player, current)
        players.append(player)
    return players


def _vacation_end(breaks: Iterable[Break], now: datetime) -> datetime | None:
    """Return when the vacation in progress at `now` ends, or None if there is none."""
    return next((end for start, end in breaks if start <= now < end), None)


def _show_bid(player: SightPlayer, current: Round) -> SightPlayer:
    """Return a copy of the player with their bid, and the score they would have if the round ended now.

    Returns the player unchanged if there is no bid.
    """
    bid, taken = current.bidding.bids[player["seat"]], current.play.tricks_taken[player["seat"]]
    if bid is None:
        return player
    # Once the round is scored, its points are part of the score.
    counts = current.points is None
    now = player["score"] + points_for_bid(bid, taken) if counts else player["score"]
    return {**player, "bid": bid, "score_now": now}


def _round_part(state: State, current: Round) -> SightRound:
    """Return the public part of the current round, as every viewer of the table sees it."""
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


def _trick_part(trick: Trick) -> SightTrick:
    """Return a trick as viewers of the table see it."""
    return {
        "number": trick.number,
        "leader": trick.leader,
        "plays": [{"seat": play.seat, "card": play.card} for play in trick.plays],
        "suit": trick.suit,
    }


def _last_trick_part(trick: Trick) -> SightLastTrick:
    """Return a complete trick with its winner, as viewers of the table see it."""
    assert trick.winner is not None
    return {**_trick_part(trick), "winner": trick.winner}
