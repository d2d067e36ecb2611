"""The browser's light sensor: the phone's detector again, and a hand on it that asks who cheated."""

import json
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from tests.support.browser.calls import Calls, Sight, custom
from tests.support.browser.light import A_ROOM_LEARNT, HAS_SENSOR, Light
from tests.support.browsers import Players, chromium
from tests.support.docs.readings import SCENES, watched
from tests.support.servers import ServerProcess

MODULE = """async name => {
  const main = document.querySelector("script[type=module][src]").src;
  return import(main.replace(/js[/].*$/, `js/sensor/${name}.js`));
}"""
SENSE = f"""async timelines => {{
  const {{ CoverDetector }} = await ({MODULE})("cover");
  return timelines.map((timeline) => {{
    const detector = new CoverDetector();
    const covers = timeline.map(([at, what]) => detector.sense(at, what)).filter(Boolean);
    return covers.map(({{ at, lux }}) => ({{ at, lux }}));
  }});
}}"""
WATCH = f"""async () => {{
  const {{ LightWatch }} = await ({MODULE})("light");
  window.covers = [];
  window.states = [];
  window.watch = new LightWatch({{
    onCover: (cover) => window.covers.push(cover),
    onState: (state) => window.states.push(state),
  }});
}}"""
HIDE = """hidden => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
SWITCH = "[data-action=light-sensor]"


@pytest.fixture(scope="module")
def sensing(playwright: Playwright) -> Iterator[Browser]:
    """A browser that has a light sensor to ask for."""
    with chromium(playwright, HAS_SENSOR) as browser:
        yield browser


@pytest.fixture
def with_sensor(sensing: Browser) -> Iterator[Players]:
    """Its pages; fails a test whose pages had an error."""
    players = Players(sensing)
    yield players
    players.leave()
    assert players.faults == []


def may_accuse(sight: Sight) -> bool:
    return bool(sight["can_accuse"]) and sight["viewer"] in sight["turn"]


def lobby(page: Page) -> Light:
    """A page of the product with a watch that nobody has started."""
    light = Light(page)
    page.goto("/tables/")
    page.evaluate(WATCH)
    return light


def watching(page: Page) -> Light:
    """The watch is on, and has learnt the light of the room."""
    light = lobby(page)
    light.exists(600)
    page.evaluate("watch.start()")
    light.wait_for_reading(600)
    light.passes(A_ROOM_LEARNT)
    return light


def accusations(page: Page) -> list[Any]:
    """Fills with the accusations that this page sends."""
    sent: list[Any] = []

    def keep(text: str | bytes) -> None:
        action = json.loads(text).get("action", {})
        if action.get("type") == "accuse":
            sent.append(action)

    page.on("websocket", lambda line: line.on("framesent", keep))
    return sent


def heard(page: Page, name: str) -> Any:
    return page.evaluate(f"window.{name}")


def test_the_detector_finds_what_the_phones_finds(server: ServerProcess, with_sensor: Players) -> None:
    page = with_sensor(server.url)
    page.goto("/tables/")
    found = page.evaluate(SENSE, [watched(scene["timeline"]) for scene in SCENES])
    assert found == [scene["covers"] for scene in SCENES]


def test_a_watch_tells_each_cover_once(server: ServerProcess, with_sensor: Players) -> None:
    page = with_sensor(server.url)
    light = watching(page)
    assert heard(page, "covers") == []
    light.covered(0)
    light.covered(50)
    first, second = heard(page, "covers")
    assert (first["lux"], second["lux"]) == (0, 50)
    assert datetime.fromisoformat(first["sensed_at"]) < datetime.fromisoformat(second["sensed_at"])
    page.evaluate("watch.stop()")
    assert heard(page, "states") == ["asking", "on", "off"]
    assert heard(page, "sensors.map((sensor) => sensor.activated)") == [False]


def test_nothing_is_asked_or_sensed_before_the_start(server: ServerProcess, with_sensor: Players) -> None:
    page = with_sensor(server.url)
    light = lobby(page)
    light.exists(600)
    light.passes(A_ROOM_LEARNT)
    assert heard(page, "sensors") == heard(page, "states") == []


def test_a_hidden_page_senses_nothing(server: ServerProcess, with_sensor: Players) -> None:
    page = with_sensor(server.url)
    light = watching(page)
    page.evaluate(HIDE, True)
    assert heard(page, "sensors.map((sensor) => sensor.activated)") == [False]
    light.falls(0)
    light.passes(A_ROOM_LEARNT)

    page.evaluate(HIDE, False)
    light.wait_for_reading(0)
    light.passes(A_ROOM_LEARNT)
    light.shines(600)
    light.passes(5 * A_ROOM_LEARNT)
    assert heard(page, "covers") == []
    light.covered()
    assert len(heard(page, "covers")) == 1


def test_a_no_of_the_person_is_taken(server: ServerProcess, with_sensor: Players) -> None:
    page = with_sensor(server.url)
    light = lobby(page)
    light.exists(600)
    light.denied(server.url)
    page.evaluate("watch.start()")
    light.until("states.at(-1)", "denied")
    assert heard(page, "states") == ["asking", "denied"]
    assert heard(page, "sensors") == []


def test_a_sensor_that_does_not_answer(server: ServerProcess, with_sensor: Players) -> None:
    page = with_sensor(server.url)
    light = lobby(page)
    page.evaluate("watch.start()")
    light.until("states.at(-1)", "failed")
    assert heard(page, "states") == ["asking", "failed"]


def test_a_hand_on_the_sensor_asks_who_cheated(server: ServerProcess, with_sensor: Players) -> None:
    page = with_sensor(server.url, viewport={"width": 390, "height": 780})
    sent = accusations(page)
    table_id = Calls(page).guest().table_where(custom(4, cheating=True), may_accuse)
    light = Light(page)
    light.exists(600)
    page.goto(f"/tables/{table_id}/")
    page.locator("[data-action=help]").click()
    switch = page.locator(SWITCH)
    expect(switch).to_have_attribute("aria-checked", "false")
    assert heard(page, "sensors") == []

    switch.click()
    expect(switch).to_have_attribute("data-state", "on")
    light.wait_for_reading(600)
    page.keyboard.press("Escape")
    light.passes(A_ROOM_LEARNT)
    expect(page.get_by_role("dialog")).to_have_count(0)

    light.covered()
    question = page.get_by_test_id("accuse")
    expect(question).to_be_visible()
    expect(question.locator("[data-accuse]")).to_have_count(2)
    assert sent == []
    question.locator("[data-accuse]").first.click()
    expect(page.locator(".toast.verdict")).to_be_visible()
    [action] = sent
    assert (action["source"], action["lux"]) == ("light_sensor", 0)
    assert datetime.fromisoformat(action["sensed_at"])


def test_a_browser_without_sensor_has_the_button_and_the_key(
    server: ServerProcess, with_sensor: Players
) -> None:
    page = with_sensor(server.url)
    page.add_init_script("delete globalThis.AmbientLightSensor; delete globalThis.DeviceMotionEvent")
    sent = accusations(page)
    table_id = Calls(page).guest().table_where(custom(4, cheating=True), may_accuse)
    page.goto(f"/tables/{table_id}/")
    question = page.get_by_test_id("accuse")
    page.locator("[data-action=accuse]").click()
    expect(question).to_be_visible()
    expect(page.locator(SWITCH)).to_have_count(0)
    expect(question).to_contain_text("Your browser offers no light sensor. Use the button, or the key A.")
    page.keyboard.press("Escape")
    expect(question).to_have_count(0)
    page.keyboard.press("a")
    question.locator("[data-accuse]").first.click()
    expect(page.locator(".toast.verdict")).to_be_visible()
    [action] = sent
    assert action.keys() == {"type", "accused", "source"}
    assert action["source"] == "button"
