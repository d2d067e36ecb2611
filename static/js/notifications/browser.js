// @ts-check
// What this browser can do about notifications, and its push subscription.

/** @typedef {"unsupported" | "install" | "denied" | "ready"} Ability */

/** @typedef {object} Surroundings What is known of a browser, as arguments so that tests need none.
 *  @property {boolean} hasPush Whether it has a worker, push messages and notifications.
 *  @property {string} permission "default", "granted" or "denied".
 *  @property {string} agent The user agent.
 *  @property {number} touchPoints
 *  @property {boolean} installed Whether the site runs as an installed app. */

/** iPads say that they are Macs, which have no touch screen. @param {Surroundings} around */
const isApplePhone = ({ agent, touchPoints }) =>
  /iPhone|iPad|iPod/.test(agent) || (agent.includes("Macintosh") && touchPoints > 1);

/** Whether notifications are possible here, or what has to be done first. @param {Surroundings} around
 *  @returns {Ability} */
export function abilityOf(around) {
  // Safari on phones offers push messages to installed sites alone.
  if (!around.hasPush) return isApplePhone(around) && !around.installed ? "install" : "unsupported";
  return around.permission === "denied" ? "denied" : "ready";
}

const BROWSERS = [
  ["Edge", /Edg/],
  ["Opera", /OPR/],
  ["Samsung Internet", /SamsungBrowser/],
  ["Firefox", /Firefox|FxiOS/],
  ["Chrome", /Chrome|CriOS/],
  ["Safari", /Safari/],
];
const SYSTEMS = [
  ["Android", /Android/],
  ["iPhone", /iPhone/],
  ["iPad", /iPad/],
  ["Windows", /Windows/],
  ["macOS", /Macintosh/],
  ["ChromeOS", /CrOS/],
  ["Linux", /Linux/],
];

/** What to call a device in the list: "Firefox · Android". @param {string} agent */
export function nameOf(agent) {
  const first = (/** @type {any[][]} */ names) => names.find(([, pattern]) => pattern.test(agent))?.[0];
  return [first(BROWSERS), first(SYSTEMS)].filter(Boolean).join(" · ");
}

/** @returns {Surroundings} */
export const surroundings = () => ({
  hasPush: "serviceWorker" in navigator && "PushManager" in window && "Notification" in window,
  permission: "Notification" in window ? Notification.permission : "default",
  agent: navigator.userAgent,
  touchPoints: navigator.maxTouchPoints,
  installed: matchMedia("(display-mode: standalone)").matches,
});

/** This browser's subscription with the site's key; a subscription with another key is given up.
 *  @param {string} key base64url. @returns {Promise<PushSubscription>} */
export async function subscribe(key) {
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  if (known && textOf(known.options.applicationServerKey) === key) return known;
  await known?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/** A promise that is rejected if the given one is not settled in time.
 *  @template T @param {Promise<T>} promise @param {number} milliseconds @returns {Promise<T>} */
export function within(promise, milliseconds) {
  /** @type {ReturnType<typeof setTimeout>} */
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error("too late")), milliseconds);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Ends this browser's subscription, if it has one. */
export async function unsubscribe() {
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

/** @param {PushSubscription} subscription As the API takes it. */
export function bodyOf(subscription) {
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint, ...keys, name: nameOf(navigator.userAgent) };
}

/** @param {ArrayBuffer | null} bytes @returns {string} base64url without padding. */
export function textOf(bytes) {
  const binary = String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0)));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
