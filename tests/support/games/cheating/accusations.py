"""Accusations that no table takes, and how they are refused; those that only look odd; a cheat to call."""

from collections.abc import Iterator
from random import Random
from typing import Any

from tests.support.games.playing import do, move, sight

HONEST = {"type": "accuse", "accused": 1, "source": "light_sensor"}


def claim(**changes: Any) -> dict[str, Any]:
    """An accusation with something else in it; `...` leaves a field out."""
    return {name: value for name, value in {**HONEST, **changes}.items() if value is not ...}


OF_THE_SERVER = ("accuser", "seat", "verdict", "received_at", "after", "points")

WRONG_FIELDS: list[tuple[str, dict[str, Any]]] = [
    *(
        ("lux", claim(lux=lux))
        for lux in (-1, -0.001, -1e300, 10**12, 1e12, "bright", "1.5", "", True, [1.5], {"lux": 1})
    ),
    *(("accused", claim(accused=seat)) for seat in (..., None, -1, 6, "1", "bob", 1.0, 1.5, True)),
    # There is a seat 5 at some tables, but this one has four.
    *(("accused", claim(accused=seat)) for seat in (4, 5)),
    *(("source", claim(source=source)) for source in (..., None, "", "nose", "Button", 1, ["button"])),
    *(
        ("sensed_at", claim(sensed_at=moment))
        for moment in (
            "", "soon", "now", 5, 1.7e9, True, ["2026-01-01"], "2026-13-01T00:00:00Z", "2026-01-01T25:00:00Z",
            "2026-01-01\x0012:00", "2026-01-01T12:00:00+99:00", "2026-01-01T12:00:00Z" + " " * 40,
        )
    ),
    *((name, claim(**{name: 1})) for name in OF_THE_SERVER),
]  # fmt: skip
"""The field that is named, and the accusation."""

NO_JSON = [
    f'{{"type": "accuse", "accused": 1, "source": "light_sensor", "lux": {lux}}}'
    for lux in ("NaN", "Infinity", "-Infinity", "1e999", "-1e999", "0x1", "1,5", "9" * 400)
]
"""Accusations whose lux is no number of JSON, or none that a program keeps."""

ODD = [
    claim(lux=0),
    claim(lux=-0.0),
    claim(lux=1e-300),
    claim(lux=999_999_999_999),
    claim(lux=None, sensed_at=None),
    claim(sensed_at="2999-12-31T23:59:59Z"),
    claim(sensed_at="2026-01-01T11:00:00Z"),
    claim(sensed_at="0001-01-01"),
    claim(sensed_at="2026-01-01T12:00:00.123456+05:30"),
]
"""Accusations that are taken: what the phone says of light and time is kept, whatever it is."""


def a_cheat(table_id: str, rng: Random) -> tuple[int, str]:
    """Play until somebody plays a forbidden card: the seat and the card."""
    while True:
        seen = sight(table_id)
        mine = sight(table_id, seen["turn"][0]) if seen["status"] == "playing" else {}
        for card in mine.get("playable", ()):
            if card not in mine["legal"]["cards"]:
                do(table_id, mine["viewer"], {"type": "play", "card": card})
                return mine["viewer"], card
        move(table_id, rng)


def others(seat: int) -> Iterator[int]:
    """The other seats of a table of four, clockwise."""
    return ((seat + n) % 4 for n in (1, 2, 3))
