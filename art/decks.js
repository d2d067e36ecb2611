/** All decks: each a sprite with a symbol for every card, and a picture of four of its cards. */

import { classic } from "./classic.js";
import { fantasy } from "./fantasy.js";
import { sprite } from "./kit.js";
import { medieval } from "./medieval.js";
import { modern } from "./modern.js";
import { preview } from "./preview.js";

const DECKS = { modern, classic, fantasy, medieval };

/** Names and contents of what `static/decks` contains. @returns {Record<string, string>} */
export function files() {
  const made = Object.entries(DECKS).map(([name, parts]) => [name, parts.flat(9)]);
  return Object.fromEntries(
    made.flatMap(([name, parts]) => [
      [`${name}.svg`, sprite(parts)],
      [`${name}-preview.svg`, preview(parts)],
    ]),
  );
}
