"""Readings of a light sensor in, covers by a hand out; knows no sensor, no clock and no game.

The browser has the same logic under the same names in static/js/sensor/cover.js; readings.json tests both.
Times are milliseconds of any monotonic clock.
"""

import math
from typing import NamedTuple


class Cover(NamedTuple):
    """Somebody covered the sensor: when it went dark, to how much light, in how bright a room."""

    at: float
    lux: float
    room: float


class CoverDetector:
    """Tells a hand on the sensor from flicker, clouds and sunsets; one event per cover."""

    DARK = 0.3  # of the room's light: below this it may be a cover,
    LIGHT = 0.6  # and it is one until there is more than this again (hysteresis).
    LEAST = 5  # lux: in a darker room nothing can be told.
    HOLD = 150  # ms that it must stay dark: lamps flicker quicker.
    SETTLE = 1000  # ms after the first reading in which the sensor only learns the room.
    FOLLOW = 3000  # ms in which the idea of the room goes two thirds of the way to a new light.
    ADAPT = 10_000  # ms of darkness after which the room is dark.

    since: float | None
    dark: Cover | None

    def __init__(self) -> None:
        self.on = True
        self._forget()

    def screen(self, on: bool) -> None:
        """Forget all readings when the screen goes on or off; ignore new ones while it is off."""
        self.on = on
        self._forget()

    def read(self, at: float, lux: float) -> Cover | None:
        """Process a reading of `lux` at the time `at`. Return a cover if one has been detected, or else None.

        Sensors may report only changes. Invalid readings, and all readings while the screen is off, are
        ignored.
        """
        if not self.on or not math.isfinite(lux) or lux < 0:
            return None
        cover = self.look(at)
        if self.since is None:
            self.since = self.at = at
        self.lux = lux
        if at - self.since < self.SETTLE:
            self.room = lux
        elif self.dark is None and self.room >= self.LEAST and lux < self.DARK * self.room:
            self.dark, self.told = Cover(at, lux, self.room), False
        elif self.dark is not None and lux > self.LIGHT * self.room:
            self.dark = None
        return cover

    def look(self, at: float) -> Cover | None:
        """Return a cover if the sensor has now been dark for HOLD ms, or else None. Call this from a timer.

        Each cover is returned only once.
        """
        if self.since is None:
            return None
        elapsed, self.at = at - self.at, at
        if self.dark is None:
            self.room += (self.lux - self.room) * (1 - math.exp(-elapsed / self.FOLLOW))
            return None
        held = at - self.dark.at
        if held >= self.HOLD and not self.told:
            self.told = True
            return self.dark
        if held > self.ADAPT:
            self.room, self.dark = self.lux, None
        return None

    def sense(self, at: float, what: float | str | None) -> Cover | None:
        """Process an entry of a timeline. Return a cover if one has been detected, or else None.

        `what` is a reading in lux, "on" or "off" for the screen, or None if time just passes.
        """
        if isinstance(what, str):
            self.screen(what == "on")
            return None
        return self.look(at) if what is None else self.read(at, what)

    def _forget(self) -> None:
        self.since = self.dark = None
        self.at = self.lux = self.room = 0.0
        self.told = False
