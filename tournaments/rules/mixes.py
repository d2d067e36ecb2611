"""Option mixes: the game options of a stage at each table size, and the validation of a mix."""

from typing import Any, NamedTuple

from core.refusal import BadRequest
from core.sentence import Sentence, counted_sentence, join_with_or
from games.rules.editions import BASE
from games.rules.options import CARDS_IN_DECK, DEFAULT_PAUSE, Options, parse_options
from games.rules.options.schedules import allowed_player_counts, check_player_count

ROUNDS_OF_THREE = tuple(range(2, 21, 2))
"""The preset `tournament` is for four or five players; a table of three plays these ten rounds instead."""


class Mix(NamedTuple):
    """The game options of a stage; unless stated otherwise, None means the preset's default.

    `rounds` has the same format as in a table's options.
    """

    preset: str = "tournament"
    restriction: str | None = None
    reveal: str | None = None
    spare_one_card: bool = False
    cheating: bool = False
    pause: float = DEFAULT_PAUSE
    clock: int | None = None
    """Seconds per decision at tables on this site; None if there is no clock."""
    rounds: tuple[Any, ...] | None = None
    edition: str = BASE


def table_options(mix: Mix, players: int) -> dict[str, object]:
    """Return the game options for a table of this many players, as a dict for `parse_options`.

    `mix` is an option mix: the game options of a stage. With the preset "tournament", three players get a
    custom list of rounds. Raise BadRequest if the options are invalid or if there are not 3 to 6 players, and
    WrongNumberOfPlayers if the options do not allow that number.
    """
    raw: dict[str, object] = mix._asdict()
    if mix.rounds is not None:
        raw["rounds"] = list(mix.rounds)
    if mix.preset == "tournament" and players == 3:
        own = parse_options(raw)
        raw |= {"preset": "custom", "restriction": own.restriction, "reveal": own.reveal}
        raw["rounds"] = list(ROUNDS_OF_THREE)
    check_player_count(parse_options(raw), players)
    return raw


def supported_sizes(mix: Mix) -> tuple[int, ...]:
    """Return the table sizes for which these game options are suitable, smallest first.

    Raise BadRequest if the options are invalid.
    """
    options = _parse_mix(mix)
    return (
        (3, *allowed_player_counts(options)) if mix.preset == "tournament" else allowed_player_counts(options)
    )


def find_option_mix_errors(mix: Mix, sizes: tuple[int, ...] = ()) -> list[str]:
    """Return messages that say why an option mix (the game options of a stage) cannot be used.

    The reason is either that options are invalid, or that the options do not allow a table size in `sizes`.
    If `sizes` is empty, only check whether the options are valid. Return [] if there is no error.
    """
    try:
        options = _parse_mix(mix)
    except BadRequest as refusal:
        return [_add_field_name(field, error) for field, found in refusal.errors.items() for error in found]
    if options.rounds is not None:
        return _oversized_round_errors(options, sizes)
    allowed = supported_sizes(mix)
    numbers = join_with_or([str(size) for size in allowed])
    return [
        Sentence(
            "The preset %(preset)s is for tables of %(numbers)s, not %(size)d.",
            preset=mix.preset,
            numbers=numbers,
            size=size,
        )
        for size in sorted(set(sizes))
        if size not in allowed
    ]


def _parse_mix(mix: Mix) -> Options:
    """Validate the game options of an option mix, and return them as `Options`.

    Raise BadRequest if the mix is invalid.
    """
    rounds = None if mix.rounds is None else list(mix.rounds)
    return parse_options({**mix._asdict(), "rounds": rounds})


def _oversized_round_errors(options: Options, sizes: tuple[int, ...]) -> list[str]:
    """Return a message for each round that needs more cards than the deck has at one of these table sizes."""
    found: list[str] = []
    for number, plan in enumerate(options.rounds or (), start=1):
        short = [size for size in sizes if plan.cards * size > CARDS_IN_DECK]
        if short:
            found.append(
                counted_sentence(
                    "Round %(number)d deals %(count)d card to %(players)d players, "
                    "but the deck has %(deck)d.",
                    "Round %(number)d deals %(count)d cards to %(players)d players, "
                    "but the deck has %(deck)d.",
                    plan.cards,
                    number=number,
                    players=min(short),
                    deck=CARDS_IN_DECK,
                )
            )
    return found


def _add_field_name(field: str, message: str) -> str:
    """Return an error message with the name of the invalid field in front of it.

    A message that begins with "Round " is returned unchanged, because it already says which round is invalid.
    """
    return (
        message
        if message.startswith("Round ")
        else Sentence("%(field)s: %(fault)s", field=field.replace("_", " ").capitalize(), fault=message)
    )
