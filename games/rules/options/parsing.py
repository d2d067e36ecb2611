"""Parses and validates the options that a client asks for, including which options can be combined."""

from typing import Any

from core.refusal import BadRequest
from core.sentence import Sentence, must_be_one_of
from games.rules.editions import BASE, EDITIONS
from games.rules.options.options import (
    CLOCKS,
    DEFAULT_PAUSE,
    MAX_CARDS,
    MAX_PAUSE_SECONDS,
    MAX_ROUNDS,
    MIN_CHEATING_PAUSE,
    PRESET_DEFAULTS,
    PRESETS,
    RESTRICTIONS,
    REVEALS,
    Options,
    RoundPlan,
)
from games.rules.options.pace import (
    LIVE,
    PACES,
    STAND_IN,
    TIMEOUTS,
    Errors,
    check_pace,
    parse_days,
    parse_stand_in_minutes,
)


def parse_options(raw: object) -> Options:
    """Parse and validate a client's JSON object of table options; missing and null fields get their default.

    Raise BadRequest, with the errors by field, if a value is invalid or a field is unknown.
    """
    return _parse_options_object(raw, min_cheating_pause=MIN_CHEATING_PAUSE)


def parse_recorded_options(raw: object) -> Options:
    """Parse and validate the table options in the record of a finished game.

    Unlike `parse_options`, ignore the minimum pause between rounds at tables that allow cheating. Raise
    BadRequest, with the errors by field, if an option is invalid.
    """
    # Old records predate the minimum pause.
    return _parse_options_object(raw, min_cheating_pause=0)


def _parse_options_object(raw: object, *, min_cheating_pause: float) -> Options:
    """Parse and validate a JSON object of table options; None counts as an empty object.

    At a table that allows cheating, the pause between rounds must be at least `min_cheating_pause` seconds.
    Raise BadRequest, with the errors by field, if an option is invalid.
    """
    if raw is None:
        raw = {}
    if not isinstance(raw, dict):
        raise BadRequest({"options": [Sentence("This must be an object.")]})
    raw_options = {name: value for name, value in raw.items() if value is not None}
    errors: Errors = {
        str(name): [Sentence("There is no such option.")]
        for name in raw_options
        if name not in Options._fields
    }
    preset = _parse_choice(raw_options, "preset", PRESETS, "standard", errors)
    defaults = PRESET_DEFAULTS[preset]
    restriction = _parse_choice(raw_options, "restriction", RESTRICTIONS, defaults["restriction"], errors)
    reveal = _parse_choice(raw_options, "reveal", REVEALS, defaults["reveal"], errors)
    if preset == "dm2008":
        for name, value in (("restriction", restriction), ("reveal", reveal)):
            if value != defaults[name]:
                errors.setdefault(name, [Sentence("The preset dm2008 fixes this for each of its rounds.")])
    # A custom schedule is checked round by round, because each round may have its own restriction.
    elif preset != "custom":
        _check_delayed_reveal(restriction, reveal, "reveal", errors)
    cheating = _parse_flag(raw_options, "cheating", errors)
    pace = _parse_choice(raw_options, "pace", PACES, LIVE, errors)
    options = Options(
        preset=preset,
        restriction=restriction,
        spare_one_card=_parse_flag(raw_options, "spare_one_card", errors),
        reveal=reveal,
        cheating=cheating,
        pause=_parse_pause(raw_options, min_cheating_pause if cheating else 0, errors),
        clock=_parse_clock(raw_options, errors),
        rounds=_parse_rounds(raw_options, preset, restriction, reveal, errors),
        coach=_parse_flag(raw_options, "coach", errors),
        edition=_parse_choice(raw_options, "edition", tuple(EDITIONS), BASE, errors),
        random_seats=_parse_flag(raw_options, "random_seats", errors),
        spectators=_parse_flag(raw_options, "spectators", errors, default=True),
        undo=_parse_undo(raw_options, cheating, errors),
        pace=pace,
        days=parse_days(raw_options, pace, errors),
        on_timeout=_parse_choice(raw_options, "on_timeout", TIMEOUTS, STAND_IN, errors),
        stand_in_minutes=parse_stand_in_minutes(raw_options, errors),
    )
    check_pace(options, errors)
    if errors:
        raise BadRequest(errors)
    return options


def _parse_choice(
    raw_options: dict[str, Any], name: str, choices: tuple[str, ...], default: str, errors: Errors
) -> str:
    """Return the text option `name`, or `default` if the option is missing.

    If the value is not one of `choices`, add an error to `errors` and return `default`.
    """
    value = raw_options.get(name, default)
    if isinstance(value, str) and value in choices:
        return value
    errors[name] = [must_be_one_of(choices)]
    return default


def _parse_flag(raw_options: dict[str, Any], name: str, errors: Errors, *, default: bool = False) -> bool:
    """Return the boolean option `name`, or `default` if the option is missing.

    If the value is not a boolean, add an error to `errors` and return False.
    """
    value = raw_options.get(name, default)
    if not isinstance(value, bool):
        errors[name] = [Sentence("This must be true or false.")]
    return value is True


def _parse_undo(raw_options: dict[str, Any], cheating: bool, errors: Errors) -> bool:
    """Return whether players may undo decisions; add an error if the table allows both undo and cheating."""
    undo = _parse_flag(raw_options, "undo", errors)
    # Which cards a player takes back would reveal which card was a cheat.
    if undo and cheating:
        errors["undo"] = [Sentence("Where cheating is allowed, nothing can be taken back.")]
    return undo


def _parse_pause(raw_options: dict[str, Any], min_seconds: float, errors: Errors) -> float:
    """Return the option `pause`: the seconds between two rounds.

    Add an error to `errors` if the value is not between `min_seconds` and MAX_PAUSE_SECONDS.
    """
    value = raw_options.get("pause", DEFAULT_PAUSE)
    # In Python, a bool is an int: without this check, `true` would be a pause of one second.
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= MAX_PAUSE_SECONDS:
        errors["pause"] = [
            Sentence("This must be a number of seconds from 0 to %(most)d.", most=MAX_PAUSE_SECONDS)
        ]
        return DEFAULT_PAUSE
    if value < min_seconds:
        errors["pause"] = [
            Sentence(
                "Where cheating is allowed, this must be at least %(least)s seconds: "
                "a cheat that the last cards of a round prove can only be called in the pause after it.",
                least=min_seconds,
            )
        ]
    return value


def _parse_clock(raw_options: dict[str, Any], errors: Errors) -> int | None:
    """Return the option `clock`: the seconds allowed for each decision, or None for a table without a clock.

    If the value is invalid, add an error to `errors` and return None.
    """
    value = raw_options.get("clock")
    # 30.0 equals 30 and would be accepted, but the option is stored as a whole number.
    if value is None or (value in CLOCKS and not isinstance(value, bool | float)):
        return value
    errors["clock"] = [
        Sentence("This must be null or one of %(choices)s seconds.", choices=", ".join(map(str, CLOCKS)))
    ]
    return None


def _check_delayed_reveal(restriction: str, reveal: str, field: str, errors: Errors) -> None:
    """Add an error for `field` if bids are restricted, but stay secret until the round has been played."""
    # The dealer could not comply: until the round has been played, no player knows the other bids.
    if reveal == "delayed" and restriction != "american":
        errors.setdefault(field, [Sentence("Bids that are shown after the round cannot be restricted.")])


def _parse_rounds(
    raw_options: dict[str, Any], preset: str, restriction: str, reveal: str, errors: Errors
) -> tuple[RoundPlan, ...] | None:
    """Return the rounds of a custom schedule, or None if `preset` is not "custom".

    `restriction` and `reveal` are the defaults for each round. Add an error to `errors` if the option
    `rounds` is invalid, or if it is given for another preset.
    """
    rounds = raw_options.get("rounds")
    if preset != "custom":
        if rounds is not None:
            errors["rounds"] = [Sentence("Only the preset custom takes a list of rounds.")]
        return None
    if not isinstance(rounds, list | tuple) or not 1 <= len(rounds) <= MAX_ROUNDS:
        errors["rounds"] = [Sentence("Enter 1 to %(most)d rounds, for example 1 3 5 3 1.", most=MAX_ROUNDS)]
        return None
    round_errors: list[str] = []
    plans = tuple(
        _parse_round(number, raw, restriction, reveal, round_errors)
        for number, raw in enumerate(rounds, start=1)
    )
    if round_errors:
        errors["rounds"] = round_errors
    return plans


def _parse_round(
    number: int, raw: object, restriction: str, reveal: str, round_errors: list[str]
) -> RoundPlan:
    """Parse one round of a custom schedule, given as a JSON object or only as its number of cards.

    `restriction` and `reveal` are used if the object lacks them. Add the errors to `round_errors`.
    """
    errors: Errors = {}
    raw_options = {k: v for k, v in raw.items() if v is not None} if isinstance(raw, dict) else {"cards": raw}
    for name in raw_options:
        if name not in RoundPlan._fields:
            errors[str(name)] = [Sentence("There is no such field.")]
    cards = raw_options.get("cards")
    if isinstance(cards, bool) or not isinstance(cards, int) or not 1 <= cards <= MAX_CARDS:
        errors["cards"] = [Sentence("This must be a number from 1 to %(most)d.", most=MAX_CARDS)]
        cards = 1
    plan = RoundPlan(
        cards,
        _parse_choice(raw_options, "restriction", RESTRICTIONS, restriction, errors),
        _parse_choice(raw_options, "reveal", REVEALS, reveal, errors),
    )
    _check_delayed_reveal(plan.restriction, plan.reveal, "reveal", errors)
    round_errors += [
        Sentence("Round %(number)d, %(field)s: %(fault)s", number=number, field=name, fault=error)
        for name, found in errors.items()
        for error in found
    ]
    return plan
