"""A table's options: what may be asked for, and which combinations make sense; knows no cards."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from core.refusal import BadRequest
from games.rules.editions import BASE, EDITIONS

PRESETS = ("standard", "dm2008", "tournament", "custom")
RESTRICTIONS = ("american", "notequal", "german", "canadian")
REVEALS = ("open", "hiddentip", "delayed")
MIN_PLAYERS, MAX_PLAYERS = 3, 6
DEFAULT_PAUSE, MAX_PAUSE_SECONDS = 8, 60
"""Seconds between two rounds."""
MIN_CHEATING_PAUSE = 5
"""Where cheating is on, at least so many: what a round's last cards prove can be called only then."""
MAX_ROUNDS = 60
CLOCKS = (15, 30, 60)
"""Seconds a decision; a bank for the game comes on top."""
BANK = 4
"""A seat's bank for the game is so many decisions."""
CARDS_IN_DECK = 60
Errors = dict[str, list[str]]
"""Faults by field."""


class RoundPlan(NamedTuple):
    """One round of a schedule: its number of cards, when its bids may not add up, when they are seen."""

    cards: int
    restriction: str
    reveal: str


class Options(NamedTuple):
    """A table's options, complete and consistent; made by `parse_options` alone."""

    preset: str = "standard"
    restriction: str = "american"
    spare_one_card: bool = False
    reveal: str = "open"
    cheating: bool = False
    pause: float = DEFAULT_PAUSE
    clock: int | None = None
    rounds: tuple[RoundPlan, ...] | None = None
    coach: bool = False
    """Whether players may ask for the chances of what they can do."""
    edition: str = BASE
    """The name of one of EDITIONS."""

    def as_dict(self) -> dict[str, Any]:
        """The options in the words of the contract; `parse_options` takes them back.

        `coach` is named only where it is on, `edition` only where it is not the base game: what was kept
        before there were any stays as it is.
        """
        rounds = None if self.rounds is None else [plan._asdict() for plan in self.rounds]
        named = {**self._asdict(), "rounds": rounds}
        if not self.coach:
            del named["coach"]
        if self.edition == BASE:
            del named["edition"]
        return named


def stored_options(data: Mapping[str, Any]) -> Options:
    """The options that `as_dict` gave, taken as they are: a log is not judged again by later rules."""
    rounds = data["rounds"]
    plans = None if rounds is None else tuple(RoundPlan(**plan) for plan in rounds)
    return Options(**{**data, "rounds": plans})


_DEFAULTS = {
    "standard": {"restriction": "american", "reveal": "open"},
    # dm2008 has rounds of both kinds; these name the two, and nothing else may be asked for.
    "dm2008": {"restriction": "notequal", "reveal": "hiddentip"},
    "tournament": {"restriction": "notequal", "reveal": "open"},
    "custom": {"restriction": "american", "reveal": "open"},
}


def parse_options(raw: object) -> Options:
    """Make Options of a client's JSON object; unset or null fields take their default.

    Raises BadRequest with the faults by field.
    """
    return _parse(raw, min_cheating_pause=MIN_CHEATING_PAUSE)


def recorded_options(raw: object) -> Options:
    """The options of a record, judged as `parse_options` does, but not by rules younger than records.

    Cheating tables once could have a shorter pause, or none. Raises BadRequest with the faults by field.
    """
    return _parse(raw, min_cheating_pause=0)


def _parse(raw: object, *, min_cheating_pause: float) -> Options:
    if raw is None:
        raw = {}
    if not isinstance(raw, dict):
        raise BadRequest({"options": ["This must be an object."]})
    given = {name: value for name, value in raw.items() if value is not None}
    errors = {str(name): ["There is no such option."] for name in given if name not in Options._fields}
    preset = _one_of(given, "preset", PRESETS, "standard", errors)
    defaults = _DEFAULTS[preset]
    restriction = _one_of(given, "restriction", RESTRICTIONS, defaults["restriction"], errors)
    reveal = _one_of(given, "reveal", REVEALS, defaults["reveal"], errors)
    if preset == "dm2008":
        for name, value in (("restriction", restriction), ("reveal", reveal)):
            if value != defaults[name]:
                errors.setdefault(name, ["The preset dm2008 fixes this for each of its rounds."])
    elif preset != "custom":
        _refuse_delayed(restriction, reveal, "reveal", errors)
    cheating = _flag(given, "cheating", errors)
    options = Options(
        preset=preset,
        restriction=restriction,
        spare_one_card=_flag(given, "spare_one_card", errors),
        reveal=reveal,
        cheating=cheating,
        pause=_pause(given, min_cheating_pause if cheating else 0, errors),
        clock=_clock(given, errors),
        rounds=_rounds(given, preset, restriction, reveal, errors),
        coach=_flag(given, "coach", errors),
        edition=_one_of(given, "edition", tuple(EDITIONS), BASE, errors),
    )
    if errors:
        raise BadRequest(errors)
    return options


def _one_of(given: dict[str, Any], name: str, choices: tuple[str, ...], default: str, errors: Errors) -> str:
    value = given.get(name, default)
    if isinstance(value, str) and value in choices:
        return value
    errors[name] = [f"This must be one of {', '.join(choices)}."]
    return default


def _flag(given: dict[str, Any], name: str, errors: Errors) -> bool:
    value = given.get(name, False)
    if not isinstance(value, bool):
        errors[name] = ["This must be true or false."]
    return value is True


def _pause(given: dict[str, Any], least: float, errors: Errors) -> float:
    """`least`: what a cheating table needs, 0 at others."""
    value = given.get("pause", DEFAULT_PAUSE)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= MAX_PAUSE_SECONDS:
        errors["pause"] = [f"This must be a number of seconds from 0 to {MAX_PAUSE_SECONDS}."]
        return DEFAULT_PAUSE
    if value < least:
        errors["pause"] = [
            f"Where cheating is allowed, this must be at least {least} seconds: "
            "a cheat that the last cards of a round prove can only be called in the pause after it."
        ]
    return value


def _clock(given: dict[str, Any], errors: Errors) -> int | None:
    value = given.get("clock")
    if value is None or (value in CLOCKS and not isinstance(value, bool | float)):
        return value
    errors["clock"] = [f"This must be null or one of {', '.join(map(str, CLOCKS))} seconds."]
    return None


def _refuse_delayed(restriction: str, reveal: str, field: str, errors: Errors) -> None:
    if reveal == "delayed" and restriction != "american":
        errors.setdefault(field, ["Bids that are shown after the round cannot be restricted."])


def _rounds(
    given: dict[str, Any], preset: str, restriction: str, reveal: str, errors: Errors
) -> tuple[RoundPlan, ...] | None:
    rounds = given.get("rounds")
    if preset != "custom":
        if rounds is not None:
            errors["rounds"] = ["Only the preset custom takes a list of rounds."]
        return None
    if not isinstance(rounds, list | tuple) or not 1 <= len(rounds) <= MAX_ROUNDS:
        errors["rounds"] = [f"Enter 1 to {MAX_ROUNDS} rounds, for example 1 3 5 3 1."]
        return None
    faults: list[str] = []
    plans = tuple(
        _round(number, raw, restriction, reveal, faults) for number, raw in enumerate(rounds, start=1)
    )
    if faults:
        errors["rounds"] = faults
    return plans


def _round(number: int, raw: object, restriction: str, reveal: str, faults: list[str]) -> RoundPlan:
    """One round of a custom schedule; what it leaves out is taken from the table's own options."""
    errors: Errors = {}
    given = {k: v for k, v in raw.items() if v is not None} if isinstance(raw, dict) else {"cards": raw}
    for name in given:
        if name not in RoundPlan._fields:
            errors[str(name)] = ["There is no such field."]
    cards = given.get("cards")
    most = CARDS_IN_DECK // MIN_PLAYERS
    if isinstance(cards, bool) or not isinstance(cards, int) or not 1 <= cards <= most:
        errors["cards"] = [f"This must be a number from 1 to {most}."]
        cards = 1
    plan = RoundPlan(
        cards,
        _one_of(given, "restriction", RESTRICTIONS, restriction, errors),
        _one_of(given, "reveal", REVEALS, reveal, errors),
    )
    _refuse_delayed(plan.restriction, plan.reveal, "reveal", errors)
    faults += [f"Round {number}, {name}: {fault}" for name, found in errors.items() for fault in found]
    return plan
