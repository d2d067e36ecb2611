/** A screen that nobody touches: asks for the data, turns the pages, keeps the clock, comes back by itself. */
import { delayAfter } from "../../live/backoff.js";
import { gettext } from "../../text.js";
import { clockOf, stageLine } from "./clock.js";
import { fit } from "./fit.js";
import { longNames, pagesOf, panelsOf } from "./panels.js";

const ASK_MS = 4000;
const PATIENCE_MS = 10000;
const RENEW_MS = 600_000;
const TICK_MS = 250;
const TURN_S = 9;
const turnMs = Math.max(50, (Number(new URLSearchParams(location.search).get("turn")) || TURN_S) * 1000);
const VERSION = new URL(import.meta.url).pathname.split("/")[2];
/** Lines of a column, without its head. */
const ROWS = { seats: 13, standings: 13, tables: 10, text: 6 };
/** Ems that a column has at least where names and figures stay near each other, however few they are. */
const NARROW = { seats: 14, standings: 14 };
const COLUMNS = { seats: [3, 2, 1], standings: [3, 2, 1], tables: [1, 1, 1], text: [1, 1, 1] };
const ADDRESS = location.host + location.pathname.replace(/\/hall\/?$/, "");

const root = document.body;
const part = (name) => /** @type {HTMLElement} */ (root.querySelector(`[data-part=${name}]`));
/** @type {any} */
let data = null;
let etag = "";
let offset = 0;
let failures = 0;
let at = 0;
let drawn = "";

const shape = () => (innerWidth > innerHeight * 1.25 ? 0 : innerWidth > innerHeight * 0.7 ? 1 : 2);
const columns = ({ kind, rows }) => Math.max(1, COLUMNS[kind][shape()] - (longNames(rows) ? 1 : 0));
const fits = (panel) => ROWS[panel.kind] * panel.columns;

/** Asks, and asks again for as long as the screen is on; after a failure later and later. */
async function ask() {
  const told = await look().catch(() => false);
  failures = told ? 0 : failures + 1;
  lost(failures > 1);
  // Spread, so that the screens of a hall don't all ask in the same moment.
  setTimeout(ask, told ? ASK_MS * (0.75 + Math.random() / 2) : Math.max(ASK_MS, delayAfter(failures)));
}

async function look() {
  /** @type {Record<string, string>} */
  const headers = etag ? { "If-None-Match": etag } : {};
  const answer = await fetch(root.dataset.url ?? "", {
    headers,
    cache: "no-store",
    // The next request waits for this one's end, so one that hangs would stop the screen.
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  if (answer.status !== 304 && !answer.ok) return false;
  const date = Date.parse(answer.headers.get("Date") ?? "");
  if (date) offset = date - Date.now();
  if (answer.status === 304) return true;
  etag = answer.headers.get("ETag") ?? "";
  data = await answer.json();
  if (data.version !== VERSION) renew();
  draw();
  return true;
}

/** Loads the screen itself anew after an update; not again and again where two servers differ. */
function renew() {
  if (Date.now() - Number(sessionStorage.getItem("renewed")) < RENEW_MS) return;
  sessionStorage.setItem("renewed", String(Date.now()));
  location.reload();
}

function lost(yes) {
  part("lost").hidden = !yes;
  if (yes) part("lost").textContent = gettext("No connection: this may be out of date.");
}

function turn() {
  at += 1;
  draw();
}

/** Draws the page whose turn it is; nothing where it stands there already. */
function draw() {
  if (!data) return;
  const pages = pagesOf(
    panelsOf(data, ADDRESS).map((panel) => ({ ...panel, columns: columns(panel) })),
    fits,
  );
  const page = pages[at % pages.length];
  const text = JSON.stringify([page, innerWidth, innerHeight]);
  part("pages").textContent =
    pages.length > 1 ? `${page.title} ${page.of > 1 ? `${page.page}/${page.of}` : ""}` : "";
  if (text === drawn) return;
  drawn = text;
  const panel = part("panel");
  panel.dataset.kind = page.kind;
  const hint = Object.assign(document.createElement("small"), { textContent: page.hint ?? "" });
  panel.querySelector("h2")?.replaceChildren(page.title, hint);
  const grid = /** @type {HTMLElement} */ (panel.querySelector(".grid"));
  const size = sizeOf(page);
  const cells = Math.max(...page.rows.map(({ length }) => length - 1));
  const styles = { ...size, rows: size.rows + (page.head ? 1 : 0), cells };
  for (const name of Object.keys(styles)) grid.style.setProperty(`--${name}`, styles[name]);
  grid.replaceChildren(...linesOf(page, size.rows));
  fit([root.querySelector("h1"), ...grid.querySelectorAll("span")]);
}

/** How the rows of a page are laid out: where there are few they stand in larger type, evenly over the columns. */
function sizeOf(page) {
  const { kind, rows } = page;
  const most = ROWS[kind];
  const wide = Math.min(page.columns, Math.ceil(rows.length / most));
  const needed = Math.max(Math.ceil(most * 0.7), Math.ceil(rows.length / wide));
  const letters = Math.max(...rows.map((cells) => cells.join(" ").length));
  const widest = kind in NARROW ? `${Math.max(NARROW[kind], letters * 0.6 + 4)}em` : "1fr";
  return { columns: wide, rows: needed, scale: Math.min(1.3, most / needed), widest };
}

/** The lines of a page, with the head above each column of `most` rows. */
function linesOf({ head, rows }, most) {
  return rows.flatMap((cells, index) =>
    head && index % most === 0 ? [row(head, "head"), row(cells)] : [row(cells)],
  );
}

function row(cells, name = "") {
  const line = document.createElement("p");
  line.className = name;
  line.append(...cells.map((text) => Object.assign(document.createElement("span"), { textContent: text })));
  return line;
}

function tick() {
  if (!data) return;
  const { text, tone } = clockOf(data, Date.now() + offset);
  const clock = part("clock");
  if (clock.textContent !== text) clock.textContent = text;
  clock.dataset.tone = tone;
  const line = stageLine(data, Date.now() + offset);
  if (part("stage").textContent !== line) part("stage").textContent = line;
}

/** Keeps the screen from going dark, where the browser lets it. */
async function stayAwake() {
  try {
    await navigator.wakeLock?.request("screen");
  } catch {
    /* it is not allowed here */
  }
}

addEventListener("resize", draw);
addEventListener("click", () =>
  document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen?.(),
);
// Browsers release the lock whenever the page is hidden.
document.addEventListener("visibilitychange", () => document.hidden || stayAwake());
setInterval(tick, TICK_MS);
setInterval(turn, turnMs);
stayAwake();
ask();
