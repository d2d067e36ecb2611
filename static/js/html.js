/** Preact's `h` bound to htm: templates without a build step. Knows nothing of the game. */
import { h } from "preact";
import htm from "htm";

export const html = htm.bind(h);
