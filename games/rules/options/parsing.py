"""Parses and validates the options that a client asks for, including which options can be combined."""

from core.refusal import BadRequest
from core.sentence import Sentence, must_be_one_of
from games.rules.editions import BASE, EDITIONS
from games.rules.options.options import (
    CARDS_IN_DECK,
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
    RawOptions,
    check_pace,
    parse_days_per_decision,
    parse_stand_in_minutes,
)


def parse_options(raw: object) -> Options:
    """Parse the table options that a client sent, with defaults for missing options.

    If any options are invalid, raise BadRequest with the error messages for each invalid option.
    """
    return _parse_options_object(raw, min_cheating_pause=MIN_CHEATING_PAUSE)


def parse_recorded_options(raw: object) -> Options:
    """Parse the table options in the record of a finished game.

    Unlike `parse_options`, accept even a pause of 0 seconds between rounds at tables that allow cheating. If
    any options are invalid, raise BadRequest with the error messages for each invalid option.
    """
    # Old records predate the minimum pause at tables that allow cheating.
    return _parse_options_object(raw, min_cheating_pause=0)


def _parse_options_object(raw: object, *, min_cheating_pause: float) -> Options:
    """Parse table options from a JSON object, with defaults for options that are missing or null.

    `raw` may also be None, for no options. `min_cheating_pause` is the minimum pause between rounds, in
    seconds, at tables that allow cheating. If any options are invalid, raise BadRequest with the error
    messages for each invalid option.
    """
    if raw is None:
        raw = {}
    if not isinstance(raw, dict):
        raise BadRequest({"options": [Sentence("This must be an object.")]})
    raw_options: RawOptions = {name: value for name, value in raw.items() if value is not None}
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
        days=parse_days_per_decision(raw_options, pace, errors),
        on_timeout=_parse_choice(raw_options, "on_timeout", TIMEOUTS, STAND_IN, errors),
        stand_in_minutes=parse_stand_in_minutes(raw_options, errors),
    )
    check_pace(options, errors)
    if errors:
        raise BadRequest(errors)
    return options


def _parse_choice(
    raw_options: RawOptions, name: str, choices: tuple[str, ...], default: str, errors: Errors
) -> str:
    """Return the text option `name`, or `default` if it is missing or invalid.

    Add an error if the value is not one of `choices`.
    """
    value = raw_options.get(name, default)
    if isinstance(value, str) and value in choices:
        return value
    errors[name] = [must_be_one_of(choices)]
    return default


def _parse_flag(raw_options: RawOptions, name: str, errors: Errors, *, default: bool = False) -> bool:
    """Return the boolean option `name`, or `default` if the option is missing.

    If the value is not a boolean, add an error to `errors` and return False.
    """
    value = raw_options.get(name, default)
    if not isinstance(value, bool):
        errors[name] = [Sentence("This must be true or false.")]
    return value is True


def _parse_undo(raw_options: RawOptions, cheating: bool, errors: Errors) -> bool:
    """Return the option `undo`: whether players may undo decisions.

    Add an error to `errors` if the option is not a boolean, or if it is set at a table that allows cheating.
    Return False if the option is missing or not a boolean.
    """
    undo = _parse_flag(raw_options, "undo", errors)
    # Which cards a player takes back would reveal which card was a cheat.
    if undo and cheating:
        errors["undo"] = [Sentence("Where cheating is allowed, nothing can be taken back.")]
    return undo


def _parse_pause(raw_options: RawOptions, min_seconds: float, errors: Errors) -> float:
    """Return the option `pause`: the seconds between two rounds, or DEFAULT_PAUSE if the option is missing.

    Add an error to `errors` if the value is not a number from `min_seconds` to MAX_PAUSE_SECONDS. Also return
    DEFAULT_PAUSE if the value is not a number from 0 to MAX_PAUSE_SECONDS.
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


def _parse_clock(raw_options: RawOptions, errors: Errors) -> int | None:
    """Return the option `clock`: the seconds allowed for each decision, or None for no time limit.

    For an invalid value, add an error to `errors` and return None.
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
    """Add an error for the option `field` if bids are restricted but shown only after the round.

    `restriction` names the rule for the sum of the bids, and `reveal` says when the bids are shown.
    """
    # The dealer could not comply: until the round has been played, no player knows the other bids.
    if reveal == "delayed" and restriction != "american":
        errors.setdefault(field, [Sentence("Bids that are shown after the round cannot be restricted.")])


def _parse_rounds(
    raw_options: RawOptions, preset: str, restriction: str, reveal: str, errors: Errors
) -> tuple[RoundPlan, ...] | None:
    """Return the rounds of a custom schedule, or None if `preset` has a fixed schedule.

    `restriction` (the rule for the sum of the bids) and `reveal` (when bids are shown) apply to rounds that
    do not set their own. Add an error for invalid rounds.
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
    """Parse round `number` of a custom schedule, and add error messages to `round_errors`.

    `raw` is a JSON object, or just the number of cards. `restriction` (the rule for the sum of the bids) and
    `reveal` (when bids are shown) apply unless the object sets its own.
    """
    errors: Errors = {}
    raw_options = {k: v for k, v in raw.items() if v is not None} if isinstance(raw, dict) else {"cards": raw}
    for name in raw_options:
        if name not in RoundPlan._fields:
            errors[str(name)] = [Sentence("There is no field %(field)s.", field=name)]
    cards = raw_options.get("cards")
    if isinstance(cards, bool) or not isinstance(cards, int) or not 1 <= cards <= MAX_CARDS:
        errors["cards"] = [_card_count_error()]
        cards = 1
    plan = RoundPlan(
        cards,
        _parse_choice(raw_options, "restriction", RESTRICTIONS, restriction, errors),
        _parse_choice(raw_options, "reveal", REVEALS, reveal, errors),
    )
    for name, choices in (("restriction", RESTRICTIONS), ("reveal", REVEALS)):
        if name in errors:
            # The errors of all rounds share the field `rounds`, so the sentence has to name what is wrong.
            errors[name] = [
                Sentence("%(field)s must be one of %(choices)s.", field=name, choices=", ".join(choices))
            ]
    _check_delayed_reveal(plan.restriction, plan.reveal, "reveal", errors)
    round_errors += [
        Sentence("Round %(number)d: %(fault)s", number=number, fault=error)
        for found in errors.values()
        for error in found
    ]
    return plan


def _card_count_error() -> Sentence:
    """Return the error message for a round with an invalid number of cards.

    The message contains the maximum for each number of players.
    """
    # Options are parsed before the number of seats is known, and either of them can be changed.
    return Sentence(
        "Enter 1 to %(three)d cards for 3 players, up to %(four)d for 4, %(five)d for 5 or %(six)d for 6.",
        three=CARDS_IN_DECK // 3,
        four=CARDS_IN_DECK // 4,
        five=CARDS_IN_DECK // 5,
        six=CARDS_IN_DECK // 6,
    )
