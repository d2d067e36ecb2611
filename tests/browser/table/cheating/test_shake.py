"""Without a light sensor a shaken phone asks who cheated, once its person has switched that on."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.calls import Calls, Sight, custom
from tests.support.browser.clock import pause_clock
from tests.support.servers import ServerProcess

PHONE = {"width": 360, "height": 740}
SWITCH = "[data-action=shake]"
ASKS = """answer => {
  DeviceMotionEvent.requestPermission = async () => {
    window.asked = (window.asked ?? 0) + 1;
    return answer;
  };
}"""
"""Makes a browser ask as iOS does; the person gives this answer."""
MOVE = """x => dispatchEvent(new DeviceMotionEvent("devicemotion", {
  accelerationIncludingGravity: { x, y: 0, z: 9.81 },
}))"""


def may_accuse(sight: Sight) -> bool:
    return bool(sight["can_accuse"]) and sight["viewer"] in sight["turn"]


def at_table(page: Page, answer: str) -> None:
    """A player who can accuse, with a steady clock, in a browser that asks for permission."""
    table_id = Calls(page).guest().table_where(custom(4, cheating=True), may_accuse)
    page.clock.install()
    page.add_init_script(f"({ASKS})({answer!r})")
    page.goto(f"/tables/{table_id}/")


def shake(page: Page) -> None:
    """Shake the phone to and fro, so quickly by the page's own time that it is one shake."""
    pause_clock(page)
    for x in (25, -25, 25):
        page.evaluate(MOVE, x)
        page.clock.run_for(200)
    page.clock.resume()


def test_a_shaken_phone_asks_who_cheated(server: ServerProcess, new_player: Callable[..., Page]) -> None:
    page = new_player(server.url, viewport=PHONE)
    at_table(page, "granted")
    question = page.get_by_test_id("accuse")
    page.locator("[data-action=accuse]").click()
    expect(question).to_contain_text("Your browser offers no light sensor. Shake your phone instead")
    assert page.evaluate("window.asked") is None
    page.locator(SWITCH).click()
    expect(page.locator(SWITCH)).to_have_attribute("data-state", "asking")
    page.evaluate(MOVE, 0)
    expect(page.locator(SWITCH)).to_have_attribute("data-state", "on")
    assert page.evaluate("window.asked") == 1
    page.keyboard.press("Escape")
    expect(question).to_have_count(0)
    page.evaluate(MOVE, 3)
    expect(question).to_have_count(0)
    shake(page)
    expect(question).to_be_visible()
    question.locator("[data-accuse]").first.click()
    expect(page.locator(".toast.verdict")).to_be_visible()


@pytest.mark.parametrize(("answer", "state"), [("denied", "denied"), ("granted", "failed")])
def test_a_refusal_and_a_device_without_sensor_are_named(
    server: ServerProcess, new_player: Callable[..., Page], answer: str, state: str
) -> None:
    page = new_player(server.url, viewport=PHONE)
    at_table(page, answer)
    page.locator("[data-action=accuse]").click()
    page.locator(SWITCH).click()
    page.clock.run_for(4000)
    expect(page.locator(SWITCH)).to_have_attribute("data-state", state)
    expect(page.locator(SWITCH)).to_have_attribute("aria-checked", "false")
    shake(page)
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("accuse")).to_have_count(0)
