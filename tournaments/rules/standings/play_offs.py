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
    """Return the table size and the number of bots for a play-off of `tied_count` entrants.

    Return None if no such play-off is possible.
    """
    if not MIN_TIED <= tied_count <= MAX_PLAYERS:
        return None
    # Two entrants need a bot.
    fillers = max(MIN_PLAYERS - tied_count, 0)
    return PlayOffTable(tied_count + fillers, fillers) if bots_allowed or not fillers else None


def rounds_of_full_game(mix: Mix, players: int) -> tuple[RoundPlan, ...]:
    """Return all rounds of a full game with these game options and this number of players.

    If the options do not fit the number of players, return rounds of 1, 2, … cards, up to the whole deck.
    """
    try:
        return plan_rounds(parse_options(table_options(mix, players)), players)
    except Refusal:
        options = parse_options({**mix._asdict(), "rounds": list(mix.rounds) if mix.rounds else None})
        most = CARDS_IN_DECK // players
        return tuple(RoundPlan(cards, options.restriction, options.reveal) for cards in range(1, most + 1))


def pick_rounds_evenly(rounds: tuple[RoundPlan, ...], count: int) -> tuple[RoundPlan, ...]:
    """Pick `count` evenly spaced rounds, always including the last one.

    Pick one round if `count` is less than 1, and all rounds if it is more than there are.
    """
    number = len(rounds)
    count = min(max(count, 1), number)
    return tuple(rounds[number * n // count - 1] for n in range(1, count + 1))


StoredRound = dict[str, object]
"""A round of an option mix as stored in the database."""


def play_off_rounds(mix: Mix, players: int, count: int) -> list[StoredRound]:
    """Return `count` rounds for a play-off, in the form in which the database stores them.

    They are spread evenly over the rounds of a full game.
    """
    return [plan._asdict() for plan in pick_rounds_evenly(rounds_of_full_game(mix, players), count)]


def with_custom_rounds(mix: Mix, rounds: list[StoredRound]) -> Mix:
    """Return a copy of the game options `mix` in which these rounds replace the rounds of the preset.

    The copy's preset is "custom".
    """
    # Each stored round contains its own bidding rules, so the mix sets none.
    return mix._replace(preset="custom", restriction=None, reveal=None, rounds=tuple(rounds))
