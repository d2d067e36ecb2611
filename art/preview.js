/** A picture of four cards of a deck that stands alone: only what they are made of. */
import { picture } from "./kit.js";

const FAN = [
  ["J1", -18],
  ["G7", -6],
  ["R12", 6],
  ["W1", 18],
];

const idOf = (part) => part.match(/id="([^"]+)"/)[1];
const idsIn = (part) => [...part.matchAll(/(?:href="#|url\(#)([\w-]+)/g)].map(([, id]) => id);

/** The parts that cards need, in the order of the sprite. */
function needed(parts, ids) {
  const byId = new Map(parts.map((part) => [idOf(part), part]));
  const found = new Set();
  const visit = (id) => {
    if (found.has(id)) return;
    found.add(id);
    idsIn(byId.get(id)).forEach(visit);
  };
  ids.forEach(visit);
  return parts.filter((part) => found.has(idOf(part)));
}

export function preview(parts) {
  const cards = FAN.map(
    ([code, turn], at) =>
      `<use href="#card-${code}" x="${50 + at * 34}" y="30" width="100" height="144" ` +
      `transform="rotate(${turn} ${100 + at * 34} 340)"/>`,
  );
  return picture("-46 4 394 206", [
    "<defs>",
    ...needed(
      parts,
      FAN.map(([code]) => `card-${code}`),
    ),
    "</defs>",
    ...cards,
  ]);
}
