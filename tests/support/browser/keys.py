"""A person without a mouse: goes by the Tab key, and never loses the place."""

from playwright.sync_api import Locator, Page, expect

from tests.support.browser.seat import VISIBLE_POINT

WATCH_FOCUS = """(() => {
  globalThis.lostFocus = [];
  let last = "";
  const look = () => {
    const active = document.activeElement;
    if (active && active !== document.body) last = active.outerHTML.slice(0, 120);
    else if (last) {
      lostFocus.push(last);
      last = "";
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  // After the last stop the Tab key leaves the page.
  addEventListener("keydown", ({ key }) => { if (key === "Tab") last = ""; }, true);
})()"""
"""Notes each element whose going took the focus back to the start of the page, if only for one frame."""
NO_RING = """element => [element, ...element.querySelectorAll("*")].every(one => {
  const {outlineStyle, outlineWidth, boxShadow} = getComputedStyle(one);
  return (outlineStyle === "none" || outlineWidth === "0px") && boxShadow === "none";
})"""
"""Whether neither an element nor anything in it has a ring round it."""
MAX_TABS = 80


def watch_focus(page: Page) -> None:
    """Note from the next load on whenever the focus is lost."""
    page.add_init_script(WATCH_FOCUS)


def assert_focus_kept(page: Page) -> None:
    """Fail if the focus was lost since the page was loaded, or is nowhere now."""
    assert page.evaluate("lostFocus") == []
    expect(page.locator(":focus")).to_have_count(1)


def assert_focus_seen(page: Page) -> None:
    """Fail unless the focused element has a ring, is on the screen, and is not wholly covered."""
    focused = page.locator(":focus")
    expect(focused).to_have_count(1)
    name = focused.evaluate("one => one.outerHTML.slice(0, 120)")
    assert page.locator(":focus-visible").count() == 1, f"The focus is not shown: {name}"
    assert not focused.evaluate(NO_RING), f"There is no ring: {name}"
    expect(focused, name).to_be_in_viewport()
    assert focused.evaluate(VISIBLE_POINT), f"Something covers it: {name}"


def tab_to(page: Page, target: Locator) -> None:
    """Press Tab until the target has the focus."""
    for _ in range(MAX_TABS):
        if target.count() and target.first.evaluate("one => one === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"The Tab key does not come to {target}.")


def press_by_keys(page: Page, target: Locator) -> None:
    """Go to a button or a link by the Tab key, and press Enter."""
    tab_to(page, target)
    page.keyboard.press("Enter")
