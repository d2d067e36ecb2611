"""Play-offs of tied entrants: the size of the table, and the rounds that are played."""

from typing import NamedTuple

from core.refusal import Refusal
from games.rules.options import CARDS_IN_DECK, MAX_PLAYERS, MIN_PLAYERS, RoundPlan, parse_options
from games.rules.options.schedules import plan_rounds
from tournaments.rules.mixes import Mix, table_options

MIN_TIED = 2


class PlayOffTable(NamedTuple):
    """A table for tied entrants; `fillers` is the number of added bots, whose results do not count."""

    size: int
    fillers: int


def plan_play_off_table(tied_count: int, *, bots_allowed: bool) -> PlayOffTable | None:
    """Return the size of a play-off's table and how many of its players are bots.

    Return None if there are too few or too many tied entrants, or if bots are needed but not allowed.
    """
    if not MIN_TIED <= tied_count <= MAX_PLAYERS:
        return None
    # Two entrants need a bot.
    fillers = max(MIN_PLAYERS - tied_count, 0)
    return PlayOffTable(tied_count + fillers, fillers) if bots_allowed or not fillers else None


def rounds_of_full_game(mix: Mix, players: int) -> tuple[RoundPlan, ...]:
    """Return all rounds of a game with these options and this number of players.

    If the options do not support that number, return rounds of 1, 2, 3 … cards up to the whole deck.
    """
    try:
        return plan_rounds(parse_options(table_options(mix, players)), players)
    except Refusal:
        options = parse_options({**mix._asdict(), "rounds": list(mix.rounds) if mix.rounds else None})
        most = CARDS_IN_DECK // players
        return tuple(RoundPlan(cards, options.restriction, options.reveal) for cards in range(1, most + 1))


def pick_rounds_evenly(rounds: tuple[RoundPlan, ...], count: int) -> tuple[RoundPlan, ...]:
    """Pick `count` of the rounds at even distances, always including the last round.

    Pick at least one round and at most all.
    """
    number = len(rounds)
    count = min(max(count, 1), number)
    return tuple(rounds[number * n // count - 1] for n in range(1, count + 1))


StoredRound = dict[str, object]
"""A round of an option mix as stored in the database."""


def play_off_rounds(mix: Mix, players: int, count: int) -> list[StoredRound]:
    """Return the rounds of a play-off as dicts, as they are stored in the database.

    These are `count` rounds at even distances from the full game with the options in `mix`.
    """
    return [plan._asdict() for plan in pick_rounds_evenly(rounds_of_full_game(mix, players), count)]


def with_custom_rounds(mix: Mix, rounds: list[StoredRound]) -> Mix:
    """Return a copy of the game options with these rounds, and with the preset `custom`."""
    # Each stored round contains its own bidding rules, so the mix sets none.
    return mix._replace(preset="custom", restriction=None, reveal=None, rounds=tuple(rounds))
