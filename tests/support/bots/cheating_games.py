"""Whole games at cheating tables: bots that cheat by character, wild players, and accusations on proof."""

import itertools
import random
from collections.abc import Iterator
from typing import NamedTuple

from games.bots.choose import choose_action
from games.bots.players.accuse import Proof, build_accusation, find_cheat_proofs
from games.bots.players.character import Character, bot_character
from games.rules.engine import open_table, take_action
from games.rules.legal import seats_to_act
from games.rules.options import parse_options
from games.rules.sight import viewer_sight
from games.rules.state import State
from games.rules.statuses import FINISHED, PAUSE
from games.rules.topics.lobby import OpenTable, TakeSeat
from games.rules.topics.pause import EndPause
from games.wire.actions import parse_action
from tests.support.bots.sights import AT, sight_with_memory
from tests.support.games.choices import some_action

LEVEL = "journeyman"


def named(character: Character, count: int) -> list[str]:
    """The first names that draw this character."""
    names = (f"bot {n}" for n in itertools.count())
    return list(itertools.islice((name for name in names if bot_character(name, LEVEL) is character), count))


class ProvenState(NamedTuple):
    """A state with a seat that looks at it, and the proofs that it finds."""

    state: State
    seat: int
    found: tuple[Proof, ...]


def accused(state: State, seat: int, proof: Proof) -> State:
    """The state after the accusation that follows from a proof."""
    return take_action(state, seat, parse_action(build_accusation(proof)), AT)[0]


def running_game(names: list[str], rounds: list[int], seed: int, *, cheating: bool = True) -> State:
    """A game of bots with these names, its first round dealt."""
    options = {
        "preset": "custom",
        "rounds": [{"cards": cards} for cards in rounds],
        "cheating": cheating,
    }
    server_seed = random.Random(seed).randbytes(32).hex()
    state, _ = open_table(OpenTable(parse_options(options), len(names), server_seed), AT)
    for name in names:
        state, _ = take_action(state, None, TakeSeat(name, "bot", level=LEVEL, salt=""), AT)
    return state


def of_bots(names: list[str], rounds: list[int], seed: int, *, cheating: bool = True) -> State:
    """The end of a game in which bots play, and nobody accuses."""
    rng = random.Random(seed)
    state = running_game(names, rounds, seed, cheating=cheating)
    while state.status != FINISHED:
        if state.status == PAUSE:
            state, _ = take_action(state, None, EndPause(), AT)
            continue
        seat = seats_to_act(state)[0]
        chosen = choose_action(viewer_sight(state, seat, number=0, server_time=AT), level=LEVEL, rng=rng)
        state, _ = take_action(state, seat, parse_action(chosen), AT)
    return state


def of_wild_people(players: int, cards: int, seed: int, *, haste: float) -> Iterator[ProvenState]:
    """A game of people who play any card; after each move, and in each pause, every seat looks for proofs.

    `haste`: how likely a found proof is called there and then.
    """
    rng = random.Random(seed)
    state = _new_game(players, [cards, 2], seed)
    while state.status != FINISHED:
        for seat in rng.sample(range(players), players):
            found = find_cheat_proofs(sight_with_memory(state, seat))
            yield ProvenState(state, seat, found)
            for proof in found:
                # Who found it first may have been faster.
                if rng.random() < haste and proof in find_cheat_proofs(sight_with_memory(state, seat)):
                    state = accused(state, seat, proof)
        state = _after_random_move(state, rng)


def _new_game(players: int, rounds: list[int], seed: int) -> State:
    options = {
        "preset": "custom",
        "rounds": [{"cards": cards} for cards in rounds],
        "cheating": True,
    }
    state, _ = open_table(OpenTable(parse_options(options), players, f"{seed:064x}"), AT)
    for n in range(players):
        state, _ = take_action(state, None, TakeSeat(f"wild {n}", "human", user=n, salt=""), AT)
    return state


def _after_random_move(state: State, rng: random.Random) -> State:
    if state.status == PAUSE:
        return take_action(state, None, EndPause(), AT)[0]
    seat = rng.choice(seats_to_act(state))
    sight = viewer_sight(state, seat, number=0, server_time=AT)
    return take_action(state, seat, parse_action(some_action(sight, rng)), AT)[0]
