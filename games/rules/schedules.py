"""Which rounds a game has: the presets' tables (rules.md, "Rounds" and "Presets"); knows no cards."""

from functools import lru_cache

from core.refusal import BadRequest
from games.rules.errors import NotEnoughPlayers, WrongNumberOfPlayers
from games.rules.options import CARDS_IN_DECK, MAX_PLAYERS, MIN_PLAYERS, Options, RoundPlan

TOURNAMENT_CARDS = {
    4: (1, 3, 5, 7, 9, 11, 12, 13, 14, 15),
    5: (2, 4, 5, 6, 7, 8, 9, 10, 11, 12),
}
_PLAYERS = {"dm2008": (4,), "tournament": tuple(TOURNAMENT_CARDS)}


def allowed_players(options: Options) -> tuple[int, ...]:
    """The numbers of players that these options are made for, ascending."""
    if options.rounds is not None:
        most = min(MAX_PLAYERS, CARDS_IN_DECK // max(plan.cards for plan in options.rounds))
        return tuple(range(MIN_PLAYERS, most + 1))
    return _PLAYERS.get(options.preset, tuple(range(MIN_PLAYERS, MAX_PLAYERS + 1)))


def check_players(options: Options, players: int) -> None:
    """Refuse a number of players that the game or the options are not made for.

    Raises BadRequest for a table that could never be (seats not 3 to 6), WrongNumberOfPlayers otherwise.
    """
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise BadRequest({"seats": [f"Wizard is played by {MIN_PLAYERS} to {MAX_PLAYERS}."]})
    allowed = allowed_players(options)
    if players not in allowed:
        numbers = " or ".join(str(number) for number in allowed)
        what = "This game is for" if options.rounds is None else "These rounds are for"
        raise WrongNumberOfPlayers(f"{what} {numbers} players.")


def check_start(options: Options, players: int) -> None:
    """Refuse to start with fewer than three (NotEnoughPlayers) or a number that the options do not take."""
    if players < MIN_PLAYERS:
        raise NotEnoughPlayers()
    check_players(options, players)


@lru_cache(maxsize=1024)
def schedule(options: Options, players: int) -> tuple[RoundPlan, ...]:
    """The rounds of a game, first to last.

    Raises WrongNumberOfPlayers where the options are not made for that number.
    """
    check_players(options, players)
    if options.rounds is not None:
        return options.rounds
    if options.preset == "dm2008":
        return tuple(_dm2008(number) for number in range(1, 16))
    if options.preset == "tournament":
        cards: tuple[int, ...] = TOURNAMENT_CARDS[players]
    else:
        cards = tuple(range(1, CARDS_IN_DECK // players + 1))
    return tuple(RoundPlan(n, options.restriction, options.reveal) for n in cards)


def _dm2008(number: int) -> RoundPlan:
    """Preliminary round of the German championship 2008."""
    if 7 <= number <= 14:
        return RoundPlan(number, "notequal", "open")
    return RoundPlan(number, "american", "hiddentip")
