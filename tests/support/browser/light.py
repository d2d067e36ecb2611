"""The light on a page: Chromium's own emulation of a sensor, and what the page made of it."""

import time
from typing import Any

from playwright.sync_api import CDPSession, Page

HAS_SENSOR = "--enable-features=GenericSensorExtraClasses"
"""The sensor exists in Chromium, behind this flag."""
KIND = "ambient-light"
SPY = """() => {
  if (!globalThis.AmbientLightSensor) return;
  window.sensors = [];
  globalThis.AmbientLightSensor = class extends AmbientLightSensor {
    constructor(options) {
      super(options);
      window.sensors.push(this);
      this.addEventListener("reading", () => { window.lux = this.illuminance; });
    }
  };
}"""
"""Remembers the sensors that a page makes, and the last reading that reached it."""
READING_TIMEOUT = 120
"""Seconds after which what does not come has failed."""
A_ROOM_LEARNT = 1500
A_HAND_HELD = 300
"""Milliseconds of the page's clock, which the tests move on."""


class Light:
    """The light that falls on a page's sensor."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.clock.install()
        page.add_init_script(f"({SPY})()")
        self.devtools: CDPSession = page.context.new_cdp_session(page)

    def exists(self, lux: float) -> None:
        """Create a sensor that reads `lux`."""
        sensor = {"enabled": True, "type": KIND, "metadata": {"available": True}}
        self.devtools.send("Emulation.setSensorOverrideEnabled", sensor)
        self.falls(lux)

    def shines(self, lux: float) -> None:
        """Change the light, and wait until the page has the new reading."""
        self.falls(lux)
        self.wait_for_reading(lux)

    def wait_for_reading(self, lux: float) -> None:
        """Wait until this reading has reached the page; browsers round, so it is a multiple of 50."""
        self.until("window.lux", lux)

    def until(self, expression: str, wanted: object) -> None:
        """Wait until an expression has the wanted value (Playwright's own way fails under the page's
        policy).
        """
        deadline = time.monotonic() + READING_TIMEOUT
        while (found := self.page.evaluate(expression)) != wanted:
            assert time.monotonic() < deadline, f"{expression} is {found!r}, not {wanted!r}"
            self.page.wait_for_timeout(20)

    def passes(self, milliseconds: int) -> None:
        """Advance the page's clock."""
        self.page.clock.run_for(milliseconds)

    def covered(self, lux: float = 0, room: float = 600) -> None:
        """Cover the sensor for long enough, and uncover it."""
        self.shines(lux)
        self.passes(A_HAND_HELD)
        self.shines(room)
        self.passes(A_HAND_HELD)

    def denied(self, url: str) -> None:
        """Deny the site the permission to use the sensor."""
        info: Any = self.devtools.send("Target.getTargetInfo")
        browser = self.page.context.browser
        assert browser
        permission = {"permission": {"name": "ambient-light-sensor"}, "setting": "denied", "origin": url}
        context = {"browserContextId": info["targetInfo"]["browserContextId"]}
        browser.new_browser_cdp_session().send("Browser.setPermission", {**permission, **context})

    def falls(self, lux: float) -> None:
        """Change the light, whether or not the page reads it."""
        reading = {"type": KIND, "reading": {"single": {"value": lux}}}
        self.devtools.send("Emulation.setSensorOverrideReadings", reading)
