"""What a seat, or the house for a seat, may ask of a table; and how JSON becomes an action."""

import math
from collections.abc import Callable
from datetime import datetime
from typing import Any, NamedTuple

from games.rules.cards import SUITS, Card, is_card
from games.rules.errors import BadRequest
from games.rules.options import MAX_PLAYERS, Options
from games.rules.verbs import Verb

SOURCES = ("light_sensor", "button", "mail")
LONGEST_MOMENT = 40


class OpenTable(NamedTuple):
    """Make the table; `server_seed` are the server's 32 random bytes in hex."""

    options: Options
    size: int
    server_seed: str
    organised: bool = False


class TakeSeat(NamedTuple):
    """Sit down; no seat named: the first free one. `user` is opaque here, None for the house's bots."""

    name: str
    kind: str
    user: int | None = None
    level: str | None = None
    seat: int | None = None
    salt: str = ""


class LeaveSeat(NamedTuple):
    """Get up before the game starts."""


class StartGame(NamedTuple):
    """Start with those who sit."""


class NameTrump(NamedTuple):
    """The dealer names the suit after a turned Wizard."""

    suit: str


class Bid(NamedTuple):
    """Say how many tricks."""

    bid: int


class Play(NamedTuple):
    """Play a card."""

    card: Card


class Accuse(NamedTuple):
    """Call a cheater; `lux` and `sensed_at` are the phone's word, stored and never trusted."""

    accused: int
    source: str
    lux: float | None = None
    sensed_at: str | None = None


class Ready(NamedTuple):
    """Enough of the pause."""


class SetWing(NamedTuple):
    """Lay a card aside that plays itself when the turn comes; None takes it back."""

    card: Card | None


class EndPause(NamedTuple):
    """The house: the pause is over."""


class LeaveGame(NamedTuple):
    """Go away from a running game: a stand-in plays on, and the result counts."""


class AskPause(NamedTuple):
    """Ask for a pause, or agree to one."""


class EndOwnPause(NamedTuple):
    """End the pause that the players agreed on."""


class GoAway(NamedTuple):
    """The house: somebody gives no sign of life."""

    seat: int


class ComeBack(NamedTuple):
    """The house: somebody who was away is there again."""

    seat: int


class RenewClock(NamedTuple):
    """The house: no server ran, so who has to act begins to think anew."""


PlayerAction = NameTrump | Bid | Play | Accuse | Ready | LeaveGame | AskPause | EndOwnPause
HouseAction = EndPause | GoAway | ComeBack | RenewClock
Action = OpenTable | TakeSeat | LeaveSeat | StartGame | PlayerAction | SetWing | HouseAction | Verb


def parse_action(data: object) -> PlayerAction:
    """Make an action of `{"type": …, fields}`; raises BadRequest with the faults by field."""
    if not isinstance(data, dict):
        raise BadRequest({"action": ["This must be an object."]})
    kind = data.get("type")
    if not isinstance(kind, str) or kind not in _FIELDS:
        raise BadRequest({"type": [f"This must be one of {', '.join(_FIELDS)}."]})
    action, fields = _FIELDS[kind]
    errors = {
        str(name): ["There is no such field."] for name in data if name not in fields and name != "type"
    }
    values: dict[str, Any] = {}
    for name, read in fields.items():
        try:
            values[name] = read(data.get(name))
        except ValueError as fault:
            errors[name] = [str(fault)]
    if errors:
        raise BadRequest(errors)
    return action(**values)


def _suit(value: object) -> str:
    if not isinstance(value, str) or value not in SUITS:
        raise ValueError("This must be one of R, Y, G, B.")
    return value


def _whole_number(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError("This must be a whole number.")
    return value


def _card(value: object) -> Card:
    if not is_card(value):
        raise ValueError("This must be a card such as R7, J1 or W4.")
    return str(value)


def _seat(value: object) -> int:
    seat = _whole_number(value)
    if not 0 <= seat < MAX_PLAYERS:
        raise ValueError("There is no such seat.")
    return seat


def _source(value: object) -> str:
    if not isinstance(value, str) or value not in SOURCES:
        raise ValueError(f"This must be one of {', '.join(SOURCES)}.")
    return value


def _lux(value: object) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError("This must be a number of lux.")
    lux = float(value) if abs(value) < 1e12 else math.inf
    if not (math.isfinite(lux) and lux >= 0):
        raise ValueError("This must be a number of lux: 0 or more, and below 1e12.")
    return lux


def _moment(value: object) -> str | None:
    if value is None:
        return None
    try:
        if not isinstance(value, str) or len(value) > LONGEST_MOMENT:
            raise ValueError
        if not (value.isascii() and value.isprintable()):
            # Python takes any character between date and time, even those that no database keeps.
            raise ValueError
        datetime.fromisoformat(value)
    except ValueError:
        raise ValueError("This must be a moment in ISO 8601, such as 2026-01-31T20:15:00Z.") from None
    return value


_FIELDS: dict[str, tuple[Callable[..., PlayerAction], dict[str, Callable[[object], Any]]]] = {
    "name_trump": (NameTrump, {"suit": _suit}),
    "bid": (Bid, {"bid": _whole_number}),
    "play": (Play, {"card": _card}),
    "accuse": (Accuse, {"accused": _seat, "source": _source, "lux": _lux, "sensed_at": _moment}),
    "ready": (Ready, {}),
    "leave": (LeaveGame, {}),
    "pause": (AskPause, {}),
    "resume": (EndOwnPause, {}),
}
