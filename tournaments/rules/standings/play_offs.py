"""Play-offs of those who are level: who can hold one at a table, and what is dealt there."""

from typing import NamedTuple

from core.refusal import Refusal
from games.rules.options import CARDS_IN_DECK, MAX_PLAYERS, MIN_PLAYERS, RoundPlan, parse_options
from games.rules.schedules import schedule
from tournaments.rules.mixes import Mix, options_for

MIN_TIED = 2


class PlayOffTable(NamedTuple):
    """A table for those who are level; `fillers`: bots that play there for nobody."""

    size: int
    fillers: int


def play_off_table(tied: int, *, bots: bool) -> PlayOffTable | None:
    """The table for so many; two need a third, a bot where bots may play. None: no table is for them."""
    if not MIN_TIED <= tied <= MAX_PLAYERS:
        return None
    fillers = max(MIN_PLAYERS - tied, 0)
    return PlayOffTable(tied + fillers, fillers) if bots or not fillers else None


def full_rounds(mix: Mix, players: int) -> tuple[RoundPlan, ...]:
    """What a mix deals to so many; where it is made for other numbers, one card more each round."""
    try:
        return schedule(parse_options(options_for(mix, players)), players)
    except Refusal:
        options = parse_options({**mix._asdict(), "rounds": list(mix.rounds) if mix.rounds else None})
        most = CARDS_IN_DECK // players
        return tuple(RoundPlan(cards, options.restriction, options.reveal) for cards in range(1, most + 1))


def fewer_rounds(rounds: tuple[RoundPlan, ...], count: int) -> tuple[RoundPlan, ...]:
    """So many of the rounds, spread evenly over the whole game; its last round is always one of them."""
    number = len(rounds)
    count = min(max(count, 1), number)
    return tuple(rounds[number * n // count - 1] for n in range(1, count + 1))


StoredRound = dict[str, object]
"""A round of an option mix, as it is stored."""


def stored_rounds(mix: Mix, players: int, count: int) -> list[StoredRound]:
    """The rounds of a play-off as a table keeps them."""
    return [plan._asdict() for plan in fewer_rounds(full_rounds(mix, players), count)]


def with_rounds(mix: Mix, rounds: list[StoredRound]) -> Mix:
    """The mix with other rounds; each of them says itself what holds for its bids."""
    return mix._replace(preset="custom", restriction=None, reveal=None, rounds=tuple(rounds))
