// @ts-check
// Notifications on this device: turned on and off, tried out, and the list of all devices.

import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { call, get, post } from "../api.js";
import { html } from "../html.js";
import { part } from "../page.js";
import { gettext, interpolate } from "../text.js";
import { abilityOf, bodyOf, subscribe, surroundings, unsubscribe, within } from "./browser.js";
import { noService, notAllowed, offSentence, onSentence, reasonFor, removed, testSent } from "./words.js";

const API = "/api/v1/me/push";
/** Milliseconds. Chromium waits for ever where it cannot reach its push service. */
const SUBSCRIBE_TIMEOUT = 20_000;

/** @typedef {{id: number, name: string, created_at: string, last_sent_at: string | null, current: boolean}} Device */

/** Asks for the permission, subscribes, and tells the server. Returns what went wrong, or "". */
async function turnOn() {
  if ((await Notification.requestPermission()) !== "granted") return notAllowed();
  const { public_key: key } = await get(`${API}/key`);
  let subscription;
  try {
    subscription = await within(subscribe(key), SUBSCRIBE_TIMEOUT);
  } catch {
    return noService();
  }
  await post(API, bodyOf(subscription));
  return "";
}

/** @param {Device} device */
async function remove(device) {
  await call("DELETE", `${API}/${device.id}`);
  if (device.current) await unsubscribe();
  return removed();
}

/** @param {Device} device */
async function test(device) {
  await post(`${API}/${device.id}/test`);
  return testSent();
}

const day = (/** @type {string} */ at) =>
  new Date(at).toLocaleDateString(document.documentElement.lang, { dateStyle: "long" });

const nameOr = (/** @type {Device} */ device) => device.name || gettext("Unnamed device");

const title = (/** @type {Device} */ device) =>
  device.current
    ? interpolate(gettext("%(device)s (this device)"), { device: nameOr(device) })
    : nameOr(device);

/** Since when a device is there, and when it was last used. @param {Device} device */
function history(device) {
  const since = day(device.created_at);
  return device.last_sent_at
    ? interpolate(gettext("Since %(since)s, last notified on %(last)s"), {
        since,
        last: day(device.last_sent_at),
      })
    : interpolate(gettext("Since %(since)s, never notified yet"), { since });
}

function Notifications() {
  const [devices, setDevices] = useState(/** @type {Device[] | null} */ (null));
  const [ability, setAbility] = useState(abilityOf(surroundings()));
  const [notice, setNotice] = useState("");
  const [busy, setBusy] = useState(false);
  const load = async () => setDevices(await get(API));
  /** Does one thing at a time, says how it went, and shows what is there then. */
  const run = async (/** @type {() => Promise<string>} */ action) => {
    setBusy(true);
    setNotice("");
    try {
      setNotice(await action());
      await load();
    } catch (problem) {
      setNotice(/** @type {Error} */ (problem).message);
    }
    setAbility(abilityOf(surroundings()));
    setBusy(false);
  };
  useEffect(() => {
    run(async () => "");
  }, []);
  if (devices === null) return html`<p role="status">${notice}</p>`;
  const own = devices.find((device) => device.current);
  return html`
    <${ThisDevice} ...${{ ability, own, busy, run }} />
    <p role="status">${notice}</p>
    ${devices.length > 0 && html`<${Devices} ...${{ devices, busy, run }} />`}
  `;
}

/** @param {any} props */
function ThisDevice({ ability, own, busy, run }) {
  if (ability !== "ready") return html`<p class="notice">${reasonFor(ability)}</p>`;
  if (!own)
    return html`
      <p>${offSentence()}</p>
      <p class="actions">
        <button type="button" class="button primary" disabled=${busy} onClick=${() => run(turnOn)}>
          ${gettext("Notify me on this device")}
        </button>
      </p>
    `;
  return html`
    <p>${onSentence()}</p>
    <p class="actions">
      <button type="button" class="button" disabled=${busy} onClick=${() => run(() => test(own))}>
        ${gettext("Send a test notification")}
      </button>
      <button type="button" class="button danger" disabled=${busy} onClick=${() => run(() => remove(own))}>
        ${gettext("Turn off on this device")}
      </button>
    </p>
  `;
}

/** @param {any} props */
function Devices({ devices, busy, run }) {
  return html`
    <h3>${gettext("Your devices")}</h3>
    <div class="form">
      ${devices.map(
        (/** @type {Device} */ device) => html`
          <div class="actions" key=${device.id}>
            <p style="flex: 1 1 14rem; margin: 0">
              <strong>${title(device)}</strong><br />
              <span class="help">${history(device)}</span>
            </p>
            <button
              type="button"
              class="button"
              disabled=${busy}
              aria-label=${interpolate(gettext("Remove %(device)s"), { device: nameOr(device) })}
              onClick=${() => run(() => remove(device))}
            >
              ${gettext("Remove")}
            </button>
          </div>
        `,
      )}
    </div>
  `;
}

render(html`<${Notifications} />`, part("notifications"));
