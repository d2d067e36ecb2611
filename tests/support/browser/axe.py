"""Pages by the rules of axe-core: contrast, names, labels, landmarks and the order of headings."""

from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Page, expect

from tests.support.servers import ROOT

SIZES: dict[str, dict[str, Any]] = {
    "wide": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True},
}
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
"""As the device asks for them: players' default theme follows it."""
AXE = Path(ROOT, "node_modules/axe-core/axe.min.js")
"""Installed by `npm ci`, as `make test` does."""
# A coach's figures stand on a button in short and are said in whole; the letters in a card's corners
# are pictures.
NAMED_OTHERWISE = ".card, .face, :has(> .promise)"
RUN = """async (otherwise) => {
  const rules = [{ id: "label-content-name-mismatch", selector: `:not(${otherwise})` }];
  axe.configure({ rules });
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ target, any }) =>
    `${location.pathname}: ${id}: ${help}: ${target} ${any.map(({ message }) => message).join("; ")}`));
}"""


def assert_accessible(page: Page) -> None:
    """Fail with each element that breaks a rule in the light or in the dark theme."""
    # Evaluated: the policy of the page would refuse a script element.
    page.evaluate(AXE.read_text())
    for scheme in THEMES:
        # Without motion, so that no colour is on its way to another.
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        faults = page.evaluate(RUN, NAMED_OTHERWISE)
        assert not faults, f"{scheme}:\n" + "\n".join(faults)


def assert_all_accessible(page: Page, *paths: str) -> None:
    for path in paths:
        page.goto(path)
        expect(page.get_by_role("heading").first).to_be_attached()
        assert_accessible(page)
