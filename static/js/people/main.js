/** Wires the page of friends: the socket brings them and what they do; clicks become calls of the API. */
import { render } from "preact";
import { call, get, post } from "../api.js";
import { html } from "../html.js";
import { ConnectionNotice } from "../live/connectionnotice.js";
import { loadForNewSession } from "../live/newsession.js";
import { NewVersion } from "../live/newversion.js";
import { LiveSocket } from "../live/socket.js";
import { part } from "../page.js";
import { gettext, interpolate } from "../text.js";
import { createInbox } from "./inbox.js";
import { Challenges, FriendForm, Friends, Received, Sent } from "./lists.js";
import { withFriend } from "./status.js";

const root = part("friends");
const page = /** @type {Record<string, string>} */ ({ ...root.dataset });
const requestsUrl = `${page.api}me/friend-requests`;
const state = {
  friends: /** @type {any[] | null} */ (null),
  requests: { received: /** @type {any[]} */ ([]), sent: /** @type {any[]} */ ([]) },
  challenges: /** @type {any[]} */ ([]),
  calls: 0,
  said: "",
  problem: "",
  connection: "connecting",
  /** @type {import("../live/farewell.js").Reason | null} */
  reason: null,
  outdated: false,
};

function set(changes) {
  Object.assign(state, changes);
  draw();
}

async function loadRequests() {
  const requests = await get(requestsUrl).catch(() => null);
  if (requests) set({ requests });
}

/** Makes a call, shows its refusal or what it did, and reads the requests again. Returns whether it was done. */
async function act(doCall, said) {
  set({ calls: state.calls + 1, problem: "", said: "" });
  let done = true;
  try {
    const answer = await doCall();
    set({ said: typeof said === "function" ? said(answer) : said });
  } catch (problem) {
    done = false;
    set({ problem: /** @type {Error} */ (problem).message });
  }
  await loadRequests();
  set({ calls: state.calls - 1 });
  return done;
}

const named = (name) => `${requestsUrl}/${encodeURIComponent(name)}`;
const calls = {
  ask: (username) =>
    act(
      () => post(requestsUrl, { username }),
      ({ friends }) =>
        interpolate(
          friends ? gettext("You and %(name)s are friends now.") : gettext("%(name)s has been asked."),
          { name: username },
        ),
    ),
  accept: (name) =>
    act(
      () => post(`${named(name)}/accept`),
      interpolate(gettext("You and %(name)s are friends now."), { name }),
    ),
  decline: (name) =>
    act(
      () => post(`${named(name)}/decline`),
      interpolate(gettext("The request of %(name)s is declined."), { name }),
    ),
  withdraw: (name) =>
    act(
      () => call("DELETE", named(name)),
      interpolate(gettext("Your request to %(name)s is withdrawn."), { name }),
    ),
  remove: (name) => {
    if (!confirm(interpolate(gettext("Remove %(name)s from your friends?"), { name }))) return;
    act(
      () => call("DELETE", `${page.api}me/friends/${encodeURIComponent(name)}`),
      interpolate(gettext("%(name)s is no longer your friend."), { name }),
    );
  },
};

function draw() {
  const { friends, requests, challenges } = state;
  const busy = state.calls > 0;
  render(
    html`
      <h1>${gettext("Friends")}</h1>
      <${ConnectionNotice} connection=${state.connection} reason=${state.reason} />
      ${state.outdated && html`<${NewVersion} className="notice with-button" />`}
      <div role="status">${state.said && html`<p class="notice" data-testid="said">${state.said}</p>`}</div>
      <div role="alert">
        ${(state.problem || inbox.problem()) && html`<p class="notice error">${state.problem || inbox.problem()}</p>`}
      </div>
      <${Challenges} challenges=${challenges} inbox=${inbox} />
      <${Received} requests=${requests.received} busy=${busy} calls=${calls} />
      <${Friends} friends=${friends} page=${page} busy=${busy} calls=${calls} />
      <section class="panel" aria-labelledby="add-title">
        <h2 id="add-title">${gettext("Add a friend")}</h2>
        <${FriendForm} ask=${calls.ask} />
        <${Sent} requests=${requests.sent} busy=${busy} calls=${calls} />
      </section>`,
    root,
  );
}

const inbox = createInbox({
  api: page.api,
  tables: page.tables,
  cards: false,
  changed: ({ challenges }) => set({ challenges }),
});

function onFrame(frame) {
  if (frame.type === "friends") set({ friends: frame.friends });
  if (frame.type === "friend" && state.friends) set({ friends: withFriend(state.friends, frame) });
  if (frame.type === "new_version") set({ outdated: true });
  if (inbox.take(frame)) loadRequests();
}

draw();
loadRequests();
get(`${page.api}me/friends`)
  .then((friends) => state.friends ?? set({ friends }))
  .catch(() => {});
const socket = new LiveSocket({
  path: () => `${page.socket}?tables=0`,
  onFrame,
  onState: (connection, reason) => set({ connection, reason }),
  onEnded: () => loadForNewSession(page.api),
  // After each reconnect again: another server may have taken the connection.
  onOpened: () => socket.send({ type: "watch_friends" }),
});
