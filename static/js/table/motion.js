/** Cards that fly: from hand or seat to the trick, and from the trick to its winner.
    Nothing moves where reduced motion is preferred, by the device or by the player. */
const FLIGHT_MS = 340;
const EASE = "cubic-bezier(.2, .7, .2, 1)";

const preferred = () => document.documentElement.dataset.animation;

export const still = () =>
  preferred() === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;

/** By how much everything takes longer or shorter than usual. */
export const pace = () => (preferred() === "fast" ? 0.5 : 1);

const box = (element) => element?.getBoundingClientRect() ?? null;

/** Where each card of the hand and each seat is now: taken before a new sight is drawn. */
export function snapshot(root) {
  const places = new Map();
  if (!root || still()) return places;
  for (const card of root.querySelectorAll(".hand [data-card] .face"))
    places.set(card.closest("[data-card]").dataset.card, box(card));
  return places;
}

/** Lets a card that has just appeared in the trick fly in from the hand or from its player's seat. */
export function flyIn(element, from) {
  const to = box(element);
  if (still() || !from || !to?.width) return;
  const scale = Math.max(0.25, Math.min(from.width / to.width, 1.6));
  const x = from.left + from.width / 2 - to.left - to.width / 2;
  const y = from.top + from.height / 2 - to.top - to.height / 2;
  element.animate(
    [
      { transform: `translate(${x}px, ${y}px) scale(${scale})`, opacity: 0.85 },
      { transform: "none", opacity: 1 },
    ],
    { duration: FLIGHT_MS * pace(), easing: EASE },
  );
}

/** Sends copies of the trick's cards to the winner's seat; the real ones may be gone already. */
export function sweep(cards, seat) {
  const target = box(seat);
  if (still() || !target) return;
  cards.forEach((card, index) => {
    const from = box(card);
    if (!from?.width) return;
    const ghost = card.cloneNode(true);
    ghost.className = "ghost";
    // Otherwise the copy would be found as a card of the trick, by scripts and by tests.
    ghost.removeAttribute("data-card");
    Object.assign(ghost.style, {
      left: `${from.left}px`,
      top: `${from.top}px`,
      width: `${from.width}px`,
      height: `${from.height}px`,
    });
    document.body.append(ghost);
    const x = target.left + target.width / 2 - from.left - from.width / 2;
    const y = target.top + target.height / 2 - from.top - from.height / 2;
    const flight = ghost.animate(
      [
        { transform: "none", opacity: 1 },
        { transform: `translate(${x}px, ${y}px) scale(.3) rotate(${index * 4 - 6}deg)`, opacity: 0.2 },
      ],
      { duration: FLIGHT_MS * pace(), easing: EASE, fill: "forwards" },
    );
    flight.onfinish = flight.oncancel = () => ghost.remove();
  });
}

/** A new hand rises into place, one card after the other, all within the time of one flight. */
export function dealIn(cards) {
  if (still()) return;
  const step = Math.min(18, 180 / Math.max(1, cards.length));
  cards.forEach((card, index) => {
    card.animate(
      [
        { transform: "translateY(60px)", opacity: 0 },
        { transform: "none", opacity: 1 },
      ],
      { duration: 240 * pace(), delay: index * step * pace(), easing: EASE, fill: "backwards" },
    );
  });
}
