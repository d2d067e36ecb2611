/** The part of the page that is the same for all: fetched anew when the tournament has changed, not all at once. */
import { morph } from "../morph.js";
import { localise } from "./when.js";

const SPREAD_MS = 2500;
const REST_MS = 3000;

/** How long to wait before the next look: some at once, the others soon after. Pure. */
export const waitFor = (sinceLast, random = Math.random) =>
  Math.max(REST_MS - sinceLast, 0) + Math.round(SPREAD_MS * random());

export class LivePart {
  /**
   * `own()` gives the visitor's start number, or null.
   * @param {HTMLElement} root
   * @param {string} url
   * @param {() => number | null} own
   */
  constructor(root, url, own) {
    this.root = root;
    this.url = url;
    this.own = own;
    this.etag = "";
    this.lookedAt = 0;
    /** @type {number | null} */
    this.timer = null;
    root.addEventListener("input", ({ target }) => {
      const field = /** @type {HTMLInputElement} */ (target);
      if (field.dataset.find) find(root, field);
    });
    this.dress();
  }

  /** Something has changed: look, but not in the same moment as everybody else. */
  refresh() {
    // Several changes within the wait are one request.
    this.timer ??= setTimeout(
      () => this.look(),
      document.hidden ? REST_MS : waitFor(Date.now() - this.lookedAt),
    );
  }

  async look() {
    this.timer = null;
    this.lookedAt = Date.now();
    /** @type {Record<string, string>} */
    const headers = this.etag ? { "If-None-Match": this.etag } : {};
    const answer = await fetch(this.url, { headers, credentials: "same-origin", cache: "no-store" }).catch(
      () => null,
    );
    // 304 is not `ok` either: then nothing has changed.
    if (!answer?.ok) return;
    this.etag = answer.headers.get("ETag") ?? "";
    this.replace(await answer.text());
  }

  /** Puts the new text in; what was open, ticked, searched and focused stays so. */
  replace(text) {
    const coming = document.createElement("template");
    coming.innerHTML = text;
    const stages = [...coming.content.querySelectorAll("details")];
    const shown = ({ id }) => /** @type {HTMLDetailsElement | null} */ (this.root.querySelector(`#${id}`));
    // Asked before the morph, which adds the new stage to the page.
    const isNew = !stages.every(shown);
    morph(this.root, text);
    // A stage that is new opens by itself, and the one before closes.
    if (isNew) for (const stage of stages) Object.assign(shown(stage) ?? {}, { open: stage.open });
    this.dress();
  }

  dress() {
    localise(this.root);
    const own = this.own();
    /** @type {NodeListOf<HTMLElement>} */
    const rows = this.root.querySelectorAll("[data-entry]");
    for (const row of rows) row.classList.toggle("own", own !== null && row.dataset.entry === String(own));
    for (const field of this.root.querySelectorAll("[data-find]")) find(this.root, field);
  }
}

/** Shows the tables at which somebody sits whose name has the text in it. */
export function find(root, field) {
  const wanted = field.value.trim().toLowerCase();
  const list = root.querySelector(`#${field.dataset.find}`);
  list.dataset.found = Boolean(wanted);
  for (const table of list.children) {
    const names = [...table.querySelectorAll(".name")].map((one) => one.textContent.toLowerCase());
    table.hidden = Boolean(wanted) && !names.some((name) => name.includes(wanted));
  }
}
