/** The drawings of the cards: one file for each deck, of which a page loads only the one that it shows. */
import { shownDeck } from "./names.js";

const AGAIN_MS = 2000;

/** @param {string} deck */
const addressOf = (deck) => new URL(`../../decks/${deck}.svg`, import.meta.url);

/** The element that holds the drawings, so that `<use href="#card-R7">` finds them. */
const holder = document.createElement("div");
holder.className = "sprite";
holder.setAttribute("aria-hidden", "true");

/** @param {string} deck */
async function fetchDrawings(deck) {
  const answer = await fetch(addressOf(deck));
  if (!answer.ok) throw new Error(`No drawings: ${answer.status}`);
  const { documentElement } = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
  return document.importNode(documentElement, true);
}

/** Shows the cards of the page's deck; the old drawings stay until the new ones are there. */
async function load() {
  const deck = shownDeck();
  if (document.documentElement.dataset.drawn === deck) return;
  try {
    const drawings = await fetchDrawings(deck);
    // Another deck was chosen while this one was loading.
    if (deck !== shownDeck()) return;
    holder.replaceChildren(drawings);
    document.documentElement.dataset.drawn = deck;
  } catch {
    setTimeout(load, AGAIN_MS);
  }
}

/** Puts the drawings into the page, and follows it to another deck. */
export function showDeck() {
  if (holder.isConnected) return;
  document.body.append(holder);
  new MutationObserver(load).observe(document.documentElement, { attributeFilter: ["data-deck"] });
  load();
}
