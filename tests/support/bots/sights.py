"""Sights of small situations, written in the contract's words, and whole games among bots."""

import random
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from games.bots.choose import choose_action
from games.rules.cards import SUIT
from games.rules.cards.trick import legal_cards, suit_to_follow
from games.rules.engine import open_table, take_action
from games.rules.legal import seats_to_act
from games.rules.options import parse_options
from games.rules.sight import viewer_sight
from games.rules.sight.memory import build_memory
from games.rules.state import State
from games.rules.statuses import FINISHED, PAUSE
from games.rules.topics.lobby import OpenTable, TakeSeat
from games.rules.topics.pause import EndPause
from games.wire.actions import parse_action

AT = datetime(2026, 1, 1, 12, tzinfo=UTC)
Sight = dict[str, Any]


def ask_bot(
    sight: Sight, *, level: str = "journeyman", seed: int = 0, effort: float = 1.0
) -> dict[str, Any] | None:
    """The action of a bot on this sight, with a generator of that seed."""
    return choose_action(sight, level=level, rng=random.Random(seed), effort=effort)


def sight_with_memory(state: State, seat: int) -> Sight:
    """A bot's sight, with its memory."""
    return {**viewer_sight(state, seat, number=0, server_time=AT), **build_memory(state)}


def bidding(
    hand: str, *, turned: str = "G2", before: tuple[int, ...] = (), players: int = 4, **changed: Any
) -> Sight:
    """Seat 0 has to bid; the players before it bid `before`."""
    held = hand.split()
    leader = (players - len(before)) % players
    others = {leader + n: bid for n, bid in enumerate(before)}
    sight = _sight(held, cards=len(held), turned=turned, leader=leader, players=players, bids=others)
    sight["legal"]["bids"] = list(range(len(held) + 1))
    return {**sight, "status": "bidding", **changed}


def naming(hand: str, *, players: int = 4) -> Sight:
    """Seat 0 has dealt, turned a Wizard, and names trump."""
    held = hand.split()
    sight = _sight(held, cards=len(held), turned="W1", leader=1, players=players, bids={})
    sight["legal"]["suits"] = ["R", "Y", "G", "B"]
    return {**sight, "status": "naming_trump"}


def playing(
    hand: str,
    *,
    bid: int,
    taken: int = 0,
    lying: str = "",
    turned: str = "G2",
    cards: int | None = None,
    others: int = 1,
    players: int = 4,
    cheating: bool = False,
) -> Sight:
    """Seat 0 has to play to `lying`; the others bid `others` each and have taken what is gone."""
    held, before = hand.split(), lying.split()
    total = cards or len(held)
    leader = (players - len(before)) % players
    bids = {**dict.fromkeys(range(1, players), others), 0: bid}
    sight = _sight(held, cards=total, turned=turned, leader=leader, players=players, bids=bids)
    suit = suit_to_follow(before)
    plays = [{"seat": (leader + n) % players, "card": card} for n, card in enumerate(before)]
    gone = total - len(held)
    sight["trick"] = {"number": gone + 1, "leader": leader, "plays": plays, "suit": suit}
    sight["players"][0]["tricks"] = taken
    for n in range(gone - taken):
        sight["players"][1 + n % (players - 1)]["tricks"] += 1
    for play in plays:
        sight["players"][play["seat"]]["cards"] -= 1
    sight["legal"]["cards"] = list(legal_cards(held, suit))
    sight["playable"] = held if cheating else sight["legal"]["cards"]
    return {**sight, "status": "playing"}


def _sight(
    hand: list[str], *, cards: int, turned: str, leader: int, players: int, bids: dict[int, int]
) -> Sight:
    return {
        "viewer": 0,
        "players": [
            {
                "seat": seat,
                "name": f"bot {seat}",
                "bid": bids.get(seat),
                "has_bid": seat in bids,
                "tricks": 0,
                "cards": len(hand),
            }
            for seat in range(players)
        ],
        "round": {
            "number": cards,
            "cards": cards,
            "dealer": (leader - 1) % players,
            "turned": turned,
            "trump": SUIT[turned],
        },
        "trick": None,
        "last_trick": None,
        "hand": hand,
        "legal": {"suits": [], "bids": [], "cards": []},
        "playable": [],
        "can_claim": [],
    }


def decisions(
    players: int,
    options: dict[str, Any],
    *,
    seed: int,
    pick: Callable[[State], int] = lambda s: seats_to_act(s)[0],
    levels: Sequence[str] = ("journeyman",),
    effort: float = 1.0,
) -> Iterator[tuple[State, int, Sight, dict[str, Any] | None]]:
    """Play a game among bots of these levels in turn: each state with who has to act, sight and answer.

    The engine raises where an answer is refused.
    """
    server_seed = random.Random(seed).randbytes(32).hex()
    state, _ = open_table(OpenTable(parse_options(options), players, server_seed), AT)
    for n in range(players):
        state, _ = take_action(state, None, TakeSeat(f"bot {n}", "bot", salt=""), AT)
    while state.status != FINISHED:
        if state.status == PAUSE:
            state, _ = take_action(state, None, EndPause(), AT)
            continue
        seat = pick(state)
        sight = sight_with_memory(state, seat)
        action = ask_bot(sight, level=levels[seat % len(levels)], effort=effort)
        yield state, seat, sight, action
        state, _ = take_action(state, seat, parse_action(action), AT)
