// Tap one seat, tap another: they change places. The same form works by its two lists. The seats are served
// disabled, so that no tap is lost before this script runs.
/** @type {HTMLFormElement | null} */
const form = document.querySelector("form#swap");
if (form) {
  const field = (name) => /** @type {HTMLSelectElement} */ (form.elements.namedItem(name));
  /** @type {HTMLElement | null} */
  let first = null;
  /** @param {HTMLElement} seat */
  const choose = (seat) => {
    if (first === seat) {
      seat.setAttribute("aria-pressed", "false");
      first = null;
    } else if (first === null) {
      first = seat;
      seat.setAttribute("aria-pressed", "true");
    } else {
      seat.setAttribute("aria-pressed", "true");
      field("one").value = first.dataset.seat ?? "";
      field("other").value = seat.dataset.seat ?? "";
      form.requestSubmit();
    }
  };
  /** @type {NodeListOf<HTMLButtonElement>} */
  const seats = document.querySelectorAll("[data-seat]");
  for (const seat of seats) {
    seat.addEventListener("click", () => choose(seat));
    seat.disabled = false;
  }
}
