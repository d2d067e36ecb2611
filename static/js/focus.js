/** Keeps the keyboard's place on a page that changes by itself: focus never falls back to the page's start. */

const STOPS = "a[href], button, input, select, textarea, summary, [tabindex]";
/** What an element has neighbours in: when it goes, the nearest one takes its place. */
const GROUPS = "ul, ol, table, dialog, section, form, .hand, [role=group]";

/** @typedef {{ element: HTMLElement, wasShown: boolean, groups: { group: Element, index: number }[] }} Place */

const isUsable = (/** @type {Element} */ element) =>
  element.isConnected && !element.matches(":disabled") && element.checkVisibility();

/** @param {Element} group */
const stopsIn = (group) => /** @type {HTMLElement[]} */ ([...group.querySelectorAll(STOPS)]).filter(isUsable);

const isLost = () => {
  const active = document.activeElement;
  return !active || active === document.body || !isUsable(active);
};

/** Where the focus is: the element, and its position in each group round it, the nearest first.
    @param {HTMLElement} element
    @param {Element} root
    @returns {Place} */
function placeOf(element, root) {
  const groups = [];
  for (
    let group = element.parentElement?.closest(GROUPS);
    group && root.contains(group);
    group = group.parentElement?.closest(GROUPS)
  )
    groups.push({ group, index: stopsIn(group).indexOf(element) });
  return { element, wasShown: element.matches(":focus-visible"), groups };
}

/** The nearest neighbour of an element that is gone, or undefined. @param {Place} place */
function neighbourOf({ groups }) {
  for (const { group, index } of groups) {
    const stops = group.isConnected ? stopsIn(group) : [];
    if (stops.length) return stops[Math.min(Math.max(index, 0), stops.length - 1)];
  }
  return undefined;
}

/** Watches a part of the page: if an update removes, hides or disables the focused element, its neighbour gets the
    focus, or `home()` where there is none. Without a keyboard's visible focus it is `home()` alone, so that a key
    pressed by accident presses no button. Who is still there when `home()` becomes another element, as when the
    summary of a round comes, goes with it. A click beside everything gives the focus away for good.
    @param {HTMLElement} root
    @param {() => Element | null | undefined} home */
export function keepFocus(root, home) {
  /** @type {Place | null} */
  let place = null;
  /** Where the focus has been sent; dialogs give it back there.
      @type {WeakSet<Element>} */
  const homes = new WeakSet();
  root.addEventListener("focusin", ({ target }) => {
    place = placeOf(/** @type {HTMLElement} */ (target), root);
  });
  document.addEventListener("focusin", ({ target }) => {
    if (!root.contains(/** @type {Element} */ (target))) place = null;
  });
  document.addEventListener("pointerdown", ({ target }) => {
    if (!(/** @type {Element} */ (target).closest(STOPS))) place = null;
  });
  const goHome = () => {
    const next = home();
    if (!next || next === document.activeElement) return;
    homes.add(next);
    /** @type {HTMLElement} */ (next).focus({ preventScroll: true });
  };
  const restore = () => {
    if (document.activeElement && homes.has(document.activeElement)) return goHome();
    if (!place || !isLost()) return;
    const { element, wasShown } = place;
    const next = isUsable(element) ? element : wasShown && neighbourOf(place);
    if (next) next.focus({ preventScroll: true });
    else goHome();
  };
  new MutationObserver(restore).observe(root, {
    subtree: true,
    childList: true,
    attributeFilter: ["disabled", "hidden", "open"],
  });
}
