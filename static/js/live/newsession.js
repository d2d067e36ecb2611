/** The session ended, but perhaps only for a new one: a guest became an account in another tab,
    or a password was changed. */
import { get } from "../api.js";

/** Milliseconds before each look: the other tab may not have its answer, and this browser no new cookie, yet. */
const LOOKS = [300, 1200, 3000];
/** Not again within so many milliseconds, lest a page that is refused loads itself for ever. */
const REST_MS = 20_000;
const KEY = "loaded-for-a-new-session";

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

/** Loads the page again as soon as somebody is logged in; else it stays as it is. */
export async function loadForNewSession(api) {
  if (Date.now() - Number(sessionStorage.getItem(KEY)) < REST_MS) return;
  for (const wait of LOOKS) {
    await sleep(wait);
    if (await get(`${api}me`).catch(() => null)) {
      sessionStorage.setItem(KEY, String(Date.now()));
      return location.reload();
    }
  }
}
