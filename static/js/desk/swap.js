// Tap one seat, tap another: they change places. The same form works by its two lists.
const form = document.getElementById("swap");
if (form) {
  let first = null;
  const choose = (seat) => {
    if (first === seat) {
      seat.setAttribute("aria-pressed", "false");
      first = null;
    } else if (first === null) {
      first = seat;
      seat.setAttribute("aria-pressed", "true");
    } else {
      seat.setAttribute("aria-pressed", "true");
      form.elements.one.value = first.dataset.seat;
      form.elements.other.value = seat.dataset.seat;
      form.requestSubmit();
    }
  };
  for (const seat of document.querySelectorAll("[data-seat]")) seat.addEventListener("click", () => choose(seat));
}
