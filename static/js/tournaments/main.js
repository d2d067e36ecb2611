/** Wires a tournament's page: the socket says where to be; the table opens by itself. */
import { offsetOf } from "../clock.js";
import { dataOf, part } from "../page.js";
import { LiveSocket } from "../socket.js";
import { tick } from "./countdowns.js";
import { LivePart } from "./live.js";
import { justOpened, saidOf, showOwn } from "./own.js";
import { localise } from "./when.js";

const READ_MS = 1500;
const TICK_MS = 250;

const root = part("tournament");
const page = /** @type {Record<string, string>} */ ({ ...root.dataset });
const say = part("said");
const lost = part("lost");
let state = dataOf("state");
let offset = offsetOf(state.server_time);

const live = new LivePart(part("live"), page.live, () => state.own?.entry ?? null);

function onFrame(frame) {
  if (frame.type !== "tournament" || frame.number < state.number) return;
  const before = state;
  state = frame;
  offset = offsetOf(frame.server_time);
  showOwn(root, page, state);
  tick(root, offset);
  const said = saidOf(before, state);
  if (said) say.textContent = said;
  const table = justOpened(before, state);
  if (table) open(table);
  else if (frame.number !== before.number) live.refresh();
}

/** Goes to the table: at once where nobody looks, else after a moment to read. */
function open(table) {
  const go = () => location.assign(`${page.tables}${table}/`);
  if (document.hidden) go();
  else setTimeout(go, READ_MS);
}

localise(root);
tick(root, offset);
setInterval(() => tick(root, offset), TICK_MS);
new LiveSocket({
  path: () => page.socket,
  onFrame,
  onState: (connection) => {
    lost.hidden = !["reconnecting", "closed"].includes(connection);
    lost.textContent =
      connection === "closed" ? "The connection was closed: reload the page." : "Reconnecting…";
  },
});
