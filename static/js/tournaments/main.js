/** Wires a tournament's page: the socket says where to be; the table opens by itself. */
import { offsetOf } from "../live/clock.js";
import { loadForNewSession } from "../live/newsession.js";
import { LiveSocket } from "../live/socket.js";
import { dataOf, part } from "../page.js";
import { createInbox } from "../people/inbox.js";
import { gettext } from "../text.js";
import { tick } from "./countdowns.js";
import { LivePart } from "./live.js";
import { justOpened, saidOf, showOwn } from "./own.js";
import { localise } from "./when.js";

const API = "/api/v1/";
const READ_MS = 1500;
const TICK_MS = 250;

const root = part("tournament");
const page = /** @type {Record<string, string>} */ ({ ...root.dataset });
const say = part("said");
const lost = part("lost");
let state = dataOf("state");
let offset = offsetOf(state.server_time);

const live = new LivePart(part("live"), page.live, () => state.own?.entry ?? null);

let outdated = false;

const inbox = createInbox({ api: API, tables: page.tables });

/** Says what is wrong with the page, if anything. @param {string} connection */
function showLine(connection) {
  const isLost = ["reconnecting", "closed"].includes(connection);
  lost.hidden = !isLost && !outdated;
  if (connection === "closed") lost.textContent = gettext("The connection was closed: reload the page.");
  else
    lost.textContent = isLost
      ? gettext("Reconnecting…")
      : gettext("A new version is ready: reload the page.");
}

function onFrame(frame) {
  if (inbox.take(frame)) return;
  if (frame.type === "new_version") {
    outdated = true;
    return showLine("online");
  }
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
  onState: showLine,
  onEnded: () => loadForNewSession(API),
});
