"""Option mixes: which game a stage plays at each size of table, and what is wrong with a mix."""

from typing import Any, NamedTuple

from core.refusal import BadRequest
from games.rules.editions import BASE
from games.rules.options import CARDS_IN_DECK, DEFAULT_PAUSE, Options, parse_options
from games.rules.schedules import allowed_players, check_players

ROUNDS_OF_THREE = tuple(range(2, 21, 2))
"""The preset `tournament` is made for four and five; a table of three plays these ten rounds."""


class Mix(NamedTuple):
    """The options of a stage; None takes the preset's own. `rounds`: as a table's options have them."""

    preset: str = "tournament"
    restriction: str | None = None
    reveal: str | None = None
    spare_one_card: bool = False
    cheating: bool = False
    pause: float = DEFAULT_PAUSE
    clock: int | None = None
    """Seconds a decision at tables that are played here; None: no clock."""
    rounds: tuple[Any, ...] | None = None
    edition: str = BASE


def options_for(mix: Mix, players: int) -> dict[str, object]:
    """The options of a table of so many, for `parse_options` to take.

    Raises BadRequest where the mix is none at all, WrongNumberOfPlayers where it is not made for that number.
    """
    raw: dict[str, object] = mix._asdict()
    if mix.rounds is not None:
        raw["rounds"] = list(mix.rounds)
    if mix.preset == "tournament" and players == 3:
        own = parse_options(raw)
        raw |= {"preset": "custom", "restriction": own.restriction, "reveal": own.reveal}
        raw["rounds"] = list(ROUNDS_OF_THREE)
    check_players(parse_options(raw), players)
    return raw


def sizes_of(mix: Mix) -> tuple[int, ...]:
    """The sizes of tables that the mix is made for, ascending. Raises BadRequest where it is none at all."""
    options = _options(mix)
    return (3, *allowed_players(options)) if mix.preset == "tournament" else allowed_players(options)


def faults(mix: Mix, sizes: tuple[int, ...] = ()) -> list[str]:
    """What keeps the mix from being played at tables of these sizes, in sentences; none: it can be."""
    try:
        options = _options(mix)
    except BadRequest as refusal:
        return [_sentence(field, fault) for field, found in refusal.errors.items() for fault in found]
    if options.rounds is not None:
        return _too_many_cards(options, sizes)
    allowed = sizes_of(mix)
    numbers = " or ".join(str(size) for size in allowed)
    return [
        f"The preset {mix.preset} is for tables of {numbers}, not {size}."
        for size in sorted(set(sizes))
        if size not in allowed
    ]


def _options(mix: Mix) -> Options:
    rounds = None if mix.rounds is None else list(mix.rounds)
    return parse_options({**mix._asdict(), "rounds": rounds})


def _too_many_cards(options: Options, sizes: tuple[int, ...]) -> list[str]:
    """A sentence for each round with more cards than there are, at the smallest table that has too few."""
    found = []
    for number, plan in enumerate(options.rounds or (), start=1):
        short = [size for size in sizes if plan.cards * size > CARDS_IN_DECK]
        if short:
            cards = "1 card" if plan.cards == 1 else f"{plan.cards} cards"
            found.append(
                f"Round {number} deals {cards} to {min(short)} players, but the deck has {CARDS_IN_DECK}."
            )
    return found


def _sentence(field: str, fault: str) -> str:
    """A fault that says where it is, as those of single rounds do already."""
    return fault if fault.startswith("Round ") else f"{field.replace('_', ' ').capitalize()}: {fault}"
