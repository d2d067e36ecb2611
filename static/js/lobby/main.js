/** Wires the lobby: the page brings its tables; then the socket brings open ones, HTTP those that run. */
import { render } from "preact";
import { becomeGuest, get, post } from "../api.js";
import { html } from "../html.js";
import { dataOf, part } from "../page.js";
import { salt } from "../salt.js";
import { LiveSocket } from "../socket.js";
import { OpenForm } from "./form.js";
import { requestOf } from "./request.js";
import { OpenTables, OwnTables, RunningTables } from "./tables.js";

const RUNNING_MS = 15000;

const root = part("lobby");
const page = /** @type {Record<string, string>} */ ({ ...root.dataset });
const state = { ...dataOf("tables"), busy: false, problem: null, connection: "connecting" };

function set(changes) {
  Object.assign(state, changes);
  draw();
}

async function loadRunning() {
  if (document.hidden) return;
  const answer = await get(`${page.api}tables?status=playing`).catch(() => null);
  if (answer) set({ running: answer.results });
}

/** Opens a table and goes there; a visitor becomes a guest first. */
async function open(values) {
  set({ busy: true, problem: null });
  try {
    if (!page.user) await becomeGuest(page.guest);
    page.user ||= "guest";
    const table = await post(`${page.api}tables`, { ...requestOf(values), salt: salt() });
    location.assign(`${page.tables}${table.id}/`);
  } catch (problem) {
    set({ busy: false, problem });
  }
}

function draw() {
  render(
    html`
      <div class="lobby-lists">
        <h1>Lobby</h1>
        ${
          state.connection === "reconnecting" &&
          html`<p class="notice" role="status" data-testid="connection">Reconnecting…</p>`
        }
        <${OwnTables} tables=${state.mine} base=${page.tables} />
        <${OpenTables} tables=${state.open} base=${page.tables} />
        <${RunningTables} tables=${state.running} base=${page.tables} page=${page} />
      </div>
      <section class="panel lobby-form" id="open" aria-labelledby="form-title">
        <h2 id="form-title">Open a table</h2>
        <${OpenForm} open=${open} busy=${state.busy} problem=${state.problem} />
      </section>`,
    root,
  );
}

draw();
new LiveSocket({
  path: () => page.socket,
  onFrame: (frame) => frame.type === "tables" && set({ open: frame.tables }),
  onState: (connection) => set({ connection }),
});
setInterval(loadRunning, RUNNING_MS);
if (location.hash === "#open") part("open").scrollIntoView();
