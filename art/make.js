/** Writes the decks' sprites and the pictures by which a deck is chosen: `node art/make.js`. */
import { writeFileSync } from "node:fs";
import { files } from "./decks.js";

const FOLDER = new URL("../static/decks/", import.meta.url);

for (const [name, content] of Object.entries(files())) writeFileSync(new URL(name, FOLDER), content);
