/** Wires the table's page: socket to store, store to screen, clicks to actions. */
import { render } from "preact";
import { absenceText } from "../absence.js";
import { html } from "../html.js";
import { snapshot, sweep } from "../motion.js";
import { dataOf, part } from "../page.js";
import { LiveSocket } from "../socket.js";
import { afterFrame, createStore, pendingOf, withPending } from "../store.js";
import { rulingText, titleOf, verdictMarks, verdictText } from "../words.js";
import { App } from "./app.js";
import { lobbyCalls } from "./lobbycalls.js";
import { loadForNewSession } from "./newsession.js";

const HOLD_MS = 1300;
const MARK_MS = 5000;
const NEXT_GAME_MS = 4000;
/** Ten minutes. */
const NEXT_GAME_LOOKS = 150;
const TOAST_MS = { error: 6000, verdict: 7000, ruling: 7000, hint: 3500, info: 3500 };

const root = part("table");
const page = { ...dataOf("page"), ...root.dataset };
const store = createStore();
const places = { current: new Map() };
const extra = { table: null, problem: "", busy: false };
let toastId = 0;
/** @type {number | undefined} */
let holding;
/** @type {number | undefined} */
let marking;

function say(text, kind = "info") {
  toastId += 1;
  const id = toastId;
  store.set({ ...store.get(), toasts: [...store.get().toasts.slice(-2), { id, text, kind }] });
  setTimeout(() => dismiss(id), TOAST_MS[kind]);
}

function dismiss(id) {
  store.set({ ...store.get(), toasts: store.get().toasts.filter((toast) => toast.id !== id) });
}

/** One play, bid or the like at a time: a second click before the answer changes nothing. */
function act(action) {
  if (pendingOf(store.get(), action.type)) return;
  const id = socket.act(action);
  store.set(withPending(store.get(), id, action));
}

function onFrame(frame) {
  if (frame.type === "ack" || frame.type === "refused") socket.settle(frame.id);
  if (frame.type === "ack" && store.get().pending[frame.id]?.action.type === "leave") return goHome();
  if (frame.type === "refused" && !store.get().sight) extra.problem = frame.detail;
  if (frame.type === "refused" && frame.id) say(frame.detail ?? "That is not possible now.", "error");
  if (frame.type === "update") places.current = snapshot(root);
  store.set(afterFrame(store.get(), frame));
}

/** The seat was left on purpose: a page that stayed would be a sign of life and take it back. */
function goHome() {
  socket.stop();
  location.assign("/");
}

/** Lets go of the trick that is shown after its end: at once when the next is under way, else after a moment. */
function release() {
  if (store.get().held) store.set({ ...store.get(), held: null });
}

function watchHeld(state, before) {
  if (state.held === before.held) return;
  clearTimeout(holding);
  if (before.held)
    sweep(
      root.querySelectorAll(".trick .laid"),
      root.querySelector(`[data-seat="${before.held.winner}"] .avatar`),
    );
  if (state.held) holding = setTimeout(release, HOLD_MS);
}

function watchEvents(state, before) {
  if (state.events === before.events || !before.sight) return;
  const verdicts = state.events.filter((event) => event.type === "accused" && event.verdict);
  for (const event of verdicts) say(verdictText(state.sight, event), "verdict");
  if (verdicts.length) mark(verdictMarks(verdicts));
  const rulings = state.events
    .flatMap((event) => [
      rulingText(before.sight, state.sight, event),
      event.type !== "pause_asked" && absenceText(state.sight, event),
    ])
    .filter(Boolean);
  for (const text of rulings) say(text, "ruling");
}

/** Shows at the seats what a verdict has brought them, for a moment. */
function mark(marks) {
  store.set({ ...store.get(), marks });
  clearTimeout(marking);
  marking = setTimeout(() => store.set({ ...store.get(), marks: {} }), MARK_MS);
}

/** After a game with other people: whether one of them plays again is asked for as long as somebody may wait. */
function watchNextGame({ sight }, before) {
  const over = sight?.status === "finished" && before.sight?.status !== "finished";
  const people = sight?.players.filter((player) => player.kind !== "bot").length ?? 0;
  if (!over || people < 2 || sight?.viewer === null) return;
  let looks = 0;
  const timer = setInterval(() => {
    looks += 1;
    if (looks > NEXT_GAME_LOOKS) clearInterval(timer);
    else if (!document.hidden) refreshTable();
  }, NEXT_GAME_MS);
}

async function refreshTable() {
  try {
    extra.table = await lobby.look();
  } catch (problem) {
    extra.problem = /** @type {Error} */ (problem).message;
  }
  draw();
}

function watchLobby(state, before) {
  // The start counts: with it the last seat was taken.
  const changed = before.sight?.status === "open" && state.number !== before.number;
  if (changed) refreshTable();
}

/** Runs a call of the waiting room: busy meanwhile, a refusal said, the answer kept. */
async function guard(doCall) {
  extra.busy = true;
  draw();
  try {
    const table = await doCall();
    if (table.id !== page.table_id) return location.assign(`../${table.id}/`);
    extra.table = table;
    socket.send({ type: "sync", after: store.get().number });
  } catch (problem) {
    say(/** @type {Error} */ (problem).message, "error");
  }
  extra.busy = false;
  draw();
}

const lobby = lobbyCalls(page, guard);

function draw() {
  render(
    html`
      <${App}
        state=${store.get()}
        page=${page}
        ...${extra}
        lobby=${lobby}
        act=${act}
        say=${say}
        dismiss=${dismiss}
        places=${places}
        release=${release}
      />`,
    root,
  );
}

store.watch(watchHeld);
store.watch(watchEvents);
store.watch(watchLobby);
store.watch(watchNextGame);
store.watch(draw);
store.watch(({ sight }) => {
  document.title = titleOf(sight);
});

const socket = new LiveSocket({
  path: () => {
    const invite = page.invite ? `&invite=${encodeURIComponent(page.invite)}` : "";
    return `${page.socket}?after=${Math.max(0, store.get().number)}${invite}`;
  },
  onFrame,
  onState: (connection, reason) => store.set({ ...store.get(), connection, reason }),
  onEnded: () => loadForNewSession(page.api),
});
draw();
refreshTable();
