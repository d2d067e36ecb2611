"""Parses the text after `/challenge`: players' names, and options that begin with a hyphen."""

from core.sentence import Sentence
from games.rules.options import MAX_PLAYERS, RESTRICTIONS
from games.rules.options.pace import MAX_DAYS, MIN_DAYS
from games.text_commands.board_commands import ChallengePlayers
from games.text_commands.moves import parse_number
from games.text_commands.refusals import NotUnderstood
from games.text_commands.usages import USAGES

IN_ORDER = ("inorder", "reihenfolge")
DAYS = ("days", "tage")
GERMAN_NAMES = {"amerikanisch": "american", "deutsch": "german", "kanadisch": "canadian"}
HYPHENS = "-\N{EN DASH}\N{EM DASH}"
"""Mail programs turn hyphens into dashes."""


def parse_challenge(arguments: str) -> ChallengePlayers:
    """Parse the players' names and the options that follow `/challenge`.

    Raise NotUnderstood if they are invalid or contradictory.
    """
    words = arguments.replace(",", " ").replace("=", " ").split()
    names: list[str] = []
    restrictions: list[str] = []
    days, in_order = None, False
    while words:
        word = words.pop(0)
        if word[0] not in HYPHENS:
            names.append(word.removeprefix("@"))
            continue
        option = word.lstrip(HYPHENS).casefold()
        if option in DAYS:
            days = _parse_days(words.pop(0) if words else "")
        elif option in IN_ORDER:
            in_order = True
        elif (known := GERMAN_NAMES.get(option, option)) in RESTRICTIONS:
            restrictions.append(known)
        else:
            unknown = Sentence(
                "There is no option “%(name)s”. The options are %(names)s.",
                name=word[:40],
                names=", ".join(f"-{each}" for each in (*RESTRICTIONS, IN_ORDER[0], f"{DAYS[0]} N")),
            )
            raise NotUnderstood(unknown)
    if len(set(restrictions)) > 1:
        both = ", ".join(f"-{each}" for each in dict.fromkeys(restrictions))
        raise NotUnderstood(Sentence("Only one of these can hold: %(options)s.", options=both))
    _check_names(names)
    return ChallengePlayers(tuple(names), restrictions[0] if restrictions else None, days, in_order)


def _parse_days(text: str) -> int:
    """Parse the number of days allowed for each decision in a slow game.

    Raise NotUnderstood if the text is not a number from MIN_DAYS to MAX_DAYS.
    """
    days = parse_number(text)
    if days is None or not MIN_DAYS <= days <= MAX_DAYS:
        raise NotUnderstood(
            Sentence(
                "After -days comes a number of days from %(least)d to %(most)d.",
                least=MIN_DAYS,
                most=MAX_DAYS,
            )
        )
    return days


def _check_names(names: list[str]) -> None:
    """Raise NotUnderstood unless there are 1 to MAX_PLAYERS names, none of them empty or repeated."""
    if not names or not all(names):
        raise NotUnderstood(
            Sentence("Say whom you challenge, for example %(example)s.", example=USAGES["challenge"].example)
        )
    if len(names) > MAX_PLAYERS:
        raise NotUnderstood(Sentence("Wizard is played by %(least)d to %(most)d.", least=3, most=MAX_PLAYERS))
    known: set[str] = set()
    for name in names:
        if name.casefold() in known:
            raise NotUnderstood(Sentence("“%(name)s” is named twice.", name=name[:40]))
        known.add(name.casefold())
