"""Whole games of bots by the engine alone: no database, no clock, fixed seeds."""

import random
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple, cast

from games.bots.choose import choose_action
from games.bots.players.accuse import build_accusation, find_cheat_proofs
from games.rules.editions import EDITIONS
from games.rules.engine import open_table, take_action
from games.rules.legal import accepts_accusations, seats_to_act
from games.rules.options import RESTRICTIONS, REVEALS, parse_options
from games.rules.protocol.memory import SeatSight
from games.rules.sight import viewer_sight
from games.rules.sight.memory import build_memory
from games.rules.state import State
from games.rules.statuses import FINISHED, PAUSE
from games.rules.topics.lobby import OpenTable, TakeSeat
from games.rules.topics.pause import EndPause
from games.wire.actions import parse_action

NOW = datetime(2024, 1, 1, tzinfo=UTC)
PRESETS: tuple[tuple[int, dict[str, Any]], ...] = (
    *((players, {"restriction": kind}) for players, kind in zip((3, 4, 5, 6), RESTRICTIONS, strict=True)),
    *(
        (players, {"reveal": kind, "cheating": True})
        for players, kind in zip((4, 5, 6), REVEALS, strict=True)
    ),
    (4, {"preset": "dm2008"}),
    (4, {"preset": "tournament", "reveal": "hiddentip"}),
    (5, {"preset": "tournament", "spare_one_card": True}),
)
"""Whole games that every soak plays, with their number of players."""
EACH = 20
"""One game of so many is such a whole one."""


class BotResult(NamedTuple):
    """One bot's result of a game: share of bids met, points, and processor time."""

    level: str
    met: float
    points: int
    won: bool
    decisions: int
    seconds: float
    slowest: float


class BotGameResult(NamedTuple):
    """A finished game; how many accusations its bots could prove and made."""

    seed: int
    seats: tuple[BotResult, ...]
    accusations: int = 0


def play_game(
    levels: Sequence[str], seed: int, options: dict[str, Any] | None = None, *, effort: float = 1.0
) -> BotGameResult:
    """Let bots play a whole game, and return its result.

    `effort` scales how much the strongest bots search.
    """
    players = len(levels)
    seats = [levels[(seat + seed) % players] for seat in range(players)]
    rng = [random.Random(f"{seed}:{seat}") for seat in range(players)]
    next_seat = random.Random(f"{seed}:turn")
    accusations = 0
    times: list[list[float]] = [[] for _ in seats]
    state, _ = open_table(
        OpenTable(parse_options(options), players, random.Random(seed).randbytes(32).hex()), NOW
    )
    for n, level in enumerate(seats):
        state, _ = take_action(state, None, TakeSeat(f"bot {n}", "bot", level=level, salt=""), NOW)
    while state.status != FINISHED:
        if state.status == PAUSE:
            state, _ = take_action(state, None, EndPause(), NOW)
            continue
        seat = next_seat.choice(seats_to_act(state))
        sight = _build_seat_sight(state, seat)
        began = time.thread_time()
        answer = choose_action(sight, level=seats[seat], rng=rng[seat], effort=effort)
        times[seat].append(time.thread_time() - began)
        state, _ = take_action(state, seat, parse_action(answer), NOW)
        state, said = _make_accusations(state, seat)
        accusations += said
    assert state.result is not None
    first = next(place.seat for place in state.result if place.rank == 1)
    rounds = len(state.schedule)
    return BotGameResult(
        seed,
        tuple(
            BotResult(
                level,
                state.correct[seat] / rounds,
                state.scores[seat],
                seat == first,
                len(times[seat]),
                sum(times[seat]),
                max(times[seat]),
            )
            for seat, level in enumerate(seats)
        ),
        accusations,
    )


def _build_seat_sight(state: State, seat: int) -> SeatSight:
    """Return what a player at this seat sees of the table and remembers of the current round.

    This is the input for a bot's decision.
    """
    sight = viewer_sight(state, seat, number=0, server_time=NOW, with_sheet=False)
    return cast(SeatSight, {**sight, **build_memory(state)})


def _make_accusations(state: State, mover: int) -> tuple[State, int]:
    """Let the bot at the seat after `mover` make all accusations of cheating that it can prove.

    `mover` is the seat that has just moved. Return the new state and the number of accusations. Return the
    state unchanged and 0 if the table accepts no accusations now or the bot can prove nothing.
    """
    if not accepts_accusations(state):
        return state, 0
    accuser = (mover + 1) % len(state.scores)
    found = find_cheat_proofs(_build_seat_sight(state, accuser))
    for proof in found:
        state, _ = take_action(state, accuser, parse_action(build_accusation(proof)), NOW)
    return state, len(found)


def choose_soak_game(seed: int) -> tuple[int, dict[str, Any]]:
    """Return the number of players and the options of the stress-test game with this seed."""
    # One game in EACH is the next preset. The others have four rounds and random options.
    if seed % EACH == 0:
        return PRESETS[seed // EACH % len(PRESETS)]
    players = 3 + seed % 4
    return players, random_options(players, seed)


def random_options(players: int, seed: int) -> dict[str, Any]:
    """Return options for a game of four rounds with random rules.

    Equal arguments always give equal options.
    """
    rng = random.Random(f"options {players} {seed}")
    rounds = []
    for _ in range(4):
        reveal = rng.choice(REVEALS)
        restriction = "american" if reveal == "delayed" else rng.choice(RESTRICTIONS)
        cards = rng.choice((1, 2, 3, 5, rng.randint(1, 60 // players)))
        rounds.append({"cards": cards, "restriction": restriction, "reveal": reveal})
    flags = {name: rng.random() < 0.5 for name in ("cheating", "spare_one_card")}
    return {"preset": "custom", "rounds": rounds, **flags, "edition": rng.choice(tuple(EDITIONS))}
