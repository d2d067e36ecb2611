/** Preact's `h` bound to htm: templates without a build step. Knows nothing of the game. */

import htm from "htm";
import { h } from "preact";

export const html = htm.bind(h);
