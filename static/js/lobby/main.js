/** Wires the lobby: the page brings its tables; then the socket brings open ones, HTTP those that run. */
import { render } from "preact";
import { becomeGuest, call, get, post } from "../api.js";
import { keepFocus } from "../focus.js";
import { html } from "../html.js";
import { ConnectionNotice } from "../live/connectionnotice.js";
import { loadForNewSession } from "../live/newsession.js";
import { NewVersion } from "../live/newversion.js";
import { LiveSocket } from "../live/socket.js";
import { NextTurn, watchNextTurn } from "../nextturn.js";
import { dataOf, part } from "../page.js";
import { createInbox } from "../people/inbox.js";
import { challengeLater } from "../people/wanted.js";
import { salt } from "../salt.js";
import { gettext, interpolate } from "../text.js";
import { OpenForm } from "./form.js";
import { MatchPanel } from "./match.js";
import { requestOf } from "./request.js";
import { OpenTables, OwnTables, RunningTables } from "./tables.js";

const RUNNING_MS = 15000;

const root = part("lobby");
const page = /** @type {Record<string, string>} */ ({ ...root.dataset });
/** Whom the visitor wants to challenge to the table that the form opens. */
const challenged = new URLSearchParams(location.search).get("challenge");
const state = {
  ...dataOf("tables"),
  busy: false,
  problem: null,
  match: null,
  /** By how many milliseconds the server's clock is ahead. */
  ahead: 0,
  asking: false,
  matchProblem: null,
  games: dataOf("games"),
  favouriteProblem: null,
  nextTurn: null,
  connection: "connecting",
  /** @type {import("../live/farewell.js").Reason | null} */
  reason: null,
  outdated: false,
};

function set(changes) {
  Object.assign(state, changes);
  draw();
}

async function loadRunning() {
  if (document.hidden) return;
  const answer = await get(`${page.api}tables?status=playing`).catch(() => null);
  if (answer) set({ running: answer.results });
}

/** Makes a guest of a visitor; the socket connects anew, because it belongs to nobody until then. */
async function ensureUser() {
  if (page.user) return;
  await becomeGuest(page.guest);
  // If the server refuses what comes next, the next try must not make another guest.
  page.user = "guest";
  socket.renew();
}

/** Shows the state of the user's search, and goes to the table once there is one. */
function showMatch({ match, server_time: serverTime }) {
  set({ match, ahead: Date.parse(serverTime) - Date.now(), asking: false, matchProblem: null });
  if (match?.table) location.assign(`${page.tables}${match.table}/`);
}

/** Does a call about the user's search and shows its answer. */
async function ask(calling) {
  set({ asking: true, matchProblem: null });
  try {
    showMatch(await calling());
  } catch (problem) {
    set({ asking: false, matchProblem: problem });
  }
}

const find = (wishes) =>
  ask(async () => {
    await ensureUser();
    return post(`${page.api}match`, { ...wishes, salt: salt() });
  });

const cancel = () => ask(() => call("DELETE", `${page.api}match`));

/** Changes the user's favourites by a call and shows the new list; returns whether that worked. */
async function keep(calling) {
  try {
    await ensureUser();
    await calling();
    const favourites = await get(`${page.api}me/favourites`);
    set({ games: { ...state.games, favourites }, favouriteProblem: null });
    return true;
  } catch (problem) {
    set({ favouriteProblem: problem });
    return false;
  }
}

const keeping = {
  save: (name, values) => keep(() => post(`${page.api}me/favourites`, { ...requestOf(values), name })),
  rename: (id, name) => keep(() => call("PUT", `${page.api}me/favourites/${id}`, { name })),
  remove: (id) => keep(() => call("DELETE", `${page.api}me/favourites/${id}`)),
};

/** Opens a table and goes there; a visitor becomes a guest first. */
async function open(values) {
  set({ busy: true, problem: null });
  try {
    await ensureUser();
    const table = await post(`${page.api}tables`, { ...requestOf(values), salt: salt() });
    if (challenged) challengeLater(table.id, challenged);
    location.assign(`${page.tables}${table.id}/`);
  } catch (problem) {
    set({ busy: false, problem });
  }
}

function draw() {
  const own = state.mine.map((table) => table.id);
  render(
    html`
      <div class="lobby-lists">
        <h1 tabindex="-1">${gettext("Lobby")}</h1>
        <${ConnectionNotice} connection=${state.connection} reason=${state.reason} />
        ${state.outdated && html`<${NewVersion} className="notice with-button" />`}
        <${NextTurn} turn=${state.nextTurn} base=${page.tables} text=${gettext("To your next turn")} />
        <${MatchPanel}
          match=${state.match}
          ahead=${state.ahead}
          busy=${state.asking}
          problem=${state.matchProblem}
          find=${find}
          cancel=${cancel}
        />
        <${OwnTables} tables=${state.mine} base=${page.tables} />
        <${OpenTables} tables=${state.open} own=${own} base=${page.tables} />
        <${RunningTables} tables=${state.running} own=${own} base=${page.tables} page=${page} />
      </div>
      <section class="panel lobby-form" id="open" aria-labelledby="form-title">
        <h2 id="form-title">${gettext("Open a table")}</h2>
        ${
          challenged &&
          html`
            <p class="notice" data-testid="challenged">
              ${interpolate(gettext("%(name)s is challenged as soon as the table is open."), { name: challenged })}
            </p>`
        }
        <${OpenForm}
          open=${open}
          busy=${state.busy}
          problem=${state.problem}
          games=${state.games}
          keeping=${{ ...keeping, problem: state.favouriteProblem }}
        />
      </section>`,
    root,
  );
}

draw();
keepFocus(root, () => root.querySelector("h1"));
const inbox = createInbox(/** @type {any} */ (page));
const socket = new LiveSocket({
  path: () => page.socket,
  onFrame: (frame) => {
    inbox.take(frame);
    if (frame.type === "tables") set({ open: frame.tables });
    if (frame.type === "match") showMatch(frame);
    if (frame.type === "new_version") set({ outdated: true });
  },
  onState: (connection, reason) => set({ connection, reason }),
  onEnded: () => loadForNewSession(page.api),
});
setInterval(loadRunning, RUNNING_MS);
if (page.user) watchNextTurn({ api: page.api, found: (nextTurn) => set({ nextTurn }) });
if (location.hash === "#open") part("open").scrollIntoView();
