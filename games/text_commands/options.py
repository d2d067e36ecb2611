"""Parses the options of a table as people type them: `notequal`, `hiddentip off`, `clock 30`."""

from core.sentence import Sentence
from games.rules.editions import EDITIONS
from games.rules.options import CLOCKS, MAX_PAUSE_SECONDS, PRESETS, RESTRICTIONS, REVEALS
from games.rules.options.pace import MAX_DAYS, MIN_DAYS, PACES, STAND_IN_MINUTES, TIMEOUTS
from games.text_commands.commands import ChangeOption
from games.text_commands.refusals import NotUnderstood

DEFAULT_RESTRICTION, DEFAULT_REVEAL = RESTRICTIONS[0], REVEALS[0]
SWITCHES = {
    "cheating": "cheating",
    "coach": "coach",
    "spare_one_card": "spare_one_card",
    "spareonecard": "spare_one_card",
    "random_seats": "random_seats",
    "spectators": "spectators",
    "undo": "undo",
}
ON, OFF = ("", "on", "yes", "an", "ja"), ("off", "no", "aus", "nein")
CHOICES = {
    "restriction": RESTRICTIONS,
    "reveal": REVEALS,
    "preset": tuple(preset for preset in PRESETS if preset != "custom"),
    "edition": tuple(EDITIONS),
    "pace": PACES,
    "on_timeout": TIMEOUTS,
}
NAMES = (*RESTRICTIONS, *REVEALS, *SWITCHES, *CHOICES, "clock", "days", "pause", "stand_in_minutes")


def parse_option(text: str) -> ChangeOption:
    """Parse the name and new value of a table option. Raise NotUnderstood if one of them is invalid."""
    name, _, value = text.casefold().partition(" ")
    if name in RESTRICTIONS or name in REVEALS:
        return _parse_value_without_name(name, value)
    if name in SWITCHES:
        return ChangeOption(SWITCHES[name], _parse_switch(name, value))
    if name in CHOICES:
        return ChangeOption(name, _parse_choice(name, value, CHOICES[name]))
    if name == "clock":
        return ChangeOption("clock", _parse_number_or_off(name, value, CLOCKS))
    if name == "stand_in_minutes":
        return ChangeOption(name, _parse_number_or_off(name, value, STAND_IN_MINUTES))
    if name == "days":
        return ChangeOption(name, _parse_days(value))
    if name == "pause":
        return ChangeOption("pause", _parse_pause(value))
    if not name:
        raise NotUnderstood(
            Sentence("Say which option, for example /option notequal or /option hiddentip off.")
        )
    unknown = Sentence(
        "There is no option “%(name)s”. The options are %(names)s.", name=name[:40], names=", ".join(NAMES)
    )
    raise NotUnderstood(unknown)


def _parse_value_without_name(value: str, switch: str) -> ChangeOption:
    """Parse a value of the option `restriction` or `reveal`, typed without the option's name.

    `switch` is the text after the value, if any. If it means "off", the option gets its default value. Raise
    NotUnderstood if it means neither "on" nor "off".
    """
    is_on = _parse_switch(value, switch)
    if value in RESTRICTIONS:
        return ChangeOption("restriction", value if is_on else DEFAULT_RESTRICTION)
    return ChangeOption("reveal", value if is_on else DEFAULT_REVEAL)


def _parse_switch(name: str, value: str) -> bool:
    """Parse "on" or "off", in English or German, as the value of the option `name`.

    An empty text means on. Raise NotUnderstood for other text.
    """
    if value not in (*ON, *OFF):
        raise NotUnderstood(Sentence("Write /option %(name)s or /option %(name)s off.", name=name))
    return value in ON


def _parse_choice(name: str, value: str, choices: tuple[str, ...]) -> str:
    """Return the value of the option `name` if it is one of `choices`. Otherwise raise NotUnderstood."""
    if value not in choices:
        raise NotUnderstood(
            Sentence("Write /option %(name)s with one of %(choices)s.", name=name, choices=", ".join(choices))
        )
    return value


def _parse_number_or_off(name: str, value: str, choices: tuple[int, ...]) -> int | None:
    """Parse the value of the option `name`: one of the numbers in `choices`, or "off", which becomes None.

    Raise NotUnderstood for other text.
    """
    if value in OFF:
        return None
    if value not in map(str, choices):
        raise NotUnderstood(
            Sentence(
                "Write /option %(name)s with one of %(choices)s, or off.",
                name=name,
                choices=", ".join(map(str, choices)),
            )
        )
    return int(value)


def _parse_days(value: str) -> int:
    """Parse the number of days allowed for each decision in a slow game.

    Raise NotUnderstood if the text is not a number from MIN_DAYS to MAX_DAYS.
    """
    if value not in map(str, range(MIN_DAYS, MAX_DAYS + 1)):
        raise NotUnderstood(
            Sentence(
                "Write /option days with a number of days from %(least)d to %(most)d.",
                least=MIN_DAYS,
                most=MAX_DAYS,
            )
        )
    return int(value)


def _parse_pause(value: str) -> int:
    """Parse the length of the pause between rounds, in seconds.

    Raise NotUnderstood if the text is not a whole number from 0 to MAX_PAUSE_SECONDS.
    """
    if not (value.isascii() and value.isdigit() and len(value) <= 3 and int(value) <= MAX_PAUSE_SECONDS):
        raise NotUnderstood(
            Sentence(
                "Write /option pause with a number of seconds from 0 to %(most)d.", most=MAX_PAUSE_SECONDS
            )
        )
    return int(value)
