"""The rounds of a game under each preset (rules.md, "Rounds" and "Presets")."""

from functools import lru_cache, reduce

from core.refusal import BadRequest
from core.sentence import Sentence
from games.rules.errors import NotEnoughPlayers, WrongNumberOfPlayers
from games.rules.options import CARDS_IN_DECK, MAX_PLAYERS, MIN_PLAYERS, Options, RoundPlan

TOURNAMENT_CARDS = {
    4: (1, 3, 5, 7, 9, 11, 12, 13, 14, 15),
    5: (2, 4, 5, 6, 7, 8, 9, 10, 11, 12),
}
_PLAYERS = {"dm2008": (4,), "tournament": tuple(TOURNAMENT_CARDS)}


def allowed_player_counts(options: Options) -> tuple[int, ...]:
    """Return the numbers of players that the options allow, in ascending order."""
    if options.rounds is not None:
        most = min(MAX_PLAYERS, CARDS_IN_DECK // max(plan.cards for plan in options.rounds))
        return tuple(range(MIN_PLAYERS, most + 1))
    return _PLAYERS.get(options.preset, tuple(range(MIN_PLAYERS, MAX_PLAYERS + 1)))


def check_player_count(options: Options, players: int) -> None:
    """Raise BadRequest unless there are 3 to 6 players.

    Raise WrongNumberOfPlayers if the options forbid this number.
    """
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise BadRequest(
            {
                "seats": [
                    Sentence(
                        "Wizard is played by %(least)d to %(most)d.", least=MIN_PLAYERS, most=MAX_PLAYERS
                    )
                ]
            }
        )
    allowed = allowed_player_counts(options)
    if players not in allowed:
        numbers = reduce(
            lambda some, last: Sentence("%(some)s or %(last)s", some=some, last=last), map(str, allowed)
        )
        if options.rounds is None:
            raise WrongNumberOfPlayers(Sentence("This game is for %(numbers)s players.", numbers=numbers))
        raise WrongNumberOfPlayers(Sentence("These rounds are for %(numbers)s players.", numbers=numbers))


def check_start_player_count(options: Options, players: int) -> None:
    """Raise an exception if a game with these options cannot start with this number of players.

    The exception is NotEnoughPlayers for fewer than 3 players, BadRequest for more than 6, and
    WrongNumberOfPlayers if the options forbid the number.
    """
    if players < MIN_PLAYERS:
        raise NotEnoughPlayers()
    check_player_count(options, players)


# Every view of a table (sight) contains the number of rounds, so this runs at each change of a table.
@lru_cache(maxsize=1024)
def plan_rounds(options: Options, players: int) -> tuple[RoundPlan, ...]:
    """Return a game's planned rounds in order.

    Raise BadRequest or WrongNumberOfPlayers for a wrong number of players.
    """
    check_player_count(options, players)
    if options.rounds is not None:
        return options.rounds
    if options.preset == "dm2008":
        return tuple(_plan_dm2008_round(number) for number in range(1, 16))
    if options.preset == "tournament":
        cards: tuple[int, ...] = TOURNAMENT_CARDS[players]
    else:
        cards = tuple(range(1, CARDS_IN_DECK // players + 1))
    return tuple(RoundPlan(n, options.restriction, options.reveal) for n in cards)


def _plan_dm2008_round(number: int) -> RoundPlan:
    """Return the plan of one round for the preset `dm2008`: the 2008 German championship's preliminaries.

    `number` is the number of the round, from 1 to 15.
    """
    if 7 <= number <= 14:
        return RoundPlan(number, "notequal", "open")
    return RoundPlan(number, "american", "hiddentip")
