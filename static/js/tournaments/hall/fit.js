/** Makes long texts fit where they stand, in steps: smaller letters first, then more lines of still smaller ones. */
const STEPS = ["tight", "tighter", "long", "longer"];

const cut = (element) =>
  element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1;

/** Only what is cut gets smaller, and only as much as it must: short names stay large. */
export function fit(elements) {
  for (const element of elements) element.classList.remove(...STEPS);
  for (const step of STEPS) {
    const still = elements.filter(cut);
    if (!still.length) return;
    for (const element of still)
      element.classList.replace(STEPS[STEPS.indexOf(step) - 1], step) || element.classList.add(step);
  }
}
