/** Wires the table's page: socket to store, store to screen, clicks to actions. */
import { render } from "preact";
import { keepFocus } from "../focus.js";
import { html } from "../html.js";
import { loadForNewSession } from "../live/newsession.js";
import { LiveSocket } from "../live/socket.js";
import { watchNextTurn } from "../nextturn.js";
import { dataOf, part } from "../page.js";
import { createInbox } from "../people/inbox.js";
import { absenceText } from "../sight/absence.js";
import { unmarkedText } from "../sight/prepare.js";
import { undoText } from "../sight/undo.js";
import { claimText, rulingText, verdictMarks, verdictText } from "../sight/verdicts.js";
import { titleOf } from "../sight/words.js";
import { gettext } from "../text.js";
import { App } from "./app.js";
import { createChallenges } from "./challenges.js";
import { createChat } from "./chat/model.js";
import { lobbyCalls } from "./lobbycalls.js";
import { pace, snapshot, sweep } from "./motion.js";
import { applyPreferences } from "./preferences.js";
import { createQueue } from "./queue.js";
import { playSound, soundOf } from "./sounds.js";
import { afterFrame, createStore, EMPTY, pendingOf, withPending, withToast } from "./store.js";
import { watchIcon, watchVibration } from "./turnsigns.js";

const HOLD_MS = 1300;
const MARK_MS = 5000;
const NEXT_GAME_MS = 4000;
/** Ten minutes. */
const NEXT_GAME_LOOKS = 150;
const TOAST_MS = { error: 6000, verdict: 7000, ruling: 7000, hint: 3500, info: 3500 };

const root = part("table");
const page = { ...dataOf("page"), ...root.dataset };
const store = createStore({ ...EMPTY, preferences: page.preferences });
const places = { current: new Map() };
const extra = { table: null, problem: "", busy: false, nextTurn: null };
let toastId = 0;
/** @type {number | undefined} */
let holding;
/** @type {number | undefined} */
let marking;

function say(text, kind = "info") {
  toastId += 1;
  const id = toastId;
  store.set(withToast(store.get(), { id, text, kind }));
  setTimeout(() => dismiss(id), TOAST_MS[kind]);
}

function dismiss(id) {
  store.set({ ...store.get(), toasts: store.get().toasts.filter((toast) => toast.id !== id) });
}

/** Sends an action unless one of its type is unanswered, so that a second click changes nothing. */
function act(action, actionId = undefined) {
  if (pendingOf(store.get(), action.type)) return;
  const id = socket.act(action, actionId);
  store.set(withPending(store.get(), id, action));
}

function onFrame(frame) {
  // Left by a command, which has a number if the game was running.
  if (frame.type === "reply" && frame.command === "leave" && "number" in frame) return goHome();
  if (chat.take(frame) || inbox.take(frame) || challenges.take(frame)) return;
  if (frame.type === "ack" || frame.type === "refused") socket.settle(frame.id);
  if (frame.type === "ack" && store.get().pending[frame.id]?.action.type === "leave") return goHome();
  if (frame.type === "refused" && !store.get().sight) extra.problem = frame.detail;
  if (frame.type === "refused" && frame.id)
    say(frame.detail ?? gettext("That is not possible now."), "error");
  // Measured before the new sight is drawn: afterwards the card has left the hand.
  if (frame.type === "update") places.current = snapshot(root);
  store.set(afterFrame(store.get(), frame));
}

/** Leaves the page after the seat was left: an open page is a sign of life, which would take the seat back. */
function goHome() {
  socket.stop();
  location.assign("/");
}

/** Stops showing a completed trick: at once if the next one has begun, else after a moment. */
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
  if (state.held) holding = setTimeout(release, HOLD_MS * pace());
}

function watchEvents(state, before) {
  if (state.events === before.events || !before.sight) return;
  const verdicts = state.events.filter((event) => event.type === "accused" && event.verdict);
  for (const event of verdicts) say(verdictText(state.sight, event), "verdict");
  for (const event of state.events)
    if (event.type === "tricks_claimed") say(claimText(state.sight, event), "ruling");
    else if (undoText(state.sight, event)) say(undoText(state.sight, event));
  if (verdicts.length) mark(verdictMarks(verdicts));
  const rulings = state.events
    .flatMap((event) => [rulingText(before.sight, state.sight, event), absenceText(state.sight, event)])
    .filter(Boolean);
  for (const text of rulings) say(text, "ruling");
}

/** Says which card or bid is no longer marked, because it is not allowed on one's turn. */
function watchUnmarked({ sight }, { sight: before }) {
  if (before && sight?.unmarked && !before.unmarked) say(unmarkedText(sight));
}

function watchPreferences({ preferences }, before) {
  if (preferences !== before.preferences) applyPreferences(preferences);
}

function watchSounds(state, before) {
  if (!state.preferences.sounds || state.sight === before.sight || !state.sight) return;
  const sound = soundOf(before.sight, state.sight, state.events);
  if (sound) playSound(sound);
}

/** Shows for a moment, at the seats, the points of a verdict. */
function mark(marks) {
  store.set({ ...store.get(), marks });
  clearTimeout(marking);
  marking = setTimeout(() => store.set({ ...store.get(), marks: {} }), MARK_MS);
}

/** Polls, after a game with other people, whether one of them has opened a rematch. */
function watchNextGame({ sight }, before) {
  const over = sight?.status === "finished" && before.sight?.status !== "finished";
  const people = sight?.players.filter((player) => player.kind !== "bot").length ?? 0;
  if (!over || people < 2 || sight?.viewer === null) return;
  let looks = 0;
  const timer = setInterval(() => {
    looks += 1;
    if (looks > NEXT_GAME_LOOKS) clearInterval(timer);
    // No event tells of a rematch, which is another table; hidden tabs do not ask for it.
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

/** Updates whether the viewer may chat, which depends on the seat and on whether the game runs. */
function watchChat({ sight }, before) {
  const running = (one) => Boolean(one?.round) && one.status !== "finished";
  const changed = sight?.viewer !== before.sight?.viewer || running(sight) !== running(before.sight);
  if (sight && changed) chat.refresh();
}

/** Reads the challenges as soon as the viewer waits at the table. */
function watchChallenges({ sight }, before) {
  const waits = (one) => one?.status === "open" && one.viewer !== null;
  if (challenges.allowed && waits(sight) && !waits(before.sight)) challenges.begin();
}

/** Runs a call of the waiting room: blocks further calls, shows a refusal, and stores the answer. */
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
const chat = createChat({ page, send: (frame) => socket.send(frame), changed: draw });
const challenges = createChallenges({ page, say, changed: draw });
const queue = createQueue({ page, say, seen: () => store.get().sight, changed: draw });
const inbox = createInbox({ api: page.api, tables: page.lobby_url });

function draw() {
  render(
    html`
      <${App}
        state=${store.get()}
        page=${page}
        ...${extra}
        lobby=${lobby}
        chat=${chat}
        challenges=${challenges}
        queue=${queue}
        act=${act}
        say=${say}
        dismiss=${dismiss}
        places=${places}
        release=${release}
      />`,
    root,
  );
}

// Watchers run in this order: those that animate from the old page come before `draw` replaces it.
store.watch(watchHeld);
store.watch(watchEvents);
store.watch(watchUnmarked);
store.watch(watchPreferences);
store.watch(watchSounds);
store.watch(watchVibration);
store.watch(watchIcon(page));
store.watch(watchLobby);
store.watch(watchNextGame);
store.watch(watchChat);
store.watch(watchChallenges);
store.watch(({ sight }, before) => queue.follow(sight, before.sight));
store.watch(draw);
store.watch(({ sight }) => {
  document.title = titleOf(sight);
});

const socket = new LiveSocket({
  path: () => {
    const invite = page.invite ? `&invite=${encodeURIComponent(page.invite)}` : "";
    // Asked at each try, so that a reconnect brings only the events since the last sight.
    return `${page.socket}?after=${Math.max(0, store.get().number)}${invite}`;
  },
  onFrame,
  onState: (connection, reason) => store.set({ ...store.get(), connection, reason }),
  onOpened: () => chat.resend(),
  onEnded: () => loadForNewSession(page.api),
});
draw();
refreshTable();
/** What the player has to look at next, where the focused element has gone: nothing that a key would press. */
keepFocus(
  root,
  () => root.querySelector(".summary h2, .final h2, .waiting h1") ?? root.querySelector(".status"),
);
if (page.user)
  watchNextTurn({
    api: page.api,
    current: page.table_id,
    found: (nextTurn) => {
      extra.nextTurn = nextTurn;
      draw();
    },
  });
