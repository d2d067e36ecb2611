"""Random play of whole four-player, 15-round games by the engine alone; sights excluded.

The baseline deals and plays as many random cards with plain lists: no rules, no events, no state to keep.
"""

import random
from datetime import UTC, datetime

from bench.measure import compare
from games.rules import engine, legal
from games.rules.cards import DECK, SUITS
from games.rules.options import Options
from games.rules.state import State
from games.rules.statuses import BIDDING, FINISHED, NAMING_TRUMP, PAUSE
from games.rules.topics.bidding import Bid
from games.rules.topics.lobby import OpenTable, TakeSeat
from games.rules.topics.pause import EndPause
from games.rules.topics.playing import Play
from games.rules.topics.trump import NameTrump

AT = datetime(2026, 1, 1, tzinfo=UTC)
GAMES = 10


def deal_new_table(rng: random.Random, players: int = 4) -> State:
    """Open a table, seat the players, deal the first round, and return the table's state."""
    state, _ = engine.open_table(OpenTable(Options(), players, rng.randbytes(32).hex()), AT)
    for seat in range(players):
        state, _ = engine.take_action(
            state, None, TakeSeat(f"player {seat}", "human", user=seat, salt=""), AT
        )
    return state


def move_at_random(state: State, rng: random.Random) -> State:
    """Make one random legal move, or end the pause between two rounds, and return the new state."""
    if state.status == PAUSE:
        return engine.take_action(state, None, EndPause(), AT)[0]
    seat = legal.seats_to_act(state)[0]
    if state.status == NAMING_TRUMP:
        return engine.take_action(state, seat, NameTrump(rng.choice(SUITS)), AT)[0]
    if state.status == BIDDING:
        return engine.take_action(state, seat, Bid(rng.choice(legal.legal_bids(state, seat))), AT)[0]
    return engine.take_action(state, seat, Play(rng.choice(legal.legal_plays(state, seat))), AT)[0]


def play_game(rng: random.Random) -> State:
    """Play a whole four-player game with random moves, and return the final state."""
    state = deal_new_table(rng)
    while state.status != FINISHED:
        state = move_at_random(state, rng)
    return state


def play_cards(rng: random.Random) -> int:
    """Shuffle, deal and play random cards for 15 rounds of four players, as a timing baseline without rules.

    Return the sum of the winning cards' positions in their tricks. Only the time is of interest.
    """
    taken = 0
    for cards in range(1, 16):
        deck = list(DECK)
        rng.shuffle(deck)
        hands = [deck[seat : 4 * cards : 4] for seat in range(4)]
        for _ in range(cards):
            trick = [hand.pop(rng.randrange(len(hand))) for hand in hands]
            taken += trick.index(max(trick))
    return taken


def main() -> None:
    """Print how many games per second the rules engine plays, and how much slower it is than play without
    rules.
    """
    rng = random.Random(2026)
    pair = compare(
        lambda: [play_game(rng) for _ in range(GAMES)], lambda: [play_cards(rng) for _ in range(GAMES)]
    )
    print(
        f"engine    {GAMES / pair.thing:8.0f} games a second on a core (4 players, 15 rounds, random play); "
        f"{pair.ratio:.1f} times as long as lists without rules"
    )


if __name__ == "__main__":
    main()
