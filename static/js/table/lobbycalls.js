/** The calls of the waiting room: sit, leave, add a bot, start; what the host does; and playing again.
    Each answers with the table. */
import { becomeGuest, call, get, post } from "../api.js";
import { changesOf } from "../lobby/request.js";
import { salt } from "../salt.js";

/** `guard(call)` runs a call, shows its refusal and hands the table on;
    `page` is what the server wrote into the page. */
export function lobbyCalls(page, guard) {
  const base = `${page.api}tables/${page.table_id}`;
  const invite = page.invite ? { invite: page.invite } : {};
  return {
    look: () => get(page.invite ? `${base}?invite=${encodeURIComponent(page.invite)}` : base),
    sit: (seat) =>
      guard(async () => {
        const visitor = !page.user;
        if (visitor) await becomeGuest(page.guest_url);
        const table = await post(`${base}/join`, { seat, salt: salt(), ...invite });
        if (visitor) location.reload();
        return table;
      }),
    addBot: (seat, level) => guard(() => post(`${base}/bots`, { level, seat })),
    /** Names the player too: somebody else may have sat down there. */
    remove: ({ seat, name }) =>
      guard(() => call("DELETE", `${base}/seats/${seat}?name=${encodeURIComponent(name)}`)),
    change: (values) => guard(() => call("PATCH", base, { options: changesOf(values) })),
    start: () => guard(() => post(`${base}/start`)),
    again: () => guard(() => post(`${base}/again`, { salt: salt() })),
    leave: () => guard(() => post(`${base}/leave`)),
  };
}
